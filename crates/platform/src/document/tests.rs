//! What forms tell and hold by their declaration alone.

use super::*;
use crate::field::Choice;

const WAYS: &[Choice] = &[Choice::new("ROAD", "公路", "Road"), Choice::new("RAIL", "铁路", "Rail")];
const BY_RAIL: When = When::Is(&Wagon::WAY, "RAIL");

crate::document! {
    /// A wagon.
    pub struct Wagon in "wagon" {
        /// Way.
        way: String = Field::select(WAYS, "方式", "Way").required(),
        /// Axles, in a section of the railway.
        axles: i64 = Field::int("轴数", "Axles").required(),
        /// Gauge, likewise.
        gauge: Option<i64> = Field::int("轨距", "Gauge"),
        /// Covered, likewise.
        covered: bool = Field::flag("篷车", "Covered"),
    }
}

const FORM: FormPage = FormPage {
    sections: &[
        Section { key: "main", title: ("车辆", "Wagon"), fields: &[Wagon::WAY] },
        Section { key: "rail", title: ("铁路", "Rail"), fields: &[Wagon::AXLES, Wagon::GAUGE, Wagon::COVERED] },
    ],
    when: &[("rail", BY_RAIL)],
    ..FormPage::of::<Wagon>("x.wagon.form", ("车辆", "Wagon"), ("x", "/x/wagon", "wagon"), Wagon::WAY)
};

fn merged(body: &Json) -> (Vec<Value>, Vec<String>) {
    let mut findings = Findings::new();
    let body = body.as_object().cloned().unwrap_or_default();
    let values = FORM.merged(&body, None, &mut findings).expect("known fields");
    (values, findings.items.into_iter().map(|finding| finding.field).collect())
}

#[test]
fn a_section_that_is_not_shown_holds_nothing_and_is_asked_for_nothing() {
    let whole = [Value::Text("RAIL".to_owned()), Value::Int(4), Value::Null, Value::Bool(true)];
    let wagon = Wagon::from_values(&whole).expect("a wagon");
    assert_eq!((wagon.way.as_str(), wagon.axles, wagon.gauge, wagon.covered), ("RAIL", 4, None, true));
    let typed = json!({ "axles": "x", "gauge": 1435, "covered": true });
    let with = |way: &str| {
        let mut body = typed.clone();
        body["way"] = json!(way);
        merged(&body)
    };
    let way = Value::Text("ROAD".to_owned());
    // The document knows no wagon without axles: it has none.
    let none = (vec![way, Value::Int(0), Value::Null, Value::Bool(false)], Vec::new());
    assert_eq!(with("ROAD"), none);
    assert_eq!(merged(&json!({ "way": "ROAD" })), none);
    assert_eq!(with("RAIL").1, ["axles"]);
    assert_eq!(with("RAIL").0.last(), Some(&Value::Bool(true)));
    assert_eq!(FORM.contract()["sections"][1]["when"], json!({ "is": ["way", "RAIL"] }));
}

#[test]
fn a_form_nobody_saves_by_has_no_check() {
    let asked = |codes, checks| FormPage { codes, checks, ..FORM }.contract()["check"].clone();
    assert_eq!(asked(["x-add", "", "", ""], true), json!("/x/wagon/check"));
    assert_eq!(asked(["", "x-edit", "", ""], true), json!("/x/wagon/check"));
    assert_eq!(asked(["", "", "x-del", ""], true), Json::Null);
    assert_eq!(asked(["x-add", "", "", ""], false), Json::Null);
    assert_eq!(FORM.contract()["ruled"], Json::Null);
}
