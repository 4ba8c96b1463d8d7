//! What is told of contracts: with whom they are, how long they last, and who has an original.

use std::collections::BTreeMap;

use domain::coop::visible_coop;
use kernel::{Instant, show_minute};
use platform::prelude::*;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, Query};

use super::{PARTIES, TABLE};
use crate::ends;

/// With whom it is.
pub(super) const PARTIES_SAID: Field = Field::text("对方", "Parties").column("coop_names").wire("coopNames");
pub(super) const ARCHIVED: Field = Field::flag("已归档", "Archived").column("archived");

/// Contracts with a party an actor sees.
pub(super) fn visible(actor: &Actor) -> Condition {
    let seen = visible_coop(actor);
    if seen.is_empty() {
        return Condition::all();
    }
    let mut party = Query::select();
    party
        .expr(Expr::cust("1"))
        .from(PARTIES.table)
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", PARTIES.table, "coop_id"))
        .and_where(sql::of(PARTIES.table, "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of(PARTIES.table, "contract_id").equals((TABLE, "id")))
        .cond_where(seen);
    Condition::all().add(Expr::exists(party))
}

/// Fills the parties of the contracts of a page, and what is left of them.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let ids: Vec<Id> = rows.iter().filter_map(|row| Id::from_value(row.value("id")).ok()).collect();
    let mut select = sql::from(actor.org_id, PARTIES.table);
    select
        .column((PARTIES.table, "contract_id"))
        .column(("coop", "coop_name"))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", PARTIES.table, "coop_id"))
        .and_where(sql::is_in(sql::of(PARTIES.table, "contract_id"), ids))
        .order_by((PARTIES.table, "line"), Order::Asc);
    let mut names: BTreeMap<Id, Vec<String>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        names.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    let today = actor.now.day();
    for row in rows {
        if let Some(names) = Id::from_value(row.value("id")).ok().and_then(|id| names.get(&id)) {
            row.set(&PARTIES_SAID.name(), names.join("、").into_value());
        }
        ends::fill(today, row)?;
    }
    Ok(())
}

/// Contracts with a party of some name or code.
pub(super) fn of_coop(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut select = sql::from(actor.org_id, PARTIES.table);
    let named = ["coop_name", "coop_code"].map(|column| sql::contains(sql::of("coop", column), text));
    select
        .column((PARTIES.table, "contract_id"))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", PARTIES.table, "coop_id"))
        .cond_where(sql::any_of(named));
    Ok(Condition::all().add(sql::of(TABLE, "id").in_subquery(select)))
}

/// Contracts that lie in the archive, and the others.
pub(super) fn archived(_: &Actor, yes: bool) -> Condition {
    let no = sql::of(TABLE, "archive_no");
    Condition::all().add(if yes { no.is_not_null() } else { no.is_null() })
}

/// Contracts in force that end within some days, or that are over by their last day; one without an end never is.
pub(super) fn ends_within(actor: &Actor, within: &str) -> Result<Condition, Refusal> {
    ends::within(actor, TABLE, within)
}

/// Who had an original in his hands, the newest first.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    const COLUMNS: [(&str, (&str, &str), bool); 5] = [
        ("user", ("借阅人", "Lent to"), false),
        ("from", ("借出日", "From"), false),
        ("to", ("应还日", "To"), false),
        ("reason", ("原因", "Why"), false),
        ("returned", ("归还时间", "Back"), false),
    ];
    const SHOWN_MAX: u64 = 100;
    let mut select = sql::from(actor.org_id, super::borrow::TABLE);
    select
        .column(("app_user", "name_cn"))
        .columns(["from_date", "to_date", "reason", "returned_at"].map(|column| (super::borrow::TABLE, column)))
        .join(JoinType::LeftJoin, "app_user", sql::same_org("app_user", super::borrow::TABLE, "user_id"))
        .and_where(sql::of_eq(super::borrow::TABLE, "contract_id", id))
        .order_by((super::borrow::TABLE, "id"), Order::Desc)
        .limit(SHOWN_MAX);
    let mut rows = Vec::new();
    for row in conn.query(&select.into())? {
        let text = |place: usize| Ok::<_, Refusal>(Said::from(row.get::<String>(place)?));
        let back: Option<i64> = row.get(4)?;
        let back = back.map(|at| show_minute(Instant::from_millis(at))).unwrap_or_default();
        rows.push(vec![text(0)?, text(1)?, text(2)?, text(3)?, Said::from(back)]);
    }
    let told = Told::default();
    if rows.is_empty() { Ok(told) } else { Ok(told.table(("借阅记录", "Lent"), &COLUMNS, rows)) }
}
