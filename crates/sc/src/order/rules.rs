//! The rules over a draft of the other scopes: every one of them at once, and the figures that follow.

use domain::carriage::{
    BOX_MOVES, Boxes, Detail, Head, Kind, PlaceKind, Services, Stops, box_text, charge_factor, container_type, teu,
};
use domain::order::{
    COMPANY_UNKNOWN, COOP_BLACK, COOP_UNKNOWN, CUSTOMER_NUMBER_EXISTS, DATES_ORDER, FormRules, GROUP_UNKNOWN,
    INTERNAL_EXISTS, Lifecycle, OUTSIDE, STATIONS_SAME, Sheet, TRANSIT_ORDER, TRANSIT_SAME, USER_UNKNOWN, coop_locked,
};
use kernel::{Day, Findings, Id, Instant, Mode, Msg, Scope, Volume, Weight, day_after_days};
use platform::field::{Field, Kind as FieldKind};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, JoinType};
use platform::store::{Conn, Value, sql};
use serde_json::{Map, Value as Json, json};
use trade::cargo::{Mark, compare_pieces, compare_volume, compare_weight};
use trade::container_number;
use trade::waybill_number::{MASTER_WRONG, Mawb};

use super::finish::need_fixed;
use super::store::{Draft, Saved};
use super::{DETAIL, TABLE};
use crate::place::{may_name, unknown};

const PORTS_SAME: Msg =
    Msg::new("order.ports.same", "装货港与卸货港不能相同", "Port of loading and port of discharge can't be the same.");
const RAIL_SAME: Msg = Msg::new("order.rail.same", "发站与到站不能相同", "The two stations can't be the same.");
const ARRIVES_BEFORE: Msg =
    Msg::new("order.arrival.early", "到达日期不能早于出发日期", "The arrival can't be before the departure.");
const ETA_BEFORE: Msg =
    Msg::new("order.eta.early", "到港日期不能早于离港日期", "The arrival can't be before the departure.");
const ATA_BEFORE: Msg =
    Msg::new("order.ata.early", "实际到达不能早于实际出发", "The actual arrival can't be before the actual departure.");
const CUTOFF_LATE: Msg = Msg::new("order.cutoff.late", "{cutoff}不能晚于ETD", "{cutoff} can't be after the ETD.");
const OPENS_LATE: Msg = Msg::new("order.cutoff.open", "开港时间须早于截港时间", "The yard opens before its cut-off.");
const NO_BOXES: Msg = Msg::new("order.boxes.none", "{method}不能录入箱", "There are no boxes with {method}.");
const BOX_REPEATED: Msg = Msg::new("order.box.repeated", "箱号{n}重复", "Container {n} is repeated.");
const BOX_HEAVY: Msg =
    Msg::new("order.box.heavy", "超过箱体最大总重{n}KG", "More than the greatest gross weight of the box, {n} kg.");
const BOX_BACKWARDS: Msg =
    Msg::new("order.box.backwards", "{late}时间不能早于{early}时间", "{late} can't be before {early}.");
const BOXES_DIFFER: Msg = Msg::new(
    "order.boxes.differ",
    "实际箱量与预报不一致，是否继续？",
    "The boxes differ from those planned. Continue?",
);
const STOPS_FEW: Msg = Msg::new("order.stops.few", "装卸点至少2个，最多12个", "There are 2 to 12 stops.");
const FIRST_LOADS: Msg = Msg::new("order.stops.first", "第一站必须为装货", "The first stop loads.");
const LAST_UNLOADS: Msg = Msg::new("order.stops.last", "最后一站必须为卸货", "The last stop unloads.");
const STOPS_PIECES: Msg = Msg::new("order.stops.pieces", "装卸件数不一致", "Pieces loaded and unloaded differ.");
const WINDOW: Msg = Msg::new("order.stops.window", "最晚时间不能早于最早时间", "The window ends before it begins.");
const FINISHES_BEFORE: Msg =
    Msg::new("order.finish.early", "完成日期不能早于开始日期", "The end can't be before the beginning.");
const BILL_EXISTS: Msg = Msg::new("order.bill.exists", "提单号已存在订单{code}", "Order {code} has this bill number.");
const WAYBILL_EXISTS: Msg =
    Msg::new("order.waybill.exists", "运单号已存在订单{code}", "Order {code} has this waybill number.");
