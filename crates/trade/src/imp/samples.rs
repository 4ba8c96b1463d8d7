//! Forms of the fixture's order E1, as tests of messages need them.

use crate::address::Party;
use crate::waybill_form::{Kind, OtherCharge, RateLine, Size, WaybillForm};

fn party(name: &str, street: &str, city: &str, country: &str) -> Party {
    Party {
        sc_name: name.into(),
        sc_address: street.into(),
        city_name_en: city.into(),
        nation_code: country.into(),
        ..Party::default()
    }
}

fn charge(code: &str, due: &str, amount: &str) -> OtherCharge {
    OtherCharge { code: code.into(), due: due.into(), amount: amount.into(), ..OtherCharge::default() }
}

/// The master waybill of E1.
pub(crate) fn master() -> WaybillForm {
    let text = |text: &str| text.to_owned();
    WaybillForm {
        awb_number: text("990-12345675"),
        departure_station: text("PVG"),
        arrival_station: text("FRA"),
        airline_code: text("X9"),
        shipper: Party {
            sc_code: text("91310115MA1K00007Q"),
            sc_code_type: text("USCI"),
            post_code: text("200000"),
            tel_number: text("86 21-00000000"),
            ..party("Demo Forwarder", "1 Demo Road", "Shanghai", "CN")
        },
        consignee: Party {
            post_code: text("60547"),
            tel_number: text("49 69 000000"),
            fax_number: text("49-69-000001"),
            contact_name: text("Hans"),
            contact_tel: text("49 170 0000"),
            ..party("Demo Agent A", "2 Demo Strasse", "Frankfurt", "DE")
        },
        issue_agent_name: text("Demo Forwarder"),
        issue_agent_city: text("Shanghai"),
        agent_iata_code: text("08123450005"),
        account_no: text("A-1001"),
        departure_station_name: text("SHANGHAI"),
        to1: text("FRA"),
        by1: text("X9"),
        arrival_station_name: text("FRANKFURT"),
        flight_number: text("X9101"),
        flight_date: text("2026-07-18"),
        accounting_information: text("FREIGHT PREPAID"),
        currency: text("CNY"),
        chgs_code: text("PP"),
        pay_method: text("PP"),
        pay_method_other: text("PP"),
        declared_value_of_carriage: text("N.V.D"),
        declared_value_of_customs: text("NCV"),
        insurance_amount: text("XXX"),
        handling_information: text("KEEP DRY"),
        special_handling_codes: vec![text("EAP")],
        lines: vec![RateLine {
            pieces: text("12"),
            gross_weight: text("500"),
            weight_unit: text("K"),
            rate_class: text("Q"),
            charge_weight: text("658.5"),
            rate_charge: text("25.88"),
            total: text("17041.98"),
            volume: text("3.950"),
            goods_name_en: text("CONSOLIDATION AS PER ATTACHED LIST"),
            ..RateLine::default()
        }],
        sizes: [("100", "60", "55", "11"), ("80", "80", "50", "1")]
            .map(|(length, width, height, pieces)| Size {
                length: length.into(),
                width: width.into(),
                height: height.into(),
                pieces: pieces.into(),
            })
            .to_vec(),
        charges: vec![charge("MY", "C", "1975.50"), charge("SC", "C", "790.20"), charge("AW", "A", "50.00")],
        executed_on: text("2026-07-15"),
        place_of_issue: text("Shanghai"),
        issuer: text("Demo"),
        ..WaybillForm::default()
    }
}

/// House HA001 of E1: 5 pieces, 200.0 kg.
pub(crate) fn house() -> WaybillForm {
    let master = master();
    WaybillForm {
        kind: Kind::House,
        hawb_number: "ha001".into(),
        insurance_value: "NIL".into(),
        insurance_amount: String::new(),
        consignee: Party { post_code: "60547".into(), ..party("Demo Buyer GmbH", "3 Demo Platz", "Frankfurt", "DE") },
        lines: vec![RateLine {
            pieces: "5".into(),
            gross_weight: "200.0".into(),
            charge_weight: "250".into(),
            goods_name_en: "plastic spare parts for washing machines".into(),
            hs_codes: vec!["84509000".into()],
            ..RateLine::default()
        }],
        sizes: Vec::new(),
        charges: Vec::new(),
        ..master
    }
}
