//! Merging service items (catalogue prm.md /prm_service, 合并): which may be, and what moves to the one that stays.

use kernel::{Findings, Id, Msg};
use platform::call::Tx;
use platform::document::Document;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, Order};
use platform::store::{Conn, Value, sql};
use trade::charge::choice::overlaps;

use crate::card::{self, RateCard};
use crate::item::{BILL_LINE, RULE, ServiceItem, TEMPLATE_LINE};
use crate::line::{self, Line};
use crate::template::ChargeTemplate;
use crate::{coop_service, finance, ledger};

const OTHER_USE: Msg = Msg::new(
    "service.use",
    "目标项目的收支或代收代付不同，不能合并",
    "The other item is used on another side, or its money is passed on and that of this is not: they can't be merged.",
);
const ITSELF: Msg = Msg::new("service.itself", "不能合并到自己", "It can't be merged into itself.");
const OTHER_SCOPE: Msg =
    Msg::new("service.scope", "不同业务范畴的服务项目不能合并", "Items of different scopes can't be merged.");
const STOPPED: Msg = Msg::new("service.stopped", "目标服务项目已停用", "The other item is disabled.");
/// Page of rate cards, as the log names it.
const CARD_PAGE: &str = "/css_rate_card";
const MERGED: &str = "服务项目合并";
/// Orders whose charges one merging moves.
const MERGED_MOST: u64 = 500;
const TOO_WIDE: Msg = Msg::new(
    "service.wide",
    "超过{most}票未锁账订单使用该项目的费用，不能合并，可停用该项目",
    "Charges of more than {most} unlocked orders use the item: it can't be merged, but disabled.",
);

/// Both are of one scope, the one that stays is offered, and used where the other one is.
pub fn check((id, item): (Id, &ServiceItem), (into, target): (Id, &ServiceItem), findings: &mut Findings) {
    let same_sides = target.kind == "BOTH" || target.kind == item.kind;
    let faults = [
        (into == id, ITSELF),
        (target.business_scope != item.business_scope, OTHER_SCOPE),
        (!target.active, STOPPED),
        (!same_sides || target.is_agency != item.is_agency, OTHER_USE),
    ];
    for (is, message) in faults {
        findings.error_if(is, "into", message);
    }
}

/// Gives another item what names this one; they are of the same scope. Charges that are locked keep the name they were
/// locked under (prm.md /prm_service, 合并).
pub fn repoint(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    coop_service::repoint(tx, from, to)?;
    repoint_cards(tx, from, to)?;
    repoint_templates(tx, from, to)?;
    repoint_agreed(tx, from, to)?;
    repoint_charges(tx, from, to)
}

/// Of two cards that would hold for the same on one day, that of the other item goes on and this one stops. Cards that are
/// over move as well: charges they rated are rated by them again.
fn repoint_cards(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let of = |item: Id| Condition::all().add(sql::eq("service_item_id", item));
    let moved = card::cards(tx, org, of(from))?;
    if moved.is_empty() {
        return Ok(());
    }
    let in_force = card::cards(tx, org, of(to).add(sql::eq("status", card::ACTIVE.to_owned())))?;
    let held = in_force.iter().map(|(id, card)| card.choice(*id)).collect::<Result<Vec<_>, _>>()?;
    for (id, own) in moved {
        let own = RateCard { service_item_id: to, ..own };
        let choice = own.choice(id)?;
        let stops = choice.active && held.iter().any(|other| overlaps(&choice, other));
        let status = if stops { card::STOPPED.to_owned() } else { own.status };
        let mut cells = vec![("service_item_id", Value::Int(to.0)), ("status", Value::Text(status))];
        cells.extend(stamps(tx));
        let mut update = sql::update(org, card::TABLE, &cells);
        update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
        tx.exec(&update.into())?;
        let text =
            if stops { "服务项目合并，与目标项目的价目有效期重叠，已停用" } else { MERGED };
        tx.log(
            LogEntry::of(card::TABLE, id, own.card_code, CARD_PAGE).did("修改", MERGED).level(Level::High).text(text),
        )?;
    }
    Ok(())
}

/// Rules of periods go on with the other item, and so do lines of bills.
fn repoint_agreed(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    let org = tx.org();
    for table in [RULE, BILL_LINE] {
        let mut update = sql::update(org, table, &[("service_item_id", Value::Int(to.0))]);
        tx.exec(&update.and_where(sql::eq("service_item_id", from)).to_owned().into())?;
    }
    Ok(())
}

/// Who has a template open meanwhile is told that it changed.
fn repoint_templates(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut named = sql::from(org, TEMPLATE_LINE);
    named.column("template_id").and_where(sql::eq("service_item_id", from));
    let mut templates = sql::update(org, ChargeTemplate::TABLE, &stamps(tx));
    templates.value("version", Expr::cust("version + 1")).and_where(sql::col("id").in_subquery(named));
    tx.exec(&templates.into())?;
    let mut lines = sql::update(org, TEMPLATE_LINE, &[("service_item_id", Value::Int(to.0))]);
    lines.and_where(sql::eq("service_item_id", from));
    tx.exec(&lines.into())?;
    Ok(())
}

/// The charges keep their figures; the sums of their orders by type are made anew.
fn repoint_charges(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut named = sql::from(org, line::TABLE);
    named
        .column("order_id")
        .and_where(sql::eq("service_item_id", from))
        .and_where(sql::col("financial_date").is_null());
    let mut orders = sql::from(org, "freight_order");
    orders
        .columns(["id", "order_code"])
        .and_where(sql::col("id").in_subquery(named))
        .order_by("id", Order::Asc)
        .limit(MERGED_MOST + 1);
    let moved = |line: &Line| {
        let mut line = line.clone();
        if line.charge.service_item_id == Some(from) && !line.is_held() {
            line.charge.service_item_id = Some(to);
        }
        line
    };
    let orders = tx.query(&orders.into())?;
    if u64::try_from(orders.len()).is_ok_and(|n| n > MERGED_MOST) {
        return Err(Refusal::Business(TOO_WIDE.with(&[("most", &MERGED_MOST.to_string())])));
    }
    for row in orders {
        let (order, code): (Id, String) = (row.get(0)?, row.get(1)?);
        finance::hold(tx, order, None)?;
        let kept = line::of_order(tx, org, order)?;
        let lines: Vec<Line> = kept.iter().map(moved).collect();
        ledger::write(tx, (order, &code), (&kept, &lines), MERGED)?;
    }
    Ok(())
}

/// Who changed a row, and when.
fn stamps(tx: &Tx<'_>) -> [(&'static str, Value); 2] {
    [("updated_by", Value::Int(tx.actor.user_id.0)), ("updated_at", Value::Int(tx.now.millis()))]
}
