//! The pool: orders with unbilled income, found by what is known of them, or by numbers that were pasted.

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::UNBILLED;
use charge::item::{self, ServiceItem};
use charge::ledger::{INCOME_VIEW, money_text};
use charge::line::{self, Line, of_orders};
use charge::rate;
use domain::switch::NOTE_AFTER_RECORDED;
use facts::Coop;
use kernel::{Id, Msg, Scope, parse_day};
use order::store::TABLE;
use order::{Bearers, DONE, Lifecycle, by_numbers, visible_order};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::{Refusal, messages};
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, SelectStatement};
use platform::setting;
use platform::store::{Conn, Row, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use settle::amounts::parts;
use settle::note::is_free;
use trade::charge::Currency;

use super::{ORDERS_MAX, TOO_MANY};

/// Letters of a text that is looked for.
const TEXT_MAX: usize = 60;
const NO_ORDER: Msg = Msg::new("note_make.order", "订单不存在", "There is no such order.");
const NOTHING: Msg = Msg::new("note_make.billed", "没有未制账单的费用", "It has no unbilled income.");

/// What is looked for.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Wanted {
    business_scope: String,
    order_code: Option<String>,
    /// Pasted numbers: lines, commas or blanks between.
    numbers: Option<String>,
    biz_date_from: Option<String>,
    biz_date_to: Option<String>,
    coop_name: Option<String>,
    order_coop_name: Option<String>,
    service_item_id: Option<Vec<Id>>,
    currency: Option<String>,
    /// Orders whose income is done; without a word those alone where the company bills nothing else.
    income_done: Option<bool>,
    sales_name: Option<String>,
    servicer_name: Option<String>,
}

fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

