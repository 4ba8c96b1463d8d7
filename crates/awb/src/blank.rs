//! The first fill of a form without an order: what the company fills, and of a house what is the same on its master.

use platform::refusal::Refusal;
use platform::store::Conn;
use serde_json::{Value as Json, json};
use trade::cargo::Step;

use crate::prefill::{Cargo, blank, line, of_company, org_facts, put};

/// Boxes of a master that are the same on the houses below it.
const OF_MASTER: [&str; 17] = [
    "departureStation",
    "departureStationName",
    "arrivalStation",
    "arrivalStationName",
    "airlineCode",
    "to1",
    "by1",
    "to2",
    "by2",
    "to3",
    "by3",
    "flightNumber",
    "flightDate",
    "flightNumber2",
    "flightDate2",
    "currency",
    "placeOfIssue",
];

/// What a form begins with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Beginning<'a> {
    /// Company.
    pub org: i64,
    /// A house; else a master.
    pub house: bool,
    /// Master number, as far as it is known.
    pub awb_number: &'a str,
    /// The form of the master above a house, where there is one.
    pub master: Option<&'a Json>,
    /// Day of issue.
    pub today: &'a str,
}

/// The form as a new one begins.
pub(crate) fn fill(conn: &mut dyn Conn, of: Beginning<'_>) -> Result<Json, Refusal> {
    let org = org_facts(conn, of.org)?;
    let mut form = blank(of.house);
    of_company(&mut form, &org, ("", of.today));
    put(&mut form, "awbNumber", of.awb_number);
    let prefix = of.awb_number.get(..3).unwrap_or_default();
    let carrier = stock::lookup::carrier_of_prefix(conn, of.org, prefix)?.unwrap_or_default();
    put(&mut form, "airlineCode", &carrier);
    for name in ["payMethod", "payMethodOther"] {
        put(&mut form, name, "PP");
    }
    form.insert("lines".to_owned(), json!([line(&Cargo::default(), Step::None, "", &[], None)]));
    for name in if of.master.is_some() { OF_MASTER.as_slice() } else { &[] } {
        if let Some(value) = of.master.and_then(|master| master.get(*name)) {
            form.insert((*name).to_owned(), value.clone());
        }
    }
    Ok(Json::Object(form))
}
