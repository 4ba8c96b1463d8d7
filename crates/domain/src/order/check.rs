//! Rules over a draft: figures follow, findings stand at their fields, all of them at once.

use kernel::{Amount, Density, Findings, Percent, Price, Volume, Weight};
use platform::field::Field;
use platform::store::Value;
use serde_json::{Map, Value as Json, json};
use trade::cargo::{self, DIVISOR_DEFAULT, Mark};

use super::draft::{Draft, Sheet, dimensions_of, party_of};
use super::fields::{Air, Dimensions, Head, Legs, SERVICES};
use super::messages::*;
use super::draft::PARTY_ROLES;

/// The customer as the database knows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CoopFact {
    /// In force.
    pub effective: bool,
    /// On the black list.
    pub black: bool,
    /// Locked for the order's scope.
    pub locked: bool,
}

/// The stored order a draft changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stored {
    /// Operations are finished: routing and cargo are fixed.
    pub finished: bool,
    /// The customer it has.
    pub coop_id: Option<kernel::Id>,
    /// The figures it has.
    pub confirm: SideFigures,
}

/// What the database knows of what a draft names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// Stations that are active airports.
    pub stations: Vec<String>,
    /// Carriers that exist.
    pub carriers: Vec<String>,
    /// The customer; none when there is no such partner.
    pub coop: Option<CoopFact>,
    /// Users that are active, by id.
    pub users: Vec<kernel::Id>,
    /// Partners that exist, by id.
    pub companies: Vec<kernel::Id>,
    /// Whether the workgroup is one of the org's.
    pub workgroup_known: bool,
    /// Contacts of the customer.
    pub contacts: Vec<kernel::Id>,
    /// Another open order has the internal number.
    pub internal_exists: bool,
    /// Another open order has the customer number.
    pub customer_number_exists: bool,
    /// Code of an order that looks the same.
    pub similar: Option<String>,
    /// Cubic centimetres per kilogram.
    pub divisor: i64,
    /// The stored order; none for a new one.
    pub stored: Option<Stored>,
    /// Chinese and English name of the scope.
    pub scope: (&'static str, &'static str),
}

/// Planned or actual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Announced.
    Plan,
    /// Measured.
    Confirm,
}

struct Columns {
    pieces: Field,
    weight: Field,
    volume: Field,
    charge: Field,
    manual: Field,
    density: Field,
}

fn columns(side: Side) -> Columns {
    match side {
        Side::Plan => Columns {
            pieces: Head::PLAN_PIECES,
            weight: Head::PLAN_WEIGHT,
            volume: Head::PLAN_VOLUME,
            charge: Head::PLAN_CHARGE_WEIGHT,
            manual: Head::PLAN_CHARGE_MANUAL,
            density: Head::PLAN_DENSITY,
        },
        Side::Confirm => Columns {
            pieces: Head::CONFIRM_PIECES,
            weight: Head::CONFIRM_WEIGHT,
            volume: Head::CONFIRM_VOLUME,
            charge: Head::CONFIRM_CHARGE_WEIGHT,
            manual: Head::CONFIRM_CHARGE_MANUAL,
            density: Head::CONFIRM_DENSITY,
        },
    }
}

/// Figures of one side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SideFigures {
    /// Pieces.
    pub pieces: Option<i64>,
    /// Gross weight.
    pub weight: Option<Weight>,
    /// Volume.
    pub volume: Option<Volume>,
    /// Chargeable weight.
    pub charge: Option<Weight>,
    /// Density.
    pub density: Option<Density>,
}

/// The figures of a side as they stand in a sheet of the shared row.
pub fn side_figures(head: &Sheet, side: Side) -> SideFigures {
    let c = columns(side);
    SideFigures {
        pieces: head.get(c.pieces),
        weight: head.get(c.weight),
        volume: head.get(c.volume),
        charge: head.get(c.charge),
        density: head.get(c.density),
    }
}

