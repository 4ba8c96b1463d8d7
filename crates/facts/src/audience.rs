//! To whom the platform speaks, with a notice or a questionnaire.

use std::collections::BTreeSet;

use platform::field::Choice;
use serde_json::{Map, Value as Json, json};

/// All users of all companies.
pub const EVERYONE: i64 = 1;
/// Administrators of all companies.
pub const ADMINS: i64 = 2;
/// Users of the companies that are named.
pub const COMPANIES: i64 = 3;
/// Users of companies with the editions that are named.
pub const EDITIONS: i64 = 4;
/// What a form offers.
pub const CHOICES: &[Choice] = &[
    Choice::new("1", "全部用户", "All users"),
    Choice::new("2", "企业管理员", "Administrators"),
    Choice::new("3", "指定企业", "Companies"),
    Choice::new("4", "指定版本", "Editions"),
];

/// Member of a form that names the companies.
const ORG_IDS: &str = "orgIds";
/// Member of a form that names the editions.
const EDITION_CODES: &str = "editionCodes";

/// Companies or editions the body names, as its audience wants them; none when it says nothing.
pub fn targets_of(body: &Map<String, Json>, push: i64) -> Option<BTreeSet<String>> {
    let name = match push {
        COMPANIES => ORG_IDS,
        EDITIONS => EDITION_CODES,
        _ => return Some(BTreeSet::new()),
    };
    let text = |json: &Json| json.as_str().map(ToOwned::to_owned);
    body.get(name).map(|list| list.as_array().into_iter().flatten().filter_map(text).collect())
}

/// Shows the targets in the member of the audience the view tells of, and the other one empty.
pub fn show(view: &mut Map<String, Json>, targets: &BTreeSet<String>) {
    let push = view.get("pushType").and_then(Json::as_i64).unwrap_or(EVERYONE);
    for (wanted, member) in [(COMPANIES, ORG_IDS), (EDITIONS, EDITION_CODES)] {
        let shown = if push == wanted { json!(targets) } else { json!([]) };
        view.insert(member.to_owned(), shown);
    }
}
