//! 汇率维护. The rates at which foreign money becomes functional money.

use std::sync::LazyLock;

use charge::rate::{self, KINDS};
use kernel::{Amount, Day, ExchangeRate, Findings, Id, Instant, Msg, parse_day, show_day};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document;
use platform::document::{Draft, Rows, Written};
use platform::field::Field;
use platform::flow::Filled;
use platform::import::Import;
use platform::list::{Column, Filter, Match};
use platform::page::{Action, Page, Told};
use platform::refusal::{Refusal, messages as common};
use platform::sea_query::{Condition, ExprTrait};
use platform::setting;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};
use trade::charge::exchange::{self, Kind, RowFault};
use trade::charge::{Currency, Money};

const CUSTOMS_CODE: &str = "css-rate-customs";
const FUNCTIONAL: Msg = Msg::new("rate.functional", "本位币无需维护汇率", "The own currency has no rate.");
const RANGE: Msg = Msg::new("rate.range", "汇率须在0.000001与999999之间", "A rate is between 0.000001 and 999999.");
const ENDS: Msg = Msg::new("rate.ends", "结束时间须晚于开始时间", "A rate ends after it begins.");
const BY_MONTH: Msg = Msg::new("rate.customs", "海关汇率按月维护", "Customs rates are kept by the month.");
const MONTHLY: Msg =
    Msg::new("rate.monthly", "汇率按月固定，须从每月1日开始", "Rates begin on the first of a month here.");
const OVERLAP: Msg = Msg::new("rate.overlap", "汇率有效期重叠", "The time overlaps that of another rate.");
const NOT_CUSTOMS: Msg = Msg::new("rate.not_customs", "您没有维护海关汇率的权限", "You may not keep customs rates.");
const DEVIATES: Msg =
    Msg::new("rate.deviates", "{list}变动超过5%，是否继续？", "More than 5 % from the present rate: {list}. Continue?");
const NO_LINES: Msg = Msg::new("rate.no_lines", "请至少填写一个汇率", "Enter one rate at least.");

document! {
    /// One rate of a currency.
    pub struct CurrencyRate in "currency_rate" {
        /// Currency.
        currency_code: String = Field::code("currency", "币种", "Currency").required().max(3),
        /// What it is for.
        kind: String = Field::select(KINDS, "类型", "Type").wire("type").required().initially("\"GENERAL\""),
        /// What one unit is worth.
        rate: i64 = Field::decimal(6, "汇率", "Rate").wire("currencyRate").required().range(1, 999_999_000_000),
        /// From this moment on.
        begin_at: Instant = Field::instant("开始时间", "From").wire("beginDate").required(),
        /// Before this moment.
        end_at: Option<Instant> = Field::instant("结束时间", "To").wire("endDate"),
    }
}

const VALID_ON: Field = Field::day("有效日期", "Valid on").column("valid_on");
const AMOUNT: Field = Field::decimal(2, "金额", "Amount").column("amount").required().initially("100");
const FROM: Field = Field::code("currency", "由", "From").column("from").required().max(3).initially("\"USD\"");
const TO: Field = Field::code("currency", "至", "To").column("to").required().max(3).initially("\"CNY\"");
const DATE: Field = Field::day("日期", "Date").column("date");
const KIND: Field = Field::select(KINDS, "类型", "Type").column("type").required().initially("\"GENERAL\"");
const MONTH: Field = Field::day("月份", "Month").column("month").required();
const RATE: Field = Field::decimal(6, "汇率", "Rate").column("rate").range(1, 999_999_000_000);
const CODE: Field = Field::code("currency", "币种", "Currency").column("currency_code").required().max(3);
const LAST: Field = Field::decimal(6, "上次汇率", "Last rate").column("last_rate").read_only();
/// The table of 批量录入 and 海关汇率: a currency, its rate so far, and the new one.
const LINES: Rows = Rows {
    member: "rates",
    title: ("汇率", "Rates"),
    behind: "",
    table: "",
    parent: "",
    fields: &[CODE, LAST, RATE],
    most: 200,
    sheet: true,
};

