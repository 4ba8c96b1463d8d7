//! 业务核算单. The calculation bill of an order (catalogue af-orders.md 3.1): whom it was charged to, whom it is owed to, and
//! what is left.

use std::collections::{BTreeMap, BTreeSet};

use charge::ledger::{COST_VIEW, INCOME_VIEW, PROFIT_VIEW, money_text};
use charge::line::{self, Line};
use charge::{item, rate};
use facts::order_log::log_entry;
use kernel::{Id, Msg, Quantity, grouped};
use order::store::Saved;
use order::{Business, ChargeUnit, Detail, Head};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::log::{About, Level, LogEntry};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn};
use print::{Sheet, SheetColumn, SheetTable, sheets};
use serde_json::json;
use trade::charge::{Currency, Money, Side, profit};
use waybill::download::{Prepared, prepare};

use super::acts::found;
use super::{PAGE, bad};

/// Most orders of one file.
const ORDERS_MAX: usize = 50;
/// Size of the words in points.
const SIZE: f32 = 9.0;

const TOO_MANY: Msg =
    Msg::new("lock_list.print_many", "一次最多打印{n}票订单", "At most {n} orders can be printed at once.");

/// GET printCalculationBill?ids: for who sees both sides and what is left.
pub(super) fn print(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    for code in [INCOME_VIEW, COST_VIEW, PROFIT_VIEW] {
        actor.need(code)?;
    }
    let ids = asked(call.query("ids"))?;
    let english = call.language().starts_with("en");
    let (papers, orders) = call.read(|conn| read(conn, &actor, &ids, english))?;
    let bytes = sheets(&papers).map_err(|error| Refusal::broken(format!("calculation bills as PDF: {error}")))?;
    let url = call.write(|tx| {
        let (org, now) = (tx.org(), tx.now);
        let url = prepare(tx, org, now, Prepared { name: file_name(&orders), mime: "application/pdf", bytes })?;
        tx.log(entry(&orders).did("打印", "打印核算单").level(Level::Low))?;
        Ok(url)
    })?;
    Ok(Answer::Data(json!({ "url": url })))
}

/// The orders that are named, each once, in their order.
fn asked(text: &str) -> Result<Vec<Id>, Refusal> {
    let mut seen = BTreeSet::new();
    let ids = text.split(',').map(str::trim).filter(|one| !one.is_empty()).map(|one| one.parse().map(Id));
    let ids: Vec<Id> = ids.collect::<Result<_, _>>().map_err(|_| bad("ids"))?;
    let ids: Vec<Id> = ids.into_iter().filter(|id| seen.insert(*id)).collect();
    match ids.len() {
        0 => Err(bad("ids")),
        1..=ORDERS_MAX => Ok(ids),
        _ => Err(Refusal::Business(TOO_MANY.with(&[("n", &ORDERS_MAX.to_string())]))),
    }
}

fn file_name(orders: &[(Id, String)]) -> String {
    let first = orders.first().map_or("", |(_, code)| code.as_str());
    match orders.len() {
        0 | 1 => format!("ORDER_ACCOUNT_SHEET_{first}.pdf"),
        n => format!("ORDER_ACCOUNT_SHEET_{first}_{n}.pdf"),
    }
}

/// The line of the log: of the order, or of all of them.
fn entry(orders: &[(Id, String)]) -> LogEntry {
    if let [(id, code)] = orders {
        return log_entry(*id, code.clone(), PAGE);
    }
    let codes = orders.iter().map(|(_, code)| code.as_str()).collect::<Vec<_>>();
    let first = orders.first().map_or(Id(0), |(id, _)| *id);
    let about = About::orders(orders.iter().map(|(id, _)| *id));
    LogEntry::of("calculation_bill", first, "业务核算单", PAGE).about(about).text(codes.join(" "))
}

/// What all bills of a file share.
struct Desk {
    sender: String,
    own: Currency,
    items: BTreeMap<Id, item::ServiceItem>,
    coops: BTreeMap<Id, facts::Coop>,
    people: BTreeMap<Id, String>,
    english: bool,
}

impl Desk {
    fn word(&self, (zh, en): (&str, &str)) -> String {
        if self.english { en.to_owned() } else { zh.to_owned() }
    }

