/* A thermostat with hysteresis; the room cools by itself and warms when heated. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int temperature = 180;
    int target = __VERIFIER_nondet_int();
    int heating = 0, switches = 0;
    int coldest = temperature, warmest = temperature;

    if (target < 150 || target > 250)
        target = 200;
    for (int minute = 0; minute < 120; minute++) {
        int window = __VERIFIER_nondet_int() == 3;
        temperature += heating ? 4 : -2;
        if (window)
            temperature -= 5;
        if (temperature < 50)
            temperature = 50;
        if (!heating && temperature < target - 5) {
            heating = 1;
            switches++;
        } else if (heating && temperature > target + 5) {
            heating = 0;
            switches++;
        }
        if (temperature < coldest)
            coldest = temperature;
        if (temperature > warmest)
            warmest = temperature;
    }
    return (warmest - coldest) * 100 + switches % 100;
}