/// Lets the figures of a draft follow: volume and pieces the dimensions where they are empty,
/// chargeable weight and density the weight and volume unless typed by hand.
pub fn figures(draft: &mut Draft, divisor: i64) {
    let divisor = if divisor > 0 { divisor } else { DIVISOR_DEFAULT };
    for side in [Side::Plan, Side::Confirm] {
        let c = columns(side);
        let lines = match side {
            Side::Plan => dimensions_of(&draft.plan_dimensions),
            Side::Confirm => dimensions_of(&draft.confirm_dimensions),
        };
        let head = &mut draft.head;
        if !lines.is_empty() {
            if head.get::<i64>(c.pieces).is_none() {
                head.set(c.pieces, cargo::pieces_of(&lines));
            }
            if head.get::<Volume>(c.volume).is_none() {
                head.set(c.volume, cargo::volume_of(&lines));
            }
        }
        let (weight, volume): (Option<Weight>, Option<Volume>) = (head.get(c.weight), head.get(c.volume));
        let by_hand = head.get::<bool>(c.manual).unwrap_or(false) && head.get::<Weight>(c.charge).is_some();
        head.set(c.manual, by_hand);
        match (weight, volume) {
            (Some(weight), Some(volume)) => {
                if !by_hand {
                    head.set(c.charge, cargo::charge_weight(weight, volume, divisor));
                }
                head.set(c.density, cargo::density(weight, volume));
            }
            _ => {
                if !by_hand {
                    head.set(c.charge, None::<Weight>);
                }
                head.set(c.density, None::<Density>);
            }
        }
    }
    split(draft, divisor);
}

/// Weights charged when the surplus of the volume weight is shared: of the actual side, else the planned.
fn split(draft: &mut Draft, divisor: i64) {
    let plan = side_figures(&draft.head, Side::Plan);
    let confirm = side_figures(&draft.head, Side::Confirm);
    let (weight, volume) = match (confirm.weight, confirm.volume) {
        (Some(weight), Some(volume)) => (Some(weight), Some(volume)),
        _ => (plan.weight, plan.volume),
    };
    for (ratio, result) in [
        (Air::FREIGHT_SPLIT_RATIO, Air::INCOME_CHARGE_WEIGHT),
        (Air::COST_SPLIT_RATIO, Air::COST_CHARGE_WEIGHT),
    ] {
        let ratio: Percent = draft.air.get(ratio).unwrap_or_default();
        let charged = match (weight, volume) {
            (Some(weight), Some(volume)) => Some(cargo::income_weight(weight, volume, divisor, ratio)),
            _ => None,
        };
        draft.air.set(result, charged);
    }
}

/// What a look at a draft gives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// Findings and questions.
    pub findings: Findings,
    /// Some actual figure lies outside its tolerance.
    pub flagged: bool,
}

/// Checks a draft whose fields have been read and whose figures follow. The findings of the reading
/// come first.
pub fn check(draft: &Draft, facts: &Facts, read: Findings) -> Checked {
    let mut found = read;
    people(draft, facts, &mut found);
    routing(draft, facts, &mut found);
    goods(draft, &mut found);
    prices(draft, &mut found);
    services(draft, facts, &mut found);
    for (role, sheet) in PARTY_ROLES.iter().zip(&draft.parties) {
        if !sheet.is_empty() {
            found.absorb(&format!("parties.{role}"), trade::address::check(&party_of(sheet), false));
        }
    }
    dimension_pieces(draft, &mut found);
    doubles(facts, &mut found);
    let (plan, confirm) = (side_figures(&draft.head, Side::Plan), side_figures(&draft.head, Side::Confirm));
    let flagged = is_outside(&plan, &confirm);
    let changed = facts.stored.as_ref().is_none_or(|stored| {
        (stored.confirm.pieces, stored.confirm.weight, stored.confirm.volume)
            != (confirm.pieces, confirm.weight, confirm.volume)
    });
    if flagged && changed {
        found.confirm("confirmWeight", OUTSIDE.text());
    }
    Checked { findings: found, flagged }
}

