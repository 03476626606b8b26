//! Numbers, expressions and constraints in serde's formats: as the text that they are read from.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::expr::{Constraint, LinearExpr};
use crate::numbers::{Int, Rat};

macro_rules! as_text {
    ($($Type:ident)*) => {$(
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text! { Int Rat LinearExpr Constraint }

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;

    use super::*;
    use crate::analysis::Variables;
    use crate::expr::{Relation, Space, VarKind};

    fn check<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: T, text: &str) {
        assert_eq!(serde_json::to_string(&value).expect("it can be written"), text);
        assert_eq!(serde_json::from_str::<T>(text).expect("it can be read"), value);
    }

    #[test]
    fn what_is_written_is_read_again() {
        check(Int::from(i64::MIN) * Int::from(3), "\"-27670116110564327424\"");
        check(Rat::new(-1, 3).expect("3 is not 0"), "\"-1/3\"");
        check("2*x0 - x3 + 1/2".parse::<LinearExpr>().expect("linear"), "\"2*x0 - x3 + 1/2\"");
        check("x0 < 5".parse::<Constraint>().expect("a constraint"), "\"-x0 + 5 > 0\"");
        check(Relation::Ne, "\"Ne\"");
        check(Space::new([VarKind::Int, VarKind::Real]), r#"{"kinds":["Int","Real"]}"#);
        let names = Variables::integers(["i"]).expect("a new name");
        check(names, r#"{"all":[["i","Int"]]}"#);
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(serde_json::from_str::<Rat>("\"1/0\"").is_err());
        assert!(serde_json::from_str::<Constraint>("\"x0 <\"").is_err());
    }
}
