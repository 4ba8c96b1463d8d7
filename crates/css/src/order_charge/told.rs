//! The charges of an order as their page shows them: rows, sums, what is closed and what may be pressed. Of a side the caller
//! may not see there is nothing, and of a profit that would tell the other side neither (css.md 0.1, invariant 30).

use std::collections::BTreeMap;

use charge::entry::Known;
use charge::finance::Both;
use charge::item::{Names, Reading, ServiceItem};
use charge::ledger::{PROFIT_VIEW, money_text, view_of};
use charge::line::{
    Charge, LEAST_MADE, LOCKED, Line, MOST_MADE, NEXT_BREAK, NORMAL, PROGRESSIVE, RETURNED, TYPED, member_of,
};
use kernel::{ExchangeRate, Id, Instant, Price, Quantity, show_second};
use order::store::Saved;
use order::{DONE, Head, Lifecycle, status_shown};
use platform::access::Actor;
use platform::document::Document;
use platform::field::{Field, Kind};
use platform::refusal::Refusal;
use platform::store::Cell;
use serde_json::{Map, Value as Json, json};
use trade::charge::card::Tag;
use trade::charge::line::Cut;
use trade::charge::{Currency, Money, Side, exchange, profit};

/// Which sides a caller sees, and whether he sees what is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sees {
    pub income: bool,
    pub cost: bool,
    pub profit: bool,
}

impl Sees {
    pub(crate) fn of(actor: &Actor) -> Self {
        let [income, cost] = Side::ALL.map(|side| actor.has(view_of(side)));
        Self { income, cost, profit: income && cost && actor.has(PROFIT_VIEW) }
    }

    pub(crate) fn side(self, side: Side) -> bool {
        if side == Side::Receivable { self.income } else { self.cost }
    }
}

/// Who reads: what he sees, and in which language the names of charges.
pub(crate) struct Reader {
    pub sees: Sees,
    names: Names,
    english: bool,
    edits: bool,
}

impl Reader {
    /// Of whom it is known in which languages he reads them.
    pub(crate) fn over(reading: &Reading, actor: &Actor, scope: &str, language: &str) -> Self {
        Self {
            sees: Sees::of(actor),
            names: reading.in_scope(scope),
            english: language.starts_with("en"),
            edits: actor.has("css-charge-edit"),
        }
    }

    /// The name of a line's item.
    pub(crate) fn item(&self, line: &Line, known: &Known) -> String {
        known.item(line).map(|item| self.name(item)).unwrap_or_default()
    }

    /// The name of an item.
    pub(crate) fn name(&self, item: &ServiceItem) -> String {
        self.names.show(&item.service_name_cn, &item.service_name_en)
    }
}

/// Why a side of an order takes no changes: its life, its lock, or that it is done; the last does not bind who may change
/// what is done.
pub(crate) fn closed(saved: &Saved, side: Side, after_finish: bool) -> Option<kernel::Text> {
    let done = match side {
        Side::Receivable => (saved.income_recorded, super::INCOME_CLOSED),
        Side::Payable => (saved.cost_recorded, super::COST_CLOSED),
    };
    match saved.lifecycle {
        Lifecycle::Locked => Some(LOCKED.text()),
        Lifecycle::Closed | Lifecycle::Cancelled => Some(order::CLOSED_NO_EDIT.text()),
        Lifecycle::Open | Lifecycle::Draft if done.0 == DONE && !after_finish => Some(done.1.text()),
        Lifecycle::Open | Lifecycle::Draft => None,
    }
}

/// What is known of the charges of an order for an answer.
pub(crate) struct Shown<'a> {
    pub saved: &'a Saved,
    pub known: &'a Known,
    pub reader: &'a Reader,
    pub people: &'a BTreeMap<Id, String>,
    /// Debit notes by their ids.
    pub notes: &'a BTreeMap<Id, String>,
    pub closed: [Option<kernel::Text>; 2],
}

