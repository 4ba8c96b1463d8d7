//! 试算: which card would be taken for typed figures or an order, what it comes to, and why not the others.

use charge::card::{self, ACTIVE, BREAKS, DRAFT, RateCard};
use charge::item::{self, ServiceItem};
use charge::terms::SIDE;
use kernel::{Day, Id, Msg, Quantity, Scope, Weight, parse_day};
use platform::access::Actor;
use platform::field::Field;
use platform::flow::Filled;
use platform::page::{Said, Told};
use platform::refusal::Refusal;
use platform::scopes::SCOPES;
use platform::sea_query::Condition as Where;
use platform::store::{Conn, Value, sql};
use trade::charge::basis::{Basis, Measures};
use trade::charge::card as arithmetic;
use trade::charge::choice::{Ask, Condition, Shipment, WhyNot, choose};
use trade::charge::line::Cut;
use trade::charge::{Fault, Side};

use super::rules;
use crate::order_charge::{rating_day, suppliers};

const NO_ORDER: Msg = Msg::new("card.order", "订单{code}不存在", "There is no order {code}.");
const OTHER_SCOPE: Msg =
    Msg::new("card.order_scope", "订单{code}的业务范畴为{scope}", "The business scope of order {code} is {scope}.");
const NO_QUANTITY: Msg = Msg::new("card.quantity", "请填写数量", "Enter a quantity.");

const ORDER: Field = Field::text("订单号", "Order").column("order_code").max(40);
const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope").required();
const ITEM: Field = Field::reference("serviceItem", "服务项目", "Service item").column("service_item_id").required();
const COOP: Field = Field::reference("coop", "往来单位", "Partner").column("coop_id");
const DAY: Field = Field::day("计费日期", "Day").column("day");
/// Conditions that are typed as the words of a card are.
const WORDS: [(Condition, Field); 11] = [
    (Condition::Origin, RateCard::DEPARTURE),
    (Condition::Destination, RateCard::ARRIVAL),
    (Condition::Route, RateCard::ROUTE),
    (Condition::Carrier, RateCard::CARRIER),
    (Condition::Flight, FLIGHT),
    (Condition::GoodsType, RateCard::GOODS_TYPE),
    (Condition::Product, RateCard::PRODUCT),
    (Condition::Packing, RateCard::PACKING),
    (Condition::ContainerType, RateCard::CONTAINER_TYPE),
    (Condition::Terminal, RateCard::TERMINAL),
    (Condition::Warehouse, RateCard::WAREHOUSE),
];
const FLIGHT: Field = Field::upper("航班号", "Flight").column("flight").max(10);
const QUANTITY: Field = Field::decimal(4, "数量", "Quantity").column("quantity").range(0, 999_999_999_999);
const WEIGHT: Field = Field::decimal(3, "重量", "Weight").column("weight").unit("KG").range(0, 999_999_999_999);
const PIECES: Field = Field::int("件数", "Pieces").column("pieces").range(0, 9_999_999);
/// What is asked for.
pub(super) const FIELDS: &[Field] = &[
    SIDE.column("kind"),
    SCOPE,
    ITEM,
    COOP,
    ORDER,
    DAY,
    QUANTITY,
    WEIGHT,
    PIECES,
    RateCard::DEPARTURE,
    RateCard::ARRIVAL,
    RateCard::CARRIER,
    FLIGHT,
    RateCard::ROUTE,
    RateCard::GOODS_TYPE,
    RateCard::PRODUCT,
    RateCard::PACKING,
    RateCard::CONTAINER_TYPE,
    RateCard::TERMINAL,
    RateCard::WAREHOUSE,
];

/// What is known of the shipment that is rated.
#[derive(Default)]
struct Known {
    coop: Option<Id>,
    day: Option<Day>,
    shipment: Shipment,
    measures: Measures,
}

