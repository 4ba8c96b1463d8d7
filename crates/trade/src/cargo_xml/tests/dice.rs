//! Values made of a roll of bytes: a shorter roll makes a simpler value, so that failures shrink.

use jiff::civil::Date;
use kernel::{Amount, Length, Percent, Price, Volume, Weight};

use crate::fsu::{EventTime, Leg, MovementTime, Quantity, Share, Status, StatusMessage};
use crate::imp::fhl::{Fhl, House};
use crate::imp::fwb::{Agent, Charge, Column, DestinationCharges, Detail, Fwb, Rate};
use crate::imp::{Accounting, Address, Customs, Issue, Movement, Office, Pay, Shipment, Values};
use crate::waybill_number::Mawb;

use super::super::xfnm::{Reason, Response};
use super::super::xfzb::HouseWaybill;

const LETTERS: [char; 24] = [
    'A', 'B', 'Z', 'a', '0', '7', '9', ' ', ' ', '<', '>', '&', '"', '\'', '.', '-', '/', ']', 'é', '中', '文', '😀',
    '#', ';',
];
const STATIONS: [&str; 6] = ["PVG", "FRA", "AMS", "LAX", "HKG", "SIN"];
const CARRIERS: [&str; 4] = ["CA", "3U", "X9", "LH"];
const CODES: [&str; 12] = ["DEP", "BKD", "RCS", "ARR", "RCF", "NFD", "DLV", "TFD", "RCT", "DIS", "XYZ", "DOC"];

pub(super) struct Dice<'a> {
    bytes: &'a [u8],
}

