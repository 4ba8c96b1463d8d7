//! Forms that are of no order: a master whose number was typed by hand or comes from the stock, and houses below it.

use facts::master::Master;
use kernel::{Findings, Id, Msg, Scope};
use platform::access::Actor;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use trade::waybill_form::Kind;
use waybill::{Form, forms, rules};

use crate::form_calls::messages;

/// Page of the forms of every kind, with or without an order.
pub(crate) const PAGE: &str = "/osWaybillMake";
/// Who makes forms there.
pub(crate) const ADD: &str = "os-waybill-add";
/// Who finishes them.
pub(crate) const FINISH: &str = "os-waybill-finish";
/// Who takes them back.
pub(crate) const BACK: &str = "os-waybill-back";
/// Who prints them.
pub(crate) const PRINT: &str = "os-waybill-print";
/// Who deletes them.
pub(crate) const DELETE: &str = "os-waybill-del";

/// What the stock calls the form in place of the code of an order.
const IN_STOCK: &str = "运单制单";

const NO_NUMBER: Msg =
    Msg::new("awbprint.no_number", "请填写主单号或分单号", "Please fill in the number of the master or of the house.");
const HAS_ORDER: Msg = Msg::new(
    "awbprint.has_order",
    "该主单已用于订单，请从订单制单",
    "An order has this master waybill number. Please make the waybill from the order.",
);
const HAS_HOUSES: Msg = Msg::new(
    "awbprint.has_houses",
    "该主单下已有分单，不能修改主单号",
    "There are house waybills below this master; its number can't be changed.",
);

/// Refuses who may not do this to a form without an order. Those of orders are the business of the call itself, and so
/// are those whose number an order has got since, for who sees it.
pub(crate) fn need(conn: &mut dyn Conn, actor: &Actor, form: &Form, code: &str) -> Result<(), Refusal> {
    if form.order_id.is_some() || actor.has(code) {
        return Ok(());
    }
    let mut select = sql::from(actor.org_id, "freight_order");
    select
        .column("id")
        .and_where(form.master().is())
        .and_where(sql::eq("business_scope", Scope::Ae.code()))
        .cond_where(waybill::orders::visible_order(actor))
        .limit(1);
    let has_order = !form.awb_number.is_empty() && conn.first(&select.into())?.is_some();
    if has_order { Ok(()) } else { Err(Refusal::Forbidden) }
}

/// The first air export order with a number, whoever may see it.
pub(crate) fn order_with(conn: &mut dyn Conn, org: i64, master: &Master) -> Result<Option<Id>, Refusal> {
    if master.is_empty() {
        return Ok(None);
    }
    let mut select = sql::from(org, "freight_order");
    select
        .column("id")
        .and_where(master.is())
        .and_where(sql::eq("business_scope", Scope::Ae.code()))
        .order_by("id", sea_query::Order::Asc)
        .limit(1);
    conn.first(&select.into())?.map(|row| Ok(row.get(0)?)).transpose()
}

/// What stands against the numbers of a form without an order; `own` is the form as it is stored.
pub(crate) fn check(
    tx: &mut Tx<'_>,
    checked: &rules::Checked,
    own: Option<&Form>,
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let org = tx.org();
    let master = Master::now(checked.awb_number.as_str());
    if checked.form.kind == Kind::House && master.is_empty() && checked.hawb_number.is_empty() {
        findings.error("hawbNumber", NO_NUMBER.text());
    }
    let stays = own.is_some_and(|own| own.master() == master);
    if !stays && order_with(tx, org, &master)?.is_some() {
        findings.error("awbNumber", HAS_ORDER.text());
    }
    let moved = own.filter(|own| own.kind == 0 && own.awb_number != checked.awb_number);
    if let Some(own) = moved
        && !forms::lone_houses(tx, org, &own.master())?.is_empty()
    {
        findings.error("awbNumber", HAS_HOUSES.text());
    }
    Ok(())
}

/// Refuses a second form of the same master or house.
pub(crate) fn need_unmade(conn: &mut dyn Conn, org: i64, key: &str, kind: i64) -> Result<(), Refusal> {
    let made = if kind == 0 { messages::MADE } else { messages::HOUSE_MADE };
    if forms::find_key(conn, org, key)?.is_some() { Err(Refusal::business(made)) } else { Ok(()) }
}

/// Takes a master's number out of the stock, if it is there; one that was typed by hand has no row of the stock.
pub(crate) fn take(tx: &mut Tx<'_>, checked: &rules::Checked, confirmed: &[String]) -> Result<Option<Id>, Refusal> {
    let (org, today) = (tx.org(), kernel::show_day(tx.now.day()));
    let number = checked.awb_number.as_str();
    if stock::find(tx, org, number)?.is_some() {
        let wanted = stock::OrderFacts {
            order_code: IN_STOCK.to_owned(),
            departure_station: checked.form.departure_station.clone(),
            awb_number: number.to_owned(),
            ..Default::default()
        };
        return Ok(Some(stock::assign(tx, &wanted, confirmed)?.awb_id));
    }
    match stock::blacklist::hit(tx, org, number, &today)? {
        Some(entry) => Err(Refusal::field("awbNumber", entry.text())),
        None => Ok(None),
    }
}

/// Gives the number of a master back to the stock, when it came from there. One that was registered again since is
/// somebody else's.
pub(crate) fn give_back(tx: &mut Tx<'_>, form: &Form) -> Result<(), Refusal> {
    if form.kind != 0 || form.order_id.is_some() || form.master().round != 0 {
        return Ok(());
    }
    let by = stock::By::tx(tx);
    match stock::find(tx, by.org, &form.awb_number)? {
        Some(row) if row.codes().contains(&IN_STOCK) => stock::release(tx, &by, row.id, IN_STOCK, None),
        _ => Ok(()),
    }
}

/// The cells of a form whose numbers are others than before: its key, and for a master what the stock gave.
pub(crate) fn renumbered(
    tx: &mut Tx<'_>,
    form: &Form,
    checked: &rules::Checked,
    confirmed: &[String],
) -> Result<Vec<(&'static str, Value)>, Refusal> {
    let org = tx.org();
    let master = master_of(form, checked);
    if (form.master(), form.hawb_number.as_str()) == (master.clone(), checked.hawb_number.as_str()) {
        return Ok(Vec::new());
    }
    let key = match form.kind {
        0 => forms::master_key(&master),
        _ => forms::lone_house_key(form.id, &master, &checked.hawb_number),
    };
    let own = match form.kind {
        0 => forms::master_key(&form.master()),
        _ => forms::lone_house_key(form.id, &form.master(), &form.hawb_number),
    };
    let mut cells = vec![("form_key", key.as_str().into_value())];
    if key != own {
        need_unmade(tx, org, &key, form.kind)?;
    }
    if form.kind == 0 && master != form.master() {
        cells.push(("master_number", master.number.as_str().into_value()));
        cells.push(("awb_id", take(tx, checked, confirmed)?.into_value()));
    }
    Ok(cells)
}

/// The master of a stored form with the number it has now: a number that stays, stays of its registration.
pub(crate) fn master_of(form: &Form, checked: &rules::Checked) -> Master {
    if form.awb_number == checked.awb_number { form.master() } else { Master::now(checked.awb_number.as_str()) }
}
