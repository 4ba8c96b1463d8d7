//! What a sign does: the rules that stand against it, its figures, and what it writes to the order, its cost and itself.

use charge::line::{Line, Source, of_order};
use charge::{finance, ledger, rate};
use facts::order_log::log_entry;
use kernel::{Findings, Id, Instant, Msg, Text};
use order::signing::{self, Msr, SIGNED, Signing};
use order::store::{self, Saved};
use order::{Air, Head, form_page, reached};
use platform::access::Actor;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::registry::Approved;
use platform::setting::Decided;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Value as Json, json};
use trade::charge::exchange::Kind;
use trade::charge::{Currency, Side};

use super::asked::{Rates, Wanted};
use crate::order::freight_cost::{self, closed, is_freight, is_held};
use crate::order::store::air;

pub(super) const DID: &str = "航线签单";
const NOT_SET_UP: Msg =
    Msg::new("routing_sign.off", "企业未启用航线签单", "Routing sign-off is not enabled for the company.");
const NOT_WANTED: Msg =
    Msg::new("routing_sign.product", "服务产品不需签单", "This service product needs no routing sign-off.");
const NO_MASTER: Msg =
    Msg::new("routing_sign.master", "请先配主单", "Please assign a master waybill to the order first.");
const NO_SOURCE: Msg = Msg::new(
    "routing_sign.source",
    "主单没有运单来源，不能签单",
    "The master waybill has no supplier; the routing can't be signed off.",
);
const COST_DONE: Msg = Msg::new(
    "routing_sign.cost_done",
    "成本已完成，不能签单",
    "The cost is completed; the routing can't be signed off.",
);
const MATCHED: Msg = Msg::new(
    "routing_sign.matched",
    "主单成本已匹配，不能签单，请先撤销匹配",
    "The cost of the master waybill has been matched to its orders; undo the match before signing off.",
);
const RECONCILED: Msg = Msg::new(
    "routing_sign.reconciled",
    "空运费成本已对账，不能签单",
    "The air freight cost is already on a statement; the routing can't be signed off.",
);
const OF_OTHERS: Msg = Msg::new(
    "routing_sign.others",
    "只有签单人或航线负责人可修改",
    "Only the user who signed off and the route manager may change it.",
);
const TOO_LARGE: Msg = Msg::new("routing_sign.overflow", "金额超出范围", "The amount is out of range.");

/// What each order bears of the price that was paid for its master (`order_match`).
const SHARE: &str = "master_cost_share";

/// Who supplies the master of an order.
fn source_of(conn: &mut dyn Conn, org: i64, saved: &Saved) -> Result<Option<Id>, Refusal> {
    let Some(awb) = saved.awb_id else { return Ok(None) };
    let mut select = sql::from(org, "awb");
    select.column("source_coop_id").and_where(sql::eq("id", awb));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.flatten())
}

/// Whether an order bears its share of what was paid for its master: a sign would take the place of it.
fn is_matched(conn: &mut dyn Conn, org: i64, saved: &Saved) -> Result<bool, Refusal> {
    let Some(awb) = saved.awb_id else { return Ok(false) };
    let mut select = sql::from(org, SHARE);
    select.column("order_id").and_where(sql::eq("awb_id", awb)).and_where(sql::eq("order_id", saved.id));
    Ok(conn.first(&select.into())?.is_some())
}

/// Why an order can't be signed by somebody, with the service product it is to have.
pub(super) fn refused(
    conn: &mut dyn Conn,
    (org, user): (i64, Id),
    (saved, kept): (&Saved, &[Line]),
    product: &str,
) -> Result<Option<Text>, Refusal> {
    let signing = Signing::of(&Decided::of(conn, org)?)?;
    let life = order::MoveFacts { lifecycle: saved.lifecycle, ..order::MoveFacts::default() };
    let early = order::refuse(saved.profile.scope, order::Move::Edit, &life)
        .or_else(|| (!signing.is_on).then(|| NOT_SET_UP.text()))
        .or_else(|| (!signing.includes(product)).then(|| NOT_WANTED.text()))
        .or_else(|| saved.awb_id.is_none().then(|| NO_MASTER.text()))
        .or_else(|| closed(saved, COST_DONE));
    if early.is_some() {
        return Ok(early);
    }
    if is_held(kept, freight_cost::item(conn, org)?) {
        return Ok(Some(RECONCILED.text()));
    }
    if is_matched(conn, org, saved)? {
        return Ok(Some(MATCHED.text()));
    }
    let mut select = sql::from(org, signing::TABLE);
    select.columns(["signer_id", "person_id"]).and_where(sql::eq("order_id", saved.id));
    select.and_where(sql::eq("state", SIGNED.to_owned()));
    if let Some(row) = conn.first(&select.into())? {
        let people: [Option<Id>; 2] = [row.get(0)?, row.get(1)?];
        if !people.contains(&Some(user)) {
            return Ok(Some(OF_OTHERS.text()));
        }
    }
    Ok(source_of(conn, org, saved)?.is_none().then(|| NO_SOURCE.text()))
}

