//! One event as it is put to orders: what a message, an event of DCSA or a row of a workbook tells, with its moment.

use kernel::{Id, Instant, Msg, Text, Weight};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr};
use platform::store::sql::Order;
use platform::store::{Conn, sql};
use serde::{Deserialize, Serialize};
use trade::movement::{Flag, Movement};

/// Zone of places nobody knows the zone of: that of the product's clocks.
const USUAL_ZONE: &str = "Asia/Shanghai";
/// Longest remark of an event, and place.
const REMARK_MAX: usize = 200;
const PLACE_MAX: usize = 100;

/// What can't be understood, with its place.
pub(super) const UNREADABLE: Msg =
    Msg::new("track.edifact", "第{segment}段第{column}列：{reason}", "Segment {segment}, column {column}: {reason}");
const NO_ZONE: Msg =
    Msg::new("track.zone", "地点时区未知，按北京时间", "The zone of the place is not known: taken as Beijing time.");

/// An event before its order is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Line {
    /// Segment, event or row it was told at.
    pub(super) place_in_file: usize,
    /// What happened, as it was told.
    pub(super) told: String,
    /// `ACT`, `EST` or `PLN`.
    pub(super) classifier: String,
    /// Bookings, bills and other numbers.
    pub(super) numbers: Vec<String>,
    /// Box.
    pub(super) container_no: String,
    /// When; none where it was not told.
    pub(super) time: Option<Instant>,
    /// Where.
    pub(super) place: String,
    /// Vessel, voyage and plate.
    pub(super) transport: [String; 3],
    /// Pieces.
    pub(super) pieces: Option<i64>,
    /// Gross weight, in raw thousandths of kilograms.
    pub(super) weight_raw: Option<i64>,
    /// Words beside it.
    pub(super) remark: String,
    /// What was unusual, in both languages.
    #[serde(skip)]
    pub(super) notes: Vec<Text>,
    /// Why it can't be used.
    #[serde(skip)]
    pub(super) fault: Option<Text>,
}

impl Line {
    /// Gross weight.
    pub(super) fn weight(&self) -> Option<Weight> {
        self.weight_raw.map(Weight::from_raw)
    }

    /// A movement with its moment on the clock of its place.
    pub(super) fn of(conn: &mut dyn Conn, org: i64, movement: Movement) -> Result<Self, Refusal> {
        let mut notes: Vec<Text> = movement.flags.iter().map(|flag| flag.text.clone()).collect();
        let time = match movement.time {
            None => None,
            Some(when) => {
                let zone = if when.offset_seconds.is_some() { None } else { zone_of(conn, org, &movement.location)? };
                if zone.is_none() && when.offset_seconds.is_none() {
                    notes.push(NO_ZONE.text());
                }
                when.instant(zone.as_deref().unwrap_or(USUAL_ZONE))
            }
        };
        let fault = movement.fault.as_ref().map(located);
        let remark = remark(&movement);
        let numbers = [movement.bookings, movement.bills, movement.references].concat();
        Ok(Self {
            place_in_file: movement.place,
            told: movement.code,
            classifier: movement.classifier.code().to_owned(),
            numbers,
            container_no: movement.container_no,
            time,
            place: movement.location.chars().take(PLACE_MAX).collect(),
            transport: [movement.vessel, movement.voyage, movement.plate],
            pieces: movement.pieces,
            weight_raw: movement.gross.map(Weight::raw),
            remark,
            notes,
            fault,
        })
    }

    /// What makes it the same again, when it waits.
    pub(super) fn fingerprint(&self, source: &str) -> String {
        let time = self.time.map_or(0, Instant::millis);
        let parts =
            [source, &self.told, &self.classifier, &self.numbers.join(" "), &self.container_no, &time.to_string()];
        format!("{}\n{}", parts.join("\n"), self.place)
    }
}

/// What is wrong, with its place in a message.
fn located(flag: &Flag) -> Text {
    if flag.column == 0 {
        return flag.text.clone();
    }
    let (segment, column) = (flag.place.to_string(), flag.column.to_string());
    let place = |reason| [("segment", segment.as_str()), ("column", column.as_str()), ("reason", reason)];
    UNREADABLE.with_each(&place(&flag.text.zh), &place(&flag.text.en))
}

/// Seals and verified mass have no place of their own in an event; they are told in words.
fn remark(movement: &Movement) -> String {
    let mut parts = Vec::new();
    if !movement.seals.is_empty() {
        parts.push(format!("封号 {}", movement.seals.join("/")));
    }
    parts.extend(movement.vgm.map(|weight| format!("VGM {weight} KG")));
    parts.extend(Some(movement.remark.clone()).filter(|text| !text.is_empty()));
    parts.join("；").chars().take(REMARK_MAX).collect()
}

/// The zone of a place by its code or one of its names, the org's own before the platform's.
fn zone_of(conn: &mut dyn Conn, org: i64, place: &str) -> Result<Option<String>, Refusal> {
    if place.is_empty() {
        return Ok(None);
    }
    let named = ["code", "name_cn", "name_en"].into_iter().fold(Condition::any(), |any, column| {
        any.add(sql::eq(column, if column == "code" { place.to_uppercase() } else { place.to_owned() }))
    });
    let mut select = facts::of_platform_and(org, "transport_place");
    select
        .column("time_zone")
        .cond_where(named)
        .and_where(Expr::cust("time_zone IS NOT NULL AND time_zone <> ''"))
        .order_by("org_id", Order::Desc)
        .limit(1);
    conn.first(&select.into())?.map(|row| Ok(row.get(0)?)).transpose()
}

/// Id of nothing, for log lines of a whole file.
pub(super) const NO_OBJECT: Id = Id(0);
