//! What is written reads back, and faults are named.

use super::*;
use crate::sample;
use expect_test::expect;

#[test]
fn what_is_written_reads_back() {
    let mut run = sample::run();
    run[0].causes[0].findings.push(sample::everything("apron:oct:d"));
    let text = write(&run);
    assert_eq!(read(&text).expect("it is ours"), run);
    assert_eq!(write(&read(&text).expect("it is ours")), text);
}

#[test]
fn timings_are_in_one_place() {
    let mut slower = sample::octagons();
    slower.elapsed_millis += 17;
    for row in &mut slower.rows {
        row.first_millis = row.first_millis.map(|millis| millis + 1);
    }
    let strip = |campaign: &Campaign| {
        let text = write(std::slice::from_ref(campaign));
        let mut value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        value["targets"][0]["timings"].take();
        value
    };
    assert_eq!(strip(&slower), strip(&sample::octagons()));
}

#[test]
fn faults_are_named() {
    let good = write(&sample::run());
    let fault = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        read(&good.replace(from, to)).expect_err("it is damaged").to_string()
    };
    expect!["campaign.json has schema \"soundline-campaign/9\", and this version reads \"soundline-campaign/1\""]
        .assert_eq(&fault("soundline-campaign/1", "soundline-campaign/9"));
    expect![[r#"campaign.json has property "999", which is unknown here"#]]
        .assert_eq(&fault("\"property\": 46,", "\"property\": 999,"));
    expect![[r#"campaign.json has number "7/0", which is unknown here"#]]
        .assert_eq(&fault("\"7/2\"", "\"7/0\""));
    expect![[r#"campaign.json has a damaged trace: line 4 of the trace: there is no operation "constrain""#]].assert_eq(&fault("p0 = constraint -x0", "p0 = constrain -x0"));
    expect![[r#"campaign.json has question "similar", which is unknown here"#]]
        .assert_eq(&fault("\"equal\"", "\"similar\""));
    assert!(read("{").is_err() && read("[]").is_err());
}

#[test]
fn steps_stay_within_their_elements() {
    let mut campaign = sample::octagons();
    campaign.causes.remove(0);
    let good = write(&[campaign]);
    let fault = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        read(&good.replace(from, to)).expect_err("it is damaged").to_string()
    };
    // The elements of the question, among the first numbers after its name.
    let place = good.find("\"elements\"").expect("there is a question");
    let mut far = good.clone();
    far.replace_range(place.., &good[place..].replacen('5', "77", 1));
    let text = read(&far).expect_err("it is damaged").to_string();
    expect![[r#"campaign.json has element "p77", which is unknown here"#]].assert_eq(&text);
    expect![[r#"campaign.json has step "touch p5 constraints", which is unknown here"#]]
        .assert_eq(&fault("\"touch\": \"touch p5", "\"make\": \"touch p5"));
}

/// Every field is described.
#[test]
fn the_documentation_is_complete() {
    fn names(value: &serde_json::Value, found: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(fields) => {
                for (name, field) in fields {
                    found.push(name.clone());
                    names(field, found);
                }
            }
            serde_json::Value::Array(items) => items.iter().for_each(|item| names(item, found)),
            _ => {}
        }
    }
    let documentation = include_str!("../../../../docs/campaign-json.md");
    let value = serde_json::from_str(&write(&sample::run())).expect("it is JSON");
    let mut found = Vec::new();
    names(&value, &mut found);
    found.retain(|name| name.parse::<u16>().is_err());
    assert!(found.len() > 1000);
    for name in found {
        let described = [format!("`{name}`"), format!("\"{name}\"")];
        assert!(described.iter().any(|text| documentation.contains(text)), "{name}");
    }
}

#[test]
fn a_finding_reads_well() {
    let mut campaign = sample::octagons();
    campaign.causes.remove(0);
    campaign.rows.retain(|row| row.property == 17);
    campaign.not_tested.clear();
    campaign.coverage.operations.truncate(1);
    expect![[r##"
        {
          "schema": "soundline-campaign/1",
          "soundline": "0.1.0",
          "targets": [
            {
              "target": "apron:oct:d",
              "version": "0.9.10",
              "path": "/usr/lib/apron-oct-d.so.0",
              "config": "vars=0-8:real pool=16 ops=16 constants=all",
              "seed": 1,
              "stop": "budget",
              "summary": {
                "tested": 1,
                "soundness": 0,
                "precision": 1,
                "broken": 0,
                "tests": 5202,
                "preconditions_met": 5202
              },
              "properties": [
                {
                  "property": 17,
                  "name": "meet with top",
                  "class": "precision",
                  "statement": "⊤ ⊓ x = x",
                  "standing": "violated",
                  "tests": 5202,
                  "held": 5194,
                  "vacuous": 0,
                  "violated": 1,
                  "inexact": 0,
                  "doubtful": 7,
                  "refused": 0,
                  "died": 0,
                  "timed_out": 0,
                  "out_of_memory": 0,
                  "excluded_rate": null
                }
              ],
              "not_tested": [],
              "causes": [
                {
                  "title": "rounding of large constants",
                  "properties": [
                    17
                  ],
                  "findings": [
                    {
                      "property": 17,
                      "ending": "violated",
                      "index": 1017,
                      "trace": "# soundline trace 1\ntarget apron:oct:d\nvars 8\np0 = constraint -x0 - x5 + 1 >= 0\np1 = assign p0 x2 := -9223372036854775808\np2 = constraint x0 + 9223372036854775807 >= 0\np3 = meet p2 p1\ntouch p3 is_bottom\ncheck P17 x=p3\n",
                      "found_as": "# soundline trace 1\ntarget apron:oct:d\nvars 8\np0 = constraint -x0 - x5 + 1 >= 0\np1 = assign p0 x2 := -9223372036854775808\np2 = constraint x0 + 9223372036854775807 >= 0\np3 = meet p2 p1\ntouch p3 is_bottom\ncheck P17 x=p3\n",
                      "what": "⊤ ⊓ x = x does not hold",
                      "place": null,
                      "regions": [
                        {
                          "name": "⊤ ⊓ x",
                          "constraints": [
                            "x0 + 9223372036854775808 >= 0",
                            "x2 + 9223372036854775808 = 0",
                            "-x5 + 9223372036854775809 >= 0",
                            "-x0 - x5 + 1 >= 0"
                          ]
                        },
                        {
                          "name": "x",
                          "constraints": [
                            "x0 + 9223372036854777856 >= 0",
                            "x2 + 9223372036854775808 = 0",
                            "-x5 + 9223372036854777856 >= 0",
                            "-x0 - x5 + 1 >= 0"
                          ]
                        }
                      ],
                      "point": null,
                      "steps": [
                        {
                          "make": "p4 = top"
                        },
                        {
                          "make": "p5 = meet p4 p3"
                        },
                        {
                          "ask": {
                            "question": "equal",
                            "elements": [
                              5,
                              3
                            ],
                            "answer": "unknown"
                          }
                        },
                        {
                          "touch": "touch p5 constraints"
                        },
                        {
                          "touch": "touch p3 constraints"
                        }
                      ],
                      "stderr": "",
                      "waived": null
                    }
                  ]
                }
              ],
              "unconfirmed": [],
              "coverage": {
                "operations": [
                  [
                    "top",
                    912345
                  ]
                ],
                "bottom": 812,
                "top": 1204,
                "proper": 14368
              },
              "timings": {
                "elapsed_millis": 61250,
                "first_finding_millis": {
                  "17": 31400
                }
              }
            }
          ]
        }
    "##]].assert_eq(&write(&[campaign]));
}
