//! People without an account: who writes in a public call, and whose page they see.

use std::sync::Arc;

use kernel::{Id, Instant};
use platform::access::{Actor, Rights};
use platform::picture;
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
        key: None,
        rights: Arc::new(Rights::default()),
    }
}

/// Whose public page it is: orgName, orgLogo, themeColor; what the org has not is null.
pub fn sender(conn: &mut dyn Conn, org: i64) -> Result<Map<String, Json>, Refusal> {
    let mut select = sql::from_global("org");
    select.columns(["name", "theme_color", "logo", "short_logo"]).and_where(sql::eq("id", org));
    let row: Row = conn.first(&select.into())?.unwrap_or_default();
    let text = |place: usize| Ok::<_, Refusal>(Some(row.get::<String>(place)?).filter(|text| !text.is_empty()));
    let logo = text(2)?.or(text(3)?).and_then(|logo| picture::logo_address(&logo));
    let members = [("orgName", text(0)?), ("orgLogo", logo), ("themeColor", text(1)?)];
    Ok(members.into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect())
}
