//! 共用额度: a share that lends the limit of its partner to a company of the group (catalogue prm.md 1.6 and 1.12). Both sides
//! agree on it: one shares it so, the other accepts; either ends it.

use credit::pool::{self, Company, Pool};
use kernel::{Id, Msg};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, sql};
use serde_json::json;

use super::{ACCEPTED, IN, OUT, PAGE, Share, TABLE, give, set, side};

/// Member of the bodies and the lists.
pub(super) const MEMBER: &str = "shareCredit";

const NOT_KIN: Msg =
    Msg::new("share.kin", "仅集团成员公司可共享", "This can be shared with companies of the group only.");
const OTHER_CURRENCY: Msg = Msg::new(
    "share.currency",
    "两家公司本位币不同，不能共用额度",
    "The companies keep their books in different currencies and can't share a limit.",
);
const IS_SHARED: Msg = Msg::new(
    "share.chain",
    "共享来的客商不能再共享",
    "This partner uses the limit of another company and can't be shared with it again.",
);
const HAS_POOL: Msg =
    Msg::new("share.pool", "该客商已与{company}共用额度", "This partner shares a limit with {company} already.");
const NOT_LENT: Msg = Msg::new("share.not_lent", "未共用额度", "No limit is shared.");

/// Why the limit of a partner can't be lent to a company; the member it is about.
pub(super) fn fault(
    conn: &mut dyn Conn,
    (org, coop): (i64, Id),
    peer: i64,
) -> Result<Option<(&'static str, kernel::Text)>, Refusal> {
    let (own, theirs) = (Company::of(conn, org)?, Company::of(conn, peer)?);
    if !own.is_kin(&theirs) {
        return Ok(Some(("company", NOT_KIN.text())));
    }
    if own.currency != theirs.currency {
        return Ok(Some((MEMBER, OTHER_CURRENCY.text())));
    }
    let pool = pool::of(conn, org, coop)?;
    if pool.as_ref().is_some_and(|pool| !pool.is_source(org, coop)) {
        return Ok(Some((MEMBER, IS_SHARED.text())));
    }
    let known = pool.iter().flat_map(|pool| &pool.receivers).find(|member| member.org == peer);
    Ok(known.map(|member| (MEMBER, HAS_POOL.with(&[("company", &member.company)]))))
}

/// Refuses to take a limit that can't be lent any more, or for a partner that has one with others already.
pub(super) fn need_free(tx: &mut Tx<'_>, theirs: &Share, made: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let Some(source) = theirs.coop else { return Err(Refusal::NotFound) };
    if let Some((_, text)) = fault(tx, (theirs.org, source), org)? {
        return Err(Refusal::Business(text));
    }
    match pool::of(tx, org, made)? {
        Some(pool) => Err(Refusal::Business(has_pool(&pool, org, made))),
        None => Ok(()),
    }
}

fn has_pool(pool: &Pool, org: i64, coop: Id) -> kernel::Text {
    let company = pool.others(org, coop).next().map(|member| member.company.clone()).unwrap_or_default();
    HAS_POOL.with(&[("company", &company)])
}

/// The partners of a pool are reckoned anew, in each of their companies.
pub(super) fn anew(tx: &mut Tx<'_>, org: i64, coop: Id) -> Result<(), Refusal> {
    match pool::of(tx, org, coop)? {
        Some(pool) => pool::due(tx, pool.members()),
        None => Ok(()),
    }
}

/// POST {id}/stopCredit {version}: either company ends that the limit is shared; the partners stay.
pub(super) fn stop(call: &mut Call) -> Outcome {
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        version: i64,
    }
    let (id, Body { version }) = (call.path_id("id")?, call.json()?);
    call.write(|tx| {
        let org = tx.org();
        claim(tx, TABLE, id, version)?;
        let mut select = sql::from(org, TABLE);
        select
            .columns([(TABLE, "uuid"), (TABLE, "direction")])
            .and_where(sql::of_eq(TABLE, "id", id))
            .cond_where(super::visible(tx.actor));
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let (uuid, direction): (String, String) = (row.get(0)?, row.get(1)?);
        let other = if direction == OUT { IN } else { OUT };
        let own = side(tx, &uuid, &direction)?.ok_or(Refusal::NotFound)?;
        let theirs = side(tx, &uuid, other)?.ok_or(Refusal::NotFound)?;
        let Some(coop) = own.coop.filter(|_| own.lends && own.state == ACCEPTED) else {
            return Err(Refusal::business(NOT_LENT));
        };
        // Those that share it now; the one that leaves is among them.
        anew(tx, org, coop)?;
        let ended = [("shares_credit", false.into_value())];
        let mut update = sql::update(org, TABLE, &ended);
        update.and_where(sql::eq("id", own.id));
        tx.exec(&update.into())?;
        set(tx, &theirs, &ended)?;
        for (share, peer) in [(&own, &own.peer_name), (&theirs, &theirs.peer_name)] {
            logged(tx, share, &format!("停止与{peer}共用额度"))?;
        }
        Ok(())
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(json!({ "id": id, "version": version + 1 })))
}

/// A line in the log of the partner on its side.
fn logged(tx: &mut Tx<'_>, share: &Share, text: &str) -> Result<(), Refusal> {
    if share.direction == OUT {
        return give::log_given(tx, share, "停止共用额度", text.to_owned());
    }
    let id = share.coop.unwrap_or(share.id);
    let entry = LogEntry::of("coop", id, &share.coop_name, PAGE).did("修改", "停止共用额度").level(Level::High);
    tx.log_in(share.org, entry.text(format!("{}：{text}", share.no)))
}
