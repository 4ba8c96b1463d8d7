//! The orders a batch chooses from: those of a scope that are worked on, or those whose numbers were pasted.

use std::collections::BTreeSet;

use kernel::{Id, Msg, Scope, Text, Weight, parse_day};
use order::listed::Cargo;
use order::store::TABLE;
use order::{Bearers, CLOSED_NO_EDIT, ChargeUnit, DONE, Lifecycle, by_numbers, nameable};
use platform::access::Actor;
use platform::call::{Call, Outcome};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, Query, SelectStatement};
use platform::store::{Conn, Row, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::asked::bad;
use super::{LOCKED, NO_ORDER, ORDERS_MAX, TOO_MANY};
use crate::order_charge::data;

const DETAIL: &str = order::store::CARRIAGE_DETAIL;
const AWB: &str = "awb";
/// Letters of a text that is looked for.
const TEXT_MAX: usize = 60;
const ENTERED: Msg =
    Msg::new("charge_batch.entered", "订单费用已完成录入", "The charges of the order are entered and done.");

/// What is looked for.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Asked {
    business_scope: String,
    /// Pasted numbers: lines, commas or blanks between.
    numbers: String,
    biz_date_from: String,
    biz_date_to: String,
    coop_name: String,
    carrier: String,
    supplier: String,
    station: String,
    /// The side that is to be entered.
    kind: String,
    /// Orders on which that is done are left out.
    unfinished: Option<bool>,
}

impl Asked {
    fn numbers(&self) -> Vec<String> {
        let parts = self.numbers.split(|letter: char| letter.is_whitespace() || ",，;；、".contains(letter));
        let mut seen = BTreeSet::new();
        let numbers = parts.map(str::to_uppercase).filter(|part| !part.is_empty());
        numbers.filter(|part| seen.insert(part.clone())).collect()
    }

    fn scope(&self) -> Result<Scope, Refusal> {
        Scope::from_code(&self.business_scope).ok_or_else(|| bad("businessScope"))
    }

    /// The orders of the scope that its caller may name. Whose number is pasted is found by no more than that.
    fn seen(&self, actor: &Actor) -> Result<Condition, Refusal> {
        Ok(nameable(actor).add(sql::of_eq(TABLE, "business_scope", self.scope()?.code())))
    }

    fn bounds(&self) -> Result<(), Refusal> {
        let texts = [
            (&self.coop_name, "coopName"),
            (&self.carrier, "carrier"),
            (&self.supplier, "supplier"),
            (&self.station, "station"),
        ];
        let long = texts.into_iter().find(|(text, _)| text.chars().count() > TEXT_MAX);
        long.map_or(Ok(()), |(_, name)| Err(bad(name)))
    }

    fn condition(&self, actor: &Actor) -> Result<Condition, Refusal> {
        let mut all = self.seen(actor)?;
        for (day, name, is_first) in
            [(&self.biz_date_from, "bizDateFrom", true), (&self.biz_date_to, "bizDateTo", false)]
        {
            if day.is_empty() {
                continue;
            }
            let day = kernel::show_day(parse_day(day).ok_or_else(|| bad(name))?);
            let of = sql::of(TABLE, "biz_date");
            all = all.add(if is_first { of.gte(sql::value(day)) } else { of.lte(sql::value(day)) });
        }
        let names = [("coop", "coop_name"), ("coop", "coop_code")];
        let stations = [(TABLE, "departure_station"), (TABLE, "arrival_station")];
        for (text, columns) in [
            (&self.coop_name, names.as_slice()),
            (&self.carrier, &[(TABLE, "biz_carrier")]),
            (&self.station, &stations),
        ] {
            if !text.trim().is_empty() {
                let has = columns.iter().map(|(table, column)| sql::contains(sql::of(table, column), text.trim()));
                all = all.add(sql::any_of(has));
            }
        }
        if !self.supplier.trim().is_empty() {
            all = all.add(supplied(actor.org_id, self.supplier.trim()));
        }
        Ok(all)
    }

    /// Orders that take something: worked on, and not done.
    fn open(&self) -> Condition {
        let mut open = Condition::all().add(sql::of_eq(TABLE, "lifecycle", Lifecycle::Open.code()));
        if self.leaves_done_out() {
            let undone = |column| sql::of(TABLE, column).ne(DONE);
            open = open.add(match self.kind.as_str() {
                "RECEIVABLE" => undone("income_recorded"),
                "PAYABLE" => undone("cost_recorded"),
                _ => undone("income_recorded").or(undone("cost_recorded")),
            });
        }
        open
    }

    fn leaves_done_out(&self) -> bool {
        self.unfinished.unwrap_or(true)
    }

    /// Why an order takes nothing; the same as [`Self::open`] of a row.
    fn why_not(&self, row: &Row) -> Result<Option<Text>, Refusal> {
        let (income, cost) = (row.get::<i64>(10)? == DONE, row.get::<i64>(11)? == DONE);
        let done = match self.kind.as_str() {
            "RECEIVABLE" => income,
            "PAYABLE" => cost,
            _ => income && cost,
        };
        Ok(match Lifecycle::from_code(&row.get::<String>(9)?) {
            Lifecycle::Open if done && self.leaves_done_out() => Some(ENTERED.text()),
            Lifecycle::Open => None,
            Lifecycle::Locked => Some(LOCKED.text()),
            _ => Some(CLOSED_NO_EDIT.text()),
        })
    }
}

