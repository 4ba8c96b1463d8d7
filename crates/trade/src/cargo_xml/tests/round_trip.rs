//! What is written is read again, as far as Cargo-XML carries it.

use proptest::prelude::*;

use super::dice::Dice;
use super::*;
use crate::fsu::{Leg, Share};
use crate::hostile::{filled, in_time, noise};
use crate::imp::dice::Dice as Chance;
use crate::imp::fwb::{Agent, DestinationCharges, Detail};
use crate::imp::{Accounting, Address, Customs, Office};

/// The part of a party that is carried.
fn address(party: &Address) -> Address {
    let mut party = party.clone();
    party.contacts.retain(|(kind, _)| kind != "EM");
    for (first, second) in [(&mut party.name, &mut party.name_more), (&mut party.street, &mut party.street_more)] {
        if first.is_empty() {
            std::mem::swap(first, second);
        }
    }
    party
}

fn party(party: Option<&Address>) -> Option<Address> {
    party.map(address).filter(|party| *party != Address::default())
}

/// Details in the order they are read: by kind, and by item where one holds no more of a kind.
fn details(details: &[Detail], consolidated: bool) -> Vec<Detail> {
    let none = Detail::Dimensions { weight: None, sides: None, pieces: None };
    let (mut goods, mut sizes, mut volumes, mut slacs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut units, mut codes, mut origins, mut nda) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let mut behind_unit = false;
    for detail in details {
        let is_unit = matches!(detail, Detail::Unit(_));
        match detail {
            Detail::Goods(text) | Detail::Consolidation(text) if consolidated => {
                goods.push(Detail::Consolidation(text.clone()));
            }
            Detail::Goods(_) | Detail::Consolidation(_) => goods.push(detail.clone()),
            Detail::Slac(_) if behind_unit => units.push(detail.clone()),
            Detail::Slac(_) => slacs.push(detail.clone()),
            Detail::Unit(_) => units.push(detail.clone()),
            Detail::Volume(_) => volumes.push(detail.clone()),
            Detail::Hs(_) => codes.push(detail.clone()),
            Detail::Origin(_) => origins.push(detail.clone()),
            Detail::Dimensions { .. } if *detail == none => nda += 1,
            Detail::Dimensions { .. } => sizes.push(detail.clone()),
            Detail::Other(..) => {}
        }
        behind_unit = is_unit;
    }
    let items = volumes.len().max(slacs.len()).max(origins.len()).max(nda).max(1);
    let mut read = goods;
    for item in 0..items {
        read.extend((item < nda).then(|| none.clone()));
        if item == 0 {
            read.append(&mut sizes);
        }
        read.extend(volumes.get(item).cloned());
        read.extend(slacs.get(item).cloned());
        if item == 0 {
            read.append(&mut units);
            read.append(&mut codes);
        }
        read.extend(origins.get(item).cloned());
    }
    read
}

/// The part of a waybill that is carried.
fn carried_waybill(mut fwb: Fwb) -> Fwb {
    let consolidated =
        fwb.rates.iter().flat_map(|rate| &rate.details).any(|line| matches!(line, Detail::Consolidation(_)));
    fwb.version = 17;
    (fwb.shipper, fwb.consignee) = (address(&fwb.shipper), address(&fwb.consignee));
    fwb.notify = fwb.notify.map(|notify| Address { account: String::new(), ..notify });
    fwb.notify = party(fwb.notify.as_ref());
    fwb.agent = fwb.agent.filter(|agent| *agent != Agent::default());
    fwb.accounting.retain(|note| *note != Accounting::default());
    fwb.customs.retain(|note| *note != Customs::default());
    fwb.office = fwb.office.filter(|office| !office.file.is_empty());
    fwb.office = fwb.office.map(|office| Office { file: office.file, ..Office::default() });
    fwb.reference = fwb.reference.filter(|(one, two)| !(one.is_empty() && two.is_empty()));
    fwb.destination = fwb.destination.filter(|charges| *charges != DestinationCharges::default());
    for rate in &mut fwb.rates {
        rate.details = details(&rate.details, consolidated);
    }
    fwb.unknown.clear();
    fwb
}