/// The chosen card with its amount, and the others with why not.
pub(super) fn told(
    conn: &mut dyn Conn,
    actor: &Actor,
    _: Option<Id>,
    filled: &mut Filled<'_>,
) -> Result<Told, Refusal> {
    let org = actor.org_id;
    let scope: String = filled.get(SCOPE)?;
    let known = known(conn, actor, filled)?;
    let item: Id = filled.get(ITEM)?;
    let kind: String = filled.get(SIDE.column("kind"))?;
    let ask = Ask {
        side: card::side_of(&kind),
        item,
        scope: Scope::from_code(&scope).ok_or(Refusal::NotFound)?,
        coop: known.coop,
        day: known.day.unwrap_or_else(|| actor.now.day()),
        shipment: known.shipment.clone(),
    };
    let asked_for = Where::all()
        .add(sql::eq("service_item_id", item))
        .add(sql::eq("business_scope", scope))
        .add(sql::eq("kind", kind))
        .add(sql::is_in(sql::col("status"), [DRAFT, ACTIVE]));
    let cards = card::cards(conn, org, asked_for)?;
    let candidates = cards.iter().map(|(id, card)| card.choice(*id)).collect::<Result<Vec<_>, _>>()?;
    let choice = choose(&candidates, &ask);
    let rows = choice.others.iter().filter_map(|(place, why)| {
        let (_, card) = cards.get(*place)?;
        Some(vec![Said::from(&card.card_code), rules::in_words(card), Said::from(&card.price_text), reason(*why)])
    });
    let columns = [
        ("code", ("价目编号", "Card"), false),
        ("conditions", ("适用条件", "Conditions"), false),
        ("price", ("价格", "Price"), false),
        ("why", ("未选原因", "Why not"), false),
    ];
    let chosen = choice.chosen.and_then(|place| cards.get(place));
    let told = match chosen {
        Some((id, card)) => rated(conn, org, (*id, card), &known, filled)?,
        None => Told::default().toned(("结果", "Result"), ("未匹配价目", "No card matches"), "warning"),
    };
    Ok(told.table(("其他价目", "Other cards"), &columns, rows.collect()))
}

/// What the chosen card makes of the quantity.
fn rated(
    conn: &mut dyn Conn,
    org: i64,
    (id, card): (Id, &RateCard),
    known: &Known,
    filled: &mut Filled<'_>,
) -> Result<Told, Refusal> {
    let breaks = card::breaks_of(&BREAKS.of(conn, org, id)?);
    let told = Told::default().line(("价目编号", "Card"), &card.card_code).line(("价格", "Price"), &card.price_text);
    let Some(quantity) = quantity(card, known, filled)? else {
        return Err(Refusal::field("quantity", NO_QUANTITY.text()));
    };
    let told = told.line(("数量", "Quantity"), quantity.to_string());
    match arithmetic::price(&card.tariff(breaks)?, quantity) {
        Ok(rated) => {
            let mut amount = Said::from(format!("{} {}", card.currency_code, rated.amount));
            let tags = [rated.tag.map(arithmetic::Tag::words), rated.cut.map(Cut::words)];
            for (zh, en) in tags.into_iter().flatten() {
                amount = Said { zh: format!("{} {zh}", amount.zh), en: format!("{} {en}", amount.en) };
            }
            Ok(told
                .line(("计费数量 × 单价", "Charged quantity × price"), format!("{} × {}", rated.quantity, rated.price))
                .toned(("金额", "Amount"), amount, "info"))
        }
        Err(fault) => Ok(told.toned(("金额", "Amount"), said(fault), "danger")),
    }
}

fn said(fault: Fault) -> (&'static str, &'static str) {
    match fault {
        Fault::BelowFirstBreak => ("数量低于第一级起点", "The quantity is below the first break"),
        Fault::Overflow => ("金额超出范围", "The amount is out of range"),
        _ => ("价格等级有误", "The breaks are wrong"),
    }
}

/// The quantity that was typed, else what is known of the card's basis, counted as charges count it.
fn quantity(card: &RateCard, known: &Known, filled: &Filled<'_>) -> Result<Option<Quantity>, Refusal> {
    if let Some(typed) = filled.get::<Option<i64>>(QUANTITY)? {
        return Ok(Some(Quantity::from_raw(typed)));
    }
    let container = known.shipment.words.get(&Condition::ContainerType).map_or("", String::as_str);
    let of_basis = known.measures.quantity(Basis::named(&card.basis), card::side_of(&card.kind), container);
    Ok(of_basis.filter(|quantity| *quantity != Quantity::ZERO))
}

