//! The boxes of a form as they are meant, whichever way they came: typed, pasted, from a workbook or a call.

use kernel::{Findings, show_day, typed};

use super::WaybillForm;
use crate::address::Party;
use crate::hs;
use crate::waybill_number::Mawb;

/// Writes every box as its kind of datum is written; tells what was read as something else.
pub fn tidy(form: &mut WaybillForm) -> Findings {
    let mut notes = Findings::new();
    if let Some(number) = Mawb::parse(&form.awb_number) {
        form.awb_number = number.to_string();
    }
    for (name, text) in texts(form) {
        put(&mut notes, name.to_owned(), text, plain);
    }
    for (name, party) in
        [("shipper", &mut form.shipper), ("consignee", &mut form.consignee), ("notify", &mut form.notify)]
    {
        for (element, text) in of_party(party) {
            put(&mut notes, format!("{name}.{element}"), text, plain);
        }
    }
    for (name, text) in [
        ("flightDate", &mut form.flight_date),
        ("flightDate2", &mut form.flight_date2),
        ("executedOn", &mut form.executed_on),
    ] {
        put(&mut notes, name.to_owned(), text, day);
    }
    for (name, text) in [
        ("valuationCharge", &mut form.valuation_charge),
        ("tax", &mut form.tax),
        ("exchangeRate", &mut form.exchange_rate),
        ("chargesAtDestination", &mut form.charges_at_destination),
        ("declaredValueOfCarriage", &mut form.declared_value_of_carriage),
        ("declaredValueOfCustoms", &mut form.declared_value_of_customs),
        ("insuranceValue", &mut form.insurance_value),
        ("insuranceAmount", &mut form.insurance_amount),
    ] {
        put(&mut notes, name.to_owned(), text, typed::number);
    }
    tidy_lines(form, &mut notes);
    notes
}

fn tidy_lines(form: &mut WaybillForm, notes: &mut Findings) {
    for (place, line) in form.lines.iter_mut().enumerate() {
        let at = |name: &str| format!("lines.{place}.{name}");
        for (name, text, unit) in [
            ("pieces", &mut line.pieces, ""),
            ("slac", &mut line.slac, ""),
            ("grossWeight", &mut line.gross_weight, "KG"),
            ("chargeWeight", &mut line.charge_weight, "KG"),
            ("volume", &mut line.volume, "CBM"),
        ] {
            put(notes, at(name), text, |text| typed::measured(text, unit));
        }
        for (name, text) in [("rateCharge", &mut line.rate_charge), ("total", &mut line.total)] {
            put(notes, at(name), text, typed::number);
        }
        put(notes, at("goodsNameEn"), &mut line.goods_name_en, plain);
        for (code, text) in line.hs_codes.iter_mut().enumerate() {
            put(notes, at(&format!("hsCodes.{code}")), text, hs::clean);
        }
    }
    for (place, size) in form.sizes.iter_mut().enumerate() {
        for (name, text) in [("length", &mut size.length), ("width", &mut size.width), ("height", &mut size.height)] {
            put(notes, format!("sizes.{place}.{name}"), text, |text| typed::measured(text, "CM"));
        }
        put(notes, format!("sizes.{place}.pieces"), &mut size.pieces, |text| typed::measured(text, ""));
    }
    for (place, charge) in form.charges.iter_mut().enumerate() {
        for (name, text) in
            [("rate", &mut charge.rate), ("quantity", &mut charge.quantity), ("amount", &mut charge.amount)]
        {
            put(notes, format!("charges.{place}.{name}"), text, typed::number);
        }
    }
}