fn carried_house(mut waybill: HouseWaybill) -> HouseWaybill {
    waybill.master.volume = None;
    waybill.master.density_group = None;
    let house = &mut waybill.house;
    house.customs.retain(|note| *note != Customs::default());
    house.shipper = party(house.shipper.as_ref());
    house.consignee = party(house.consignee.as_ref());
    if let Some(values) = &mut house.values {
        values.charge_code.clear();
    }
    if house.text == [house.description.as_str()] {
        house.text.clear();
    }
    waybill
}

fn carried_manifest(mut fhl: Fhl) -> Fhl {
    fhl.version = 5;
    (fhl.master.volume, fhl.master.density_group) = (None, None);
    for house in &mut fhl.houses {
        house.customs.retain(|note| *note != Customs::default());
        (house.text, house.hs) = (Vec::new(), Vec::new());
        (house.shipper, house.consignee, house.values) = (None, None, None);
    }
    fhl
}

/// A status message without what is not carried: its Cargo-IMP head, lines, midnight.
fn carried_status(mut message: StatusMessage) -> StatusMessage {
    (message.kind, message.version) = ("FSU".to_owned(), "14".to_owned());
    message.flags.clear();
    let whole = message.quantity.filter(|quantity| quantity.share == Share::Total).map(|quantity| quantity.pieces);
    message.pieces_total = message.pieces_total.filter(|total| Some(*total) != whole);
    for status in &mut message.statuses {
        status.known = status.code != "XYZ";
        (status.raw, status.line) = (String::new(), 0);
        status.leg = status.leg.take().filter(|leg| *leg != Leg::default());
        let times = [status.when.as_mut(), status.leg.as_mut().and_then(|leg| leg.when.as_mut())];
        for when in times.into_iter().flatten() {
            when.time = when.time.filter(|time| *time != (0, 0));
        }
    }
    message
}

/// Reads what was written: nothing may be flagged, and every element stands where the standard has it (looked at in
/// one of four, which are thousands).
fn again(text: &str, version: &str) -> Body {
    if text.len().is_multiple_of(4) {
        order::check(text);
    }
    let message = read(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    assert_eq!(message.flags, Vec::<String>::new(), "{text}");
    assert_eq!(message.envelope, Envelope { version: version.to_owned(), ..envelope() });
    message.body
}

/// Bytes by their number and a seed, which is faster than a strategy for each.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    (0usize..140, any::<u64>()).prop_map(|(length, seed)| Roll(seed).take(length).collect())
}

/// A sequence of bytes that looks random and is the same for the same seed.
struct Roll(u64);

impl Iterator for Roll {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u8::try_from(self.0 >> 56).ok()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn a_waybill_comes_back(bytes in bytes()) {
        let fwb = Dice::new(&bytes).fwb();
        let Body::Waybill(back) = again(&xfwb::write(&fwb, &envelope()), "3.00") else { panic!("a waybill") };
        prop_assert_eq!(*back, carried_waybill(fwb));
    }

    #[test]
    fn a_house_waybill_comes_back(bytes in bytes()) {
        let waybill = Dice::new(&bytes).house_waybill();
        let Body::House(back) = again(&xfzb::write(&waybill, &envelope()), "3.00") else { panic!("a house") };
        prop_assert_eq!(*back, carried_house(waybill));
    }

    #[test]
    fn a_house_manifest_comes_back(bytes in bytes()) {
        let fhl = Dice::new(&bytes).fhl();
        let Body::Manifest(back) = again(&xfhl::write(&fhl, &envelope()), "2.00") else { panic!("a manifest") };
        prop_assert_eq!(back, carried_manifest(fhl));
    }

