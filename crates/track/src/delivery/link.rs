//! The link of a notice: a share link of its own that opens nothing else. Its code is made of the random salt of the
//! notice and the key outside the database, so that it can be told again; the database holds its hash alone.

use kernel::{Id, Instant, day_after_days, parse_day, show_second};
use platform::access::{random_bytes, secret_hash};
use platform::call::{Answer, App, Call, Outcome, Tx};
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::json;

use super::moves::FLOW;
use super::order::{self, Order};
use super::page::{self, AWAITED, PAGE, TABLE};
use crate::share::{self, NOTICE};

/// Days after the day on which the cargo is expected.
const DAYS: i64 = 30;
const RECEIVER_MAX: usize = 100;

/// A live link.
pub(super) struct Link {
    code: String,
    expires_at: Option<Instant>,
}

impl Link {
    /// Address of the public page.
    pub(super) fn address(&self, base: &str, order_uuid: &str, flag: &str) -> String {
        let base = base.trim_end_matches('/');
        format!("{base}/externalOrderDeliveryNotice?o=af{order_uuid}&flag={flag}&code={}", self.code)
    }

    /// Until when it works, in words.
    pub(super) fn until(&self, language: &str) -> String {
        share::until(self.expires_at, language)
    }
}

fn code_of(app: &App, (org, id): (i64, Id), salt: &[u8]) -> Result<String, Refusal> {
    let salt: String = salt.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(share::code_of_bytes(&app.secrets.hash(&format!("delivery notice {org} {id} {salt}"))?))
}

/// When a link ends: with the last of so many days after the cargo is expected, or after today.
fn ends(receipt_date: &str, now: Instant) -> Instant {
    let day = parse_day(receipt_date).map_or(now.day(), |day| day.max(now.day()));
    Instant::start_of(day_after_days(day, DAYS + 1))
}

/// Gives a notice a new link; an earlier one ends.
pub(super) fn make(tx: &mut Tx<'_>, id: Id, order: &Order, receipt_date: &str) -> Result<Link, Refusal> {
    let (org, salt, share_id) = (tx.org(), random_bytes::<16>()?, tx.new_id());
    let code = code_of(tx.app, (org, id), &salt)?;
    let expires_at = Some(ends(receipt_date, tx.now));
    let notice = page::own(tx, org, id)?;
    let share = [
        ("id", share_id.into_value()),
        ("kind", NOTICE.into_value()),
        ("order_id", order.id.into_value()),
        ("order_uuid", order.uuid.as_str().into_value()),
        ("code_hash", Value::Bytes(secret_hash(&code))),
        ("validity", DAYS.to_string().into_value()),
        ("expires_at", expires_at.into_value()),
        ("parts", "order".into_value()),
        ("receiver", notice.receivers.chars().take(RECEIVER_MAX).collect::<String>().into_value()),
        ("state", "ACTIVE".into_value()),
        ("views", Value::Int(0)),
        ("created_by", tx.actor.user_id.into_value()),
        ("created_at", tx.now.into_value()),
    ];
    tx.exec(&sql::insert(org, "order_share", &share).into())?;
    let own = [("share_id", share_id.into_value()), ("link_salt", Value::Bytes(salt.to_vec()))];
    tx.exec(&sql::update(org, TABLE, &own).and_where(sql::eq("id", id)).to_owned().into())?;
    Ok(Link { code, expires_at })
}

/// Another day, perhaps a later end.
pub(super) fn prolong(tx: &mut Tx<'_>, id: Id, receipt_date: &str) -> Result<(), Refusal> {
    let (org, end) = (tx.org(), ends(receipt_date, tx.now));
    let mut select = sql::from(org, TABLE);
    select.column("share_id").and_where(sql::eq("id", id));
    let share: Option<Id> = tx.first(&select.into())?.unwrap_or_default().get(0)?;
    let mut update = sql::update(org, "order_share", &[("expires_at", end.into_value())]);
    update
        .and_where(sql::eq("id", share))
        .and_where(sql::eq("state", "ACTIVE"))
        .and_where(sql::col("expires_at").lt(sql::value(end)));
    tx.exec(&update.into())?;
    Ok(())
}

/// The link of a notice as long as it lives.
fn living(conn: &mut dyn Conn, app: &App, org: i64, id: Id) -> Result<Option<Link>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["share_id", "link_salt"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let Some((share, salt)) = row.get::<Option<Id>>(0)?.zip(row.get::<Option<Vec<u8>>>(1)?) else { return Ok(None) };
    let mut select = sql::from(org, "order_share");
    select.columns(["state", "expires_at"]).and_where(sql::eq("id", share));
    let row = conn.first(&select.into())?.unwrap_or_default();
    let expires_at: Option<Instant> = row.get(1)?;
    let lives = row.get::<String>(0)? == "ACTIVE" && expires_at.is_none_or(|end| app.clock.now() < end);
    if !lives {
        return Ok(None);
    }
    Ok(Some(Link { code: code_of(app, (org, id), &salt)?, expires_at }))
}

/// The link of a notice; a new one when the old one was stopped or has ended. Says which.
pub(super) fn of(tx: &mut Tx<'_>, id: Id, order: &Order, receipt_date: &str) -> Result<(Link, bool), Refusal> {
    let (org, app) = (tx.org(), tx.app);
    match living(tx, app, org, id)? {
        Some(link) => Ok((link, false)),
        None => Ok((make(tx, id, order, receipt_date)?, true)),
    }
}

/// POST {id}/link: where those look who bring the cargo.
pub(super) fn told(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let (base, language) = (call.public_url().to_owned(), call.language().to_owned());
    let data = call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        page::need_seen(tx, actor, id)?;
        let notice = page::own(tx, org, id)?;
        FLOW.need(&notice.state, AWAITED)?;
        let order = order::own(tx, org, notice.order_id)?;
        let (link, new) = of(tx, id, &order, &notice.receipt_date)?;
        if new {
            let entry = LogEntry::of(TABLE, id, &notice.notice_code, PAGE).did("修改", "生成链接");
            tx.log(entry.text(link.until(page::CHINESE)))?;
        } else {
            tx.no_log_line();
        }
        Ok(json!({
            "url": link.address(&base, &order.uuid, &notice.flag),
            "expireTime": link.expires_at.map(show_second),
            "expireText": link.until(&language),
        }))
    })?;
    Ok(Answer::Data(data))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_works_through_the_thirtieth_day_after_the_cargo_is_expected() {
        let now = Instant::parse("2026-07-15 10:00:00").expect("a time");
        let shown = |day: &str| show_second(ends(day, now));
        assert_eq!(shown("2026-07-17"), "2026-08-17 00:00:00");
        assert_eq!(shown(""), "2026-08-15 00:00:00");
        assert_eq!(shown("2026-07-01"), "2026-08-15 00:00:00", "a day that is over keeps no link from working");
    }
}