    fn coop(&self, id: Option<Id>) -> String {
        id.and_then(|id| self.coops.get(&id)).map(|coop| coop.name.clone()).unwrap_or_default()
    }

    fn person(&self, id: Option<Id>) -> String {
        id.and_then(|id| self.people.get(&id)).cloned().unwrap_or_default()
    }

    fn item(&self, line: &Line) -> String {
        let item = line.charge.service_item_id.and_then(|id| self.items.get(&id));
        let name = |item: &item::ServiceItem| {
            let name = if self.english { &item.service_name_en } else { &item.service_name_cn };
            if name.is_empty() { item.service_name_cn.clone() } else { name.clone() }
        };
        item.map(name).unwrap_or_default()
    }

    /// An amount in the functional currency.
    fn own(&self, raw: i64) -> String {
        grouped(&money_text(raw, self.own))
    }
}

type Papers = (Vec<Sheet>, Vec<(Id, String)>);

fn read(conn: &mut dyn Conn, actor: &Actor, ids: &[Id], english: bool) -> Result<Papers, Refusal> {
    let org = actor.org_id;
    let mut orders = Vec::new();
    for id in ids {
        let saved = found(conn, actor, *id, None)?;
        let source = order::subject(conn, org, &saved)?.suppliers.get("").copied();
        orders.push((saved, source));
    }
    let mut lines: BTreeMap<Id, Vec<Line>> = BTreeMap::new();
    for (order, line) in line::of_orders(conn, org, ids)?.into_iter().filter(|(_, line)| line.counts()) {
        lines.entry(order).or_default().push(line);
    }
    let every = || lines.values().flatten();
    let named = |field: Field| orders.iter().filter_map(move |(saved, _)| saved.draft.head.get::<Id>(field));
    let sources = orders.iter().filter_map(|(_, source)| *source);
    let coops = every().filter_map(|line| line.charge.coop_id).chain(named(Head::COOP_ID)).chain(sources);
    let desk = Desk {
        sender: facts::org(conn, org)?.name,
        own: rate::functional(conn, org)?,
        items: item::by_id(conn, org, every().filter_map(|line| line.charge.service_item_id))?,
        coops: facts::coops(conn, org, coops)?,
        people: facts::user_names(conn, org, named(Head::SALES_ID).chain(named(Head::SERVICER_ID)))?,
        english,
    };
    let none = Vec::new();
    let paper =
        |(saved, source): &(Saved, Option<Id>)| paper(&desk, (saved, *source), lines.get(&saved.id).unwrap_or(&none));
    let papers = orders.iter().map(paper).collect::<Result<_, _>>()?;
    Ok((papers, orders.into_iter().map(|(saved, _)| (saved.id, saved.code)).collect()))
}

fn paper(desk: &Desk, (saved, source): (&Saved, Option<Id>), lines: &[Line]) -> Result<Sheet, Refusal> {
    let sums = Sums::of(lines);
    Ok(Sheet {
        size: SIZE,
        sender: desk.sender.clone(),
        title: desk.word(("业务核算单", "CALCULATION BILL")),
        facts: head(desk, saved, source),
        tables: vec![
            side(desk, Side::Receivable, lines, &sums),
            side(desk, Side::Payable, lines, &sums),
            result(desk, &sums),
        ],
        sums: left(desk, saved, &sums)?,
        ..Sheet::default()
    })
}