const WAREHOUSE_UNKNOWN: Msg = Msg::new(
    "order.warehouse.unknown",
    "货站不存在、已停用或不用于进口",
    "There is no such active terminal of imports.",
);
const YARD_UNKNOWN: Msg = Msg::new("order.yard.unknown", "场站不存在或已停用", "There is no such active yard.");

/// Packing methods that have no boxes.
const LOOSE: [&str; 2] = ["散货BBK", "滚装RORO"];
/// Cut-offs an order may have.
const CUTOFFS: [Field; 6] = [
    Detail::CY_OPEN_TIME,
    Detail::SI_CUTOFF,
    Detail::VGM_CUTOFF,
    Detail::CY_CUTOFF,
    Detail::CUSTOMS_CUTOFF,
    Detail::ENTRY_CUTOFF,
];
/// What the rules look at beside the draft.
pub(crate) struct Around<'a> {
    /// Org.
    pub org: i64,
    /// Scope and what it declares.
    pub kind: &'static Kind,
    /// The order as it is stored.
    pub saved: Option<&'a Saved>,
    /// What the company decided about the form.
    pub form: FormRules,
}

/// What follows from a draft.
pub(crate) struct Checked {
    /// Figures by wire name.
    pub computed: Map<String, Json>,
    /// An actual figure is outside its tolerance.
    pub flagged: bool,
}

/// Completes a draft and applies every rule.
pub(crate) fn check(
    conn: &mut dyn Conn,
    around: &Around<'_>,
    draft: &mut Draft,
    findings: &mut Findings,
) -> Result<Checked, Refusal> {
    mend(draft);
    let factor = charge_factor(conn, around.org, around.kind.scope)?;
    let computed = compute(around, factor, draft);
    company_rules(around, draft, findings);
    partners(conn, around, draft, findings)?;
    people(conn, around.org, draft, findings)?;
    stations(conn, around, draft, findings)?;
    dates(around.kind, draft, findings);
    boxes(draft, findings);
    if around.kind.stops() {
        stops(conn, around.org, draft, findings)?;
    }
    numbers(conn, around, draft, findings)?;
    if let Some(saved) = around.saved {
        need_fixed(around.kind, saved, draft, findings);
    }
    let flagged = tolerance(draft, around.saved, findings);
    Ok(Checked { computed, flagged })
}

/// Numbers as they are written.
fn mend(draft: &mut Draft) {
    if let Some(number) = Mawb::parse(&draft.head.text(Head::AWB_NUMBER)) {
        draft.head.set(Head::AWB_NUMBER, format!("{}-{}", number.prefix(), number.serial()));
    }
    for sheet in &mut draft.boxes {
        let number = container_number::clean(&sheet.text(Boxes::CONTAINER_NO));
        sheet.set(Boxes::CONTAINER_NO, number);
    }
}

/// Charge weights of both sides and the boxes in twenty-foot equivalents. An order that is done keeps the weights it was
/// done with, whatever its company decides later.
fn compute(around: &Around<'_>, factor: i64, draft: &mut Draft) -> Map<String, Json> {
    let kind = around.kind;
    let done = around.saved.is_some_and(|saved| saved.operation_finished || saved.lifecycle == Lifecycle::Locked);
    let mut computed = Map::new();
    for (charged, weight, volume) in [
        (Head::PLAN_CHARGE_WEIGHT, Head::PLAN_WEIGHT, Head::PLAN_VOLUME),
        (Head::CONFIRM_CHARGE_WEIGHT, Head::CONFIRM_WEIGHT, Head::CONFIRM_VOLUME),
    ] {
        if !done {
            let figures = draft.head.get::<Weight>(weight).zip(draft.head.get::<Volume>(volume));
            draft.head.set(charged, figures.map(|(weight, volume)| kind.unit.of(factor, weight, volume)));
        }
        let value = draft.head.get::<Weight>(charged);
        computed.insert(charged.name(), json!(value));
    }
    if kind.boxes() {
        let boxes = draft.counted();
        let units = teu(&boxes);
        draft.detail.set(Detail::TEU, (units > 0).then_some(units));
        let mut shown = String::new();
        Detail::TEU.render(draft.detail.value(Detail::TEU.column), &mut shown);
        computed.insert(Detail::TEU.name(), serde_json::from_str(&shown).unwrap_or(Json::Null));
        computed.insert("containerText".to_owned(), json!(box_text(&boxes)));
    }
    computed
}

