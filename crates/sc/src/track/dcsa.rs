//! Events as JSON, in the members of DCSA's track and trace, versions 2.2 and 3.0: one, a list, or `{"events": […]}`.
//! In version 3.0 an event has two parts, its metadata and its payload, and some members have other names.

use kernel::{Findings, Msg, Text};
use platform::refusal::Refusal;
use serde_json::{Map, Value as Json};
use trade::movement::{Classifier, Flag, Movement, When};

const MISSING: Msg = Msg::new("track.json.missing", "缺少{name}", "{name} is missing.");
const WRONG: Msg = Msg::new("track.json.wrong", "{name}的值不正确", "The value of {name} is wrong.");
const NOT_JSON: Msg =
    Msg::new("track.json", "第{line}行第{column}列不是有效的JSON", "Line {line}, column {column} is no valid JSON.");
const NO_EVENTS: Msg = Msg::new("track.json.none", "文件中没有事件", "The file holds no events.");

/// Most letters of a code.
const CODE_MAX: usize = 5;
const TEXT_MAX: usize = 100;

/// Reads the events of a text. One that can't be used has its fault and stops no other; where none can, what is wrong is
/// told of all at once, by the names of the members.
pub(super) fn read(text: &str, most: usize) -> Result<Vec<Movement>, Refusal> {
    let json: Json = serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line().to_string(), error.column().to_string());
        Refusal::Business(NOT_JSON.with(&[("line", &line), ("column", &column)]))
    })?;
    let events = match json {
        Json::Array(events) => events,
        Json::Object(mut object) => match object.remove("events") {
            Some(Json::Array(events)) => events,
            Some(_) => Vec::new(),
            None => vec![Json::Object(object)],
        },
        _ => Vec::new(),
    };
    if events.is_empty() {
        return Err(Refusal::business(NO_EVENTS));
    }
    if events.len() > most {
        let most = most.to_string();
        return Err(Refusal::Business(platform::import::messages::TOO_MANY_ROWS.with(&[("n", &most)])));
    }
    let mut wrong = Findings::new();
    let mut movements = Vec::new();
    for (place, event) in (1..).zip(&events) {
        let whole = whole(event);
        let mut findings = Findings::new();
        let mut reader = Reader { event: whole.as_ref(), at: format!("events[{place}]"), findings: &mut findings };
        let mut movement = reader.movement(place);
        movement.fault = fault(place, &findings);
        wrong.absorb("", findings);
        movements.push(movement);
    }
    if movements.iter().all(|movement| movement.fault.is_some()) {
        Refusal::unless_clean(&wrong, &[])?;
    }
    Ok(movements)
}

/// What is wrong with an event, in one text.
fn fault(place: usize, findings: &Findings) -> Option<Flag> {
    let first = findings.items.first()?;
    let joined = |of: fn(&Text) -> &str, between: &str| {
        findings.items.iter().map(|finding| of(&finding.text)).collect::<Vec<_>>().join(between)
    };
    let text = Text { key: first.text.key, zh: joined(|text| &text.zh, "；"), en: joined(|text| &text.en, " ") };
    Some(Flag { place, column: 0, text })
}

/// The members of an event, whichever of its parts they stand in.
fn whole(event: &Json) -> Option<Map<String, Json>> {
    let event = event.as_object()?;
    let mut whole = event.clone();
    for part in ["metadata", "payload"] {
        if let Some(members) = event.get(part).and_then(Json::as_object) {
            whole.extend(members.clone());
        }
    }
    Some(whole)
}

struct Reader<'a> {
    event: Option<&'a Map<String, Json>>,
    at: String,
    findings: &'a mut Findings,
}