/// The page, in the menus of finance and of air freight.
pub static PAGE: LazyLock<Page<CurrencyRate>> = LazyLock::new(|| {
    let door = ("/css_currency_rate", "/cssManager/charge", 70);
    Page::of("css.currency-rate", ("汇率维护", "Exchange rates"), door, CurrencyRate::CURRENCY_CODE)
        .also_at("/af_exchange_rate", "/afManager/base", 140)
        .calls("/css/currencyRate", "currency_rate")
        .columns(&[
            Column::own(CurrencyRate::CURRENCY_CODE).width(80),
            Column::own(CurrencyRate::KIND).width(80),
            Column::own(CurrencyRate::RATE).width(120),
            Column::own(CurrencyRate::BEGIN_AT).width(160),
            Column::own(CurrencyRate::END_AT).width(160),
        ])
        .made_by()
        .filters(&[
            Filter::new("currency", Match::Equals, CurrencyRate::CURRENCY_CODE),
            Filter::new("type", Match::OneOf, CurrencyRate::KIND),
            Filter::new("validOn", Match::Own(valid_on), VALID_ON),
        ])
        .sort("beginDate,desc")
        .section(
            "main",
            ("汇率", "Rate"),
            &[
                CurrencyRate::CURRENCY_CODE,
                CurrencyRate::KIND,
                CurrencyRate::RATE,
                CurrencyRate::BEGIN_AT,
                CurrencyRate::END_AT,
            ],
        )
        .rules(rules)
        .after(end_newest)
        .remove_rule(give_back)
        .action(
            Action::look("css_currency_rate", ("汇率换算", "Converter"), convert)
                .verb("convert")
                .asks(&[AMOUNT, FROM, TO, DATE, KIND])
                .above(),
        )
        .action(Action::create("css-rate-add"))
        .action(
            Action::tool("css-rate-batch", ("批量录入", "Enter many"), |tx, filled| keep_many(tx, filled, None))
                .asks(&[CurrencyRate::KIND, CurrencyRate::BEGIN_AT])
                .lines(LINES)
                .first(|conn, actor, _| first_rates(conn, actor, false)),
        )
        .action(
            Action::tool(CUSTOMS_CODE, ("海关汇率", "Customs rates"), |tx, filled| {
                keep_many(tx, filled, Some(MONTH))
            })
            .asks(&[MONTH])
            .lines(LINES)
            .note("沿用上月：未改动的汇率按上月填写", "Rates of the last month stand there already.")
            .first(|conn, actor, _| first_rates(conn, actor, true)),
        )
        .action(Action::remove("css-rate-del"))
        .action(Action::import(Import::with("css-rate-import")))
        .action(Action::export("css-rate-export"))
});

fn valid_on(_: &Actor, day: &str) -> Result<Condition, Refusal> {
    let bad = || Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", "validOn")]));
    let at = Instant::start_of(parse_day(day).ok_or_else(bad)?);
    let column = |name| sql::of(rate::TABLE, name);
    Ok(Condition::all()
        .add(column("begin_at").lte(sql::value(at)))
        .add(column("end_at").is_null().or(column("end_at").gt(sql::value(at)))))
}

fn row_of(draft: &Draft<'_>) -> Result<Option<exchange::Row>, Refusal> {
    let (code, kind): (String, String) = (draft.get(CurrencyRate::CURRENCY_CODE)?, draft.get(CurrencyRate::KIND)?);
    let Some((currency, kind)) = Currency::named(&code).zip(rate::kind_of(&kind)) else { return Ok(None) };
    let rate = ExchangeRate::from_raw(draft.get(CurrencyRate::RATE)?);
    let (begin, end) = (draft.get(CurrencyRate::BEGIN_AT)?, draft.get(CurrencyRate::END_AT)?);
    Ok(Some(exchange::Row { currency, kind, rate, begin, end }))
}

/// Which row a new one ends, if it may be at all.
fn placed(tx: &mut Tx<'_>, new: &exchange::Row) -> Result<Result<Option<Id>, Vec<RowFault>>, Refusal> {
    let org = tx.org();
    let by_month: bool = setting::value(tx, org, &rate::MONTHLY, None)?;
    let (ids, rows): (Vec<Id>, Vec<exchange::Row>) = rate::rows(tx, org, &[new.currency])?.into_iter().unzip();
    let placed = exchange::add(&rows, new, rate::functional(tx, org)?, by_month);
    Ok(placed.map(|ended| ended.and_then(|place| ids.get(place).copied())))
}

/// Rates of a currency and a kind follow one another; two of them never hold at the same moment.
fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let code: String = draft.get(CurrencyRate::CURRENCY_CODE)?;
    let org = tx.org();
    if !code.is_empty() && !facts::is_currency(tx, org, &code)? {
        findings.error("currencyCode", rate::NO_CURRENCY.with(&[("code", &code)]));
        return Ok(());
    }
    let Some(new) = row_of(draft)?.filter(|_| !findings.has_errors()) else { return Ok(()) };
    findings.error_if(new.kind == Kind::Customs && !tx.actor.has(CUSTOMS_CODE), "type", NOT_CUSTOMS);
    if let Err(faults) = placed(tx, &new)? {
        for fault in faults {
            let (field, message) = said(fault);
            findings.error(field, message.text());
        }
    }
    Ok(())
}

