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

/// The credit of a partner, where its limit is set by its own company.
pub(crate) fn own(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Credit, Refusal> {
    need_own(conn, org, id)?;
    credit::reckon::stored(conn, org, id)
}

/// Refuses to set a limit that another company lends: it is set there, with what may be exceeded.
pub(crate) fn need_own(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(), Refusal> {
    match pool::of(conn, org, id)? {
        Some(pool) if !pool.is_source(org, id) => {
            Err(Refusal::Business(BORROWED.with(&[("company", &pool.source.company)])))
        }
        _ => Ok(()),
    }
}

/// Of a limit that is shared: each company, whether it lends it, and what it is owed; for who may see amounts.
pub(crate) fn told(conn: &mut dyn Conn, actor: &Actor, coop: Id, told: Told) -> Result<Told, Refusal> {
    let (org, today) = (actor.org_id, actor.now.day());
    let pool = if actor.has(FINANCE) { pool::of(conn, org, coop)? } else { None };
    let Some(pool) = pool else { return Ok(told) };
    let own = rate::functional(conn, org)?;
    // Who shares a limit agreed with the company that lends it, and with no other: of the others he is told the sum.
    let sees_all = pool.is_source(org, coop);
    let (mut rows, mut rest) = (Vec::new(), None::<i64>);
    for member in pool.members() {
        let owed = pool::exposure(conn, member, today)?;
        if !sees_all && member != &pool.source && (member.org, member.coop) != (org, coop) {
            rest = Some(rest.unwrap_or_default().saturating_add(owed));
            continue;
        }
        let role = if member == &pool.source { ("额度来源", "Lends it") } else { ("共用", "Shares it") };
        rows.push(vec![(&member.company).into(), role.into(), amount(owed, own).into()]);
    }
    if let Some(rest) = rest {
        let (who, role) = (("集团其他公司", "Other companies of the group"), ("共用", "Shares it"));
        rows.push(vec![who.into(), role.into(), amount(rest, own).into()]);
    }
    let head = [
        ("company", ("公司", "Company"), false),
        ("role", ("关系", "How"), false),
        ("exposure", ("占用", "Exposure"), true),
    ];
    Ok(told.table(("集团共用额度", "Limit shared in the group"), &head, rows))
}