impl Shown<'_> {
    fn closed_of(&self, side: Side) -> Option<&kernel::Text> {
        let [income, cost] = &self.closed;
        if side == Side::Receivable { income.as_ref() } else { cost.as_ref() }
    }

    fn say(&self, text: &kernel::Text) -> String {
        text.in_language(if self.reader.english { "en" } else { "zh" }).to_owned()
    }

    /// Both sides as far as they are seen, with their sums.
    pub(crate) fn sides(&self, lines: &[Line], out: &mut Map<String, Json>) -> Result<(), Refusal> {
        for side in Side::ALL.into_iter().filter(|side| self.reader.sees.side(*side)) {
            let own = lines.iter().filter(|line| line.side == side);
            out.insert(member_of(side).to_owned(), own.map(|line| Json::Object(self.row(line, lines))).collect());
        }
        let mut totals = Map::new();
        let sums = charge::finance::sums(lines, |line| {
            let item = self.known.item(line);
            item.map(|item| (item.service_type.clone(), item.is_agency)).unwrap_or_default()
        });
        for side in Side::ALL.into_iter().filter(|side| self.reader.sees.side(*side)) {
            totals.insert(member_of(side).to_owned(), self.sums(lines, side, &sums.0));
        }
        if self.reader.sees.profit {
            totals.insert("profit".to_owned(), self.profit(&sums.0)?);
        }
        out.insert("totals".to_owned(), Json::Object(totals));
        Ok(())
    }

    fn sums(&self, lines: &[Line], side: Side, both: &Both) -> Json {
        let own = self.known.own();
        let sums = if side == Side::Receivable { &both.income } else { &both.cost };
        let mut by_currency: BTreeMap<&str, i64> = BTreeMap::new();
        for line in lines.iter().filter(|line| line.side == side && line.counts()) {
            *by_currency.entry(line.charge.currency_code.as_str()).or_default() +=
                line.charge.amount.unwrap_or_default();
        }
        // The functional currency first, then by code.
        let mut currencies: Vec<(&str, i64)> = by_currency.into_iter().filter(|(code, _)| !code.is_empty()).collect();
        currencies.sort_by_key(|(code, _)| (*code != own.code(), *code));
        let currencies = currencies.into_iter().map(|(code, raw)| {
            json!({ "currency": code, "amount": Currency::named(code).map(|currency| money_text(raw, currency)) })
        });
        let types = charge::item::TYPES.iter().zip(sums.types).filter(|(_, sum)| *sum != 0);
        let types = types.map(|((name, _), sum)| json!({ "type": name, "functional": money_text(sum, own) }));
        json!({
            "currencies": currencies.collect::<Vec<_>>(), "functional": money_text(sums.all, own),
            "notTax": money_text(sums.not_tax, own), "types": types.collect::<Vec<_>>(),
        })
    }

    fn profit(&self, both: &Both) -> Result<Json, Refusal> {
        let own = self.known.own();
        let money = |raw: i64| Money::of_thousandths(raw, own).map_err(|fault| Refusal::broken(fault.to_string()));
        let (income, cost) = (money(both.income.all)?, money(both.cost.all)?);
        let broken = |fault: trade::charge::Fault| Refusal::broken(fault.to_string());
        let left = profit::profit(income, cost).map_err(broken)?;
        let rate = profit::rate(income, cost).map_err(broken)?.map(|rate| rate.show(2));
        let unit = profit::unit(left, quantity(self.saved)).map_err(broken)?.map(|unit| unit.to_string());
        let not_tax = money(both.income.not_tax - both.cost.not_tax)?;
        Ok(json!({ "amount": left, "rate": rate, "unit": unit, "notTax": not_tax }))
    }

    fn row(&self, line: &Line, lines: &[Line]) -> Map<String, Json> {
        let charge = &line.charge;
        let currency = Currency::named(&charge.currency_code);
        let mut row = Map::new();
        row.extend(line.id.map(|id| ("id".to_owned(), json!(id))));
        for (field, value) in Charge::FIELDS.iter().zip(charge.values()) {
            let mut text = String::new();
            field.render(&value, &mut text);
            let json: Json = serde_json::from_str(&text).unwrap_or(Json::Null);
            row.insert(field.name(), exact(field, json));
        }
        let own = self.known.own();
        let money = |raw: i64, of: Option<Currency>| of.map_or(Json::Null, |of| json!(money_text(raw, of)));
        let figures = [
            ("amount", charge.amount.map_or(Json::Null, |raw| money(raw, currency))),
            ("functionalAmount", money(charge.functional, Some(own))),
            ("amountNotTax", money(charge.not_tax, currency)),
            ("amountTax", money(charge.tax, currency)),
            ("functionalNotTax", money(charge.functional_not_tax, Some(own))),
            ("functionalTax", money(charge.functional_tax, Some(own))),
            ("unitPrice", json!(charge.price.map(|raw| Price::from_raw(raw).to_string()))),
            ("quantity", json!(charge.quantity.map(|raw| Quantity::from_raw(raw).to_string()))),
            ("exchangeRate", json!(charge.exchange_rate.map(|raw| exchange::text(ExchangeRate::from_raw(raw))))),
            ("serviceItemName", json!(self.reader.item(line, self.known))),
            ("coopName", json!(self.known.coop(line).map_or("", |coop| coop.name.as_str()))),
            (
                "debitNoteName",
                json!(charge.debit_note_id.and_then(|id| self.notes.get(&id)).map_or("", String::as_str)),
            ),
            ("creatorName", json!(line.created_by.and_then(|id| self.people.get(&id)).map_or("", String::as_str))),
            ("createTime", json!(line.created_at.map(|at| show_second(Instant::from_millis(at))))),
            ("refreshed", json!(line.refreshed)),
            ("tags", tags(charge)),
            ("closed", json!(self.closed_row(line))),
        ];
        row.extend(figures.map(|(name, value)| (name.to_owned(), value)));
        self.link(line, lines, &mut row);
        row
    }

    /// The income a cost is passed on by. Who may not see income is not told, and what is not told stays as it is; so does the
    /// link to a line that is not among these.
    fn link(&self, line: &Line, lines: &[Line], row: &mut Map<String, Json>) {
        let link = line.charge.linked_charge_id;
        let income = lines.iter().find(|one| one.side == Side::Receivable && one.id.is_some() && one.id == link);
        let is_told = line.side == Side::Payable && self.reader.sees.income && (link.is_none() || income.is_some());
        if is_told {
            let name = income.map(|income| passed_on(&self.reader.item(income, self.known), income));
            row.insert("linkedChargeName".to_owned(), json!(name.unwrap_or_default()));
        } else {
            row.remove(&Charge::LINKED_CHARGE_ID.name());
        }
    }

    /// Why a row takes no changes.
    fn closed_row(&self, line: &Line) -> Option<String> {
        let own = match line.charge.state.as_str() {
            NORMAL if line.is_held() => line.held_by().map(|why| why.text()),
            NORMAL if line.id.is_some() && !self.reader.edits => Some(super::NO_EDIT.text()),
            NORMAL => None,
            RETURNED => Some(super::SENT_BACK.text()),
            _ => Some(super::TO_CONFIRM.text()),
        };
        own.as_ref().or(self.closed_of(line.side)).map(|text| self.say(text))
    }
}

