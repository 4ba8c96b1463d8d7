//! An order as its charges see it: whom they are charged to, who supplies it, and the figures they are made of (css.md 0.5).

use std::collections::{BTreeMap, BTreeSet};

use charge::entry::{Known, Subject};
use charge::figure;
use charge::ledger;
use charge::line::{self, Line};
use kernel::{Day, Findings, Id, Scope, Volume, Weight, parse_day};
use platform::call::Tx;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::setting::{self, Module, Setting};
use platform::store::{Conn, Value, sql};
use trade::charge::Side;
use trade::charge::basis::Measures;
use trade::charge::choice::{Condition, Shipment};

use crate::air::{Air, Head};
use crate::carriage::{self, Detail, Services};
use crate::charge_unit::ChargeUnit;
use crate::draft::Draft;
use crate::lane;
use crate::profile::Profile;
use crate::store::Saved;

/// Days of free storage at most.
pub const FREE_DAYS_MAX: i64 = 90;
/// Days of free storage, the day of arrival the first; unless it is decided, notices promise none.
pub const FREE_STORAGE_DAYS: Setting = Setting::new(
    "aiFreeStorageDays",
    Module::new("order", "订单", "Orders"),
    Field::int("到货免仓天数", "Days of free storage after arrival").range(0, FREE_DAYS_MAX),
)
.scopes(&[Scope::Ai])
.help(
    "到货当天为第1天；不填时到货通知不写免仓期",
    "The day of arrival is the first. Notices name no days unless this is set.",
);
/// House bills of lading.
const HOUSE: &str = "HBL";

/// What the charges of a stored order are made of.
pub fn subject(conn: &mut dyn Conn, org: i64, saved: &Saved) -> Result<Subject, Refusal> {
    let source = match saved.awb_id {
        Some(awb) => awb_source(conn, org, awb)?,
        None => None,
    };
    let houses = match saved.profile.scope {
        Scope::Se | Scope::Si => house_bills(conn, org, saved.id)?,
        Scope::Ai => i64::from(!saved.draft.text(carriage::Head::HAWB_NUMBER).is_empty()),
        _ => saved.hawb_count,
    };
    let mut subject = of_draft(saved, &saved.draft, (source, houses));
    if subject.scope == Scope::Ai {
        subject.measures.free_days = told_free(conn, org, saved.id)?;
    }
    Ok(subject)
}

/// The same of a draft that is about to be saved over it.
pub fn subject_of(stored: &Subject, (saved, draft): (&Saved, &Draft)) -> Subject {
    let mut subject = of_draft(saved, draft, (stored.suppliers.get("").copied(), stored.measures.houses));
    if subject.scope == Scope::Ai {
        subject.measures.free_days = stored.measures.free_days;
    }
    subject
}

/// Makes the percentages of some sides of an order's lines anew, of what counts now; all others stay.
pub fn percentages(tx: &mut Tx<'_>, saved: &Saved, (lines, sides): (&mut [Line], &[Side])) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let stands = |line: &Line| line.stands() || !line.is_percentage() || !sides.contains(&line.side);
    if lines.iter().all(stands) {
        return Ok(());
    }
    let subject = subject(tx, org, saved)?;
    let known = Known::gather(tx, (org, now), &subject, lines)?;
    let mut findings = Findings::new();
    figure::figures(lines, &known.around(&subject), stands, |_, field| field.to_owned(), &mut findings);
    Refusal::unless_clean(&findings, &[])
}

/// The percentages of an order's lines that nothing holds any more, of what counts now.
pub fn percentages_anew(tx: &mut Tx<'_>, saved: &Saved, did: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let kept = line::of_order(tx, org, saved.id)?;
    let mut lines = kept.clone();
    percentages(tx, saved, (&mut lines, &Side::ALL))?;
    if kept.iter().zip(&lines).all(|(old, new)| ledger::alike(old, new)) {
        return Ok(());
    }
    ledger::write(tx, (saved.id, &saved.code), (&kept, &lines), did)
}

fn of_draft(saved: &Saved, draft: &Draft, (source, houses): (Option<Id>, i64)) -> Subject {
    let profile = saved.profile;
    let day = |field: Field| parse_day(&draft.text(field));
    let imported = matches!(profile.scope, Scope::Ai | Scope::Si | Scope::Ti);
    let port = if imported { Head::ARRIVAL_STATION } else { Head::DEPARTURE_STATION };
    Subject {
        id: saved.id,
        code: saved.code.clone(),
        scope: profile.scope,
        customer: draft.head.get(Head::COOP_ID),
        biz_day: crate::business::date(profile, draft).and_then(|day| parse_day(&day)),
        financial_day: None,
        port: draft.head.text(port),
        suppliers: suppliers(draft, source),
        services: services(draft),
        measures: Measures { houses, ..measures(profile, draft, day) },
        shipment: shipment(draft),
        carrier: lane::carrier(profile, draft),
    }
}

/// What rate cards ask of an order.
fn shipment(draft: &Draft) -> Shipment {
    let flight = draft.text(Head::EXPECT_FLIGHT);
    let carrier: String = flight.chars().take(2).collect();
    let words = [
        (Condition::Origin, draft.text(Head::DEPARTURE_STATION)),
        (Condition::Destination, draft.text(Head::ARRIVAL_STATION)),
        (Condition::Carrier, carrier),
        (Condition::Flight, flight),
        (Condition::GoodsType, draft.text(Head::GOODS_TYPE)),
        (Condition::Product, draft.text(Head::BUSINESS_PRODUCT)),
        (Condition::Packing, draft.text(Detail::CONTAINER_METHOD)),
        (Condition::Terminal, draft.text(Air::DEPARTURE_WAREHOUSE)),
        (Condition::Warehouse, draft.text(Air::DEPARTURE_STOREHOUSE)),
    ];
    let either = |confirm: Field, plan: Field| if draft.has(confirm.column) { confirm } else { plan };
    Shipment {
        words: words.into_iter().filter(|(_, word)| !word.is_empty()).collect(),
        weight: draft.head.get(either(Head::CONFIRM_WEIGHT, Head::PLAN_WEIGHT)),
        pieces: draft.head.get(either(Head::CONFIRM_PIECES, Head::PLAN_PIECES)),
    }
}

