//! 集团共用额度 on the page of credit: who lends a limit, who shares it, and that it is set by the company that lends it (catalogue
//! prm.md 1.12).

use charge::rate;
use credit::pool;
use credit::reckon::Credit;
use credit::words::amount;
use platform::prelude::*;

use crate::coop_credit::FINANCE;

const BORROWED: Msg = Msg::new(
    "credit.limit.borrowed",
    "该客商共用{company}的额度，请在{company}调整",
    "This partner goes by the limit of {company}; please change it there.",
);

/// The credit of a partner, where its limit is set by its own company: one that another company lends is set there, with all
/// that is decided beside it.
pub(crate) fn own(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Credit, Refusal> {
    match pool::of(conn, org, id)? {
        Some(pool) if !pool.is_source(org, id) => {
            Err(Refusal::Business(BORROWED.with(&[("company", &pool.source.company)])))
        }
        _ => credit::reckon::stored(conn, org, id),
    }
}

/// Of a limit that is shared: each company, whether it lends it, and what it is owed; for who may see amounts.
pub(crate) fn told(conn: &mut dyn Conn, actor: &Actor, coop: Id, told: Told) -> Result<Told, Refusal> {
    let (org, today) = (actor.org_id, actor.now.day());
    let pool = if actor.has(FINANCE) { pool::of(conn, org, coop)? } else { None };
    let Some(pool) = pool else { return Ok(told) };
    let own = rate::functional(conn, org)?;
    let mut rows = Vec::new();
    for member in pool.members() {
        let role = if member == &pool.source { ("额度来源", "Lends it") } else { ("共用", "Shares it") };
        let owed = pool::exposure(conn, member, today)?;
        rows.push(vec![(&member.company).into(), role.into(), amount(owed, own).into()]);
    }
    let head = [
        ("company", ("公司", "Company"), false),
        ("role", ("关系", "How"), false),
        ("exposure", ("占用", "Exposure"), true),
    ];
    Ok(told.table(("集团共用额度", "Limit shared in the group"), &head, rows))
}