fn people(draft: &Draft, facts: &Facts, found: &mut Findings) {
    if let Some(coop) = draft.head.get::<kernel::Id>(Head::COOP_ID) {
        // The customer an order has keeps it, whatever became of the customer since.
        let kept = facts.stored.as_ref().is_some_and(|stored| stored.coop_id == Some(coop));
        match &facts.coop {
            None => found.error("coopId", COOP_UNKNOWN.text()),
            Some(_) if kept => {}
            Some(known) => {
                found.error_if(!known.effective, "coopId", COOP_UNKNOWN);
                found.error_if(known.black, "coopId", COOP_BLACK);
                if known.locked {
                    let mut text = COOP_LOCKED.with(&[("scope", facts.scope.0)]);
                    text.en = COOP_LOCKED.with(&[("scope", facts.scope.1)]).en;
                    found.error("coopId", text);
                }
            }
        }
    }
    for (field, name) in [(Head::SALES_ID, "salesId"), (Head::SERVICER_ID, "servicerId"), (Head::OPERATOR_ID, "operatorId")] {
        if let Some(user) = draft.head.get::<kernel::Id>(field) {
            found.error_if(!facts.users.contains(&user), name, USER_UNKNOWN);
        }
    }
    let group = draft.head.get::<kernel::Id>(Head::WORKGROUP_ID);
    found.error_if(group.is_some() && !facts.workgroup_known, "workgroupId", GROUP_UNKNOWN);
    let agent = draft.air.get::<kernel::Id>(Air::ARRIVAL_AGENT_ID);
    found.error_if(agent.is_some_and(|id| !facts.companies.contains(&id)), "arrivalAgentId", COMPANY_UNKNOWN);
    let strangers = draft.contacts.iter().any(|id| !facts.contacts.contains(id));
    found.error_if(strangers, "contactIds", CONTACT_UNKNOWN);
}

fn routing(draft: &Draft, facts: &Facts, found: &mut Findings) {
    let text = |field: Field| draft.head.text(field);
    let (from, to) = (text(Head::DEPARTURE_STATION), text(Head::ARRIVAL_STATION));
    let (first, second) = (text(Head::TRANSIT1), text(Head::TRANSIT2));
    for (name, code) in
        [("departureStation", &from), ("transitStation", &first), ("transitStation2", &second), ("arrivalStation", &to)]
    {
        if !code.is_empty() && !facts.stations.contains(code) {
            found.error(name, STATION_UNKNOWN.with(&[("code", code)]));
        }
    }
    found.error_if(!from.is_empty() && from == to, "arrivalStation", STATIONS_SAME);
    found.error_if(!second.is_empty() && first.is_empty(), "transitStation2", TRANSIT_ORDER);
    let touches = |a: &str, b: &str| !a.is_empty() && a == b;
    let next = if second.is_empty() { &to } else { &second };
    found.error_if(touches(&first, &from) || touches(&first, next), "transitStation", TRANSIT_SAME);
    found.error_if(touches(&second, &to), "transitStation2", TRANSIT_SAME);
    legs(draft, facts, (&from, &to), found);
    let (leaves, arrives) = (text(Head::EXPECT_DEPARTURE), text(Head::EXPECT_ARRIVAL));
    found.error_if(!leaves.is_empty() && !arrives.is_empty() && arrives < leaves, "expectArrival", ARRIVES_BEFORE);
    let receipt = draft.air.text(Air::RECEIPT_DATE);
    if !leaves.is_empty() && !receipt.is_empty() && receipt > leaves {
        found.warning("receiptDate", RECEIPT_LATE.text());
    }
    carrier_of(&text(Head::EXPECT_FLIGHT), "expectFlight", facts, found);
}

/// The first two characters of a flight are its carrier: unknown ones are warned of.
fn carrier_of(flight: &str, field: &str, facts: &Facts, found: &mut Findings) {
    if let Some(code) = flight.get(..2).filter(|code| !facts.carriers.iter().any(|known| known == code)) {
        found.warning(field, CARRIER_UNKNOWN.with(&[("code", code)]));
    }
}