/// Which cargo was carried how, for whom and by whom.
fn head(desk: &Desk, saved: &Saved, source: Option<Id>) -> Vec<(String, String)> {
    let draft = &saved.draft;
    let joined = |parts: Vec<String>, between: &str| {
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between)
    };
    let either = |confirm: Field, plan: Field| {
        let field = if draft.has(confirm.column) { confirm } else { plan };
        draft.head.show(field)
    };
    let stations = [Head::DEPARTURE_STATION, Head::TRANSIT1, Head::TRANSIT2, Head::ARRIVAL_STATION];
    let Business { number, date, carrier, quantity, teu } = saved.business.clone();
    let cargo = [
        (Head::CONFIRM_PIECES, Head::PLAN_PIECES),
        (Head::CONFIRM_WEIGHT, Head::PLAN_WEIGHT),
        (Head::CONFIRM_VOLUME, Head::PLAN_VOLUME),
    ];
    let tons = saved.profile.unit == ChargeUnit::Tons;
    let charged = if tons { ("计费吨", "Charge tons") } else { ("计费重量", "Charge weight") };
    let mut facts = vec![
        (("业务号", "Order"), saved.code.clone()),
        (("订单客户", "Customer"), desk.coop(draft.head.get(Head::COOP_ID))),
        (("运单号", "Number"), number.unwrap_or_default()),
        (("运单来源", "Waybill from"), desk.coop(source)),
        (("航程", "Route"), joined(stations.map(|field| draft.head.text(field)).to_vec(), "-")),
        (("航班/日期", "Flight / date"), joined([carrier, date].into_iter().flatten().collect(), " / ")),
        (("件/毛/体", "Pieces / weight / volume"), cargo.map(|(confirm, plan)| either(confirm, plan)).join(" / ")),
        (charged, draft.head.show_as(Head::CONFIRM_CHARGE_WEIGHT, &quantity.into_value())),
        (("客户单号", "Customer's number"), draft.head.text(Head::CUSTOMER_NUMBER)),
        (("责任销售", "Sales"), desk.person(draft.head.get(Head::SALES_ID))),
        (("责任客服", "Customer service"), desk.person(draft.head.get(Head::SERVICER_ID))),
        (("财务日期", "Financial date"), saved.financial_date.clone()),
    ];
    if tons {
        facts.push((("标箱", "TEU"), draft.detail.show_as(Detail::TEU, &teu.into_value())));
    }
    facts.into_iter().map(|(label, value)| (desk.word(label), value)).collect()
}

/// Amounts of both sides, in thousandths.
#[derive(Default)]
struct Sums {
    /// By currency.
    currencies: BTreeMap<String, [i64; 2]>,
    /// In the functional currency.
    functional: [i64; 2],
}

impl Sums {
    fn of(lines: &[Line]) -> Self {
        let mut sums = Self::default();
        for line in lines {
            let (charge, [income, cost]) = (&line.charge, [line.side == Side::Receivable, line.side == Side::Payable]);
            let amount = charge.amount.unwrap_or_default();
            let add = |sum: &mut [i64; 2], amount: i64| {
                let [own_income, own_cost] = sum;
                *own_income += if income { amount } else { 0 };
                *own_cost += if cost { amount } else { 0 };
            };
            add(sums.currencies.entry(charge.currency_code.clone()).or_default(), amount);
            add(&mut sums.functional, charge.functional);
        }
        sums
    }

    /// Each currency with the sums of both sides; the functional one first, then by code.
    fn each(&self, own: Currency) -> Vec<(&str, [i64; 2])> {
        let mut each: Vec<(&str, [i64; 2])> =
            self.currencies.iter().map(|(code, sums)| (code.as_str(), *sums)).collect();
        each.sort_by_key(|(code, _)| (*code != own.code(), *code));
        each
    }
}

fn of_side([income, cost]: [i64; 2], side: Side) -> i64 {
    if side == Side::Receivable { income } else { cost }
}

fn amount(code: &str, raw: i64) -> String {
    Currency::named(code).map_or_else(String::new, |currency| grouped(&money_text(raw, currency)))
}

fn columns(desk: &Desk, of: &[((&str, &str), bool)]) -> Vec<SheetColumn> {
    of.iter().map(|(label, number)| SheetColumn { label: desk.word(*label), number: *number }).collect()
}

