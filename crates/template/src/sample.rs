//! The paper a seal or a signature is for, with sample data: what a company sees before it prints.

use facts::Org;
use facts::sign::{BILL_OF_LADING, HOUSE, MASTER_CARRIER, MASTER_SHIPPER};
use platform::call::App;
use platform::refusal::Refusal;
use print::{BillCopy, BillPaper, Seal, Sheet};
use trade::address::Party;
use trade::bill::{BillBox, BillForm};
use trade::waybill_form::{Kind, RateLine, WaybillForm};

use crate::paper::{Cell, Format};
use crate::pdf::{Pictures, company_logo, draw, sheet};
use crate::{standard, store};

/// Scope whose paper stands for those of all scopes.
const ANY_SCOPE: &str = "AE";
/// Size of the words on a paper that is nobody's, in points.
const SIZE: f32 = 9.0;

/// Which paper.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// Scope, or all of them.
    pub scope: &'a str,
    /// Paper as templates of signatures name it, or all of them.
    pub document: &'a str,
    /// `zh` or `en`.
    pub language: &'a str,
}

/// What stands on it.
#[derive(Debug, Clone, Default)]
pub struct Signs {
    /// Words where one signs.
    pub text: String,
    /// A seal or a signature, where it lies.
    pub picture: Option<Seal>,
}

/// The paper as PDF. A template for all papers is shown on one that is none of them.
pub fn sample(app: &App, org: i64, wanted: Wanted<'_>, signs: Signs) -> Result<Vec<u8>, Refusal> {
    let own = app.store.read(|conn| facts::org(conn, org))?;
    match wanted.document {
        MASTER_SHIPPER | MASTER_CARRIER => waybill(&master(), paper_of(wanted.document, signs)),
        HOUSE => {
            let names = if own.name_en.is_empty() { own.name } else { format!("{}\n{}", own.name_en, own.name) };
            let logo = company_logo(app, org)?;
            waybill(&house(), print::Paper { issued_by: names, logo, ..paper_of(HOUSE, signs) })
        }
        BILL_OF_LADING => bill(BillPaper {
            carrier: if own.name_en.is_empty() { own.name } else { own.name_en },
            logo: company_logo(app, org)?,
            sign_text: signs.text,
            seals: signs.picture.into_iter().collect(),
            show_charge: true,
            copies: vec![BillCopy { words: "SAMPLE".to_owned(), mark: String::new() }],
            ..BillPaper::default()
        }),
        document => {
            let scope = if wanted.scope == facts::sign::ALL { ANY_SCOPE } else { wanted.scope };
            match Cell::of(scope, document, wanted.language, Format::Pdf) {
                Some(cell) => of_company(app, org, (&cell, &own), signs),
                None => draw(&neutral(&own, wanted.language, signs)),
            }
        }
    }
}

/// A paper as the company laid it out.
fn of_company(app: &App, org: i64, (cell, own): (&Cell, &Org), signs: Signs) -> Result<Vec<u8>, Refusal> {
    let layout = app.store.read(|conn| store::layout(conn, org, cell))?;
    let logo = if layout.logo { company_logo(app, org)? } else { None };
    let pictures = Pictures { logo, seal: signs.picture, ..Pictures::default() };
    let (values, rows) = standard::sample(cell, own);
    let mut sheet = sheet(cell, &layout, &pictures, &values, &rows);
    sheet.notes.push((cell.text(("签字", "Signature")).to_owned(), signs.text));
    draw(&sheet)
}

fn neutral(own: &Org, language: &str, signs: Signs) -> Sheet {
    let english = language == "en";
    let name = if english && !own.name_en.is_empty() { &own.name_en } else { &own.name };
    let (title, header) = if english {
        ("SAMPLE PAPER", "Stands for every paper of the company that has no template of its own.")
    } else {
        ("单证样张", "代表没有单独模板的全部单证。")
    };
    Sheet {
        size: SIZE,
        sender: name.clone(),
        title: title.to_owned(),
        header: header.to_owned(),
        seal: signs.picture,
        ..Sheet::default()
    }
}

/// Each side of a master signs for itself; the company signs a house as its carrier.
fn paper_of(document: &str, signs: Signs) -> print::Paper {
    let Signs { text, picture } = signs;
    let (shipper_text, carrier_text) =
        if document == MASTER_SHIPPER { (text, String::new()) } else { (String::new(), text) };
    print::Paper {
        shipper_text,
        carrier_text,
        seals: picture.into_iter().collect(),
        show_rate: true,
        copies: vec!["SAMPLE".to_owned()],
        ..print::Paper::default()
    }
}