/// What the company decided about the form of the scope. An order that has no such field is not asked for it.
fn company_rules(around: &Around<'_>, draft: &Draft, findings: &mut Findings) {
    let (rules, before) = (&around.form, around.saved.map(|saved| &saved.draft));
    for field in &around.kind.head {
        let old = before.map(|before| before.head.text(*field));
        rules.offers(*field, &draft.head.text(*field), old.as_deref(), findings);
    }
    for field in &around.kind.detail {
        let old = before.map(|before| before.detail.text(*field));
        rules.offers(*field, &draft.detail.text(*field), old.as_deref(), findings);
    }
    rules.asks_group(draft.head.get::<Id>(Head::WORKGROUP_ID), findings);
}

fn partners(conn: &mut dyn Conn, around: &Around<'_>, draft: &Draft, findings: &mut Findings) -> Result<(), Refusal> {
    let scope = around.kind.scope;
    if let Some(id) = draft.head.get::<Id>(Head::COOP_ID) {
        let unchanged = around.saved.is_some_and(|saved| saved.draft.head.get::<Id>(Head::COOP_ID) == Some(id));
        let customer = facts::coop(conn, around.org, id)?
            .filter(|coop| matches!(coop.coop_type.as_str(), "客户" | "互为代理") && coop.state == "生效");
        match customer {
            None => findings.error("coopId", COOP_UNKNOWN.text()),
            Some(coop) if coop.list_mark == "黑名单" && !unchanged => findings.error("coopId", COOP_BLACK.text()),
            Some(coop) if coop.locked_scopes.iter().any(|locked| locked == scope.code()) && !unchanged => {
                findings.error("coopId", coop_locked(scope));
            }
            Some(_) => {}
        }
    }
    for field in around.kind.detail.iter().filter(|field| matches!(field.kind, FieldKind::Reference(_))) {
        let Value::Int(id) = draft.detail.value(field.column) else { continue };
        let FieldKind::Reference(select) = field.kind else { continue };
        let before = around.saved.map(|saved| saved.draft.detail.value(field.column));
        let (known, unknown) = match select.split('?').next() {
            Some("yard") => {
                (crate::yard::find(conn, around.org, Id(*id))?.is_some_and(|yard| yard.active), YARD_UNKNOWN)
            }
            // One that takes no imports any more stays where it is named already.
            Some("warehouse") => {
                let stays = before == Some(&Value::Int(*id));
                (stays || takes_imports(conn, around.org, Id(*id))?, WAREHOUSE_UNKNOWN)
            }
            _ => (facts::coop(conn, around.org, Id(*id))?.is_some(), COMPANY_UNKNOWN),
        };
        findings.error_if(!known, &field.name(), unknown);
    }
    Ok(())
}

/// Whether imports arrive at a station of the company.
fn takes_imports(conn: &mut dyn Conn, org: i64, id: Id) -> Result<bool, Refusal> {
    let mut select = sql::from(org, "warehouse");
    select
        .column("id")
        .and_where(sql::eq("id", id))
        .and_where(sql::eq("active", true))
        .and_where(sql::eq("for_import", true));
    Ok(conn.first(&select.into())?.is_some())
}

fn people(conn: &mut dyn Conn, org: i64, draft: &Draft, findings: &mut Findings) -> Result<(), Refusal> {
    for field in [Head::SALES_ID, Head::SERVICER_ID, Head::OPERATOR_ID] {
        if let Some(id) = draft.head.get::<Id>(field)
            && facts::user(conn, org, id)?.is_none()
        {
            findings.error(field.name(), USER_UNKNOWN.text());
        }
    }
    if let Some(group) = draft.head.get::<Id>(Head::WORKGROUP_ID) {
        let mut select = sql::from(org, "workgroup");
        select.column("id").and_where(sql::eq("id", group)).and_where(sql::eq("active", true));
        findings.error_if(conn.first(&select.into())?.is_none(), "workgroupId", GROUP_UNKNOWN);
    }
    Ok(())
}