impl Reader<'_> {
    fn wrong(&mut self, message: Msg, name: &str) {
        self.findings.error(format!("{}.{name}", self.at), message.with(&[("name", name)]));
    }

    /// A text, which must be there; a value of another kind, or one that does not fit, is wrong.
    fn needed(&mut self, name: &str, fits: impl Fn(&str) -> bool) -> String {
        match self.event.and_then(|event| event.get(name)) {
            None | Some(Json::Null) => self.wrong(MISSING, name),
            Some(Json::String(text)) if fits(text.trim()) => return text.trim().to_owned(),
            Some(_) => self.wrong(WRONG, name),
        }
        String::new()
    }

    /// The name of a member that is there, the usual one first.
    fn named<'n>(&self, usual: &'n str, other: &'n str) -> &'n str {
        let has = |name: &str| self.event.is_some_and(|event| event.contains_key(name));
        if !has(usual) && has(other) { other } else { usual }
    }

    /// A text that may be left out, by the names of the members on the way to it.
    fn optional(&mut self, path: &[&str]) -> String {
        let mut value = self.event.and_then(|event| event.get(*path.first()?));
        for name in path.iter().skip(1) {
            value = value.and_then(|object| object.get(name));
        }
        match value {
            None | Some(Json::Null) => String::new(),
            Some(Json::String(text)) => text.trim().chars().take(TEXT_MAX).collect(),
            Some(_) => {
                self.wrong(WRONG, &path.join("."));
                String::new()
            }
        }
    }

    fn movement(&mut self, place: usize) -> Movement {
        self.needed("eventID", |text| !text.is_empty() && text.len() <= TEXT_MAX);
        let kind = self.needed("eventType", |text| ["SHIPMENT", "TRANSPORT", "EQUIPMENT"].contains(&text));
        let classifier = self.needed("eventClassifierCode", |text| Classifier::of_code(text).is_some());
        let time = self.needed("eventDateTime", |text| When::read(text).is_some());
        let mut movement = Movement {
            place,
            classifier: Classifier::of_code(&classifier).unwrap_or_default(),
            time: When::read(&time),
            remark: self.optional(&["changeRemark"]),
            ..Movement::default()
        };
        self.transport(&mut movement);
        self.numbers(&mut movement);
        match kind.as_str() {
            "SHIPMENT" => self.shipment(&mut movement),
            "TRANSPORT" => {
                let code = self.needed("transportEventTypeCode", is_code);
                movement.code = format!("TRANSPORT {code}");
            }
            "EQUIPMENT" => self.equipment(&mut movement),
            _ => {}
        }
        movement
    }

    fn shipment(&mut self, movement: &mut Movement) {
        let code = self.needed("shipmentEventTypeCode", is_code);
        let document = self.needed("documentTypeCode", is_code);
        let named = self.named("documentID", "documentReference");
        let number = self.needed(named, |text| !text.is_empty() && text.len() <= TEXT_MAX);
        if movement.remark.is_empty() {
            movement.remark = self.optional(&["reason"]);
        }
        movement.code = format!("SHIPMENT {code} {document}");
        if document == "BKG" { movement.bookings.push(number) } else { movement.bills.push(number) }
    }

    fn equipment(&mut self, movement: &mut Movement) {
        let code = self.needed("equipmentEventTypeCode", is_code);
        let fullness = self.needed("emptyIndicatorCode", |text| matches!(text, "EMPTY" | "LADEN"));
        movement.laden = Some(fullness == "LADEN");
        movement.code = format!("EQUIPMENT {code} {}", if fullness == "LADEN" { "L" } else { "E" });
        movement.container_type = self.optional(&["ISOEquipmentCode"]);
        let number = trade::container_number::clean(&self.optional(&["equipmentReference"]));
        let fault = trade::container_number::fault(&number);
        movement.flags.extend(fault.map(|text| Flag { place: movement.place, column: 0, text }));
        movement.container_no = number;
        let seals = self.event.and_then(|event| event.get("seals")).and_then(Json::as_array);
        let number = |seal: &'_ Json| seal.get("sealNumber").or_else(|| seal.get("number")).cloned();
        let numbers: Vec<Json> = seals.into_iter().flatten().filter_map(number).collect();
        let numbers = numbers.iter().filter_map(Json::as_str);
        movement.seals = numbers.take(10).map(|number| number.trim().chars().take(TEXT_MAX).collect()).collect();
    }

    /// Where it happens is told by the event, else by the call of the vessel.
    fn transport(&mut self, movement: &mut Movement) {
        let places: [&[&str]; 5] = [
            &["eventLocation", "UNLocationCode"],
            &["transportCall", "UNLocationCode"],
            &["transportCall", "location", "UNLocationCode"],
            &["eventLocation", "locationName"],
            &["transportCall", "location", "locationName"],
        ];
        let told = places.map(|path| self.optional(path));
        movement.location = told.into_iter().find(|text| !text.is_empty()).unwrap_or_default();
        movement.terminal = self.optional(&["transportCall", "facilityCode"]);
        let call = "transportCall";
        movement.vessel = self.either(&[call, "vessel", "vesselName"], &[call, "vessel", "name"]);
        movement.voyage = self.either(&[call, "exportVoyageNumber"], &[call, "carrierExportVoyageNumber"]);
    }

    /// A text that may stand in one of two places.
    fn either(&mut self, usual: &[&str], other: &[&str]) -> String {
        let text = self.optional(usual);
        if text.is_empty() { self.optional(other) } else { text }
    }

    fn numbers(&mut self, movement: &mut Movement) {
        let list = |name: &str| self.event.and_then(|event| event.get(name)).and_then(Json::as_array);
        let pairs = |name: &str, kind: &str, value: &str| -> Vec<(String, String)> {
            let text =
                |object: &Json, name: &str| object.get(name).and_then(Json::as_str).map(|text| text.trim().to_owned());
            let pair = |object: &Json| Some((text(object, kind)?, text(object, value)?));
            list(name).into_iter().flatten().filter_map(pair).take(20).collect()
        };
        let told = pairs("documentReferences", "documentReferenceType", "documentReferenceValue");
        for (kind, number) in told.into_iter().chain(pairs("relatedDocumentReferences", "type", "value")) {
            let into = match kind.as_str() {
                "BKG" | "CBR" => &mut movement.bookings,
                "TRD" | "SHI" => &mut movement.bills,
                _ => continue,
            };
            if !number.is_empty() && number.len() <= TEXT_MAX && !into.contains(&number) {
                into.push(number);
            }
        }
        let references = pairs("references", "referenceType", "referenceValue");
        let references = references.into_iter().chain(pairs("references", "type", "value"));
        movement.references.extend(references.filter(|(kind, _)| kind == "FF").map(|(_, number)| number));
    }
}

fn is_code(text: &str) -> bool {
    (2..=CODE_MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_uppercase())
}