/// The figures of a draft.
fn measures(profile: &Profile, draft: &Draft, day: impl Fn(Field) -> Option<Day>) -> Measures {
    let either = |confirm: Field, plan: Field| [confirm, plan].into_iter().find(|field| draft.has(field.column));
    let raw = |confirm: Field, plan: Field| match either(confirm, plan).map(|field| draft.value(field)) {
        Some(Value::Int(raw)) => *raw,
        _ => 0,
    };
    let charged = raw(Head::CONFIRM_CHARGE_WEIGHT, Head::PLAN_CHARGE_WEIGHT);
    let tons = profile.unit == ChargeUnit::Tons;
    let mut boxes: BTreeMap<String, i64> = BTreeMap::new();
    for one in draft.counted() {
        *boxes.entry(one.code).or_default() += one.quantity;
    }
    let whole = |field: Field| match draft.value(field) {
        Value::Int(raw) => *raw,
        _ => 0,
    };
    let stored = [(Services::INBOUND_DATE, Services::OUTBOUND_DATE)]
        .into_iter()
        .find_map(|(came, went)| day(came).zip(day(went)))
        .or_else(|| {
            let of = |column: &str| draft.service_day("warehouse", column).and_then(|day| parse_day(&day));
            of("inbound_date").zip(of("outbound_date"))
        });
    Measures {
        charge_weight: Weight::from_raw(if tons { 0 } else { charged }),
        income_charge_weight: draft.detail.get(Air::INCOME_CHARGE_WEIGHT),
        gross: Weight::from_raw(raw(Head::CONFIRM_WEIGHT, Head::PLAN_WEIGHT)),
        pieces: raw(Head::CONFIRM_PIECES, Head::PLAN_PIECES),
        volume: Volume::from_raw(raw(Head::CONFIRM_VOLUME, Head::PLAN_VOLUME)),
        houses: 0,
        tons: if tons { charged } else { 0 },
        teu: whole(Detail::TEU),
        boxes,
        vehicles: 1,
        distance: whole(Detail::DISTANCE),
        storage_days: stored.map_or(0, |(came, went)| (kernel::days_between(came, went) + 1).max(0)),
        // Free days of a box are for its return, and none of its storage.
        free_days: 0,
    }
}

/// Who supplies an order, by the type of service items; with an empty type who supplies the rest.
fn suppliers(draft: &Draft, source: Option<Id>) -> BTreeMap<&'static str, Id> {
    let company = |code: &str, column: &str| {
        let service = draft.service(code).filter(|service| service.enabled)?;
        match service.sheet.value(column) {
            Value::Int(id) => Some(Id(*id)),
            _ => None,
        }
    };
    let agents = [Detail::BOOKING_AGENT_ID, Detail::RAIL_OPERATOR_ID, Detail::TRUCKER_ID];
    let agent = agents.into_iter().find_map(|field| draft.detail.get::<Id>(field));
    let trucker = company("pickUp", "company_id").or_else(|| draft.detail.get::<Id>(Detail::TRUCKER_ID));
    let named = [
        ("", source.or(agent)),
        ("支线", trucker),
        ("关检", company("customs", "broker_id")),
        ("仓储", company("warehouse", "operator_id")),
    ];
    named.into_iter().filter_map(|(kind, id)| Some((kind, id?))).collect()
}

/// The services an order wants, by their codes.
fn services(draft: &Draft) -> BTreeSet<&'static str> {
    let flags = [("pickUp", Services::PICK_UP), ("warehouse", Services::WAREHOUSE), ("customs", Services::CUSTOMS)];
    let flagged = flags.into_iter().filter(|(_, flag)| draft.flags.get::<bool>(*flag) == Some(true));
    let wanted = draft.services.iter().filter(|service| service.enabled).map(|service| service.code);
    wanted.chain(flagged.map(|(code, _)| code)).collect()
}

fn awb_source(conn: &mut dyn Conn, org: i64, awb: Id) -> Result<Option<Id>, Refusal> {
    let mut select = sql::from(org, "awb");
    select.column("source_coop_id").and_where(sql::eq("id", awb));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.flatten())
}

/// The days of storage that cost nothing, as the notice of arrival tells the consignee, else as the company decided.
fn told_free(conn: &mut dyn Conn, org: i64, order: Id) -> Result<i64, Refusal> {
    let mut select = sql::from(org, "arrival_notice");
    select.column("free_days").and_where(sql::eq("order_id", order));
    let told: Option<i64> = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.flatten();
    match told {
        Some(days) => Ok(days),
        None => Ok(decided_free_days(conn, org)?.unwrap_or_default()),
    }
}

/// What the company decided about free storage.
pub fn decided_free_days(conn: &mut dyn Conn, org: i64) -> Result<Option<i64>, Refusal> {
    setting::value(conn, org, &FREE_STORAGE_DAYS, Some(Scope::Ai))
}

fn house_bills(conn: &mut dyn Conn, org: i64, order: Id) -> Result<i64, Refusal> {
    let mut select = sql::from(org, "bl");
    select.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("order_id", order)).and_where(sql::eq("kind", HOUSE));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}
