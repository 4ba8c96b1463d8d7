//! Prints how many waybills a second one core draws; with a path, writes the last one there.
#![expect(clippy::print_stdout, reason = "a measurement talks to the one who asked for it")]

use std::time::Instant;

use print::{Paper, waybill};
use trade::waybill_form::{RateLine, WaybillForm};

const ROUNDS: u32 = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let paper = Paper {
        issued_by: "TEST AIRLINES\nSHANGHAI".to_owned(),
        copies: vec!["ORIGINAL 3 (FOR SHIPPER)".to_owned()],
        show_rate: true,
        draft: true,
        ..Paper::default()
    };
    let mut form = sample();
    let begun = Instant::now();
    let mut bytes = Vec::new();
    for round in 0..ROUNDS {
        form.reference_number = round.to_string();
        bytes = waybill(&form, &paper)?;
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("{:.0} waybills per second, {} bytes each", f64::from(ROUNDS) / seconds, bytes.len());
    if let Some(path) = std::env::args().nth(1) {
        std::fs::write(path, bytes)?;
    }
    Ok(())
}

fn sample() -> WaybillForm {
    let party = trade::address::Party {
        sc_name: "DEMO CUSTOMER A TRADING CO. LTD".to_owned(),
        sc_address: "1 DEMO ROAD PUDONG NEW AREA".to_owned(),
        nation_code: "CN".to_owned(),
        city_name_en: "SHANGHAI".to_owned(),
        post_code: "200000".to_owned(),
        tel_number: "86 21 00000000".to_owned(),
        account_no: "A-1001".to_owned(),
        ..trade::address::Party::default()
    };
    WaybillForm {
        awb_number: "990-12345675".to_owned(),
        departure_station: "PVG".to_owned(),
        arrival_station: "FRA".to_owned(),
        shipper: party.clone(),
        consignee: party,
        issue_agent_name: "演示货运 DEMO FORWARDER".to_owned(),
        issue_agent_city: "SHANGHAI".to_owned(),
        agent_iata_code: "0812345".to_owned(),
        departure_station_name: "SHANGHAI PUDONG".to_owned(),
        arrival_station_name: "FRANKFURT".to_owned(),
        to1: "FRA".to_owned(),
        by1: "X9".to_owned(),
        flight_number: "X9101".to_owned(),
        flight_date: "2026-07-18".to_owned(),
        accounting_information: "FREIGHT PREPAID".to_owned(),
        currency: "CNY".to_owned(),
        chgs_code: "PP".to_owned(),
        pay_method: "PP".to_owned(),
        pay_method_other: "PP".to_owned(),
        declared_value_of_carriage: "NVD".to_owned(),
        declared_value_of_customs: "NCV".to_owned(),
        insurance_amount: "XXX".to_owned(),
        handling_information: "KEEP DRY".to_owned(),
        lines: vec![RateLine {
            pieces: "12".to_owned(),
            gross_weight: "500.0".to_owned(),
            weight_unit: "K".to_owned(),
            rate_class: "Q".to_owned(),
            charge_weight: "658.5".to_owned(),
            rate_charge: "25.88".to_owned(),
            total: "17041.98".to_owned(),
            volume: "3.950".to_owned(),
            goods_name_en: "CONSOLIDATION AS PER ATTACHED LIST".to_owned(),
            ..RateLine::default()
        }],
        executed_on: "2026-07-15".to_owned(),
        place_of_issue: "SHANGHAI".to_owned(),
        issuer: "DEMO".to_owned(),
        ..WaybillForm::default()
    }
}