fn legs(draft: &Draft, facts: &Facts, (from, to): (&str, &str), found: &mut Findings) {
    let mut at = from.to_owned();
    for (place, leg) in draft.legs.iter().enumerate() {
        let (start, end) = (leg.text(Legs::FROM_STATION), leg.text(Legs::TO_STATION));
        for (name, code) in [("fromStation", &start), ("toStation", &end)] {
            if !code.is_empty() && !facts.stations.contains(code) {
                found.error(format!("legs.{place}.{name}"), STATION_UNKNOWN.with(&[("code", code)]));
            }
        }
        if !start.is_empty() && start != at {
            let message = if place == 0 { LEG_FIRST } else { LEGS_BROKEN };
            found.error(format!("legs.{place}.fromStation"), message.text());
        }
        carrier_of(&leg.text(Legs::FLIGHT_NO), &format!("legs.{place}.flightNo"), facts, found);
        at = end;
    }
    if !draft.legs.is_empty() && at != to {
        found.error(format!("legs.{}.toStation", draft.legs.len() - 1), LEG_LAST.text());
    }
}

fn goods(draft: &Draft, found: &mut Findings) {
    let air = |field: Field| draft.air.text(field);
    let dangerous = draft.head.text(Head::GOODS_TYPE) == "危险品";
    found.error_if(dangerous && air(Air::DANGEROUS_TYPE).is_empty(), "dangerousType", DANGEROUS_NEEDED);
    let together = [
        ("undgCode", air(Air::UNDG_CODE)),
        ("undgContactName", air(Air::UNDG_CONTACT_NAME)),
        ("undgContactCommunicationType", air(Air::UNDG_CONTACT_COMMUNICATION_TYPE)),
        ("undgContactCommunicationNo", air(Air::UNDG_CONTACT_COMMUNICATION_NO)),
    ];
    if together.iter().any(|(_, text)| !text.is_empty()) {
        for (field, _) in together.iter().filter(|(_, text)| text.is_empty()) {
            found.error(*field, UNDG_TOGETHER.text());
        }
    }
}

fn prices(draft: &Draft, found: &mut Findings) {
    for (unit, amount, field) in [
        (Air::FREIGHT_UNITPRICE, Air::FREIGHT_AMOUNT, "freightAmount"),
        (Air::MSR_UNITPRICE, Air::MSR_AMOUNT, "msrAmount"),
    ] {
        let both = draft.air.get::<Price>(unit).is_some() && draft.air.get::<Amount>(amount).is_some();
        found.error_if(both, field, ONE_PRICE);
    }
}

fn services(draft: &Draft, facts: &Facts, found: &mut Findings) {
    for declared in SERVICES {
        let Some(service) = draft.service(declared.code).filter(|service| service.enabled) else { continue };
        let label = |column: &str| declared.fields.iter().find(|field| field.column == column);
        let day = |column: &str| match service.sheet.value(column) {
            Value::Text(day) => Some(day.clone()),
            _ => None,
        };
        let (early, late) = declared.dates;
        if let (Some(first), Some(second), Some(one), Some(two)) = (day(early), day(late), label(early), label(late))
            && second < first
        {
            let mut text = DATES_ORDER.with(&[("late", two.zh), ("early", one.zh)]);
            text.en = DATES_ORDER.with(&[("late", two.en), ("early", one.en)]).en;
            found.error(format!("services.{}.{}", declared.code, two.name()), text);
        }
        if let (Value::Int(id), Some(field)) = (service.sheet.value(declared.company), label(declared.company))
            && !facts.companies.contains(&kernel::Id(*id))
        {
            found.error(format!("services.{}.{}", declared.code, field.name()), COMPANY_UNKNOWN.text());
        }
    }
}

fn dimension_pieces(draft: &Draft, found: &mut Findings) {
    for (side, lines, field) in [
        (Side::Plan, &draft.plan_dimensions, "planDimensions"),
        (Side::Confirm, &draft.confirm_dimensions, "confirmDimensions"),
    ] {
        let sum: i64 = lines.iter().filter_map(|line| line.get::<i64>(Dimensions::PIECES)).sum();
        if let Some(pieces) = side_figures(&draft.head, side).pieces.filter(|pieces| !lines.is_empty() && *pieces != sum) {
            let arguments = [("a", sum.to_string()), ("b", pieces.to_string())];
            let arguments: Vec<(&str, &str)> = arguments.iter().map(|(name, text)| (*name, text.as_str())).collect();
            found.warning(field, DIMENSION_PIECES.with(&arguments));
        }
    }
}