/// The amount of a line with its currency.
pub(super) fn amount_of(line: &Line) -> Option<String> {
    let currency = Currency::named(&line.charge.currency_code)?;
    Some(format!("{currency} {}", money_text(line.charge.amount?, currency)))
}

/// What income is called that a cost is passed on by: the name of its item, and its amount.
pub(super) fn passed_on(item: &str, income: &Line) -> String {
    format!("{item} {}", amount_of(income).unwrap_or_default())
}

/// A figure as a text: a browser would round a number.
fn exact(field: &Field, json: Json) -> Json {
    match (field.kind, json) {
        (Kind::Decimal(_), Json::Number(number)) => json!(number.to_string()),
        (_, json) => json,
    }
}

fn tags(charge: &Charge) -> Json {
    let cut = match charge.cut.as_str() {
        LEAST_MADE => Some(Cut::Least.words()),
        MOST_MADE => Some(Cut::Most.words()),
        _ => None,
    };
    let tag = match charge.tag.as_str() {
        NEXT_BREAK => Some(Tag::NextBreak.words()),
        PROGRESSIVE => Some(Tag::Progressive.words()),
        TYPED => Some(("手工", "typed")),
        _ => None,
    };
    let returned = (!charge.cost_rejected.is_empty()).then_some(("退回", "sent back"));
    cut.into_iter().chain(tag).chain(returned).map(|(zh, en)| json!({ "zh": zh, "en": en })).collect()
}

/// What an order is counted by, for the profit of a unit.
fn quantity(saved: &Saved) -> Quantity {
    let weight = saved.business.quantity.unwrap_or_default();
    let digits = if saved.profile.unit == order::ChargeUnit::Tons { 3 } else { 2 };
    Quantity::from_raw(weight.round(digits).raw().saturating_mul(10))
}

/// The order above its charges.
pub(crate) fn head(saved: &Saved, customer: &str, own: Currency) -> Json {
    let (draft, business) = (&saved.draft, &saved.business);
    let show = |confirm: Field, plan: Field| {
        let field = if draft.has(confirm.column) { confirm } else { plan };
        draft.head.show(field)
    };
    json!({
        "orderUuid": saved.uuid, "orderCode": saved.code, "businessScope": saved.profile.scope.code(),
        "number": business.number, "coopId": draft.head.get::<Id>(Head::COOP_ID),
        "coopName": customer, "bizDate": business.date,
        "departure": draft.head.text(Head::DEPARTURE_STATION), "arrival": draft.head.text(Head::ARRIVAL_STATION),
        "carrier": business.carrier,
        "pieces": show(Head::CONFIRM_PIECES, Head::PLAN_PIECES),
        "grossWeight": show(Head::CONFIRM_WEIGHT, Head::PLAN_WEIGHT),
        "volume": show(Head::CONFIRM_VOLUME, Head::PLAN_VOLUME),
        "chargeWeight": draft.head.show_as(Head::CONFIRM_CHARGE_WEIGHT, &business.quantity.into_value()),
        "unit": saved.profile.unit.name(), "teu": draft.detail.show_as(order::Detail::TEU, &business.teu.into_value()),
        "lifecycle": saved.lifecycle.code(), "orderStatus": status_shown(saved.lifecycle, &saved.node),
        "financialDate": saved.financial_date, "incomeRecorded": saved.income_recorded == DONE,
        "costRecorded": saved.cost_recorded == DONE, "functionalCurrency": own.code(),
        "orderRowUuid": saved.row_uuid,
    })
}