/// Orders of which a partner of some name is the supplier: source of the waybill, booking agent, operator or trucker.
fn supplied(org: i64, name: &str) -> Condition {
    let named = || {
        let mut select = sql::from(org, "coop");
        let names = ["coop_name", "coop_code"].map(|column| sql::contains(sql::col(column), name));
        select.column("id").cond_where(sql::any_of(names));
        select
    };
    let within = |table: &'static str, on: Expr, columns: &[&'static str]| {
        let mut select = Query::select();
        select.expr(Expr::cust("1")).from(table);
        select.and_where(sql::of(table, "org_id").equals((TABLE, "org_id"))).and_where(on);
        let suppliers = columns.iter().map(|column| sql::of(table, column).in_subquery(named()));
        select.cond_where(sql::any_of(suppliers));
        Expr::exists(select)
    };
    let awb = within(AWB, sql::of(AWB, "id").equals((TABLE, "awb_id")), &["source_coop_id"]);
    let agents = ["booking_agent_id", "rail_operator_id", "trucker_id"];
    let carriage = within(DETAIL, sql::of(DETAIL, "id").equals((TABLE, "id")), &agents);
    Condition::any().add(awb).add(carriage)
}

const COLUMNS: [&str; 12] = [
    "id",
    "uuid",
    "order_code",
    "biz_number",
    "biz_date",
    "biz_carrier",
    "biz_quantity",
    "departure_station",
    "arrival_station",
    "lifecycle",
    "income_recorded",
    "cost_recorded",
];

fn selected(org: i64, asked: Condition) -> SelectStatement {
    let mut select = sql::from(org, TABLE);
    select.columns(COLUMNS.map(|column| (TABLE, column))).column(("coop", "coop_name"));
    select.columns(Cargo::COLUMNS.map(|column| (TABLE, column)));
    select.join(JoinType::LeftJoin, "coop", sql::same_org("coop", TABLE, "coop_id"));
    select.cond_where(asked);
    select
}

/// POST /css/charge/batch/pool: {orders, refused, more}.
pub(super) fn list(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let (actor, language) = (call.actor()?.clone(), call.language().to_owned());
    let numbers = asked.numbers();
    if numbers.len() > ORDERS_MAX {
        return Err(Refusal::Business(TOO_MANY.with(&[("n", &ORDERS_MAX.to_string())])));
    }
    asked.bounds()?;
    let (wanted, seen) = (asked.condition(&actor)?, asked.seen(&actor)?);
    let digits = if order::profile(asked.scope()?).unit == ChargeUnit::Tons { 3 } else { 2 };
    call.read(|conn| {
        if numbers.is_empty() {
            let mut select = selected(actor.org_id, wanted.add(asked.open()));
            select.order_by((TABLE, "biz_date"), Order::Desc).order_by((TABLE, "id"), Order::Desc);
            let most = u64::try_from(ORDERS_MAX).unwrap_or(u64::MAX);
            let mut rows = conn.query(&select.limit(most + 1).to_owned().into())?;
            let more = rows.len() > ORDERS_MAX;
            rows.truncate(ORDERS_MAX);
            let orders = rows.iter().map(|row| told(row, digits)).collect::<Result<Vec<_>, _>>()?;
            return Ok(json!({ "orders": orders, "refused": [], "more": more }));
        }
        of_numbers(conn, (&asked, &language), (&selected(actor.org_id, seen), digits), &numbers)
    })
    .and_then(data)
}

/// The orders of pasted numbers in their order; a number of several orders brings all of them. Whose number is none that the
/// caller sees, or whose order takes nothing, is told.
fn of_numbers(
    conn: &mut dyn Conn,
    (asked, language): (&Asked, &str),
    (seen, digits): (&SelectStatement, u32),
    numbers: &[String],
) -> Result<Json, Refusal> {
    let rows = by_numbers(conn, seen, numbers.iter().map(String::as_str))?;
    let mut bearers = Bearers::default();
    for (place, row) in rows.iter().enumerate() {
        for number in [2, 3] {
            bearers.add(row.get::<Option<String>>(number)?.as_deref(), place);
        }
    }
    let (mut orders, mut refused, mut taken) = (Vec::new(), Vec::new(), BTreeSet::new());
    let refuse = |number: &str, why: &Text| json!({ "number": number, "why": why.in_language(language) });
    for number in numbers {
        let places = bearers.of(number);
        if places.is_empty() {
            refused.push(refuse(number, &NO_ORDER.text()));
        }
        for row in places.iter().filter_map(|place| rows.get(*place)) {
            match asked.why_not(row)? {
                Some(why) => refused.push(refuse(number, &why)),
                None if !taken.insert(row.get::<Id>(0)?) => {}
                None if orders.len() >= ORDERS_MAX => {
                    return Err(Refusal::Business(TOO_MANY.with(&[("n", &ORDERS_MAX.to_string())])));
                }
                None => orders.push(told(row, digits)?),
            }
        }
    }
    Ok(json!({ "orders": orders, "refused": refused, "more": false }))
}

/// An order; its chargeable weight with the digits of its scope.
fn told(row: &Row, digits: u32) -> Result<Json, Refusal> {
    let text = |place: usize| row.get::<Option<String>>(place);
    let cargo = Cargo::read(row, 13)?;
    Ok(json!({
        "orderUuid": text(1)?, "orderCode": text(2)?, "bizNumber": text(3)?, "bizDate": text(4)?, "carrier": text(5)?,
        "chargeWeight": row.get::<Option<i64>>(6)?.map(|raw| Weight::from_raw(raw).show(digits)), "departure": text(7)?, "arrival": text(8)?, "pieces": cargo.pieces,
        "grossWeight": cargo.weight.map(|weight| weight.to_string()), "volume": cargo.volume.map(|volume| volume.to_string()),
        "incomeDone": row.get::<i64>(10)? == DONE, "costDone": row.get::<i64>(11)? == DONE, "coopName": text(12)?,
    }))
}
