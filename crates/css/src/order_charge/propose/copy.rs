//! Charges of other charges: income as the cost of a supplier, those of another order, and the same ones at the rates of now.

use charge::copied::{self, copied};
use charge::entry::Known;
use charge::line::{self, Charge, Line};
use kernel::{ExchangeRate, Id, Msg, div_half_up};
use order::visible_order;
use platform::call::{Call, Outcome};
use platform::refusal::Refusal;
use platform::store::sql;
use serde_json::Value as Json;
use trade::charge::Side;

use super::super::text;
use super::super::told::closed;
use super::{Told, proposed, said};

const NO_ORDER: Msg = Msg::new("charge.order", "订单{code}不存在", "There is no order {code}.");
const OTHER_SCOPE: Msg =
    Msg::new("charge.order_scope", "只能复制同一业务范畴的订单", "Only an order of the same scope can be copied.");
const PERCENT: Msg = Msg::new("charge.percent", "比例须在-100与100之间", "The percentage is between -100 and 100.");
const NO_ROWS: Msg = Msg::new("charge.rows", "请选择应收费用", "Choose charges of the income.");
/// All of something, in hundredths of a percent.
const WHOLE: i128 = 10_000;

/// POST /css/charge/copyIncomeToCost: chosen income lines as cost of a supplier, so many percent less.
pub(crate) fn to_cost(call: &mut Call) -> Outcome {
    proposed(call, |_, ask, mut lines| {
        ask.actor.need(charge::ledger::COST_VIEW)?;
        let typed = Some(text(ask.body, "percent")).filter(|typed| !typed.is_empty()).unwrap_or("0");
        let percent = kernel::Percent::parse(typed).ok().filter(|percent| percent.raw().abs() <= 10_000);
        let percent = percent.ok_or_else(|| Refusal::field("percent", PERCENT.text()))?;
        let coop = text(ask.body, "coopId").parse().map(Id);
        let coop = coop.map_err(|_| Refusal::field("coopId", Charge::COOP_ID.asked_for()))?;
        let chosen: Vec<u64> =
            ask.body.get("rows").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_u64).collect();
        let income = lines.iter().filter(|line| line.side == Side::Receivable).zip(0u64..);
        let copies: Vec<Line> = income
            .filter(|(line, place)| chosen.contains(place) && line.charge.service_item_id.is_some())
            .map(|(line, _)| as_cost(line, percent, coop, &ask.desk.known))
            .collect();
        if copies.is_empty() {
            return Err(Refusal::field("rows", NO_ROWS.text()));
        }
        let told = (lines.len()..).zip(&copies).map(|made| Told::made("new", made)).collect();
        lines.extend(copies);
        Ok((lines, told))
    })
}

fn as_cost(line: &Line, percent: kernel::Percent, coop: Id, known: &Known) -> Line {
    let mut copy = copied(line);
    copy.side = Side::Payable;
    // Money that is passed on is passed on by the line it was copied of.
    let is_passed_on = line.counts() && known.item(line).is_some_and(|item| item.is_agency);
    copy.charge.linked_charge_id = line.id.filter(|_| is_passed_on);
    copy.charge.price = line.charge.price.and_then(|raw| by_percent(raw, -percent.raw(), 1));
    copy.charge.coop_id = Some(coop);
    // The tax of a cost is that of its item.
    copy.charge.tax_rate = String::new();
    copy.charge.amount_fixed = false;
    // A template of what customers are charged makes no cost.
    copy.charge.template_id = None;
    copy
}

/// A figure raised by hundredths of a percent, to the next whole `unit` of it; none where it is out of range.
pub(crate) fn by_percent(raw: i64, percent: i64, unit: i64) -> Option<i64> {
    let made = i128::from(raw) * (WHOLE + i128::from(percent));
    i64::try_from(div_half_up(made, WHOLE * i128::from(unit)) * i128::from(unit)).ok()
}

/// POST /css/charge/copyOrder: the charges of another order of the scope behind those there are.
pub(crate) fn of_order(call: &mut Call) -> Outcome {
    proposed(call, |conn, ask, mut lines| {
        let code = text(ask.body, "fromOrder").trim().to_uppercase();
        let mut select = sql::from(ask.actor.org_id, "freight_order");
        select
            .columns(["id", "business_scope"])
            .and_where(sql::eq("order_code", code.clone()))
            .cond_where(visible_order(ask.actor));
        let none = || Refusal::field("fromOrder", NO_ORDER.with(&[("code", &code)]));
        let row = conn.first(&select.into())?.ok_or_else(none)?;
        if row.get::<String>(1)? != ask.saved.profile.scope.code() {
            return Err(Refusal::field("fromOrder", OTHER_SCOPE.text()));
        }
        let org = ask.actor.org_id;
        let from = line::of_order(conn, org, row.get(0)?)?;
        let from: Vec<Line> = from.into_iter().filter(|line| ask.desk.reader.sees.side(line.side)).collect();
        let mut told = Vec::new();
        for copy in copied::of_lines(conn, org, &from)? {
            match copy.left_out {
                Some(why) => told.push(Told::left_out(&copy.line, said(&why.zh, &why.en))),
                None => {
                    told.push(Told::made("new", (lines.len(), &copy.line)));
                    lines.push(copy.line);
                }
            }
        }
        Ok((lines, told))
    })
}

/// POST /css/charge/refreshRate: lines that are not frozen, of sides that are open, take the rate of the table; those that have
/// it stay.
pub(crate) fn refreshed(call: &mut Call) -> Outcome {
    proposed(call, |_, ask, mut lines| {
        let known = &ask.desk.known;
        let open = |side: Side| closed(ask.saved, side, ask.desk.after_finish).is_none();
        let mut told = Vec::new();
        for (place, line) in lines.iter_mut().enumerate() {
            if line.stands() || !open(line.side) || line.charge.currency_code == known.own().code() {
                continue;
            }
            if known.rate_now(line) == line.charge.exchange_rate.map(ExchangeRate::from_raw) {
                continue;
            }
            line.charge.exchange_rate = None;
            line.charge.rate_typed = false;
            line.refreshed = true;
            told.push(Told::made("changed", (place, line)));
        }
        Ok((lines, told))
    })
}
