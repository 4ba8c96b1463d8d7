//! A sign as it is typed: what it says of the order, the minimum sell rate and the buying rate.

use kernel::{Findings, Id, Msg};
use order::signing::{Msr, OF_ALL, ONE_KILOGRAM};
use order::store::Saved;
use order::{Air, Head, LEGS, Legs, Sheet, rows_json};
use platform::field::Field;
use platform::log::same;
use platform::refusal::{Refusal, messages};
use platform::store::{Cell, Conn, Value};
use serde_json::{Map, Value as Json, json};
use trade::charge::Currency;

use super::bad;
use crate::order::freight_cost::{Price, price, price_type, weight};

const CURRENCY: Msg = Msg::new("routing_sign.currency", "币种不存在", "There is no such currency.");
const NO_PERSON: Msg =
    Msg::new("routing_sign.person", "航线负责人不存在或已停用", "The route manager is not an active user.");
const OVERTAKEN: Msg = Msg::new(
    "routing_sign.overtaken",
    "订单{field}在审批期间有变化，请重新签单",
    "{field} of the order was changed while the sign-off was pending approval. Please sign off again.",
);

const MSR_TYPE: Field = price_type("MSR类型", "MSR type").column("msr_price_type");
const MSR_PRICE: Field = price("MSR价格", "MSR").column("msr_price");
const MSR_CURRENCY: Field = Field::code("currency", "MSR币种", "MSR currency").max(3).column("msr_currency").required();
const INCOME_WEIGHT: Field = weight("收费重量", "Billable weight").column("income_weight");
const COST_TYPE: Field = price_type("采购类型", "Buy rate type").column("cost_price_type");
const COST_PRICE: Field = price("采购价", "Buy rate").column("cost_price");
const COST_CURRENCY: Field = Field::code("currency", "采购币种", "Buy rate currency").max(3).column("cost_currency");
const COST_WEIGHT: Field = weight("付费重量", "Payable weight").column("cost_weight");
const PERSON: Field = Field::reference("user", "航线负责人", "Route manager").column("routing_person_id").required();
const FIELDS: [Field; 9] =
    [MSR_TYPE, MSR_PRICE, MSR_CURRENCY, INCOME_WEIGHT, COST_TYPE, COST_PRICE, COST_CURRENCY, COST_WEIGHT, PERSON];

/// Fields of the order that are changed with it.
pub(super) const OF_ORDER: [Field; 6] = [
    Head::BUSINESS_PRODUCT,
    Head::ARRIVAL_STATION,
    Head::TRANSIT1,
    Head::TRANSIT2,
    Head::EXPECT_FLIGHT,
    Head::EXPECT_DEPARTURE,
];

/// Fields of the order that every sign writes.
const WRITTEN: [Field; 3] = [Air::MSR_CURRENCY_CODE, Air::MSR_UNITPRICE, Air::MSR_AMOUNT];

/// Exchange rates in 1/1000000, as a decision was asked for with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rates {
    /// Of the minimum sell rate.
    pub(super) msr: i64,
    /// Of the buying rate.
    pub(super) cost: i64,
}

/// What is typed.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    body: Map<String, Json>,
    /// Of an approval: fields of the order it writes, with what stood there when it was asked for.
    replaced: Map<String, Json>,
    /// The minimum sell rate, without rate and amount.
    pub(super) msr: Msr,
    /// The buying rate; its currency is empty where it is the functional one.
    pub(super) cost: Price,
    /// The route manager.
    pub(super) person: Option<Id>,
    /// Keys of the questions answered with yes.
    pub(super) confirmed: Vec<String>,
}

/// The order a body names.
pub(super) fn order_of(body: &Map<String, Json>) -> Result<Id, Refusal> {
    let id = body.get("orderId").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    id.ok_or_else(|| bad("orderId"))
}