fn side(desk: &Desk, side: Side, lines: &[Line], sums: &Sums) -> SheetTable {
    let (title, total) = match side {
        Side::Receivable => (("应收", "Receivable"), ("应收合计", "Receivable in all")),
        Side::Payable => (("应付", "Payable"), ("应付合计", "Payable in all")),
    };
    let own = lines.iter().filter(|line| line.side == side);
    let mut rows: Vec<Vec<String>> = own
        .clone()
        .map(|line| {
            let charge = &line.charge;
            let money = amount(&charge.currency_code, charge.amount.unwrap_or_default());
            vec![
                desk.coop(charge.coop_id),
                desk.item(line),
                charge.note.clone(),
                format!("{} {money}", charge.currency_code),
                desk.own(charge.functional),
            ]
        })
        .collect();
    let named: BTreeSet<&str> = own.map(|line| line.charge.currency_code.as_str()).collect();
    let each = sums.each(desk.own).into_iter().filter(|(code, _)| named.contains(code));
    let each = each.map(|(code, sums)| format!("{code} {}", amount(code, of_side(sums, side))));
    rows.push(vec![
        desk.word(total),
        String::new(),
        String::new(),
        each.collect::<Vec<_>>().join("\n"),
        desk.own(of_side(sums.functional, side)),
    ]);
    let of = [
        (("往来单位", "Partner"), false),
        (("服务", "Service"), false),
        (("备注", "Note"), false),
        (("原币金额", "Amount"), true),
        (("本币金额", "Functional"), true),
    ];
    SheetTable { title: desk.word(title), columns: columns(desk, &of), rows }
}

/// What is left, by currency and in all.
fn result(desk: &Desk, sums: &Sums) -> SheetTable {
    let row = |name: String, [income, cost]: [i64; 2], show: &dyn Fn(i64) -> String| {
        vec![name, show(income), show(cost), show(income - cost)]
    };
    let each = sums.each(desk.own).into_iter();
    let mut rows: Vec<Vec<String>> =
        each.map(|(code, sums)| row(code.to_owned(), sums, &|raw| amount(code, raw))).collect();
    let total = format!("{} {}", desk.word(("本币合计", "Functional")), desk.own.code());
    rows.push(row(total, sums.functional, &|raw| desk.own(raw)));
    let of = [
        (("币种", "Currency"), false),
        (("收入", "Income"), true),
        (("成本", "Cost"), true),
        (("毛利", "Profit"), true),
    ];
    SheetTable { title: desk.word(("核算", "Calculation")), columns: columns(desk, &of), rows }
}

/// Profit in percent, and of a kilogram or of a box.
fn left(desk: &Desk, saved: &Saved, sums: &Sums) -> Result<Vec<(String, String)>, Refusal> {
    let broken = |fault: trade::charge::Fault| Refusal::broken(fault.to_string());
    let money = |raw: i64| Money::of_thousandths(raw, desk.own).map_err(broken);
    let [income, cost] = sums.functional;
    let (income, cost) = (money(income)?, money(cost)?);
    let rate = profit::rate(income, cost).map_err(broken)?.map(|rate| format!("{}%", rate.show(2)));
    let tons = saved.profile.unit == ChargeUnit::Tons;
    let (label, quantity) = if tons {
        let teu = saved.business.teu.unwrap_or_default();
        (("单箱毛利", "Profit a TEU"), Quantity::from_raw(teu.saturating_mul(100)))
    } else {
        let weight = saved.business.quantity.unwrap_or_default();
        (("公斤毛利", "Profit a kilogram"), Quantity::from_raw(weight.round(2).raw().saturating_mul(10)))
    };
    let unit = profit::profit(income, cost).and_then(|left| profit::unit(left, quantity)).map_err(broken)?;
    let shown = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
    Ok(vec![
        (desk.word(("毛利率", "Profit rate")), shown(rate)),
        (desk.word(label), shown(unit.map(|unit| grouped(&unit.to_string())))),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_named_once_and_fifty_at_most() {
        assert_eq!(asked("2, 1,2,").expect("ids"), [Id(2), Id(1)]);
        assert!(asked("").is_err() && asked("1,x").is_err());
        let many = |n: i64| (1..=n).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
        assert_eq!(asked(&many(50)).expect("ids").len(), 50);
        assert_eq!(asked(&many(51)).expect_err("too many").wire("zh-CN").2, "一次最多打印50票订单");
    }

    #[test]
    fn a_file_is_called_by_its_first_order() {
        let of = |codes: &[&str]| codes.iter().map(|code| (Id(1), (*code).to_owned())).collect::<Vec<_>>();
        assert_eq!(file_name(&of(&["AE-2607140001"])), "ORDER_ACCOUNT_SHEET_AE-2607140001.pdf");
        assert_eq!(file_name(&of(&["AE-2607140001", "SE-1"])), "ORDER_ACCOUNT_SHEET_AE-2607140001_2.pdf");
    }
}