    #[test]
    fn a_status_message_comes_back(bytes in bytes()) {
        let message = Dice::new(&bytes).status_message();
        let Body::Status(back) = again(&xfsu::write(&message, &envelope()), "3.00") else { panic!("statuses") };
        prop_assert_eq!(carried_status(back), carried_status(message));
    }

    #[test]
    fn an_answer_comes_back(bytes in bytes()) {
        let response = Dice::new(&bytes).response();
        let Body::Response(back) = again(&xfnm::write(&response, &envelope()), "3.00") else { panic!("an answer") };
        prop_assert_eq!(back, response);
    }
}

/// Small documents of all five kinds, so that each of many changes is soon read.
fn documents() -> [String; 5] {
    let bytes: Vec<u8> = Roll(5).take(90).collect();
    [
        xfwb::write(&Dice::new(&bytes).fwb(), &envelope()),
        xfzb::write(&Dice::new(&bytes).house_waybill(), &envelope()),
        xfhl::write(&Dice::new(&bytes).fhl(), &envelope()),
        xfsu::write(&Dice::new(&bytes).status_message(), &envelope()),
        xfnm::write(&Dice::new(&bytes).response(), &envelope()),
    ]
}

/// Reads a text within its time; whether it was read. Refusals say where and why.
fn soundly(text: &str) -> bool {
    let Err(error) = in_time(text, read) else { return true };
    assert!(error.line >= 1 && error.column >= 1 && !error.zh.is_empty() && !error.en.is_empty(), "{error:?}");
    false
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn nothing_read_makes_it_panic(seed in any::<u64>()) {
        let mut dice = Chance::new(seed);
        let text = noise(&mut dice, 60);
        soundly(&text);
        soundly(&document("Waybill", "iata:waybill:1", "740", "3.00", &text));
    }
}

/// Documents of all five kinds, and of each the text with one thing changed, ten thousand times in all.
#[test]
fn no_mutation_makes_it_panic() {
    const PIECES: [&str; 12] =
        ["", "<", ">", "&", "\"", "]]>", "&#0;", "-1", "<!--", "9999999999999999999", "é", "</ram:ID>"];
    let mut dice = Chance::new(7);
    let (mut refusals, mut total) = (0, 0);
    for document in documents() {
        for _ in 0..2_000 {
            let boundary =
                |at: usize| (at..=document.len()).find(|at| document.is_char_boundary(*at)).expect("the end");
            let at = boundary(dice.place(document.len()));
            let until = boundary((at + dice.place(4)).min(document.len()));
            total += 1;
            let changed = format!("{}{}{}", &document[..at], dice.one(&PIECES), &document[until..]);
            refusals += usize::from(!soundly(&changed));
        }
    }
    assert!(total == 10_000 && refusals > total / 10 && refusals < total, "{refusals} of {total}");
}

/// Documents as large as they may be, flat and deep, of elements, attributes and text.
#[test]
fn documents_of_the_largest_size_are_read_or_refused_in_a_second() {
    let head = "<a:Waybill xmlns:a=\"iata:waybill:1\">";
    for part in ["<a>", "<a/>", "<a b=\"c\"/>", "x", "&amp;", "&", "\n", "<!--a-->", "<![CDATA[a]]>", "é", "<a></a>"] {
        for head in ["", head] {
            let _ = soundly(&filled(head, part, MESSAGE_BYTES_MAX));
        }
    }
    for document in documents() {
        // An element of the document once more and more, as far as it may.
        let close = document.rfind("</").expect("the root ends");
        let open = document[..close].rfind("</").expect("an element ends");
        let name: String = document[open + 2..].chars().take_while(|letter| *letter != '>').collect();
        let one = format!("<{name}></{name}>");
        let room = (MESSAGE_BYTES_MAX - document.len()) / one.len();
        let _ = soundly(&format!("{}{}{}", &document[..close], one.repeat(room), &document[close..]));
    }
    assert!(!soundly(&" ".repeat(MESSAGE_BYTES_MAX + 1)));
}