fn given(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

impl Wanted {
    fn scope(&self) -> Result<Scope, Refusal> {
        Scope::from_code(&self.business_scope).ok_or_else(|| bad("businessScope"))
    }

    fn numbers(&self) -> Vec<String> {
        let text = self.numbers.as_deref().unwrap_or_default();
        let parts = text.split(|letter: char| letter.is_whitespace() || ",，;；、".contains(letter));
        let mut seen = BTreeSet::new();
        let numbers = parts.map(str::to_uppercase).filter(|part| !part.is_empty());
        numbers.filter(|part| seen.insert(part.clone())).collect()
    }

    /// Whether orders are wanted whose income is done; none for both.
    fn done(&self, conn: &mut dyn Conn, org: i64) -> Result<Option<bool>, Refusal> {
        let only: bool = setting::value(conn, org, &NOTE_AFTER_RECORDED, Some(self.scope()?))?;
        Ok(self.income_done.or(only.then_some(true)))
    }

    /// Orders of the scope that its caller sees and that are worked on or locked.
    fn seen(&self, actor: &Actor) -> Result<Condition, Refusal> {
        let living = [Lifecycle::Open.code(), Lifecycle::Locked.code()].map(str::to_owned);
        Ok(Condition::all()
            .add(visible_order(actor))
            .add(sql::of_eq(TABLE, "business_scope", self.scope()?.code()))
            .add(sql::is_in(sql::of(TABLE, "lifecycle"), living)))
    }

    /// What is asked of the orders.
    fn of_orders(&self, conn: &mut dyn Conn, actor: &Actor) -> Result<Condition, Refusal> {
        let mut all = self.seen(actor)?;
        for (day, name, is_first) in
            [(&self.biz_date_from, "bizDateFrom", true), (&self.biz_date_to, "bizDateTo", false)]
        {
            let Some(day) = given(day.as_ref()) else { continue };
            let day = kernel::show_day(parse_day(day).ok_or_else(|| bad(name))?);
            let of = sql::of(TABLE, "biz_date");
            all = all.add(if is_first { of.gte(sql::value(day)) } else { of.lte(sql::value(day)) });
        }
        let texts: [(&Option<String>, &[(&'static str, &'static str)]); 4] = [
            (&self.order_code, &[(TABLE, "order_code")]),
            (&self.order_coop_name, &[("customer", "coop_name"), ("customer", "coop_code")]),
            (&self.sales_name, &[("sales", "name_cn")]),
            (&self.servicer_name, &[("servicer", "name_cn")]),
        ];
        for (text, columns) in texts {
            let Some(text) = given(text.as_ref()) else { continue };
            all =
                all.add(sql::any_of(columns.iter().map(|(table, column)| sql::contains(sql::of(table, column), text))));
        }
        if let Some(done) = self.done(conn, actor.org_id)? {
            let is = sql::of_eq(TABLE, "income_recorded", DONE);
            all = all.add(if done { is } else { is.not() });
        }
        Ok(all)
    }

    /// What is asked of the charges themselves.
    fn of_charges(&self) -> Condition {
        let mut all = Condition::all().add(Expr::cust(UNBILLED));
        if let Some(items) = self.service_item_id.as_ref().filter(|items| !items.is_empty()) {
            all = all.add(sql::is_in(sql::of(line::TABLE, "service_item_id"), items.iter().copied()));
        }
        if let Some(currency) = given(self.currency.as_ref()) {
            all = all.add(sql::of_eq(line::TABLE, "currency_code", currency.to_uppercase()));
        }
        if let Some(coop) = given(self.coop_name.as_ref()) {
            let names = ["coop_name", "coop_code"].map(|column| sql::contains(sql::of("coop", column), coop));
            all = all.add(sql::any_of(names));
        }
        all
    }

    /// Whether a line is one that is asked for.
    fn takes(&self, line: &Line, coops: &BTreeMap<Id, Coop>) -> bool {
        let charge = &line.charge;
        let items = self.service_item_id.as_ref().filter(|items| !items.is_empty());
        let of_item = items.is_none_or(|items| charge.service_item_id.is_some_and(|id| items.contains(&id)));
        let of_currency =
            given(self.currency.as_ref()).is_none_or(|code| code.eq_ignore_ascii_case(&charge.currency_code));
        let coop = charge.coop_id.and_then(|id| coops.get(&id));
        let has = |text: &str, part: &str| text.to_lowercase().contains(&part.to_lowercase());
        let of_coop = given(self.coop_name.as_ref())
            .is_none_or(|name| coop.is_some_and(|coop| has(&coop.name, name) || has(&coop.code, name)));
        is_free(line) && of_item && of_currency && of_coop
    }

    fn bounds(&self) -> Result<(), Refusal> {
        let texts = [
            (&self.order_code, "orderCode"),
            (&self.coop_name, "coopName"),
            (&self.order_coop_name, "orderCoopName"),
            (&self.sales_name, "salesName"),
            (&self.servicer_name, "servicerName"),
        ];
        let is_long = |text: &Option<String>| text.as_ref().is_some_and(|text| text.chars().count() > TEXT_MAX);
        let long = texts.into_iter().find(|(text, _)| is_long(text));
        long.map_or(Ok(()), |(_, name)| Err(bad(name)))
    }
}

/// An order of the pool with its lines.
struct Found {
    id: Id,
    row: Row,
    lines: Vec<Line>,
}

/// What a pool finds: orders with the lines that are asked for.
struct Pool {
    orders: Vec<Found>,
    /// Pasted numbers that bring none, and why.
    refused: Vec<(String, Msg)>,
    /// There are more orders.
    more: bool,
    coops: BTreeMap<Id, Coop>,
}

const COLUMNS: [&str; 7] = ["id", "uuid", "order_code", "biz_number", "biz_date", "income_recorded", "coop_id"];

fn joined(select: &mut SelectStatement) {
    let of_order = |alias: &'static str, column: &'static str| {
        Condition::all()
            .add(sql::of(alias, "org_id").equals((TABLE, "org_id")))
            .add(sql::of(alias, "id").equals((TABLE, column)))
    };
    select
        .join_as(JoinType::LeftJoin, "coop", "customer", of_order("customer", "coop_id"))
        .join_as(JoinType::LeftJoin, "app_user", "sales", of_order("sales", "sales_id"))
        .join_as(JoinType::LeftJoin, "app_user", "servicer", of_order("servicer", "servicer_id"));
}

/// Orders with unbilled income that is asked for, the newest first: read from the charges, whose unbilled ones are few.
fn with_income(conn: &mut dyn Conn, actor: &Actor, wanted: &Wanted) -> Result<Vec<Row>, Refusal> {
    let mut select = sql::from(actor.org_id, line::TABLE);
    select
        .distinct()
        .columns(COLUMNS.map(|column| (TABLE, column)))
        .join(JoinType::InnerJoin, TABLE, sql::same_org(TABLE, line::TABLE, "order_id"))
        .join(JoinType::LeftJoin, "coop", sql::same_org("coop", line::TABLE, "coop_id"));
    joined(&mut select);
    select
        .cond_where(wanted.of_orders(conn, actor)?)
        .cond_where(wanted.of_charges())
        .order_by((TABLE, "biz_date"), Order::Desc)
        .order_by((TABLE, "id"), Order::Desc)
        .limit(u64::try_from(ORDERS_MAX).unwrap_or(u64::MAX) + 1);
    Ok(conn.query(&select.into())?)
}

/// The orders of pasted numbers, in their order; those without unbilled income are told.
fn of_numbers(
    conn: &mut dyn Conn,
    actor: &Actor,
    (wanted, numbers): (&Wanted, &[String]),
) -> Result<(Vec<Row>, Vec<(String, Msg)>), Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.columns(COLUMNS.map(|column| (TABLE, column))).cond_where(wanted.seen(actor)?);
    let rows = by_numbers(conn, &select, numbers.iter().map(String::as_str))?;
    let mut bearers = Bearers::default();
    for (place, row) in rows.iter().enumerate() {
        for number in [2, 3] {
            bearers.add(row.get::<Option<String>>(number)?.as_deref(), place);
        }
    }
    let (mut found, mut refused, mut taken) = (Vec::new(), Vec::new(), BTreeSet::new());
    for number in numbers {
        let places = bearers.of(number);
        if places.is_empty() {
            refused.push((number.clone(), NO_ORDER));
        }
        let new: Vec<usize> = places.into_iter().filter(|place| taken.insert(*place)).collect();
        found.extend(new.into_iter().filter_map(|place| rows.get(place).cloned()));
    }
    Ok((found, refused))
}