fn stations(conn: &mut dyn Conn, around: &Around<'_>, draft: &Draft, findings: &mut Findings) -> Result<(), Refusal> {
    let kind = around.kind;
    let way = [Head::DEPARTURE_STATION, Head::TRANSIT1, Head::TRANSIT2, Head::ARRIVAL_STATION];
    let border = [Detail::BORDER_STATION, Detail::BORDER_STATION2, Detail::RETURN_STATION];
    let typed = way.map(|field| (field, draft.head.text(field)));
    for (field, code) in typed.iter().cloned().chain(border.map(|field| (field, draft.detail.text(field)))) {
        if !code.is_empty() && !may_name(conn, around.org, kind.places, &code)? {
            findings.error(field.name(), unknown(kind.places, &code));
        }
    }
    let [(_, from), (_, via), (_, via2), (_, to)] = &typed;
    let same = match kind.scope.mode() {
        Mode::Sea => PORTS_SAME,
        Mode::Rail => RAIL_SAME,
        _ => STATIONS_SAME,
    };
    findings.error_if(!kind.stops() && !to.is_empty() && from == to, "arrivalStation", same);
    findings.error_if(via.is_empty() && !via2.is_empty(), "transitStation2", TRANSIT_ORDER);
    findings.error_if(
        !via.is_empty() && (via == from || (via2.is_empty() && via == to)),
        "transitStation",
        TRANSIT_SAME,
    );
    findings.error_if(!via2.is_empty() && (via2 == via || via2 == to), "transitStation2", TRANSIT_SAME);
    Ok(())
}

fn dates(kind: &Kind, draft: &Draft, findings: &mut Findings) {
    let (head, detail, services) = (&draft.head, &draft.detail, &draft.services);
    let backwards = |first: Option<Day>, second: Option<Day>| first.zip(second).is_some_and(|(a, b)| b < a);
    let departure = head.get::<Day>(Head::EXPECT_DEPARTURE);
    let early = if kind.scope.mode() == Mode::Sea { ETA_BEFORE } else { ARRIVES_BEFORE };
    findings.error_if(backwards(departure, head.get(Head::EXPECT_ARRIVAL)), "expectArrival", early);
    let left = detail.get::<Instant>(Detail::ACTUAL_DEPARTURE);
    let came = detail.get::<Instant>(Detail::ACTUAL_ARRIVAL);
    findings.error_if(left.zip(came).is_some_and(|(a, b)| b < a), "actualArrival", ATA_BEFORE);
    findings.error_if(
        backwards(detail.get(Detail::START_DATE), detail.get(Detail::FINISH_DATE)),
        "finishDate",
        FINISHES_BEFORE,
    );
    for (first, second) in
        [(Services::INBOUND_DATE, Services::OUTBOUND_DATE), (Services::INSPECTION_DATE, Services::CLEARANCE_DATE)]
    {
        if backwards(services.get(first), services.get(second)) {
            findings.error(second.name(), DATES_ORDER.with(&[("late", second.zh), ("early", first.zh)]));
        }
    }
    let opens = detail.get::<Instant>(Detail::CY_OPEN_TIME);
    let closes = detail.get::<Instant>(Detail::CY_CUTOFF);
    findings.error_if(opens.zip(closes).is_some_and(|(a, b)| a >= b), "cyOpenTime", OPENS_LATE);
    // A cut-off lies on the day of departure at the latest.
    let Some(end) = departure.map(|day| Instant::start_of(day_after_days(day, 1))) else { return };
    for field in CUTOFFS {
        if detail.get::<Instant>(field).is_some_and(|time| time >= end) {
            findings.error(field.name(), CUTOFF_LATE.with(&[("cutoff", field.zh)]));
        }
    }
}

fn boxes(draft: &Draft, findings: &mut Findings) {
    let method = draft.detail.text(Detail::CONTAINER_METHOD);
    if LOOSE.contains(&method.as_str()) {
        for (name, lines) in [("containerList", &draft.plan_boxes), ("containers", &draft.boxes)] {
            if !lines.is_empty() {
                findings.error(name, NO_BOXES.with(&[("method", &method)]));
            }
        }
    }
    for (place, sheet) in draft.boxes.iter().enumerate() {
        one_box(place, sheet, &draft.boxes, findings);
    }
    let planned: i64 =
        draft.plan_boxes.iter().filter_map(|sheet| sheet.get::<i64>(domain::carriage::PlanBoxes::QUANTITY)).sum();
    let real = i64::try_from(draft.boxes.len()).unwrap_or(i64::MAX);
    if !draft.boxes.is_empty() && !draft.plan_boxes.is_empty() && planned != real {
        findings.confirm("containers", BOXES_DIFFER.text());
    }
}