fn said(fault: RowFault) -> (&'static str, Msg) {
    match fault {
        RowFault::Functional => ("currencyCode", FUNCTIONAL),
        RowFault::Rate => ("currencyRate", RANGE),
        RowFault::End => ("endDate", ENDS),
        RowFault::Customs => ("beginDate", BY_MONTH),
        RowFault::Monthly => ("beginDate", MONTHLY),
        RowFault::Overlap => ("beginDate", OVERLAP),
    }
}

/// The row that held so far ends where the new one begins.
fn end_newest(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let Some(new) = row_of(draft)? else { return Ok(Written::default()) };
    let org = tx.org();
    let rows = rate::rows(tx, org, &[new.currency])?;
    let open = |row: &exchange::Row| {
        row.kind == new.kind && row.begin < new.begin && row.end.is_none_or(|end| new.begin < end)
    };
    let Some((id, ended)) =
        rows.into_iter().filter(|(id, row)| *id != draft.id && open(row)).max_by_key(|(_, row)| row.begin)
    else {
        return Ok(Written::default());
    };
    let cells = [
        ("end_at", new.begin.into_value()),
        ("ended_by", draft.id.into_value()),
        ("ended_from", ended.end.into_value()),
    ];
    let mut update = sql::update(org, rate::TABLE, &cells);
    tx.exec(&update.and_where(sql::eq("id", id)).to_owned().into())?;
    Ok(Written::default())
}

/// The row that a removed one ended holds for as long as it did before.
fn give_back(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, rate::TABLE);
    select.columns(["id", "ended_from"]).and_where(sql::eq("ended_by", id));
    for row in tx.query(&select.into())? {
        let ended: Id = row.get(0)?;
        let cells = [("end_at", row.value(1).clone()), ("ended_by", Value::Null), ("ended_from", Value::Null)];
        let mut update = sql::update(org, rate::TABLE, &cells);
        tx.exec(&update.and_where(sql::eq("id", ended)).to_owned().into())?;
    }
    Ok(())
}

/// What the table begins with: the common currencies with the rate that holds, for customs values that of the last
/// month as the new one, too.
fn first_rates(conn: &mut dyn Conn, actor: &Actor, customs: bool) -> Result<Map<String, Json>, Refusal> {
    let (org, now) = (actor.org_id, actor.now);
    let own = rate::functional(conn, org)?;
    let held = rate::holding(conn, org, now)?;
    let kind = if customs { Kind::Customs } else { Kind::General };
    let codes = facts::common_currencies(conn, org)?;
    let lines = codes.iter().filter(|code| *code != own.code()).map(|code| {
        let found = Currency::named(code).and_then(|one| exchange::find(&held, own, one, kind, now).ok());
        let last = found.map(|found| exchange::text(found.rate));
        json!({ "currencyCode": code, "lastRate": last, "rate": if customs { json!(last) } else { Json::Null } })
    });
    let lines: Vec<Json> = lines.collect();
    let mut first = Map::from_iter([("rates".to_owned(), Json::Array(lines))]);
    if customs {
        let next = kernel::day_after_days(now.day().last_of_month(), 1);
        first.insert("month".to_owned(), json!(show_day(next)));
    }
    Ok(first)
}