fn doubles(facts: &Facts, found: &mut Findings) {
    if facts.customer_number_exists {
        found.warning("customerNumber", CUSTOMER_NUMBER_EXISTS.text());
    }
    if facts.internal_exists {
        found.confirm("internalNumber", INTERNAL_EXISTS.text());
    }
    if let Some(code) = &facts.similar {
        found.confirm("", SIMILAR.with(&[("code", code)]));
    }
}

fn is_outside(plan: &SideFigures, confirm: &SideFigures) -> bool {
    [
        cargo::compare_pieces(plan.pieces, confirm.pieces),
        cargo::compare_weight(plan.weight, confirm.weight),
        cargo::compare_volume(plan.volume, confirm.volume),
    ]
    .contains(&Mark::Outside)
}

/// Marks of the actual figures against the planned: level, difference, and the text of the tooltip.
pub fn mark_members(plan: &SideFigures, confirm: &SideFigures) -> Map<String, Json> {
    let mut marks = Map::new();
    let mut put = |name: &str, mark: Mark, expected: (i64, String), actual: (i64, String), decimals: u32, digits: u32| {
        if mark == Mark::Same {
            return;
        }
        let text = cargo::difference_text(expected.0, actual.0, decimals, digits);
        let tip = format!("预报 {} / 实际 {}，{text}", expected.1, actual.1);
        let level = if mark == Mark::Outside { "outside" } else { "differs" };
        marks.insert(name.to_owned(), json!({ "level": level, "text": text, "tip": tip }));
    };
    if let (Some(a), Some(b)) = (plan.pieces, confirm.pieces) {
        put("confirmPieces", cargo::compare_pieces(Some(a), Some(b)), (a, a.to_string()), (b, b.to_string()), 0, 0);
    }
    if let (Some(a), Some(b)) = (plan.weight, confirm.weight) {
        put("confirmWeight", cargo::compare_weight(Some(a), Some(b)), (a.raw(), a.show(1)), (b.raw(), b.show(1)), 3, 1);
    }
    if let (Some(a), Some(b)) = (plan.volume, confirm.volume) {
        put("confirmVolume", cargo::compare_volume(Some(a), Some(b)), (a.raw(), a.show(3)), (b.raw(), b.show(3)), 6, 3);
    }
    if let (Some(a), Some(b)) = (plan.charge, confirm.charge) {
        let mark = cargo::compare_weight(Some(a), Some(b));
        put("confirmChargeWeight", mark, (a.raw(), a.show(2)), (b.raw(), b.show(2)), 3, 2);
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::read;
    use kernel::Id;

    fn facts() -> Facts {
        Facts {
            stations: ["PVG", "FRA", "HKG", "LAX"].map(ToOwned::to_owned).to_vec(),
            carriers: vec!["X9".into()],
            coop: Some(CoopFact { effective: true, black: false, locked: false }),
            users: vec![Id(1)],
            divisor: 6_000,
            scope: ("空运出口", "Air export"),
            ..Facts::default()
        }
    }

    fn body() -> Json {
        json!({
            "businessProduct": "代理制", "coopId": "5", "salesId": "1", "servicerId": "1", "departureStation": "PVG",
            "arrivalStation": "FRA", "goodsNameCn": "服装", "planPieces": 12, "planWeight": 480, "planVolume": 3.6,
        })
    }

    fn look(change: impl FnOnce(&mut Json), facts: &Facts) -> (Draft, Checked) {
        let mut body = body();
        change(&mut body);
        let mut findings = Findings::new();
        let map = body.as_object().expect("an object");
        let mut draft = read(map, Draft::new(), true, &mut findings).expect("reads");
        figures(&mut draft, facts.divisor);
        let checked = check(&draft, facts, findings);
        (draft, checked)
    }

    fn errors(checked: &Checked) -> Vec<(&str, &str)> {
        checked.findings.items.iter().map(|f| (f.field.as_str(), f.text.zh.as_str())).collect()
    }

    #[test]
    fn the_example_gives_600_and_133_33() {
        let (draft, checked) = look(|_| {}, &facts());
        assert_eq!(errors(&checked), []);
        let plan = side_figures(&draft.head, Side::Plan);
        assert_eq!(plan.charge.map(|w| w.show(2)).as_deref(), Some("600.00"));
        assert_eq!(plan.density.map(|d| d.show(2)).as_deref(), Some("133.33"));
        let (draft, _) = look(|b| b["freightSplitRatio"] = json!(50), &facts());
        assert_eq!(draft.air.get::<Weight>(Air::INCOME_CHARGE_WEIGHT).map(|w| w.show(2)).as_deref(), Some("540.00"));
        let (draft, _) = look(
            |b| {
                b["planChargeWeight"] = json!(610);
                b["planChargeManual"] = json!(true);
            },
            &facts(),
        );
        assert_eq!(side_figures(&draft.head, Side::Plan).charge.map(|w| w.show(0)).as_deref(), Some("610"));
    }

    #[test]
    fn everything_missing_is_told_at_once() {
        let mut findings = Findings::new();
        let draft = read(&Map::new(), Draft::new(), true, &mut findings).expect("reads");
        let checked = check(&draft, &facts(), findings);
        let fields: Vec<&str> = checked.findings.items.iter().map(|f| f.field.as_str()).collect();
        for needed in ["businessProduct", "coopId", "salesId", "servicerId", "departureStation", "arrivalStation",
            "goodsNameCn", "planPieces", "planWeight", "planVolume"] {
            assert!(fields.contains(&needed), "{needed}");
        }
    }

    #[test]
    fn stations_and_dates_are_checked() {
        let one = |change: fn(&mut Json)| {
            let (_, checked) = look(change, &facts());
            checked.findings.items.iter().map(|f| f.text.zh.clone()).collect::<Vec<_>>()
        };
        assert_eq!(one(|b| b["arrivalStation"] = json!("PVG")), ["始发港与目的港不能相同"]);
        assert_eq!(one(|b| b["arrivalStation"] = json!("XXX")), ["XXX不是有效机场"]);
        assert_eq!(one(|b| b["transitStation2"] = json!("HKG")), ["请先填写中转港1"]);
        assert_eq!(one(|b| b["transitStation"] = json!("PVG")), ["中转港不能与相邻港口相同"]);
        assert_eq!(one(|b| b["transitStation"] = json!("HKG")), [""; 0]);
        let dates = |a: &str, b: &str| {
            let (_, checked) = look(
                |body| {
                    body["expectDeparture"] = json!(a);
                    body["expectArrival"] = json!(b);
                },
                &facts(),
            );
            errors(&checked).len()
        };
        assert_eq!((dates("2026-07-18", "2026-07-18"), dates("2026-07-18", "2026-07-17")), (0, 1));
        assert_eq!(one(|b| b["expectFlight"] = json!("ZZ123")), ["未找到航司ZZ"]);
        assert_eq!(one(|b| b["expectFlight"] = json!("X9101")), [""; 0]);
    }

    #[test]
    fn legs_chain_from_departure_to_arrival() {
        let legs = |legs: Json| {
            let (_, checked) = look(|b| b["legs"] = legs, &facts());
            checked.findings.items.iter().map(|f| f.text.zh.clone()).collect::<Vec<_>>()
        };
        assert_eq!(legs(json!([{ "fromStation": "PVG", "toStation": "HKG" }, { "fromStation": "HKG", "toStation": "FRA" }])), [""; 0]);
        assert_eq!(legs(json!([{ "fromStation": "HKG", "toStation": "FRA" }])), ["首段始发港须与订单始发港一致"]);
        assert_eq!(legs(json!([{ "fromStation": "PVG", "toStation": "HKG" }, { "fromStation": "LAX", "toStation": "FRA" }])), ["航段不连续"]);
        assert_eq!(legs(json!([{ "fromStation": "PVG", "toStation": "HKG" }])), ["末段目的港须与订单目的港一致"]);
    }

    #[test]
    fn dangerous_goods_need_their_data() {
        let (_, checked) = look(|b| b["goodsType"] = json!("危险品"), &facts());
        assert_eq!(errors(&checked), [("dangerousType", "请填写危险品类别")]);
        let (_, checked) = look(|b| b["undgCode"] = json!("UN3480"), &facts());
        assert_eq!(errors(&checked).len(), 3);
        let (_, checked) = look(|b| b["undgCode"] = json!("3480"), &facts());
        assert!(errors(&checked).contains(&("undgCode", "UN编号须为UN加4位数字")));
    }

    #[test]
    fn customers_must_be_in_force_and_open() {
        let with = |coop: CoopFact| {
            let facts = Facts { coop: Some(coop), ..facts() };
            let (_, checked) = look(|_| {}, &facts);
            errors(&checked).into_iter().map(|(_, text)| text.to_owned()).collect::<Vec<_>>()
        };
        let sound = CoopFact { effective: true, black: false, locked: false };
        assert_eq!(with(sound.clone()), [""; 0]);
        assert_eq!(with(CoopFact { locked: true, ..sound.clone() }), ["该客户空运出口业务已锁定"]);
        assert_eq!(with(CoopFact { black: true, ..sound.clone() }), ["该客户已列入黑名单"]);
        assert_eq!(with(CoopFact { effective: false, ..sound }), ["客户不存在或未生效"]);
    }

    // req: awb-tolerance-weight, awb-tolerance-volume
    #[test]
    fn actual_figures_outside_the_tolerance_are_marked_and_asked_about() {
        let actual = |pieces: i64, weight: &str, volume: &str| {
            let (draft, checked) = look(
                |b| {
                    b["confirmPieces"] = json!(pieces);
                    b["confirmWeight"] = json!(weight);
                    b["confirmVolume"] = json!(volume);
                },
                &facts(),
            );
            let marks = mark_members(&side_figures(&draft.head, Side::Plan), &side_figures(&draft.head, Side::Confirm));
            (checked.flagged, checked.findings.confirms.len(), marks)
        };
        let (flagged, asked, marks) = actual(12, "500", "3.95");
        assert!(flagged);
        assert_eq!(asked, 1);
        assert_eq!(marks["confirmWeight"]["level"], json!("outside"));
        assert_eq!(marks["confirmWeight"]["tip"], json!("预报 480.0 / 实际 500.0，差 +20.0（+4.17%）"));
        assert_eq!(marks["confirmVolume"]["level"], json!("differs"));
        assert!(!marks.contains_key("confirmPieces"));
        let (flagged, asked, _) = actual(12, "494.4", "3.96");
        assert!(!flagged && asked == 0, "the edge is inside");
        assert!(actual(11, "480", "3.6").0);
    }

    #[test]
    fn dimensions_fill_what_is_empty_and_warn_of_what_differs() {
        let lines = json!([{ "length": 100, "width": 60, "height": 50, "pieces": 12 }]);
        let (draft, checked) = look(
            |b| {
                b["planDimensions"] = lines.clone();
                b["planPieces"] = Json::Null;
                b["planVolume"] = Json::Null;
            },
            &facts(),
        );
        let plan = side_figures(&draft.head, Side::Plan);
        assert_eq!((plan.pieces, plan.volume.map(|v| v.show(3))), (Some(12), Some("3.600".into())));
        let _ = checked;
        let (_, checked) = look(
            |b| {
                b["planDimensions"] = lines;
                b["planPieces"] = json!(11);
            },
            &facts(),
        );
        assert_eq!(errors(&checked), [("planDimensions", "尺寸件数12与件数11不一致")]);
        assert!(!checked.findings.has_errors());
    }

    #[test]
    fn a_second_internal_number_is_asked_about() {
        let facts = Facts { internal_exists: true, similar: Some("AE-2607150001".into()), ..facts() };
        let (_, checked) = look(|_| {}, &facts);
        let texts: Vec<&str> = checked.findings.confirms.iter().map(|c| c.text.zh.as_str()).collect();
        assert_eq!(texts, ["内部编号已存在，是否继续？", "疑似重复订单AE-2607150001，是否继续？"]);
        assert_eq!(checked.findings.confirms[0].field, "internalNumber");
    }
}