/// The figures of a sign, and the charges it leaves the order with.
pub(super) struct Made {
    /// The minimum sell rate with its amount.
    pub(super) msr: Msr,
    /// The line of the cost.
    pub(super) cost: Line,
    /// What the sell rate is above the buying rate, in thousandths of the functional currency.
    pub(super) difference: i64,
    lines: Vec<Line>,
}

impl Made {
    /// The rates it was made with.
    pub(super) fn rates(&self) -> Rates {
        let raw = |rate: Option<i64>| rate.unwrap_or_default();
        Rates { msr: raw(self.msr.rate), cost: raw(self.cost.charge.exchange_rate) }
    }

    /// What it comes to in raw figures, for who decides about it.
    pub(super) fn figures(&self) -> Json {
        let charge = &self.cost.charge;
        json!({
            "msrFunctional": self.msr.functional, "costAmount": charge.amount, "costFunctional": charge.functional,
            "difference": self.difference,
        })
    }
}

/// Makes the figures of a sign over the charges of an order, at the rates of the table where none are given.
pub(super) fn made(
    tx: &mut Tx<'_>,
    (saved, kept): (&Saved, &[Line]),
    (wanted, rates): (&Wanted, Option<Rates>),
    findings: &mut Findings,
) -> Result<Option<Made>, Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let mut msr = wanted.msr.clone();
    let of: Vec<Currency> = Currency::named(&msr.currency).into_iter().collect();
    let table = rate::Table::of(tx, org, &of)?;
    // At the moment whose rates charges take: the cost is made with them.
    let at = signing::rate_at(&Decided::of(tx, org)?, (saved.profile, &saved.draft), now)?;
    let known = table.at(&msr.currency, Kind::Receivable, at).map(kernel::ExchangeRate::raw);
    msr.rate = rates.map(|rates| rates.msr).or(known);
    if let Some(text) = of.first().filter(|_| msr.rate.is_none()).and_then(|of| signing::no_rate(*of, at)) {
        findings.error("msrCurrency", text);
    }
    msr.count(table.own);
    let (item, coop) = (freight_cost::item(tx, org)?, source_of(tx, org, saved)?);
    let mut line = wanted.cost.line(Source::Signed, (item, coop, DID));
    line.charge.exchange_rate = rates.map(|rates| rates.cost);
    let place = |field: &str| match field {
        "quantity" => "costWeight",
        "currency" | "exchangeRate" => "costCurrency",
        _ => "costPrice",
    };
    let goes = |line: &Line| is_freight(line, item);
    let lines = freight_cost::replaced(tx, (saved, kept), (goes, Some(line)), place, findings)?;
    let cost = lines.iter().rev().find(|line| line.id.is_none() && line.side == Side::Payable).cloned();
    let (Some(sold), Some(cost)) = (msr.functional, cost) else {
        findings.error_if(msr.price.is_some() && msr.rate.is_some() && msr.weight.is_some(), "msrPrice", TOO_LARGE);
        return Ok(None);
    };
    let difference = sold.saturating_sub(cost.charge.functional);
    Ok(Some(Made { msr, cost, difference, lines }))
}

/// What an approved sign does: what was applied for, unless the order changed meanwhile so that it can't be.
pub(super) fn approved(tx: &mut Tx<'_>, decided: &Approved) -> Result<(), Refusal> {
    let (org, order) = (tx.org(), decided.object);
    let mut select = sql::from(org, signing::TABLE);
    select.column("proposal").and_where(sql::eq("order_id", order));
    let proposal: String = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let (mut wanted, rates) = Wanted::of_proposal(&proposal)?;
    let own = rate::functional(tx, org)?;
    wanted.check(tx, (org, own), &mut Findings::new())?;
    sign(tx, order, (&wanted, Some(rates)), decided.applicant)
}

