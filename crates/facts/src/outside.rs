//! People without an account: who writes in a public call, and whose page they see.

use std::sync::Arc;

use kernel::{Id, Instant};
use platform::access::{Actor, Rights};
use platform::refusal::Refusal;
use platform::store::{Conn, Row, sql};
use serde_json::{Map, Value as Json, json};

/// Somebody outside, as the log of an org names him: no user, and without any right.
pub fn actor(org: i64, name: &str, now: Instant) -> Actor {
    Actor {
        org_id: org,
        org_code: String::new(),
        org_name: String::new(),
        user_id: Id(0),
        login_id: Id(0),
        name: name.to_owned(),
        login_type: 0,
        admin_role: String::new(),
        now,
        session_id: Id(0),
        proved_at: 0,
        limit: None,
        rights: Arc::new(Rights::default()),
    }
}

/// Whose public page it is: orgName, orgLogo, themeColor; what the org has not is null.
pub fn sender(conn: &mut dyn Conn, org: i64) -> Result<Map<String, Json>, Refusal> {
    let mut select = sql::from_global("org");
    select.columns(["name", "logo_file", "theme_color"]).and_where(sql::eq("id", org));
    let row: Row = conn.first(&select.into())?.unwrap_or_default();
    let mut sender = Map::new();
    for (place, name) in ["orgName", "orgLogo", "themeColor"].into_iter().enumerate() {
        let text: String = row.get(place)?;
        sender.insert(name.to_owned(), if text.is_empty() { Json::Null } else { json!(text) });
    }
    Ok(sender)
}
