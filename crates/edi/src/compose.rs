//! From stored forms to messages: what is written, what of it does not fit, and what the form lacks.

use kernel::{Findings, Instant, Weight};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use trade::cargo_xml::xfzb::HouseWaybill;
use trade::cargo_xml::{Envelope, Participant, Purpose, xfwb, xfzb};
use trade::imp::fhl::Fhl;
use trade::imp::fwb::Fwb;
use trade::imp::{Issue, Office, Written, fhl, fwb};
use trade::waybill_form::{self, WaybillForm};

use crate::channel::{Channel, IMP, XML};
use crate::record::About;

/// The versions a message is written in where no channel says otherwise.
const USUAL: (u8, u8) = (16, 4);

/// What a message says.
#[derive(Debug, Clone)]
enum Value {
    Fwb(Box<Fwb>),
    House(Box<HouseWaybill>),
}

/// A message made of a form.
#[derive(Debug, Clone)]
pub(crate) struct Composed {
    /// FWB or FHL.
    pub(crate) kind: &'static str,
    /// Version.
    pub(crate) version: String,
    /// [`IMP`] or [`XML`].
    pub(crate) format: &'static str,
    /// Its lines as a telegram; the box of the form instead of the element of the message.
    pub(crate) lines: Written,
    /// What of the form cannot be told, and what does not fit.
    pub(crate) findings: Findings,
    value: Option<Value>,
}

/// How messages are made in a company.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    /// Code of the company, as the sender.
    sender: String,
    /// Versions of master and house messages.
    versions: (u8, u8),
    /// [`IMP`] or [`XML`].
    pub(crate) format: &'static str,
}

impl Way {
    /// The way of a company by a channel, or without one.
    pub(crate) fn of(conn: &mut dyn Conn, org: i64, channel: Option<&Channel>) -> Result<Self, Refusal> {
        let mut select = sql::from_global("org");
        select.column("code").and_where(sql::eq("id", org));
        let code: String = conn.first(&select.into())?.unwrap_or_default().get(0)?;
        let sender = code.to_uppercase().chars().filter(char::is_ascii_alphanumeric).take(17).collect();
        let versions = channel.map_or(USUAL, |channel| (channel.fwb_version, channel.fhl_version));
        let is_xml = channel.is_some_and(|channel| channel.format == XML);
        Ok(Self { sender, versions, format: if is_xml { XML } else { IMP } })
    }

    fn office(&self, station: &str) -> Office {
        Office {
            address: String::new(),
            file: String::new(),
            participant: "AGT".to_owned(),
            code: self.sender.clone(),
            station: station.trim().to_uppercase(),
        }
    }

    fn composed(&self, kind: &'static str, version: u8, found: Findings) -> Composed {
        let version = if self.format == XML { XML_VERSION.to_owned() } else { version.to_string() };
        Composed { kind, version, format: self.format, lines: Written::default(), findings: found, value: None }
    }
}

/// Version of XML messages that are written.
const XML_VERSION: &str = "3.00";

/// The lines with the boxes of a form in place of the elements of the message.
fn at_boxes(mut written: Written, field_of: impl Fn(&str) -> String) -> Written {
    for span in written.lines.iter_mut().flatten().filter(|span| !span.field.is_empty()) {
        span.field = field_of(&span.field);
    }
    written
}

/// The FWB of a master form.
pub(crate) fn master(form: &WaybillForm, way: &Way, consolidation: bool) -> Composed {
    let sums = waybill_form::sums(form);
    let version = way.versions.0;
    let facts = fwb::FormFacts { version, office: Some(way.office(&form.departure_station)), consolidation };
    let (fwb, found) = fwb::of_form(form, &sums, &facts);
    let mut composed = way.composed("FWB", version, found);
    if let Some(fwb) = fwb {
        let (telegram, left_out) = fwb::fitted(&fwb);
        let written = fwb::compose(&telegram);
        composed.findings.absorb("", left_out);
        composed.findings.absorb("", fwb::findings(form, &telegram, &written));
        composed.lines = at_boxes(written, |path| fwb::field_of(form, &telegram, path));
        composed.value = Some(Value::Fwb(Box::new(fwb)));
    }
    composed
}

/// The FHL of one house form.
pub(crate) fn house(master: &WaybillForm, form: &WaybillForm, way: &Way) -> Composed {
    let version = way.versions.1;
    let (fhl, found) = fhl::of_forms(master, &[form], version);
    let mut composed = way.composed("FHL", version, of_house(found));
    if let Some(fhl) = fhl {
        let written = fhl::compose(&fhl);
        composed.findings.absorb("", of_house(fhl::findings(&fhl, &written)));
        composed.lines = at_boxes(written, |path| own_box(&fhl::box_of(&fhl, path).path()));
        composed.value = house_waybill(fhl, form).map(|house| Value::House(Box::new(house)));
    }
    composed
}

/// The box in the form of the house; what is the master's has none there.
fn own_box(path: &str) -> String {
    path.strip_prefix("houses.0").map(|rest| rest.trim_start_matches('.').to_owned()).unwrap_or_default()
}

fn of_house(mut found: Findings) -> Findings {
    for finding in &mut found.items {
        finding.field = own_box(&finding.field);
    }
    found
}

fn house_waybill(fhl: Fhl, form: &WaybillForm) -> Option<HouseWaybill> {
    let house = fhl.houses.into_iter().next()?;
    let charged = form.lines.iter().filter_map(|line| line.charge_weight.trim().parse::<Weight>().ok());
    let issue = kernel::parse_day(&form.executed_on).map(|date| Issue {
        date,
        place: form.place_of_issue.trim().to_uppercase(),
        signature: form.issuer.trim().to_uppercase(),
    });
    Some(HouseWaybill {
        master: fhl.master,
        house,
        chargeable: Some(charged.sum()),
        certification: form.shipper_signature.trim().to_uppercase(),
        issue,
    })
}

impl Composed {
    /// The message as it is sent: by a carrier's own name of itself, for the first time or in place of an older one.
    pub(crate) fn text(&self, way: &Way, (id, now, again): (&str, Instant, bool), carrier: &str) -> String {
        if self.format == IMP {
            return self.lines.text();
        }
        let party = |id: &str| vec![Participant { scheme: "O".to_owned(), id: id.to_owned() }];
        let envelope = Envelope {
            id: id.to_owned(),
            issued: now,
            purpose: if again { Purpose::Update } else { Purpose::Creation },
            version: String::new(),
            conversation: String::new(),
            senders: party(&way.sender),
            recipients: party(carrier),
        };
        match &self.value {
            Some(Value::Fwb(fwb)) => xfwb::write(fwb, &envelope),
            Some(Value::House(house)) => xfzb::write(house, &envelope),
            None => String::new(),
        }
    }
}

/// The shipment of a form, as lists show it.
pub(crate) fn about(form: &WaybillForm) -> About {
    let sums = waybill_form::sums(form);
    About {
        awb_number: form.awb_number.clone(),
        hawb_number: form.hawb_number.clone(),
        carrier_code: form.airline_code.clone(),
        departure: form.departure_station.clone(),
        arrival: form.arrival_station.clone(),
        flight: form.flight_number.clone(),
        flight_date: form.flight_date.clone(),
        pieces: Some(sums.pieces),
        weight: Some(sums.gross_weight),
    }
}

/// The country of an airport; empty where it is unknown.
pub(crate) fn nation(conn: &mut dyn Conn, org: i64, station: &str) -> Result<String, Refusal> {
    Ok(facts::airport(conn, org, station)?.map(|airport| airport.nation).unwrap_or_default())
}