fn one_box(place: usize, sheet: &Sheet, all: &[Sheet], findings: &mut Findings) {
    let at = |field: Field| format!("containers.{place}.{}", field.name());
    let number = sheet.text(Boxes::CONTAINER_NO);
    if !number.is_empty() && !container_number::fits(&number) {
        findings.error(at(Boxes::CONTAINER_NO), container_number::FORM_WRONG.text());
    } else if let Some(right) = container_number::wrong_digit(&number) {
        findings.confirm(at(Boxes::CONTAINER_NO), container_number::CHECK_WRONG.with(&[("d", &right.to_string())]));
    }
    let earlier = all.iter().take(place).any(|other| other.text(Boxes::CONTAINER_NO) == number);
    if !number.is_empty() && earlier {
        findings.error(at(Boxes::CONTAINER_NO), BOX_REPEATED.with(&[("n", &number)]));
    }
    if let Some(gross) = overweight(sheet) {
        findings.error(at(Boxes::WEIGHT), BOX_HEAVY.with(&[("n", &gross.to_string())]));
    }
    let mut last: Option<(Field, Instant)> = None;
    for field in BOX_MOVES {
        let Some(time) = sheet.get::<Instant>(field) else { continue };
        if let Some((before, earlier)) = last.filter(|(_, earlier)| time < *earlier) {
            findings.error(at(field), BOX_BACKWARDS.with(&[("late", field.zh), ("early", before.zh)]));
            last = Some((before, earlier));
        } else {
            last = Some((field, time));
        }
    }
}

/// The kilograms a box may weigh in all, when its cargo, its dunnage and its own tare are more. The tare is that of the
/// type where none is given.
fn overweight(sheet: &Sheet) -> Option<i64> {
    let known = container_type(&sheet.text(Boxes::CONTAINER_TYPE))?;
    let cargo = sheet.get::<Weight>(Boxes::WEIGHT)?;
    let grams = |kilograms: i64| kilograms * 1_000;
    let dunnage = sheet.get::<Weight>(Boxes::DUNNAGE).map_or(0, Weight::raw);
    let tare = sheet.get::<Weight>(Boxes::TARE).map_or(grams(known.tare), Weight::raw);
    (cargo.raw() + dunnage + tare > grams(known.gross)).then_some(known.gross)
}

fn stops(conn: &mut dyn Conn, org: i64, draft: &Draft, findings: &mut Findings) -> Result<(), Refusal> {
    let stops = &draft.stops;
    for (place, sheet) in stops.iter().enumerate() {
        let city = sheet.text(Stops::CITY_CODE);
        if !city.is_empty() && !may_name(conn, org, PlaceKind::City, &city)? {
            findings.error(format!("stops.{place}.cityCode"), unknown(PlaceKind::City, &city));
        }
        let window = sheet.get::<Instant>(Stops::TIME_FROM).zip(sheet.get::<Instant>(Stops::TIME_TO));
        if window.is_some_and(|(from, to)| to < from) {
            findings.error(format!("stops.{place}.timeTo"), WINDOW.text());
        }
    }
    // An order may be noted before its stops are known; two are needed as soon as there is one.
    if stops.is_empty() {
        return Ok(());
    }
    findings.error_if(!(2..=12).contains(&stops.len()), "stops", STOPS_FEW);
    let loads = |sheet: Option<&Sheet>| sheet.is_some_and(|sheet| sheet.text(Stops::KIND) == "装");
    let last = stops.len().saturating_sub(1);
    findings.error_if(!loads(stops.first()), "stops.0.kind", FIRST_LOADS);
    findings.error_if(last > 0 && loads(stops.last()), &format!("stops.{last}.kind"), LAST_UNLOADS);
    let sum = |kind: &str| -> Option<i64> {
        let own = stops.iter().filter(|sheet| sheet.text(Stops::KIND) == kind);
        own.map(|sheet| sheet.get::<i64>(Stops::PIECES)).sum()
    };
    let pieces = [sum("装"), sum("卸"), draft.head.get(Head::PLAN_PIECES)];
    let known: Vec<i64> = pieces.into_iter().flatten().collect();
    findings.error_if(known.windows(2).any(|pair| pair.first() != pair.last()), "stops", STOPS_PIECES);
    Ok(())
}