impl<'a> Dice<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *first
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit
    }

    fn yes(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    fn one<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn number(&mut self, limit: i64) -> i64 {
        let bytes: Vec<u8> = (0..3).map(|_| self.byte()).collect();
        bytes.iter().fold(0, |sum, byte| sum * 256 + i64::from(*byte)) % limit
    }

    fn text(&mut self) -> String {
        let length = 1 + self.below(8);
        let text: String = (0..length).map(|_| self.one(&LETTERS)).collect();
        if text.trim().is_empty() { "A".to_owned() } else { text.trim().to_owned() }
    }

    fn some_text(&mut self) -> String {
        if self.yes() { self.text() } else { String::new() }
    }

    fn option<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.yes().then(|| make(self))
    }

    fn list<T>(&mut self, most: usize, make: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }

    fn station(&mut self) -> String {
        self.one(&STATIONS).to_owned()
    }

    fn weight(&mut self) -> Weight {
        Weight::from_raw(self.number(9_000_000))
    }

    fn volume(&mut self) -> Volume {
        Volume::from_raw(self.number(9_000_000))
    }

    fn amount(&mut self) -> Amount {
        Amount::from_raw(self.number(9_000_000) - 100)
    }

    fn awb(&mut self) -> Mawb {
        Mawb::from_parts(990, 12 + u32::from(self.byte())).expect("a number")
    }

    fn pay(&mut self) -> Pay {
        if self.yes() { Pay::Collect } else { Pay::Prepaid }
    }

    fn code(&mut self) -> String {
        if self.yes() { self.one(&["NIL", "EAP", "SHP", "CNE", "CN", "T"]).to_owned() } else { String::new() }
    }

    fn shipment(&mut self) -> Shipment {
        Shipment {
            awb: self.awb(),
            origin: self.station(),
            destination: self.station(),
            pieces: self.number(99_999),
            weight: self.option(Self::weight),
            volume: self.option(Self::volume),
            density_group: self.option(|dice| dice.byte() % 11),
        }
    }

    fn address(&mut self) -> Address {
        Address {
            account: self.some_text(),
            name: self.some_text(),
            name_more: self.some_text(),
            street: self.some_text(),
            street_more: self.some_text(),
            place: self.some_text(),
            state: self.some_text(),
            country: self.code(),
            post_code: self.some_text(),
            contacts: self.list(4, |dice| (dice.one(&["TE", "FX", "TL", "EM"]).to_owned(), dice.text())),
        }
    }

    fn values(&mut self) -> Values {
        Values {
            currency: self.one(&["CNY", "USD", ""]).to_owned(),
            charge_code: self.one(&["PP", "CC", ""]).to_owned(),
            weight_pay: self.option(Self::pay),
            other_pay: self.option(Self::pay),
            carriage: self.option(Self::amount),
            customs: self.option(Self::amount),
            insurance: self.option(Self::amount),
        }
    }

    fn customs(&mut self) -> Customs {
        Customs { country: self.code(), part: self.code(), control: self.code(), text: self.some_text() }
    }

    fn date(&mut self) -> Date {
        let (month, day) = (1 + self.below(12), 1 + self.below(28));
        Date::new(2026, i8::try_from(month).expect("a month"), i8::try_from(day).expect("a day")).expect("a date")
    }

    fn issue(&mut self) -> Issue {
        Issue { date: self.date(), place: self.some_text(), signature: self.some_text() }
    }

    fn detail(&mut self) -> Detail {
        match self.below(10) {
            0 | 1 => Detail::Goods(self.text()),
            2 => Detail::Consolidation(self.text()),
            3 => Detail::Dimensions { weight: None, sides: None, pieces: None },
            4 => Detail::Dimensions {
                weight: self.option(Self::weight),
                sides: self.option(|dice| [(); 3].map(|()| Length::from_raw(dice.number(9_999)))),
                pieces: self.option(|dice| dice.number(999)),
            },
            5 => Detail::Volume(self.volume()),
            6 => Detail::Unit(self.one(&["AKE12345CZ", "PMC1234X9", "AKE", "AKE 1 CZ", "12345678901"]).to_owned()),
            7 => Detail::Slac(self.number(999)),
            8 => Detail::Hs(self.text()),
            _ if self.yes() => Detail::Origin(self.text()),
            _ => Detail::Other("XX".to_owned(), self.text()),
        }
    }

    fn rate(&mut self) -> Rate {
        Rate {
            pieces: Some(self.number(999)),
            point: self.code(),
            weight: self.option(Self::weight),
            class: self.one(&["", "N", "Q", "R", "S", "U", "E"]).to_owned(),
            commodity: self.one(&["", "1234", "8", "N75", "N075", "R", "A&B", "N-5"]).to_owned(),
            chargeable: self.option(Self::weight),
            rate: self.option(|dice| Price::from_raw(dice.number(9_000_000))),
            discount: self.option(|dice| Percent::from_raw(dice.number(9_000))),
            total: self.option(Self::amount),
            details: self.list(6, Self::detail),
        }
    }

    fn column(&mut self) -> Column {
        Column {
            weight: self.option(Self::amount),
            valuation: self.option(Self::amount),
            tax: self.option(Self::amount),
            agent: self.option(Self::amount),
            carrier: self.option(Self::amount),
            total: self.option(Self::amount),
        }
    }

    fn agent(&mut self) -> Agent {
        Agent {
            account: self.some_text(),
            iata: self.one(&["", "1337240"]).to_owned(),
            cass: self.one(&["", "0005"]).to_owned(),
            name: self.some_text(),
            place: self.some_text(),
            ..Agent::default()
        }
    }

    fn destination(&mut self) -> DestinationCharges {
        DestinationCharges {
            currency: self.one(&["", "EUR"]).to_owned(),
            rate: self.one(&["", "7.25", "0.1250"]).to_owned(),
            charges: self.option(Self::amount),
            at_destination: self.option(Self::amount),
            total: self.option(Self::amount),
        }
    }

    fn office(&mut self) -> Office {
        Office { address: self.some_text(), file: self.some_text(), ..Office::default() }
    }

    fn flight(&mut self) -> String {
        let tail = self.one(&["8", "101", "1234", "1234A"]);
        format!("{}{tail}", self.one(&CARRIERS))
    }

    pub(super) fn fwb(&mut self) -> Fwb {
        let day = |dice: &mut Self| i8::try_from(dice.below(32)).expect("a day");
        Fwb {
            flights: self.list(2, |dice| Movement { flight: dice.flight(), day: day(dice) }),
            routing: self.list(3, |dice| (dice.station(), dice.one(&CARRIERS).to_owned())),
            shipper: self.address(),
            consignee: self.address(),
            notify: self.option(Self::address),
            agent: self.option(Self::agent),
            requests: self.list(3, Self::text),
            accounting: self.list(3, |dice| Accounting { code: dice.code(), text: dice.some_text() }),
            values: self.values(),
            rates: self.list(3, Self::rate),
            charges: self.list(3, |dice| Charge {
                pay: dice.pay(),
                code: dice.text(),
                due: dice.one(&['A', 'C', '<']),
                amount: dice.amount(),
            }),
            prepaid: self.option(Self::column),
            collect: self.option(Self::column),
            certification: self.some_text(),
            issue: self.option(Self::issue),
            information: self.list(3, Self::text),
            destination: self.option(Self::destination),
            office: self.option(Self::office),
            customs_origin: self.code(),
            handling: self.list(9, Self::text),
            reference: self.option(|dice| (dice.some_text(), dice.some_text())),
            customs: self.list(3, Self::customs),
            unknown: self.list(1, Self::text),
            ..Fwb::new(16, self.shipment())
        }
    }

    fn house(&mut self) -> House {
        House {
            number: self.text(),
            origin: self.station(),
            destination: self.station(),
            pieces: self.number(9_999),
            weight: self.weight(),
            slac: self.option(|dice| dice.number(99_999)),
            description: self.some_text(),
            handling: self.list(3, Self::text),
            text: self.list(3, Self::text),
            hs: self.list(3, Self::text),
            customs: self.list(3, Self::customs),
            shipper: self.option(Self::address),
            consignee: self.option(Self::address),
            values: self.option(Self::values),
        }
    }

    pub(super) fn house_waybill(&mut self) -> HouseWaybill {
        HouseWaybill {
            master: self.shipment(),
            house: self.house(),
            chargeable: self.option(Self::weight),
            certification: self.some_text(),
            issue: self.option(Self::issue),
        }
    }

    pub(super) fn fhl(&mut self) -> Fhl {
        let mut houses = self.list(3, Self::house);
        houses.push(self.house());
        Fhl { houses, ..Fhl::new(4, self.shipment()) }
    }

    pub(super) fn response(&mut self) -> Response {
        let reason = |dice: &mut Self| Reason {
            condition: dice.one(&["Error", "Warning", "Acknowledgement"]).to_owned(),
            code: dice.some_text(),
            text: dice.some_text(),
            information: dice.some_text(),
        };
        Response {
            reference: self.some_text(),
            document: self.some_text(),
            type_code: self.one(&["", "740", "703"]).to_owned(),
            status: self.one(&["Rejected", "Processed", "Received"]).to_owned(),
            reasons: self.list(3, reason),
        }
    }

    fn quantity(&mut self) -> Quantity {
        Quantity {
            share: self.one(&[Share::Total, Share::Part, Share::Split, Share::Divided]),
            pieces: self.number(9_999),
            weight: self.option(Self::weight),
        }
    }

    fn clock(&mut self) -> (i8, i8) {
        (i8::try_from(self.below(24)).expect("an hour"), i8::try_from(self.below(60)).expect("a minute"))
    }

    fn movement_time(&mut self) -> MovementTime {
        MovementTime {
            indicator: self.one(&['S', 'A', 'E']),
            time: self.clock(),
            day_change: self.one(&[0, -1, 1, 2, 3]),
        }
    }

    /// Blocks behind a status as the reader writes them: the kinds one after another, a tag on the first line.
    fn extra(&mut self) -> Vec<String> {
        let remarks = self.list(2, Self::text);
        let customs = self.list(2, |dice| format!("{}/{}/{}/{}", dice.code(), dice.code(), dice.code(), dice.text()));
        let units = self.list(2, |dice| dice.one(&["AKE12345CZ", "PMC1234X9-L", "ODD/AKE"]).to_owned());
        let units = if units.is_empty() { units } else { vec![units.join("/")] };
        let mut lines = Vec::new();
        for (tag, block) in [("OSI", remarks), ("OCI", customs), ("ULD", units)] {
            lines.extend(
                block
                    .iter()
                    .enumerate()
                    .map(|(place, line)| if place == 0 { format!("{tag}/{line}") } else { format!("/{line}") }),
            );
        }
        lines
    }

    fn event_time(&mut self) -> EventTime {
        let date = self.date();
        EventTime { day: date.day(), month: Some(date.month()), time: self.option(Self::clock), day_change: 0 }
    }

    fn leg(&mut self) -> Leg {
        Leg {
            flight: self.option(Self::flight),
            when: self.option(Self::event_time),
            from: self.one(&["", "PVG"]).to_owned(),
            to: self.one(&["", "FRA"]).to_owned(),
        }
    }

    fn status(&mut self) -> Status {
        let code = self.one(&CODES);
        let arrives = ["ARR", "RCF", "NFD", "DLV"].contains(&code);
        let when = self.option(Self::event_time);
        let airport = self.option(Self::station);
        Status {
            code: code.to_owned(),
            known: true,
            flight: self.option(|dice| if dice.yes() { dice.flight() } else { dice.one(&CARRIERS).to_owned() }),
            leg: airport.as_ref().and_then(|_| self.option(Self::leg)),
            to: airport.as_ref().filter(|_| !arrives).and_then(|_| self.option(Self::station)),
            airport,
            quantity: self.option(Self::quantity),
            departure: when.and_then(|_| self.option(Self::movement_time)),
            arrival: when.and_then(|_| self.option(Self::movement_time)),
            when,
            // That of every date here.
            year_told: when.map(|_| 2026),
            name: self.some_text(),
            volume: self.option(Self::volume),
            density_group: self.option(|dice| dice.byte() % 11),
            manifest: self.one(&["", "123456"]).to_owned(),
            carrier: self.one(&["", "LH"]).to_owned(),
            discrepancy: if code == "DIS" { "MSCA".to_owned() } else { String::new() },
            extra: self.extra(),
            raw: self.text(),
            line: 3,
        }
    }

    pub(super) fn status_message(&mut self) -> StatusMessage {
        let quantity = self.option(Self::quantity);
        let mut statuses = self.list(2, Self::status);
        statuses.push(self.status());
        StatusMessage {
            kind: "FSA".to_owned(),
            version: "12".to_owned(),
            awb: self.awb(),
            origin: self.option(Self::station),
            destination: self.option(Self::station),
            quantity,
            pieces_total: quantity.and_then(|_| self.option(|dice| dice.number(9_999))),
            statuses,
            flags: Vec::new(),
            faults: Vec::new(),
        }
    }
}
