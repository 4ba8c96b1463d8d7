//! Rules of the scopes beside air export: times and cut-offs, boxes, and the places a truck stops at.

use kernel::{Day, Findings, Instant, Msg, Weight, day_after_days};
use platform::field::Field;
use trade::container::container_type;
use trade::container_number;

use super::{Around, Rule, is_after, ordered_text};
use crate::air::Head;
use crate::carriage::{Boxes, Detail, PlanBoxes, Services, Stops};
use crate::draft::Draft;
use crate::parts::{BOXES, PLAN_BOXES, STOPS};
use crate::place::{PlaceKind, unknown_place};
use crate::returned::BOX_MOVES;
use crate::sheet::Sheet;

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

/// Of all of them.
pub(crate) const CARRIED_RULES: &[Rule] = &[border, times, cutoffs];
/// Of those whose cargo goes in boxes.
pub(crate) const BOX_RULES: &[Rule] = &[boxes];
/// Of those whose trucks stop.
pub(crate) const ROAD_RULES: &[Rule] = &[stops];

fn border(draft: &Draft, around: &Around<'_>, findings: &mut Findings) {
    for field in [Detail::BORDER_STATION, Detail::BORDER_STATION2, Detail::RETURN_STATION] {
        let code = draft.detail.text(field);
        if !code.is_empty() && !around.knows(around.profile.places, &code) {
            findings.error(field.name(), unknown_place(around.profile.places, &code));
        }
    }
}

fn times(draft: &Draft, _: &Around<'_>, findings: &mut Findings) {
    let (detail, flags) = (&draft.detail, &draft.flags);
    let left = detail.get::<Instant>(Detail::ACTUAL_DEPARTURE);
    findings.error_if(is_after(left, detail.get(Detail::ACTUAL_ARRIVAL)), "actualArrival", ATA_BEFORE);
    let began = detail.get::<Day>(Detail::START_DATE);
    findings.error_if(is_after(began, detail.get(Detail::FINISH_DATE)), "finishDate", FINISHES_BEFORE);
    let services =
        [(Services::INBOUND_DATE, Services::OUTBOUND_DATE), (Services::INSPECTION_DATE, Services::CLEARANCE_DATE)];
    for (early, late) in services {
        if is_after(flags.get::<Day>(early), flags.get::<Day>(late)) {
            findings.error(late.name(), ordered_text(late, early));
        }
    }
}

/// A cut-off lies on the day of departure at the latest.
fn cutoffs(draft: &Draft, _: &Around<'_>, findings: &mut Findings) {
    let detail = &draft.detail;
    let opens = detail.get::<Instant>(Detail::CY_OPEN_TIME);
    let closes = detail.get::<Instant>(Detail::CY_CUTOFF);
    findings.error_if(opens.zip(closes).is_some_and(|(a, b)| a >= b), "cyOpenTime", OPENS_LATE);
    let departure = draft.head.get::<Day>(Head::EXPECT_DEPARTURE);
    let Some(end) = departure.map(|day| Instant::start_of(day_after_days(day, 1))) else { return };
    for field in CUTOFFS {
        if detail.get::<Instant>(field).is_some_and(|time| time >= end) {
            findings.error(field.name(), CUTOFF_LATE.with_each(&[("cutoff", field.zh)], &[("cutoff", field.en)]));
        }
    }
}

fn boxes(draft: &Draft, _: &Around<'_>, findings: &mut Findings) {
    let (planned, real) = (draft.rows(&PLAN_BOXES), draft.rows(&BOXES));
    let method = draft.detail.text(Detail::CONTAINER_METHOD);
    if LOOSE.contains(&method.as_str()) {
        for (part, lines) in [(PLAN_BOXES, planned), (BOXES, real)] {
            if !lines.is_empty() {
                findings.error(part.member, NO_BOXES.with(&[("method", &method)]));
            }
        }
    }
    for (place, sheet) in real.iter().enumerate() {
        one_box(place, sheet, real, findings);
    }
    let count: i64 = planned.iter().filter_map(|sheet| sheet.get::<i64>(PlanBoxes::QUANTITY)).sum();
    let differs = i64::try_from(real.len()).is_ok_and(|real| real != count);
    if !real.is_empty() && !planned.is_empty() && differs {
        findings.confirm(BOXES.member, BOXES_DIFFER.text());
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
            let (zh, en) = ([("late", field.zh), ("early", before.zh)], [("late", field.en), ("early", before.en)]);
            findings.error(at(field), BOX_BACKWARDS.with_each(&zh, &en));
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

fn stops(draft: &Draft, around: &Around<'_>, findings: &mut Findings) {
    let stops = draft.rows(&STOPS);
    for (place, sheet) in stops.iter().enumerate() {
        let city = sheet.text(Stops::CITY_CODE);
        if !city.is_empty() && !around.knows(PlaceKind::City, &city) {
            findings.error(format!("stops.{place}.cityCode"), unknown_place(PlaceKind::City, &city));
        }
        let window = is_after(sheet.get::<Instant>(Stops::TIME_FROM), sheet.get::<Instant>(Stops::TIME_TO));
        findings.error_if(window, &format!("stops.{place}.timeTo"), WINDOW);
    }
    // An order may be noted before its stops are known; two are needed as soon as there is one.
    if stops.is_empty() {
        return;
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
}