fn waybill(form: &WaybillForm, paper: print::Paper) -> Result<Vec<u8>, Refusal> {
    print::waybill(form, &paper).map_err(|error| Refusal::broken(format!("sample waybill: {error}")))
}

fn bill(paper: BillPaper) -> Result<Vec<u8>, Refusal> {
    print::bill(&bill_form(), &paper).map_err(|error| Refusal::broken(format!("sample bill of lading: {error}")))
}

fn shipper() -> Party {
    Party {
        sc_name: "SAMPLE SHIPPER CO. LTD".into(),
        sc_address: "1 SAMPLE ROAD".into(),
        city_name_en: "SHANGHAI".into(),
        post_code: "200000".into(),
        nation_code: "CN".into(),
        ..Party::default()
    }
}

fn consignee() -> Party {
    Party {
        sc_name: "SAMPLE BUYER GMBH".into(),
        sc_address: "1 SAMPLE STRASSE".into(),
        city_name_en: "FRANKFURT".into(),
        post_code: "60549".into(),
        nation_code: "DE".into(),
        ..Party::default()
    }
}

fn master() -> WaybillForm {
    WaybillForm {
        awb_number: "990-12345675".into(),
        departure_station: "PVG".into(),
        arrival_station: "FRA".into(),
        shipper: shipper(),
        consignee: consignee(),
        issue_agent_name: "SAMPLE FORWARDING".into(),
        issue_agent_city: "SHANGHAI".into(),
        departure_station_name: "SHANGHAI".into(),
        to1: "FRA".into(),
        by1: "X9".into(),
        arrival_station_name: "FRANKFURT".into(),
        flight_number: "X9101".into(),
        flight_date: "2026-07-18".into(),
        currency: "CNY".into(),
        chgs_code: "PP".into(),
        pay_method: "PP".into(),
        pay_method_other: "PP".into(),
        declared_value_of_carriage: "NVD".into(),
        declared_value_of_customs: "NCV".into(),
        insurance_amount: "XXX".into(),
        lines: vec![RateLine {
            pieces: "12".into(),
            gross_weight: "500.0".into(),
            weight_unit: "K".into(),
            rate_class: "Q".into(),
            charge_weight: "658.5".into(),
            rate_charge: "25.88".into(),
            total: "17041.98".into(),
            volume: "3.950".into(),
            goods_name_en: "CONSOLIDATION AS PER ATTACHED LIST".into(),
            ..RateLine::default()
        }],
        executed_on: "2026-07-15".into(),
        place_of_issue: "SHANGHAI".into(),
        ..WaybillForm::default()
    }
}

fn house() -> WaybillForm {
    WaybillForm { kind: Kind::House, hawb_number: "HA001".into(), insurance_value: "XXX".into(), ..master() }
}

fn bill_form() -> BillForm {
    BillForm {
        kind: trade::bill::Kind::Hbl,
        number: "SAMPLE0001".into(),
        issue_type: trade::bill::ORIGINAL.into(),
        originals: "3".into(),
        shipper: shipper(),
        consignee: consignee(),
        vessel: "SAMPLE VESSEL".into(),
        voyage: "001W".into(),
        port_of_loading: "SHANGHAI".into(),
        port_of_discharge: "HAMBURG".into(),
        place_of_delivery: "FRANKFURT".into(),
        marks: "N/M".into(),
        pieces: "180".into(),
        package_kind: "CARTONS".into(),
        goods_desc: "GENERAL CARGO".into(),
        gross_weight: "3960.000".into(),
        volume: "25.2000".into(),
        containers: vec![BillBox {
            container_no: "TSTU2000013".into(),
            seal_no: "TS00003".into(),
            container_type: "20GP".into(),
            pieces: "180".into(),
            weight: "3960.000".into(),
            volume: "25.2000".into(),
        }],
        freight_prepaid: true,
        total_in_words: "SAY ONE (1) CONTAINER ONLY".into(),
        place_of_issue: "SHANGHAI".into(),
        issue_date: "2026-07-15".into(),
        on_board_date: "2026-07-15".into(),
        ..BillForm::default()
    }
}