fn numbers(conn: &mut dyn Conn, around: &Around<'_>, draft: &Draft, findings: &mut Findings) -> Result<(), Refusal> {
    let own = around.saved.map(|saved| saved.id);
    let scope = around.kind.scope;
    let internal = draft.head.text(Head::INTERNAL_NUMBER);
    if around.form.asks_internal
        && order_with(conn, around.org, scope, &[((TABLE, "internal_number"), &internal)], own)?.is_some()
    {
        findings.confirm("internalNumber", INTERNAL_EXISTS.text());
    }
    let customer = draft.head.text(Head::CUSTOMER_NUMBER);
    if order_with(conn, around.org, scope, &[((TABLE, "customer_number"), &customer)], own)?.is_some() {
        findings.error("customerNumber", CUSTOMER_NUMBER_EXISTS.text());
    }
    let (awb, hawb) = (draft.head.text(Head::AWB_NUMBER), draft.head.text(Head::HAWB_NUMBER));
    findings.error_if(!awb.is_empty() && Mawb::parse(&awb).is_none(), "awbNumber", MASTER_WRONG);
    let same = [((TABLE, "awb_number"), awb.as_str()), ((TABLE, "hawb_number"), hawb.as_str())];
    if !awb.is_empty()
        && let Some(code) = order_with(conn, around.org, scope, &same, own)?
    {
        findings.error("awbNumber", WAYBILL_EXISTS.with(&[("code", &code)]));
    }
    let (mlb, hlb) = (draft.detail.text(Detail::MLB_NUMBER), draft.detail.text(Detail::HLB_NUMBER));
    let same = [((DETAIL, "mlb_number"), mlb.as_str()), ((DETAIL, "hlb_number"), hlb.as_str())];
    if !mlb.is_empty()
        && let Some(code) = order_with(conn, around.org, scope, &same, own)?
    {
        findings.error("mlbNumber", BILL_EXISTS.with(&[("code", &code)]));
    }
    Ok(())
}

/// Code of another living order of the scope that has these numbers; none when all of them are empty.
fn order_with(
    conn: &mut dyn Conn,
    org: i64,
    scope: Scope,
    numbers: &[((&'static str, &'static str), &str)],
    but: Option<Id>,
) -> Result<Option<String>, Refusal> {
    if numbers.iter().all(|(_, number)| number.is_empty()) {
        return Ok(None);
    }
    let same = sql::of(DETAIL, "org_id").equals((TABLE, "org_id")).and(sql::of(DETAIL, "id").equals((TABLE, "id")));
    let mut select = sql::from(org, TABLE);
    select
        .join(JoinType::InnerJoin, DETAIL, same)
        .column((TABLE, "order_code"))
        .and_where(sql::of_eq(TABLE, "business_scope", scope.code()))
        .and_where(sql::is_in(sql::of(TABLE, "lifecycle"), ["DRAFT", "OPEN", "LOCKED"].map(str::to_owned)))
        .limit(1);
    for ((table, column), number) in numbers {
        let column: Expr = sql::of(table, column);
        select.and_where(if number.is_empty() {
            column.is_null()
        } else {
            column.eq(sql::value((*number).to_owned()))
        });
    }
    if let Some(id) = but {
        select.and_where(sql::of(TABLE, "id").ne(id.0));
    }
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// Whether an actual figure is outside its tolerance; asked about when one of them is new.
fn tolerance(draft: &Draft, saved: Option<&Saved>, findings: &mut Findings) -> bool {
    let head = &draft.head;
    let outside = [
        compare_pieces(head.get(Head::PLAN_PIECES), head.get(Head::CONFIRM_PIECES)),
        compare_weight(head.get(Head::PLAN_WEIGHT), head.get(Head::CONFIRM_WEIGHT)),
        compare_volume(head.get(Head::PLAN_VOLUME), head.get(Head::CONFIRM_VOLUME)),
    ]
    .contains(&Mark::Outside);
    let fields = [Head::CONFIRM_PIECES, Head::CONFIRM_WEIGHT, Head::CONFIRM_VOLUME];
    let changed =
        |saved: &Saved| fields.iter().any(|field| saved.draft.head.value(field.column) != head.value(field.column));
    if outside && saved.is_none_or(changed) {
        findings.confirm("confirmPieces", OUTSIDE.text());
    }
    outside
}