/// Signs an order for somebody.
pub(super) fn sign(
    tx: &mut Tx<'_>,
    order: Id,
    (wanted, rates): (&Wanted, Option<Rates>),
    signer: Id,
) -> Result<(), Refusal> {
    let (actor, org): (&Actor, i64) = (tx.actor, tx.org());
    finance::hold(tx, order, None)?;
    let mut saved = store::of_id(tx, actor, air(), order)?;
    let mut kept = of_order(tx, org, order)?;
    if let Some(why) = refused(tx, (org, signer), (&saved, &kept), &wanted.product(&saved))? {
        return Err(Refusal::Business(why));
    }
    orderdesk::need_undecided(tx, org, order)?;
    wanted.need_current(&saved)?;
    if let Some(body) = wanted.of_order(&saved) {
        orderdesk::update(tx, &saved, &body)?;
        saved = store::of_id(tx, actor, air(), order)?;
        // Charges may have followed the order.
        kept = of_order(tx, org, order)?;
    }
    let mut findings = Findings::new();
    let made = made(tx, (&saved, &kept), (wanted, rates), &mut findings)?;
    Refusal::unless_clean(&findings, &wanted.confirmed)?;
    let made = made.ok_or_else(|| Refusal::broken("a sign without figures"))?;
    let code = saved.code.clone();
    let named = (saved.id, code.as_str());
    ledger::write(tx, named, (&kept, &made.lines), DID)?;
    let was = signing::state(tx, org, order)?;
    let cells = cells(wanted, &made, (signer, tx.now));
    signing::put(tx, order, was.is_some(), cells)?;
    msr_of_order(tx, &mut saved, &made.msr)?;
    moved(tx, &saved)?;
    let own = rate::functional(tx, org)?;
    let money = |raw: i64| ledger::money_text(raw, own);
    let said = format!(
        "{DID}：MSR {}，采购 {}，差额 {}",
        money(made.msr.functional.unwrap_or_default()),
        money(made.cost.charge.functional),
        money(made.difference)
    );
    tx.log(ledger::entry(Side::Payable, named).did("修改", DID).text(said))?;
    let before = if was.as_deref() == Some(SIGNED) { "已签单" } else { "未签单" };
    tx.log(
        log_entry(saved.id, &code, form_page(saved.profile.scope))
            .did("修改", DID)
            .text(format!("签单状态：{before} -> 已签单")),
    )
}

/// A sign as it is stored.
fn cells(wanted: &Wanted, made: &Made, (signer, at): (Id, Instant)) -> Vec<(&'static str, Value)> {
    let charge = &made.cost.charge;
    let mut cells = made.msr.cells().to_vec();
    cells.extend([
        ("state", SIGNED.to_owned().into_value()),
        ("cost_price_type", wanted.cost.price_type.clone().into_value()),
        ("cost_price", wanted.cost.price.into_value()),
        ("cost_currency", charge.currency_code.clone().into_value()),
        ("cost_rate", charge.exchange_rate.into_value()),
        ("cost_weight", wanted.cost.weight.into_value()),
        ("cost_amount", charge.amount.into_value()),
        ("cost_functional", charge.functional.into_value()),
        ("difference", made.difference.into_value()),
        ("person_id", wanted.person.into_value()),
        ("signer_id", signer.into_value()),
        ("signed_at", at.into_value()),
        ("proposal", Value::Null),
    ]);
    cells
}

/// The order has the minimum sell rate it was signed with.
fn msr_of_order(tx: &mut Tx<'_>, saved: &mut Saved, msr: &Msr) -> Result<(), Refusal> {
    let in_all = msr.price_type == signing::OF_ALL;
    // Amounts have two decimals, prices four.
    let amount = msr.price.map(|price| kernel::div_half_up(i128::from(price), 100));
    let amount = amount.and_then(|amount| i64::try_from(amount).ok());
    let detail = &mut saved.draft.detail;
    detail.set(Air::MSR_CURRENCY_CODE, msr.currency.clone());
    detail.set(Air::MSR_UNITPRICE, msr.price.filter(|_| !in_all));
    detail.set(Air::MSR_AMOUNT, amount.filter(|_| in_all));
    let cells: Vec<(&'static str, Value)> = [Air::MSR_CURRENCY_CODE, Air::MSR_UNITPRICE, Air::MSR_AMOUNT]
        .into_iter()
        .map(|field| (field.column, detail.value(field.column).clone()))
        .collect();
    let mut update = sql::update(tx.org(), saved.profile.detail_table, &cells);
    update.and_where(sql::eq("id", saved.id));
    tx.exec(&update.into())?;
    Ok(())
}

/// The order stands at the node its sign puts it to.
pub(super) fn moved(tx: &mut Tx<'_>, saved: &Saved) -> Result<(), Refusal> {
    let org = tx.org();
    store::hold(tx, org, saved.id)?;
    let node = reached(tx, org, (saved.profile, Some(saved.id)), (&saved.draft, saved.awb_id.is_some()))?;
    let cells = vec![("node", node.zh.into_value()), ("node_rank", node.rank.into_value())];
    store::change(tx, saved, (&saved.draft, cells))?;
    if node.zh != saved.node {
        message::order::went_on(tx, saved.id, (node.zh, node.en))?;
    }
    Ok(())
}

/// The service product of an order as it is.
pub(super) fn product_of(saved: &Saved) -> String {
    saved.draft.text(Head::BUSINESS_PRODUCT)
}
