//! The public link of a pouch and its view code. Both are made of the row's random salt and the key outside the
//! database, so that a label can be printed again; the database holds their hashes alone.

use kernel::{Id, Instant, day_after_days, parse_day, show_second};
use platform::access::{random_bytes, secret_hash};
use platform::call::{Answer, App, Call, Outcome, Tx};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use crate::orders;
use crate::page::{self, TABLE, VOID};

/// Letters of a link: 32 of them, so that five bits choose one; none that looks like another.
const SMALL: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Letters of a view code, which people type.
const LARGE: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// 26 times five bits are 130.
const TOKEN_LETTERS: usize = 26;
const CODE_LETTERS: usize = 8;
/// Days after the flight on which the link still works.
const DAYS: i64 = 90;

/// What opens a pouch to those without an account.
pub(crate) struct Link {
    /// Its name in the address of the public page.
    pub(crate) token: String,
    /// What is typed beside its number.
    pub(crate) code: String,
}

fn letters(bytes: &[u8], alphabet: &[u8; 32], count: usize) -> String {
    bytes.iter().take(count).filter_map(|byte| alphabet.get(usize::from(byte & 31)).copied().map(char::from)).collect()
}

/// The link of a pouch by its salt.
fn of_salt(app: &App, (org, id): (i64, Id), salt: &[u8]) -> Result<Link, Refusal> {
    let salt: String = salt.iter().map(|byte| format!("{byte:02x}")).collect();
    let part = |name: &str| app.secrets.hash(&format!("cargo pouch {name} {org} {id} {salt}"));
    Ok(Link {
        token: letters(&part("token")?, SMALL, TOKEN_LETTERS),
        code: letters(&part("code")?, LARGE, CODE_LETTERS),
    })
}

/// Hash of a number with its view code. Keyed: eight letters could be guessed otherwise.
pub(crate) fn code_hash(app: &App, number: &str, code: &str) -> Result<Vec<u8>, Refusal> {
    app.secrets.hash(&format!("cargo pouch {} {}", number.trim().to_uppercase(), code.trim().to_uppercase()))
}

/// When a link ends: with the last day after the flight on which it works, or as long after it was made.
fn ends(flight_date: &str, made: Instant) -> Instant {
    let day = parse_day(flight_date).unwrap_or_else(|| made.day());
    Instant::start_of(day_after_days(day, DAYS + 1))
}

/// Gives a new pouch its link.
pub(crate) fn make(tx: &mut Tx<'_>, id: Id, number: &str, flight_date: &str) -> Result<(), Refusal> {
    let (org, salt) = (tx.org(), random_bytes::<16>()?);
    let link = of_salt(tx.app, (org, id), &salt)?;
    let cells = [
        ("link_salt", Value::Bytes(salt.to_vec())),
        ("token_hash", Value::Bytes(secret_hash(&link.token))),
        ("code_hash", Value::Bytes(code_hash(tx.app, number, &link.code)?)),
        ("expire_at", ends(flight_date, tx.now).into_value()),
    ];
    let mut update = sql::update(org, TABLE, &cells);
    tx.exec(&update.and_where(sql::eq("id", id)).to_owned().into())?;
    Ok(())
}

/// Another flight, another end.
pub(crate) fn prolong(tx: &mut Tx<'_>, id: Id, flight_date: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let mut made = sql::from(org, TABLE);
    made.column("created_at").and_where(sql::eq("id", id));
    let made: Instant = tx.first(&made.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let mut update = sql::update(org, TABLE, &[("expire_at", ends(flight_date, made).into_value())]);
    tx.exec(&update.and_where(sql::eq("id", id)).to_owned().into())?;
    Ok(())
}

/// The link of a pouch as it was made.
pub(crate) fn of(conn: &mut dyn Conn, app: &App, org: i64, id: Id) -> Result<Link, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("link_salt").and_where(sql::eq("id", id));
    let salt: Option<Vec<u8>> = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    of_salt(app, (org, id), &salt.ok_or_else(|| Refusal::broken("a pouch without a link"))?)
}

/// Address of the public page of a pouch.
pub(crate) fn address(base: &str, link: &Link) -> String {
    format!("{}/cargoPouchView/{}", base.trim_end_matches('/'), link.token)
}

/// How often it was looked at, and until when it can be.
pub(crate) fn views(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["views", "last_view", "expire_at", "created_by", "created_at"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let time = |place: usize| Ok::<_, Refusal>(row.get::<Option<Instant>>(place)?.map(show_second));
    view.insert("views".to_owned(), json!(row.get::<i64>(0)?));
    view.insert("lastView".to_owned(), json!(time(1)?));
    view.insert("expireTime".to_owned(), json!(time(2)?));
    view.insert("creatorName".to_owned(), json!(facts::user_name(conn, org, row.get(3)?)?));
    view.insert("createTime".to_owned(), json!(time(4)?));
    Ok(())
}

/// GET {id}/link: where those outside look, and with which code.
pub(crate) fn told(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    let (app, base) = (call.app.clone(), call.public_url().to_owned());
    let data = call.read(|conn| {
        orders::need_seen(conn, &actor, id)?;
        let pouch = page::own(conn, actor.org_id, id)?;
        if pouch.state == VOID {
            return Err(Refusal::NotFound);
        }
        let link = of(conn, &app, actor.org_id, id)?;
        let mut data = Map::new();
        data.insert("url".to_owned(), json!(address(&base, &link)));
        data.insert("pouchNumber".to_owned(), json!(pouch.pouch_number));
        data.insert("code".to_owned(), json!(link.code));
        views(conn, actor.org_id, id, &mut data)?;
        Ok(Json::Object(data))
    })?;
    Ok(Answer::Data(data))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_works_through_the_ninetieth_day_after_the_flight() {
        let made = Instant::parse("2026-07-15 10:00:00").expect("a time");
        assert_eq!(show_second(ends("2026-07-18", made)), "2026-10-17 00:00:00");
        assert_eq!(show_second(ends("", made)), "2026-10-14 00:00:00");
    }

    #[test]
    fn letters_are_chosen_by_five_bits() {
        assert_eq!(letters(&[0, 31, 32, 255], SMALL, 3), "a9a");
        assert!([SMALL, LARGE].iter().all(|alphabet| {
            let distinct: std::collections::BTreeSet<&u8> = alphabet.iter().collect();
            distinct.len() == 32
        }));
    }
}