impl Pool {
    fn of(conn: &mut dyn Conn, actor: &Actor, wanted: &Wanted) -> Result<Self, Refusal> {
        wanted.bounds()?;
        let numbers = wanted.numbers();
        if numbers.len() > ORDERS_MAX {
            return Err(Refusal::Business(TOO_MANY.with(&[("n", &ORDERS_MAX.to_string())])));
        }
        let (mut rows, mut refused) = if numbers.is_empty() {
            (with_income(conn, actor, wanted)?, Vec::new())
        } else {
            of_numbers(conn, actor, (wanted, &numbers))?
        };
        let more = rows.len() > ORDERS_MAX;
        rows.truncate(ORDERS_MAX);
        let ids = rows.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?;
        let mut lines: BTreeMap<Id, Vec<Line>> = BTreeMap::new();
        for (order, line) in of_orders(conn, actor.org_id, &ids)? {
            lines.entry(order).or_default().push(line);
        }
        let partners = lines.values().flatten().filter_map(|line| line.charge.coop_id);
        let coops = facts::coops(conn, actor.org_id, partners.collect::<BTreeSet<Id>>())?;
        let mut orders = Vec::new();
        for (id, row) in ids.into_iter().zip(rows) {
            let own = lines.remove(&id).unwrap_or_default();
            let own: Vec<Line> = own.into_iter().filter(|line| wanted.takes(line, &coops)).collect();
            if own.is_empty() {
                refused.push((row.get(2)?, NOTHING));
            } else {
                orders.push(Found { id, row, lines: own });
            }
        }
        Ok(Self { orders, refused, more, coops })
    }
}