/// Keeps the rates of a table, each by the rules of the form; a change of more than five percent is asked about.
fn keep_many(tx: &mut Tx<'_>, filled: &mut Filled<'_>, month: Option<Field>) -> Result<(), Refusal> {
    let (kind, begin) = match month {
        Some(month) => {
            let day: Option<Day> = filled.get::<Option<String>>(month)?.as_deref().and_then(parse_day);
            ("CUSTOMS".to_owned(), day.map(|day| Instant::start_of(day.first_of_month())))
        }
        None => (filled.get(CurrencyRate::KIND)?, filled.get(CurrencyRate::BEGIN_AT)?),
    };
    let Some(begin) = begin else { return Ok(()) };
    let mut far = Vec::new();
    let mut bodies = Vec::new();
    for (place, line) in filled.rows(LINES.member).to_vec().iter().enumerate() {
        let cell = |at: usize| line.get(at).cloned().unwrap_or(Value::Null);
        let (Value::Text(code), Value::Int(rate)) = (cell(0), cell(2)) else { continue };
        let rate = ExchangeRate::from_raw(rate);
        if let Some(last) = present(tx, &code, &kind, begin)?
            && exchange::deviates(last, rate).unwrap_or(false)
        {
            let percent = exchange::deviation(last, rate).map(|percent| percent.to_string()).unwrap_or_default();
            far.push(format!("{code} {percent}%"));
        }
        let begin = kernel::show_second(begin);
        bodies.push((
            place,
            json!({ "currencyCode": code, "type": kind, "currencyRate": rate.to_string(), "beginDate": begin }),
        ));
    }
    filled.findings.error_if(bodies.is_empty(), LINES.member, NO_LINES);
    if !far.is_empty() {
        filled.findings.confirm(LINES.member, DEVIATES.with(&[("list", &far.join("、"))]));
    }
    filled.unless_clean()?;
    let form = PAGE.form();
    for (place, body) in bodies {
        let Json::Object(body) = body else { continue };
        let made = form.make(tx, &body, "批量录入");
        if let Err(Refusal::Findings(found)) = made {
            let at = |field: &str| match field {
                "currencyRate" | "beginDate" => "rate".to_owned(),
                other => other.to_owned(),
            };
            for item in found.items {
                filled.findings.error(format!("{}.{place}.{}", LINES.member, at(&item.field)), item.text);
            }
        } else {
            made?;
        }
    }
    filled.unless_clean()
}

/// The rate of a kind that holds when a new one begins.
fn present(tx: &mut Tx<'_>, code: &str, kind: &str, at: Instant) -> Result<Option<ExchangeRate>, Refusal> {
    let Some((currency, kind)) = Currency::named(code).zip(rate::kind_of(kind)) else { return Ok(None) };
    let org = tx.org();
    let rows: Vec<exchange::Row> = rate::rows(tx, org, &[currency])?.into_iter().map(|(_, row)| row).collect();
    let own = rate::functional(tx, org)?;
    Ok(exchange::find(&rows, own, currency, kind, at).ok().map(|found| found.rate))
}

/// The converter: an amount in another currency, and the two rates used.
fn convert(conn: &mut dyn Conn, actor: &Actor, _: Option<Id>, filled: &mut Filled<'_>) -> Result<Told, Refusal> {
    let (from, to): (String, String) = (filled.get(FROM)?, filled.get(TO)?);
    let (from, to) = (rate::currency_of(&from)?, rate::currency_of(&to)?);
    let at = day_of(filled.get::<Option<String>>(DATE)?.as_deref(), actor.now);
    let kind: String = filled.get(KIND)?;
    let kind = rate::kind_of(&kind).unwrap_or(Kind::General);
    let amount = Amount::from_raw(filled.get(AMOUNT)?);
    let amount = Money::parse(&amount.to_string(), from)
        .map_err(|_| Refusal::field("amount", TOO_FINE.with(&[("currency", from.code())])))?;
    let own = rate::functional(conn, actor.org_id)?;
    let rows: Vec<exchange::Row> =
        rate::rows(conn, actor.org_id, &[from, to])?.into_iter().map(|(_, row)| row).collect();
    let found = exchange::convert(&rows, own, amount, to, kind, at).map_err(|fault| rate::told(fault, at))?;
    Ok(Told::default()
        .toned(("结果", "Result"), format!("{} {}", found.amount, to.code()), "info")
        .line(("汇率", "Rate"), format!("{} {}", from.code(), exchange::text(found.from.rate)))
        .line(("汇率", "Rate"), format!("{} {}", to.code(), exchange::text(found.to.rate))))
}

const TOO_FINE: Msg =
    Msg::new("rate.too_fine", "金额的小数位超过{currency}的小数位", "The amount has more decimals than {currency}.");

fn day_of(day: Option<&str>, now: Instant) -> Instant {
    day.and_then(parse_day).map_or_else(|| Instant::start_of(now.day()), Instant::start_of)
}

/// GET /css/currencyRate/rate?currency&date&type.
pub(crate) fn at(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let currency = rate::currency_of(&call.query("currency").trim().to_uppercase())?;
    let at = day_of(Some(call.query("date")), call.now());
    let kind = rate::kind_of(call.query("type")).or_else(|| Kind::named(call.query("type"))).unwrap_or(Kind::General);
    let found = call.read(|conn| {
        let own = rate::functional(conn, org)?;
        let rows: Vec<exchange::Row> = rate::rows(conn, org, &[currency])?.into_iter().map(|(_, row)| row).collect();
        exchange::find(&rows, own, currency, kind, at).map_err(|fault| rate::told(fault, at))
    })?;
    Ok(Answer::Data(
        json!({ "currency": currency.code(), "date": show_day(at.day()), "rate": exchange::text(found.rate) }),
    ))
}
