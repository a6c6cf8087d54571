//! JSON Schema (draft 2020-12) as far as our schemas go. A word that is not known here is an error,
//! so that nothing is taken for checked that is not.

use regex_lite::Regex;
use serde_json::{Map, Value};

/// Words that say nothing about a value.
const REMARKS: [&str; 4] = ["$schema", "title", "description", "$defs"];

/// What is wrong with a value, each with its place; nothing if it fits.
pub(crate) fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut checker = Checker {
        root: schema,
        faults: Vec::new(),
    };
    checker.check(schema, value, "$");
    checker.faults
}

struct Checker<'a> {
    root: &'a Value,
    faults: Vec<String>,
}

impl Checker<'_> {
    fn check(&mut self, schema: &Value, value: &Value, place: &str) {
        let schema = schema.as_object().expect("a schema is an object");
        for (word, rule) in schema {
            let fits = match word.as_str() {
                "$ref" => {
                    let pointer = rule.as_str().and_then(|r| r.strip_prefix('#'));
                    let target = self.root.pointer(pointer.expect("a local reference"));
                    self.check(target.expect("a definition"), value, place);
                    true
                }
                "type" => types(rule).any(|name| has_type(value, name)),
                "enum" => array(rule).contains(value),
                "anyOf" => array(rule).iter().any(|choice| {
                    let mut inner = Checker {
                        root: self.root,
                        faults: Vec::new(),
                    };
                    inner.check(choice, value, place);
                    inner.faults.is_empty()
                }),
                "pattern" => value.as_str().is_none_or(|text| {
                    let pattern = Regex::new(rule.as_str().expect("a pattern"));
                    pattern.expect("a good pattern").is_match(text)
                }),
                "minimum" => value.as_f64().is_none_or(|n| n >= number(rule)),
                "maximum" => value.as_f64().is_none_or(|n| n <= number(rule)),
                "minItems" => value
                    .as_array()
                    .is_none_or(|items| items.len() as f64 >= number(rule)),
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(rule, item, &format!("{place}[{index}]"));
                    }
                    true
                }
                "required" => value.as_object().is_none_or(|object| {
                    let names = array(rule).iter().filter_map(Value::as_str);
                    names.into_iter().all(|name| object.contains_key(name))
                }),
                "properties" => {
                    self.properties(rule.as_object().expect("an object"), value, place);
                    true
                }
                "additionalProperties" => {
                    assert_eq!(rule, &Value::Bool(false), "only false is known");
                    let known = schema.get("properties").and_then(Value::as_object);
                    let known = known.expect("the properties");
                    value
                        .as_object()
                        .is_none_or(|object| object.keys().all(|key| known.contains_key(key)))
                }
                remark => {
                    assert!(REMARKS.contains(&remark), "unknown word {remark}");
                    true
                }
            };
            if !fits {
                self.faults
                    .push(format!("{place}: {word} {rule} is not kept by {value}"));
            }
        }
    }

    fn properties(&mut self, properties: &Map<String, Value>, value: &Value, place: &str) {
        for (name, schema) in properties {
            if let Some(value) = value.get(name) {
                self.check(schema, value, &format!("{place}.{name}"));
            }
        }
    }
}

fn array(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// The names that `type` allows: one or a list.
fn types(rule: &Value) -> impl Iterator<Item = &str> {
    let one = rule.as_str();
    let many = rule
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    one.into_iter().chain(many)
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("no type {name}"),
    }
}

#[test]
fn what_does_not_fit_is_found() {
    let schema = serde_json::json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["a"],
        "properties": {
            "a": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/n" } },
            "b": { "anyOf": [{ "type": "null" }, { "enum": ["x"] }] },
            "c": { "type": ["string", "null"], "pattern": "^[a-c]+$" }
        },
        "$defs": { "n": { "type": "integer", "minimum": 1, "maximum": 3 } }
    });
    let count = |text: &str| {
        let value = serde_json::from_str(text).expect("JSON");
        faults(&schema, &value).len()
    };
    for good in [
        r#"{"a":[1,3]}"#,
        r#"{"a":[2],"b":null,"c":"abc"}"#,
        r#"{"a":[2],"b":"x","c":null}"#,
    ] {
        assert_eq!(count(good), 0, "{good}");
    }
    for bad in [
        "[]",
        "{}",
        r#"{"a":[]}"#,
        r#"{"a":[0]}"#,
        r#"{"a":[4]}"#,
        r#"{"a":[1.5]}"#,
        r#"{"a":[1],"b":"y"}"#,
        r#"{"a":[1],"c":"abd"}"#,
        r#"{"a":[1],"d":1}"#,
    ] {
        assert_eq!(count(bad), 1, "{bad}");
    }
}
