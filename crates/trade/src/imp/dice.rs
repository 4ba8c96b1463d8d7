//! Values of messages by chance, all within the limits of their elements.

use jiff::civil::Date;
use kernel::{Amount, Length, Price, Volume, Weight};

use crate::fsu::{EventTime, Leg, MovementTime, Quantity, Share, Status, StatusMessage};
use crate::imp::answer::{Answer, AnswerKind};
use crate::imp::booking::{BookedFlight, BookedSize, BookedUnit, Booking, BookingKind};
use crate::imp::fhl::{Fhl, House};
use crate::imp::fwb::{Agent, Charge, Column, DestinationCharges, Detail, Fwb, Rate};
use crate::imp::{Accounting, Address, Customs, Issue, Movement, Office, Pay, Shipment, Values};
use crate::waybill_number::Mawb;

const ALPHA: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MIXED: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const TEXT: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.- ";

/// A source of chance that gives the same values for the same seed.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    pub(crate) fn below(&mut self, most: u64) -> u64 {
        self.next() % most
    }

    pub(crate) fn between(&mut self, from: i64, to: i64) -> i64 {
        let span = u64::try_from(to - from + 1).expect("from is not above to");
        from + i64::try_from(self.below(span)).expect("a small number")
    }

    /// A number of a smaller type.
    fn small<T: TryFrom<i64>>(&mut self, from: i64, to: i64) -> T {
        T::try_from(self.between(from, to)).ok().expect("in the range of its type")
    }

    /// A place in something of so many.
    pub(crate) fn place(&mut self, count: usize) -> usize {
        let count = u64::try_from(count).expect("a small number");
        usize::try_from(self.below(count)).expect("a small number")
    }

    pub(crate) fn yes(&mut self) -> bool {
        self.below(2) == 0
    }

    pub(crate) fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.place(of.len())]
    }

    fn option<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.yes().then(|| value(self))
    }

    fn list<T>(&mut self, most: u64, value: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| value(self)).collect()
    }

    fn letters(&mut self, of: &[u8], from: i64, to: i64) -> String {
        (0..self.between(from, to)).map(|_| char::from(self.one(of))).collect()
    }

    fn alpha(&mut self, count: i64) -> String {
        self.letters(ALPHA, count, count)
    }

    fn mixed(&mut self, from: i64, to: i64) -> String {
        self.letters(MIXED, from, to)
    }

    /// Text without blanks at its ends.
    fn text(&mut self, most: i64) -> String {
        let text = format!("{}{}", self.alpha(1), self.letters(TEXT, 0, most - 1));
        text.trim_end().to_owned()
    }

    fn some(&mut self, value: impl FnOnce(&mut Self) -> String) -> String {
        if self.yes() { value(self) } else { String::new() }
    }

    fn weight(&mut self) -> Weight {
        Weight::from_raw(self.between(0, 999_999) * 100)
    }

    fn volume(&mut self) -> Volume {
        Volume::from_raw(self.between(0, 9_999_999) * 10_000)
    }

    fn amount(&mut self) -> Amount {
        Amount::from_raw(self.between(0, 9_999_999_999))
    }

    fn pieces(&mut self) -> i64 {
        self.between(0, 9_999)
    }

    fn awb(&mut self) -> Mawb {
        let (prefix, serial) = (self.small(0, 999), self.small(0, 9_999_999));
        Mawb::from_parts(prefix, serial).expect("in range")
    }

    fn flight(&mut self) -> String {
        format!("{}{}{}", self.alpha(1), self.between(1, 9), self.between(100, 9_999))
    }

    fn pay(&mut self) -> Pay {
        if self.yes() { Pay::Prepaid } else { Pay::Collect }
    }

    fn shipment(&mut self) -> Shipment {
        let volume = self.option(Self::volume);
        Shipment {
            awb: self.awb(),
            origin: self.alpha(3),
            destination: self.alpha(3),
            pieces: self.pieces(),
            weight: self.option(Self::weight),
            volume,
            density_group: if volume.is_none() { self.option(|dice| dice.small(0, 10)) } else { None },
        }
    }

    fn address(&mut self, second_lines: bool, account: bool) -> Address {
        Address {
            account: if account { self.some(|dice| dice.text(14)) } else { String::new() },
            name: self.text(35),
            name_more: if second_lines { self.some(|dice| dice.text(35)) } else { String::new() },
            street: self.some(|dice| dice.text(35)),
            street_more: if second_lines { self.some(|dice| dice.text(35)) } else { String::new() },
            place: self.some(|dice| dice.text(17)),
            state: self.some(|dice| dice.text(9)),
            country: self.alpha(2),
            post_code: self.some(|dice| dice.text(9)),
            contacts: self.list(2, |dice| (dice.alpha(2), dice.mixed(1, 20))),
        }
    }

    fn agent(&mut self) -> Agent {
        let mut agent = Agent {
            account: self.some(|dice| dice.text(14)),
            iata: format!("{:07}", self.below(10_000_000)),
            cass: self.some(|dice| format!("{:04}", dice.below(10_000))),
            name: self.text(35),
            place: self.text(17),
            participant: String::new(),
        };
        agent.participant = self.some(|dice| dice.alpha(3));
        agent
    }

    fn values(&mut self, charge_code: bool) -> Values {
        let weight_pay = self.option(Self::pay);
        Values {
            currency: self.alpha(3),
            charge_code: if charge_code { self.some(|dice| dice.alpha(2)) } else { String::new() },
            weight_pay,
            other_pay: weight_pay.and_then(|_| self.option(Self::pay)),
            carriage: self.option(Self::amount),
            customs: self.option(Self::amount),
            insurance: self.option(|dice| Amount::from_raw(dice.between(0, 999_999_999))),
        }
    }

    fn customs(&mut self) -> Customs {
        Customs {
            country: self.some(|dice| dice.alpha(2)),
            part: self.some(|dice| dice.alpha(3)),
            control: self.some(|dice| dice.letters(ALPHA, 1, 2)),
            text: self.text(35),
        }
    }

    fn office(&mut self) -> Office {
        if self.yes() {
            return Office { address: self.mixed(7, 7), file: self.some(|dice| dice.text(15)), ..Office::default() };
        }
        Office {
            address: String::new(),
            file: self.some(|dice| dice.text(15)),
            participant: self.alpha(3),
            code: self.mixed(1, 17),
            station: self.alpha(3),
        }
    }

    fn side(&mut self) -> Length {
        Length::from_raw(self.between(1, 99_999) * 10)
    }

    fn detail(&mut self) -> Detail {
        match self.below(9) {
            0 => Detail::Goods(self.text(20)),
            1 => Detail::Consolidation(self.text(20)),
            2 => Detail::Dimensions { weight: self.option(Self::weight), sides: None, pieces: None },
            3 => Detail::Dimensions {
                weight: self.option(Self::weight),
                sides: Some([self.side(), self.side(), self.side()]),
                pieces: self.option(Self::pieces),
            },
            4 => Detail::Volume(self.volume()),
            5 => Detail::Unit(format!("PMC{}X9", self.between(1_000, 99_999))),
            6 => Detail::Slac(self.between(0, 99_999)),
            7 => Detail::Hs(self.mixed(6, 18)),
            _ if self.yes() => Detail::Origin(self.alpha(2)),
            _ => Detail::Other("NX".to_owned(), self.text(20)),
        }
    }

    /// As many rates as a message has lines for.
    fn rates(&mut self) -> Vec<Rate> {
        let mut room = 12u64;
        let mut rates = Vec::new();
        while room > 0 && (rates.is_empty() || self.yes()) {
            let below = self.below(room.min(5) + 1);
            room = room.saturating_sub(below.max(1));
            let rate = Rate {
                pieces: Some(self.pieces()),
                point: self.some(|dice| dice.alpha(3)),
                weight: self.option(Self::weight),
                class: self.some(|dice| dice.alpha(1)),
                commodity: self.some(|dice| dice.mixed(4, 7)),
                chargeable: self.option(Self::weight),
                rate: self.option(|dice| Price::from_raw(dice.between(0, 9_999_999) * 100)),
                discount: None,
                total: self.option(Self::amount),
                details: (0..below).map(|_| self.detail()).collect(),
            };
            rates.push(rate);
        }
        rates
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

    pub(crate) fn fwb(&mut self) -> Fwb {
        let version = self.one(&[16, 17]);
        let second = version == 17;
        let mut fwb = Fwb::new(version, self.shipment());
        fwb.flights = self.list(2, |dice| Movement { flight: dice.flight(), day: dice.small(1, 31) });
        fwb.routing = self.list(3, |dice| (dice.alpha(3), dice.mixed(2, 2)));
        (fwb.shipper, fwb.consignee) = (self.address(second, true), self.address(second, true));
        fwb.notify = self.option(|dice| dice.address(second, false));
        fwb.agent = self.option(Self::agent);
        fwb.requests = self.list(3, |dice| dice.text(65));
        fwb.accounting = self.list(6, |dice| Accounting { code: dice.alpha(3), text: dice.text(34) });
        fwb.values = self.values(true);
        fwb.rates = self.rates();
        fwb.charges = self.list(9, |dice| Charge {
            pay: dice.pay(),
            code: dice.alpha(2),
            due: dice.one(&['A', 'C']),
            amount: dice.amount(),
        });
        (fwb.prepaid, fwb.collect) = (self.option(Self::column), self.option(Self::column));
        fwb.certification = self.some(|dice| dice.text(20));
        fwb.issue = Some(Issue {
            date: Date::constant(self.small(2000, 2099), self.small(1, 12), self.small(1, 28)),
            place: self.text(17),
            signature: self.some(|dice| dice.text(20)),
        });
        fwb.information = self.list(3, |dice| dice.text(65));
        fwb.destination = self.option(|dice| DestinationCharges {
            currency: dice.alpha(3),
            rate: format!("{}.{}", dice.below(1_000), dice.below(1_000_000)),
            charges: dice.option(Self::amount),
            at_destination: dice.option(Self::amount),
            total: dice.option(Self::amount),
        });
        fwb.office = self.option(Self::office);
        fwb.customs_origin = self.some(|dice| dice.mixed(1, 2));
        fwb.handling = self.list(9, |dice| dice.alpha(3));
        fwb.reference = self.option(|dice| (dice.text(14), dice.some(|dice| dice.text(12))));
        fwb.customs = self.list(6, Self::customs);
        fwb.unknown = self.list(2, |dice| format!("COI/{}", dice.text(12)));
        fwb.unknown.truncate(1);
        fwb
    }

    pub(crate) fn fhl(&mut self) -> Fhl {
        let version = self.one(&[4, 5]);
        let mut fhl = Fhl::new(version, self.shipment());
        fhl.houses = (0..=self.below(2)).map(|_| self.house(version == 5)).collect();
        fhl
    }

    fn house(&mut self, second: bool) -> House {
        House {
            number: self.mixed(1, 12),
            origin: self.alpha(3),
            destination: self.alpha(3),
            pieces: self.pieces(),
            weight: self.weight(),
            slac: self.option(|dice| dice.between(0, 99_999)),
            description: self.some(|dice| dice.text(15)),
            handling: self.list(9, |dice| dice.alpha(3)),
            text: self.list(9, |dice| dice.text(65)),
            hs: self.list(9, |dice| dice.mixed(6, 18)),
            customs: self.list(4, Self::customs),
            shipper: self.option(|dice| dice.address(second, false)),
            consignee: self.option(|dice| dice.address(second, false)),
            values: self.option(|dice| dice.values(false)),
        }
    }

    pub(crate) fn answer(&mut self) -> Answer {
        let kind = self.one(&[AnswerKind::Accepted, AnswerKind::Refused]);
        let mut reasons = self.list(4, |dice| dice.text(65));
        reasons.push(self.text(65));
        let mut echo = Vec::new();
        if self.yes() {
            echo = vec!["FWB/16".to_owned(), format!("{}PVGFRA/T12K500.0", self.awb())];
            echo.extend(self.list(9, |dice| format!("/{}", dice.text(60))));
        }
        Answer {
            kind,
            version: if kind == AnswerKind::Refused || self.yes() { "1".to_owned() } else { String::new() },
            label: self.one(&["ACK", "ERR"]).to_owned(),
            reasons,
            echo,
            flags: Vec::new(),
        }
    }

    pub(crate) fn booking(&mut self) -> Booking {
        let kind = self.one(&[BookingKind::Request, BookingKind::Answer]);
        let version = if kind == BookingKind::Request { 8 } else { 4 };
        let mut booking = Booking::new(kind, version, self.shipment());
        booking.pieces_total = self.option(Self::pieces);
        booking.description = self.some(|dice| dice.text(15));
        booking.handling = self.list(9, |dice| dice.alpha(3));
        booking.flights = (0..=self.below(3)).map(|_| self.booked_flight()).collect();
        booking.units = self.list(7, |dice| BookedUnit {
            unit: format!("PMC{}", dice.some(|dice| format!("{}X9", dice.between(1_000, 99_999)))),
            loading: dice.some(|dice| dice.alpha(1)),
            weight: dice.weight(),
        });
        booking.requests = self.list(2, |dice| dice.text(65));
        booking.information = self.list(2, |dice| dice.text(65));
        booking.office = self.option(Self::office);
        booking.dimensions = self.list(3, |dice| BookedSize {
            weight: dice.option(Self::weight),
            sides: [dice.side(), dice.side(), dice.side()],
            pieces: dice.pieces(),
        });
        booking.product = self.some(|dice| format!("{}/Q", dice.alpha(1)));
        booking.shipper = self.option(|dice| dice.address(true, true));
        booking.consignee = self.option(|dice| dice.address(true, true));
        booking.customer = self.option(Self::agent);
        booking.reference = self.some(|dice| dice.text(14));
        booking
    }

    fn booked_flight(&mut self) -> BookedFlight {
        let month = self.small(1, 12);
        BookedFlight {
            flight: self.flight(),
            day: self.small(1, crate::imp::days_of(Some(month)).into()),
            month,
            from: self.alpha(3),
            to: self.alpha(3),
            allocation: self.alpha(2),
            allotment: self.some(|dice| dice.mixed(1, 14)),
        }
    }

    fn quantity(&mut self) -> Quantity {
        let share = self.one(&[Share::Total, Share::Part, Share::Split, Share::Divided]);
        Quantity { share, pieces: self.pieces(), weight: self.option(Self::weight) }
    }

    fn when(&mut self, with_time: bool) -> EventTime {
        EventTime {
            day: self.small(1, 28),
            month: Some(self.small(1, 12)),
            time: if with_time { self.option(Self::clock) } else { None },
            day_change: if with_time { self.small(-1, 3) } else { 0 },
        }
    }

    fn clock(&mut self) -> (i8, i8) {
        (self.small(0, 23), self.small(0, 59))
    }

    fn movement_time(&mut self) -> MovementTime {
        MovementTime { indicator: self.one(&['S', 'A', 'E']), time: self.clock(), day_change: self.small(-1, 3) }
    }

    /// A status of any form of line, with what may stand on its line.
    fn status(&mut self) -> Status {
        let code = self.one(&[
            "RCS", "FOH", "NFD", "DLV", "DPU", "DOC", "BKD", "MAN", "DEP", "ARR", "RCF", "FIW", "FOW", "RCT", "TFD",
            "TRM", "CRC", "DIS",
        ]);
        let moves = matches!(code, "BKD" | "MAN" | "DEP");
        let timed = moves || matches!(code, "ARR" | "RCF" | "FIW" | "FOW");
        let handed = matches!(code, "RCT" | "TFD");
        let placed = matches!(code, "RCS" | "FOH" | "NFD" | "DLV" | "DPU" | "DOC");
        let measured = matches!(code, "RCS" | "FOH" | "BKD");
        let flies = match code {
            "FIW" | "FOW" => self.yes(),
            _ => !placed && code != "CRC",
        };
        let mut status =
            Status { code: code.to_owned(), known: true, quantity: Some(self.quantity()), ..Status::default() };
        status.flight = flies.then(|| self.flight());
        status.airport = Some(self.alpha(3));
        status.to = moves.then(|| self.alpha(3));
        status.when = (code != "TRM").then(|| self.when(true));
        if timed {
            (status.departure, status.arrival) = (self.option(Self::movement_time), self.option(Self::movement_time));
        }
        if placed || handed {
            status.name = self.some(|dice| format!("NAME {}", dice.text(30)));
        }
        if measured {
            (status.volume, status.density_group) = (self.option(Self::volume), self.option(|dice| dice.small(0, 10)));
        }
        if handed {
            status.manifest = self.some(|dice| format!("{:06}", dice.below(1_000_000)));
            status.carrier = self.some(|dice| dice.mixed(2, 2));
        }
        if code == "CRC" {
            status.leg = self.option(|dice| Leg {
                flight: Some(dice.flight()),
                when: Some(dice.when(false)),
                from: dice.alpha(3),
                to: dice.alpha(3),
            });
        }
        if code == "DIS" {
            status.discrepancy = self.alpha(4);
        }
        status.extra = self.list(1, |dice| format!("OSI/{}", dice.text(65)));
        status
    }

    pub(crate) fn status_message(&mut self) -> StatusMessage {
        let stations = self.option(|dice| (dice.alpha(3), dice.alpha(3)));
        let quantity = self.option(Self::quantity);
        StatusMessage {
            kind: self.one(&["FSU", "FSA"]).to_owned(),
            version: "14".to_owned(),
            awb: self.awb(),
            origin: stations.as_ref().map(|(from, _)| from.clone()),
            destination: stations.map(|(_, to)| to),
            quantity,
            pieces_total: quantity.and_then(|_| self.option(Self::pieces)),
            statuses: (0..=self.below(3)).map(|_| self.status()).collect(),
            flags: Vec::new(),
            faults: Vec::new(),
        }
    }
}