/// Boxes of plain letters. Chinese letters stay: their rule reports them.
fn texts(form: &mut WaybillForm) -> [(&'static str, &mut String); 25] {
    [
        ("hawbNumber", &mut form.hawb_number),
        ("departureStation", &mut form.departure_station),
        ("arrivalStation", &mut form.arrival_station),
        ("airlineCode", &mut form.airline_code),
        ("issueAgentName", &mut form.issue_agent_name),
        ("issueAgentCity", &mut form.issue_agent_city),
        ("agentIataCode", &mut form.agent_iata_code),
        ("accountNo", &mut form.account_no),
        ("departureStationName", &mut form.departure_station_name),
        ("to1", &mut form.to1),
        ("by1", &mut form.by1),
        ("to2", &mut form.to2),
        ("by2", &mut form.by2),
        ("to3", &mut form.to3),
        ("by3", &mut form.by3),
        ("arrivalStationName", &mut form.arrival_station_name),
        ("flightNumber", &mut form.flight_number),
        ("flightNumber2", &mut form.flight_number2),
        ("accountingInformation", &mut form.accounting_information),
        ("currency", &mut form.currency),
        ("handlingInformation", &mut form.handling_information),
        ("osi", &mut form.osi),
        ("shipperSignature", &mut form.shipper_signature),
        ("placeOfIssue", &mut form.place_of_issue),
        ("issuer", &mut form.issuer),
    ]
}

fn of_party(party: &mut Party) -> [(&'static str, &mut String); 6] {
    [
        ("scName", &mut party.sc_name),
        ("scAddress", &mut party.sc_address),
        ("cityNameEn", &mut party.city_name_en),
        ("postCode", &mut party.post_code),
        ("telNumber", &mut party.tel_number),
        ("contactName", &mut party.contact_name),
    ]
}

fn plain(text: &str) -> String {
    // What is plain already keeps the blanks at its ends: it may be typed on.
    if text.is_ascii() { text.to_owned() } else { typed::code(text) }
}

fn day(text: &str) -> String {
    typed::day(text).map_or_else(|| text.to_owned(), show_day)
}

fn put(notes: &mut Findings, field: String, text: &mut String, read: impl Fn(&str) -> String) {
    if text.is_empty() {
        return;
    }
    let meant = read(text);
    if meant != typed::spaced(text).trim() && meant != *text {
        notes.note(field, typed::READ_AS.with(&[("typed", text), ("read", &meant)]));
    }
    *text = meant;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::waybill_form::{RateLine, Size};

    /// Issue 25, A 5 and A 14: the boxes of a form in the writings they come in, and what is told of them.
    #[test]
    fn boxes_are_read_whatever_writing_they_come_in() {
        let mut form = WaybillForm {
            awb_number: "17645070524".into(),
            flight_number: "Ｘ９１０１".into(),
            flight_date: "2026年7月5日".into(),
            executed_on: "46208".into(),
            osi: "FRAGILE\u{a0}GOODS".into(),
            issuer: "上海ＡＢＣ".into(),
            lines: vec![RateLine {
                pieces: "12件".into(),
                gross_weight: "1,200.5KG".into(),
                volume: "3.6m³".into(),
                hs_codes: vec!["0302.8910".into()],
                goods_name_en: "TOYS ".into(),
                ..RateLine::default()
            }],
            sizes: vec![Size { length: "１００cm".into(), ..Size::default() }],
            ..WaybillForm::default()
        };
        let notes = tidy(&mut form);
        let line = &form.lines[0];
        assert_eq!((form.awb_number.as_str(), form.flight_number.as_str()), ("176-45070524", "X9101"));
        assert_eq!((form.flight_date.as_str(), form.executed_on.as_str()), ("2026-07-05", "2026-07-05"));
        assert_eq!((form.osi.as_str(), form.issuer.as_str()), ("FRAGILE GOODS", "上海ABC"));
        assert_eq!(
            [&line.pieces, &line.gross_weight, &line.volume, &line.hs_codes[0], &line.goods_name_en],
            ["12", "1200.5", "3.6", "03028910", "TOYS "]
        );
        assert_eq!(form.sizes[0].length, "100");
        let told: Vec<&str> = notes.notes.iter().map(|note| note.field.as_str()).collect();
        let wanted = [
            "flightNumber",
            "issuer",
            "flightDate",
            "executedOn",
            "lines.0.pieces",
            "lines.0.grossWeight",
            "lines.0.volume",
            "lines.0.hsCodes.0",
            "sizes.0.length",
        ];
        assert_eq!(told, wanted);
        assert_eq!(tidy(&mut form), Findings::new(), "what was read is read again the same");
    }
}