/// The charges of all orders a pool finds.
pub(super) fn charges(conn: &mut dyn Conn, actor: &Actor, wanted: &Wanted) -> Result<Vec<Id>, Refusal> {
    let pool = Pool::of(conn, actor, wanted)?;
    if pool.more {
        return Err(Refusal::Business(TOO_MANY.with(&[("n", &ORDERS_MAX.to_string())])));
    }
    Ok(pool.orders.iter().flat_map(|order| order.lines.iter().filter_map(|line| line.id)).collect())
}

/// POST pool: {orders, refused, more, onlyDone}.
pub(super) fn list(call: &mut Call) -> Outcome {
    let wanted: Wanted = call.json()?;
    let (actor, language) = (call.actor()?.clone(), call.language().to_owned());
    actor.need(INCOME_VIEW)?;
    let data = call.read(|conn| {
        let only: bool = setting::value(conn, actor.org_id, &NOTE_AFTER_RECORDED, Some(wanted.scope()?))?;
        let pool = Pool::of(conn, &actor, &wanted)?;
        let own = rate::functional(conn, actor.org_id)?;
        let named = pool.orders.iter().flat_map(|order| &order.lines).filter_map(|line| line.charge.service_item_id);
        let items = item::by_id(conn, actor.org_id, named.collect::<BTreeSet<Id>>())?;
        let customers = pool.orders.iter().filter_map(|order| order.row.get::<Option<Id>>(6).ok().flatten());
        let customers = facts::coops(conn, actor.org_id, customers.collect::<BTreeSet<Id>>())?;
        let english = language.starts_with("en");
        let told = Shown { own, items: &items, coops: &pool.coops, customers: &customers, english };
        let orders = pool.orders.iter().map(|order| told.order(order)).collect::<Result<Vec<_>, _>>()?;
        let refused: Vec<Json> = pool
            .refused
            .iter()
            .map(|(number, why)| json!({ "number": number, "why": why.text().in_language(&language) }))
            .collect();
        Ok(json!({ "orders": orders, "refused": refused, "more": pool.more, "onlyDone": only,
            "functionalCurrency": own.code() }))
    })?;
    Ok(Answer::Data(data))
}

/// What an answer needs besides the orders.
struct Shown<'a> {
    own: Currency,
    items: &'a BTreeMap<Id, ServiceItem>,
    coops: &'a BTreeMap<Id, Coop>,
    customers: &'a BTreeMap<Id, Coop>,
    english: bool,
}

impl Shown<'_> {
    fn order(&self, found: &Found) -> Result<Json, Refusal> {
        let row = &found.row;
        let text = |place: usize| row.get::<Option<String>>(place);
        let customer = row.get::<Option<Id>>(6)?.and_then(|id| self.customers.get(&id));
        let amounts =
            found.lines.iter().map(|line| (line.charge.currency_code.as_str(), line.charge.amount.unwrap_or_default()));
        let functional: i64 = found.lines.iter().map(|line| line.charge.functional).sum();
        Ok(json!({
            "id": found.id, "orderUuid": text(1)?, "orderCode": text(2)?, "bizNumber": text(3)?, "bizDate": text(4)?,
            "incomeDone": row.get::<i64>(5)? == DONE, "orderCoopName": customer.map(|coop| coop.name.as_str()),
            "amounts": parts(self.own, amounts), "functionalAmount": money_text(functional, self.own),
            "lines": found.lines.iter().map(|line| self.line(line)).collect::<Vec<_>>(),
        }))
    }

    fn line(&self, line: &Line) -> Json {
        let charge = &line.charge;
        let item = charge.service_item_id.and_then(|id| self.items.get(&id));
        let name = item.map(|item| item.name(self.english));
        let coop = charge.coop_id.and_then(|id| self.coops.get(&id));
        let currency = Currency::named(&charge.currency_code);
        json!({
            "id": line.id, "coopName": coop.map(|coop| coop.name.as_str()), "serviceName": name,
            "currency": charge.currency_code,
            "amount": currency.zip(charge.amount).map(|(currency, raw)| money_text(raw, currency)),
            "functionalAmount": money_text(charge.functional, self.own), "taxRate": charge.tax_rate,
            "note": charge.note,
        })
    }
}