impl Wanted {
    /// Of a body; what is wrong is found at its fields.
    pub(super) fn of(body: &Map<String, Json>, findings: &mut Findings) -> Result<Self, Refusal> {
        let known = |name: &str| {
            matches!(name, "orderId" | "rowUuid" | "confirmed")
                || name.ends_with("Name")
                || FIELDS.iter().chain(&OF_ORDER).any(|field| field.name() == name)
        };
        if let Some(name) = body.keys().find(|name| !known(name)) {
            return Err(Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", name)])));
        }
        // A price of all of it is one of a kilogram.
        let in_all = |kind: Field| body.get(&kind.name()).and_then(Json::as_str) == Some(OF_ALL);
        let values: Vec<Value> = FIELDS
            .iter()
            .map(|field| {
                let is_spared = field.column == INCOME_WEIGHT.column && in_all(MSR_TYPE);
                let field = Field { required: field.required && !is_spared, ..*field };
                field.parse(body.get(&field.name()), &field.name(), findings)
            })
            .collect();
        let value = |field: Field| {
            let place = FIELDS.iter().position(|known| known.column == field.column);
            place.and_then(|place| values.get(place)).unwrap_or(&Value::Null)
        };
        let text = |field| Option::<String>::from_value(value(field)).map(Option::unwrap_or_default);
        let number = |field| Option::<i64>::from_value(value(field));
        let income_weight = if in_all(MSR_TYPE) { Some(ONE_KILOGRAM) } else { number(INCOME_WEIGHT)? };
        let answers = body.get("confirmed").and_then(Json::as_array).into_iter().flatten();
        Ok(Self {
            body: body.clone(),
            replaced: Map::new(),
            msr: Msr {
                price_type: text(MSR_TYPE)?,
                price: number(MSR_PRICE)?,
                currency: text(MSR_CURRENCY)?,
                rate: None,
                weight: income_weight,
                functional: None,
            },
            cost: Price {
                price_type: text(COST_TYPE)?,
                price: number(COST_PRICE)?.unwrap_or_default(),
                currency: text(COST_CURRENCY)?,
                weight: number(COST_WEIGHT)?.unwrap_or_default(),
            },
            person: Option::<Id>::from_value(value(PERSON))?,
            confirmed: answers.filter_map(|answer| answer.as_str().map(str::to_owned)).collect(),
        })
    }

    /// Currencies and the route manager are there; the buying rate has the functional currency where none is named.
    pub(super) fn check(
        &mut self,
        conn: &mut dyn Conn,
        (org, own): (i64, Currency),
        findings: &mut Findings,
    ) -> Result<(), Refusal> {
        if self.cost.currency.is_empty() {
            own.code().clone_into(&mut self.cost.currency);
        }
        for (field, code) in [(MSR_CURRENCY, &self.msr.currency), (COST_CURRENCY, &self.cost.currency)] {
            let there = code.is_empty() || (Currency::named(code).is_some() && facts::is_currency(conn, org, code)?);
            findings.error_if(!there, &field.name(), CURRENCY);
        }
        if let Some(person) = self.person {
            findings.error_if(facts::user(conn, org, person)?.is_none(), &PERSON.name(), NO_PERSON);
        }
        Ok(())
    }

    /// The service product it leaves the order with.
    pub(super) fn product(&self, saved: &Saved) -> String {
        let typed = self.body.get(&Head::BUSINESS_PRODUCT.name());
        let typed = typed.map(|json| json.as_str().unwrap_or_default().to_owned());
        typed.unwrap_or_else(|| saved.draft.text(Head::BUSINESS_PRODUCT))
    }

    /// The fields it changes of the order, with what they become.
    fn changes(&self, saved: &Saved) -> Vec<(Field, Json, Value)> {
        let change = |field: &Field| {
            let json = self.body.get(&field.name())?;
            let lenient = Field { required: false, ..*field };
            let value = lenient.parse(Some(json), "", &mut Findings::new());
            let stays = same(&value, saved.draft.head.value(field.column));
            (!stays).then(|| (*field, json.clone(), value))
        };
        OF_ORDER.iter().filter_map(change).collect()
    }

    /// What it changes of the order, as a save of its form takes it; nothing where it changes nothing.
    pub(super) fn of_order(&self, saved: &Saved) -> Option<Map<String, Json>> {
        let changed = self.changes(saved);
        if changed.is_empty() {
            return None;
        }
        let mut head = saved.draft.head.clone();
        let mut body = Map::new();
        for (field, json, value) in changed {
            head.put(field.column, &value);
            body.insert(field.name(), json);
        }
        let legs = saved.draft.rows(&LEGS);
        if !legs.is_empty() {
            body.insert(LEGS.member.to_owned(), rows_json(&followed(legs, &head)));
        }
        body.insert("rowUuid".to_owned(), json!(saved.row_uuid));
        body.insert("confirmed".to_owned(), json!(self.confirmed));
        Some(body)
    }

    /// Refuses where a field of the order is no longer what was to be replaced: its change would be lost.
    pub(super) fn need_current(&self, saved: &Saved) -> Result<(), Refusal> {
        let overtaken = |field: &Field| {
            let was = self.replaced.get(&field.name());
            was.is_some_and(|was| *was != shown(saved, *field))
        };
        let Some(field) = OF_ORDER.into_iter().chain(WRITTEN).find(overtaken) else { return Ok(()) };
        Err(Refusal::Business(OVERTAKEN.with_each(&[("field", field.zh)], &[("field", field.en)])))
    }

    /// As it waits for a decision: of the order only what it changes, with what that replaces, and what it comes to.
    pub(super) fn proposal(&self, saved: &Saved, (rates, figures): (Rates, &Json)) -> String {
        let changed: Vec<Field> = self.changes(saved).into_iter().map(|(field, ..)| field).collect();
        let is_changed = |column: &str| changed.iter().any(|own| own.column == column);
        let mut body = self.body.clone();
        for field in OF_ORDER.iter().filter(|field| !is_changed(field.column)) {
            body.remove(&field.name());
        }
        let replaced: Map<String, Json> =
            changed.iter().chain(&WRITTEN).map(|field| (field.name(), shown(saved, *field))).collect();
        json!({
            "body": body, "replaced": replaced, "msrRate": rates.msr, "costRate": rates.cost, "figures": figures,
        })
        .to_string()
    }

    /// As it waited.
    pub(super) fn of_proposal(text: &str) -> Result<(Self, Rates), Refusal> {
        let broken = || Refusal::broken("a sign that was applied for can't be read");
        let json: Json = serde_json::from_str(text).map_err(|_| broken())?;
        let body = json.get("body").and_then(Json::as_object).ok_or_else(broken)?;
        let rate = |name: &str| json.get(name).and_then(Json::as_i64).ok_or_else(broken);
        let rates = Rates { msr: rate("msrRate")?, cost: rate("costRate")? };
        let replaced = json.get("replaced").and_then(Json::as_object).cloned().unwrap_or_default();
        Ok((Self { replaced, ..Self::of(body, &mut Findings::new())? }, rates))
    }
}

/// A field of the order as it is told.
pub(super) fn shown(saved: &Saved, field: Field) -> Json {
    let mut text = String::new();
    field.render(saved.draft.value(field), &mut text);
    serde_json::from_str(&text).unwrap_or(Json::Null)
}

/// The legs of an order as its flight and stations have them: legs say more than the flight fields, and write them.
fn followed(legs: &[Sheet], head: &Sheet) -> Vec<Sheet> {
    let mut legs = legs.to_vec();
    let stations: Vec<String> = [Head::DEPARTURE_STATION, Head::TRANSIT1, Head::TRANSIT2, Head::ARRIVAL_STATION]
        .into_iter()
        .map(|field| head.text(field))
        .filter(|code| !code.is_empty())
        .collect();
    if stations.len() == legs.len() + 1 {
        for (leg, ends) in legs.iter_mut().zip(stations.windows(2)) {
            for (field, code) in [Legs::FROM_STATION, Legs::TO_STATION].into_iter().zip(ends) {
                leg.set(field, code.clone());
            }
        }
    } else if let Some(last) = legs.last_mut() {
        last.set(Legs::TO_STATION, head.text(Head::ARRIVAL_STATION));
    }
    if let Some(first) = legs.first_mut() {
        let flight = head.text(Head::EXPECT_FLIGHT);
        if first.text(Legs::FLIGHT_NO) != flight {
            first.set(Legs::CARRIER_CODE, flight.get(..2).map(str::to_owned));
        }
        first.put(Legs::FLIGHT_NO.column, head.value(Head::EXPECT_FLIGHT.column));
        first.put(Legs::FLIGHT_DATE.column, head.value(Head::EXPECT_DEPARTURE.column));
    }
    legs
}
