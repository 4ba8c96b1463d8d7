//! How many waybills a second one core draws, how that compares with the bare library drawing the same page, and
//! whether the memory stays where it is over ten thousand. Fails where the product promises more. With a path, writes
//! the last one there.
#![expect(clippy::print_stdout, reason = "a measurement talks to the one who asked for it")]

use std::error::Error;
use std::time::Instant;

use barcoders::sym::code128::Code128;
use krilla::Document;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;
use krilla::text::{Font, TextDirection};
use print::{BARCODE, FRAMES, Paper, Placed, placed, waybill};
use trade::waybill_form::{RateLine, WaybillForm};

const FONT: &[u8] = include_bytes!("../fonts/wqy-microhei.ttc");
/// Waybills whose speed is measured, and over which the memory is watched.
const ROUNDS: u32 = 500;
const WATCHED: u32 = 10_000;
/// From when on it is watched: caches are filled by then.
const WARM: u32 = 1_000;
/// Fewest waybills a second and core.
const LEAST: f64 = 100.0;
/// Growth that is noise of the allocator.
const GROWTH_KB_MAX: u64 = 4_096;

fn main() -> Result<(), Box<dyn Error>> {
    let paper = Paper {
        issued_by: "TEST AIRLINES\nSHANGHAI".to_owned(),
        copies: vec!["ORIGINAL 3 (FOR SHIPPER)".to_owned()],
        show_rate: true,
        ..Paper::default()
    };
    let mut form = sample();
    let mut draw = |round: u32| {
        form.reference_number = round.to_string();
        waybill(&form, &paper)
    };
    let mut bytes = draw(0)?;
    let ours = rate(|round| {
        bytes = draw(round)?;
        Ok(())
    })?;
    println!("{ours:.0} waybills per second, {} bytes each", bytes.len());
    let (texts, font) = (placed(&sample(), &paper), Font::new(FONT.into(), 0).ok_or("no font")?);
    let mut plain = bare(&texts, &font)?;
    let theirs = rate(|_| {
        plain = bare(&texts, &font)?;
        Ok(())
    })?;
    println!("{theirs:.0} of the same page per second by the bare library, {} bytes each", plain.len());
    println!("drawing takes {:.2} times the floor", theirs / ours);
    let mut warm = 0;
    for round in 1..=WATCHED {
        draw(round)?;
        if round == WARM {
            warm = resident_kb()?;
        }
    }
    let end = resident_kb()?;
    println!("memory {warm} KB after {WARM} waybills, {end} KB after {WATCHED}");
    if let Some(path) = std::env::args().nth(1) {
        std::fs::write(path, bytes)?;
    }
    if ours < LEAST {
        return Err(format!("fewer than {LEAST:.0} waybills per second").into());
    }
    if end > warm + GROWTH_KB_MAX { Err("the memory grows with the number of waybills".into()) } else { Ok(()) }
}

/// Rounds a second.
fn rate(mut work: impl FnMut(u32) -> Result<(), Box<dyn Error>>) -> Result<f64, Box<dyn Error>> {
    let begun = Instant::now();
    (0..ROUNDS).try_for_each(&mut work)?;
    Ok(f64::from(ROUNDS) / begun.elapsed().as_secs_f64())
}

/// Memory of this process that lies in the machine's.
fn resident_kb() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse()?)
}

fn points(millimetres: f32) -> f32 {
    millimetres * 72.0 / 25.4
}

/// The page's texts, frames and bars, already at their places, by the library alone.
fn bare(texts: &[Placed], font: &Font) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut document = Document::new();
    let size = PageSettings::from_wh(points(210.0), points(297.0)).ok_or("page size")?;
    let mut page = document.start_page_with(size);
    let mut surface = page.surface();
    surface.set_fill(None);
    surface.set_stroke(Some(Stroke { width: 0.6, ..Stroke::default() }));
    for frame in FRAMES {
        rectangle(&mut surface, (frame.x, frame.y, frame.w, frame.h));
    }
    surface.set_stroke(None);
    surface.set_fill(Some(Fill::default()));
    let modules = Code128::new("\u{106}9901234567\u{181}5").map_err(|error| format!("{error:?}"))?.encode();
    let step = BARCODE.2 / f32::from(u16::try_from(modules.len())?);
    for (place, _) in (0u16..).zip(&modules).filter(|(_, module)| **module == 1) {
        rectangle(&mut surface, (BARCODE.0 + f32::from(place) * step, BARCODE.1, step * 1.02, BARCODE.3));
    }
    for text in texts {
        let at = Point::from_xy(points(text.x), points(text.y));
        surface.draw_text(at, font.clone(), text.size, &text.text, false, TextDirection::LeftToRight);
    }
    surface.finish();
    page.finish();
    Ok(document.finish().map_err(|error| format!("{error:?}"))?)
}

fn rectangle(surface: &mut Surface<'_>, (x, y, w, h): (f32, f32, f32, f32)) {
    let mut path = PathBuilder::new();
    if let Some(rect) = Rect::from_xywh(points(x), points(y), points(w), points(h)) {
        path.push_rect(rect);
    }
    if let Some(path) = path.finish() {
        surface.draw_path(&path);
    }
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