fn known(conn: &mut dyn Conn, actor: &Actor, filled: &Filled<'_>) -> Result<Known, Refusal> {
    let mut known = match filled.value(ORDER) {
        Value::Text(code) => of_order(conn, actor, code, filled)?,
        _ => Known::default(),
    };
    let text = |field: Field| match filled.value(field) {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    };
    known.coop = filled.get::<Option<Id>>(COOP)?.or(known.coop);
    known.day = text(DAY).and_then(|day| parse_day(&day)).or(known.day);
    for (condition, field) in WORDS {
        known.shipment.words.extend(text(field).map(|word| (condition, word)));
    }
    if let Some(weight) = filled.get::<Option<i64>>(WEIGHT)?.map(Weight::from_raw) {
        known.shipment.weight = Some(weight);
        known.measures.gross = weight;
        if known.measures.charge_weight == Weight::ZERO {
            known.measures.charge_weight = weight;
        }
    }
    if let Some(pieces) = filled.get::<Option<i64>>(PIECES)? {
        known.shipment.pieces = Some(pieces);
        known.measures.pieces = pieces;
    }
    Ok(known)
}

/// What an order its caller sees is rated with: the same as when its charges are.
fn of_order(conn: &mut dyn Conn, actor: &Actor, code: &str, filled: &Filled<'_>) -> Result<Known, Refusal> {
    let (org, today) = (actor.org_id, actor.now.day());
    let mut select = sql::from(org, order::store::TABLE);
    select
        .columns(["id", "business_scope"])
        .and_where(sql::eq("order_code", code.to_owned()))
        .cond_where(order::visible_order(actor));
    let none = || Refusal::field("orderCode", NO_ORDER.with(&[("code", code)]));
    let row = conn.first(&select.into())?.ok_or_else(none)?;
    let (scope, own): (String, String) = (filled.get(SCOPE)?, row.get(1)?);
    if own != scope {
        return Err(Refusal::field("orderCode", OTHER_SCOPE.with(&[("code", code), ("scope", &own)])));
    }
    let profile = order::profile(Scope::from_code(&own).ok_or(Refusal::NotFound)?);
    let saved = order::store::of_id(conn, actor, profile, row.get(0)?)?;
    let subject = order::subject(conn, org, &saved)?;
    let subject = order::laned(conn, org, &subject, |_| true)?;
    let day = rating_day(conn, (org, today), &subject)?;
    let kind: String = filled.get(SIDE.column("kind"))?;
    let coop = match card::side_of(&kind) {
        Side::Receivable => subject.customer,
        Side::Payable => {
            let items = item::by_id(conn, org, [filled.get::<Id>(ITEM)?])?;
            let items: Vec<(Id, &ServiceItem)> = items.iter().map(|(id, item)| (*id, item)).collect();
            suppliers(conn, (org, today), (&subject, &items))?.into_values().next()
        }
    };
    Ok(Known { coop, day: Some(day), shipment: subject.shipment, measures: subject.measures })
}

/// Why a card is not the one, as it is told. Cards of another side, item or scope and those that are over are not among
/// the others.
pub(crate) fn reason(why: WhyNot) -> Said {
    match why {
        WhyNot::Side | WhyNot::Item | WhyNot::Scope | WhyNot::Inactive => ("未生效", "Not in force"),
        WhyNot::NotYet => ("尚未开始", "Begins later"),
        WhyNot::Ended => ("已过有效期", "Has ended"),
        WhyNot::Agreement => ("协议未生效", "Its agreement is not in force"),
        WhyNot::Coop => ("往来单位不同", "For another partner"),
        WhyNot::Condition(condition) => {
            let (zh, en) = condition.words();
            return Said { zh: format!("条件不符：{zh}"), en: format!("Condition not met: {en}") };
        }
        WhyNot::Public => ("公开价，已有专属价", "Public, and the partner has a price of its own"),
        WhyNot::Free => ("非协议价，已有协议价", "Of no agreement, and an agreement has a price"),
        WhyNot::FewerConditions => ("适用条件较少", "Fewer conditions"),
        WhyNot::Priority => ("优先级较低", "Lower priority"),
        WhyNot::Earlier => ("生效日期较早", "Began earlier"),
        WhyNot::Id => ("建立较早", "Made earlier"),
    }
    .into()
}
