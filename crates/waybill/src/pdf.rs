//! The sheets of a form: what is printed, on which paper, in which copies.

use kernel::{Id, Instant};
use platform::call::App;
use platform::refusal::{Refusal, messages as common};
use platform::store::Conn;
use print::{Paper, Picture, Seal, Stationery};
use trade::waybill_form::{Kind, WaybillForm};

use crate::download::Prepared;
use crate::forms::Form;
use crate::rules;

/// How a form is printed.
#[derive(Debug, Clone, Default)]
pub struct PrintOptions {
    /// Rates and amounts; else `AS AGREED`.
    pub show_rate: bool,
    /// Text only, for pre-printed paper.
    pub over_preprinted: bool,
    /// Sheet of the pre-printed paper.
    pub stationery: Stationery,
    /// Neutral paper: the carrier's name is printed.
    pub neutral: bool,
    /// Copies by key, as `original3`; empty for the usual ones.
    pub copies: Vec<String>,
    /// Shift to the right in tenths of a millimetre.
    pub offset_x: i64,
    /// Shift down in tenths of a millimetre.
    pub offset_y: i64,
    /// Above the signature of the shipper or agent.
    pub shipper_text: String,
    /// Above the signature of the carrier or agent.
    pub carrier_text: String,
    /// The company's logo, for the house waybills it issues.
    pub logo: Option<Picture>,
    /// Seals and signatures.
    pub seals: Vec<Seal>,
    /// Templates of all these, whose uses are counted when the print ends.
    pub used: Vec<Id>,
}

/// A copy of the set: its key, and the words at the foot of its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CopyOf {
    /// Key on the wire.
    pub key: &'static str,
    /// Words of the page.
    pub text: &'static str,
}

const fn copy(key: &'static str, text: &'static str) -> CopyOf {
    CopyOf { key, text }
}

/// The copies of a set in their order.
pub const COPIES: [CopyOf; 12] = [
    copy("original3", "ORIGINAL 3 (FOR SHIPPER)"),
    copy("original1", "ORIGINAL 1 (FOR ISSUING CARRIER)"),
    copy("original2", "ORIGINAL 2 (FOR CONSIGNEE)"),
    copy("copy4", "COPY 4 (DELIVERY RECEIPT)"),
    copy("copy5", "COPY 5 (EXTRA COPY)"),
    copy("copy6", "COPY 6 (EXTRA COPY)"),
    copy("copy7", "COPY 7 (EXTRA COPY)"),
    copy("copy8", "COPY 8 (EXTRA COPY)"),
    copy("copy9", "COPY 9 (FOR AGENT)"),
    copy("copy10", "COPY 10 (EXTRA COPY)"),
    copy("copy11", "COPY 11 (EXTRA COPY)"),
    copy("copy12", "COPY 12 (EXTRA COPY)"),
];

/// The copies printed when none is named.
const USUAL: [&str; 5] = ["original3", "original1", "original2", "copy4", "copy9"];

/// Everything a drawing needs.
#[derive(Debug, Clone)]
pub struct Sheet {
    /// The boxes.
    pub form: WaybillForm,
    /// Who issues it: the carrier of a master, unless that is its own paper; the company of a house.
    pub issuer: String,
    /// Not finished: printed across the page.
    pub draft: bool,
    /// One page each.
    pub copies: Vec<CopyOf>,
    /// How it is printed.
    pub options: PrintOptions,
}

/// The company's logo; none without one that can be read. Read before a transaction begins, for that takes a while.
pub fn company_logo(app: &App, org: i64) -> Result<Option<Picture>, Refusal> {
    template::company_logo(app, org)
}

/// The sheet of a form.
pub fn sheet(conn: &mut dyn Conn, org: i64, form: &Form, options: &PrintOptions) -> Result<Sheet, Refusal> {
    let body = rules::read(&form.body)?;
    let issuer = match body.kind {
        Kind::House => company(conn, org)?,
        Kind::Master if options.neutral => {
            let prefix = form.awb_number.get(..3).unwrap_or_default();
            stock::lookup::carrier_name(conn, org, prefix)?.unwrap_or_default()
        }
        Kind::Master => String::new(),
    };
    Ok(Sheet { form: body, issuer, draft: !form.done(), copies: copies(&options.copies)?, options: options.clone() })
}

/// Names of the company, the English one first.
fn company(conn: &mut dyn Conn, org: i64) -> Result<String, Refusal> {
    let org = facts::org(conn, org)?;
    let names = [org.name_en, org.name];
    Ok(names.into_iter().filter(|name| !name.trim().is_empty()).collect::<Vec<_>>().join("\n"))
}

fn copies(asked: &[String]) -> Result<Vec<CopyOf>, Refusal> {
    if let Some(unknown) = asked.iter().find(|key| !COPIES.iter().any(|copy| copy.key == key.as_str())) {
        return Err(Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", unknown)])));
    }
    let usual: Vec<String> = USUAL.map(ToOwned::to_owned).to_vec();
    let keys = if asked.is_empty() { &usual } else { asked };
    Ok(COPIES.into_iter().filter(|copy| keys.iter().any(|key| key == copy.key)).collect())
}

/// Draws the sheet of a form as a file ready to be fetched. It takes a while: outside of any transaction.
pub fn draw(form: &Form, sheet: Sheet, now: Instant) -> Result<Prepared, Refusal> {
    let (kind, number) = if form.kind == 0 { ("MAWB", &form.awb_number) } else { ("HAWB", &form.hawb_number) };
    Ok(prepared(&format!("{kind}_{number}"), now, render(&[sheet])?))
}

/// A PDF under a name that ends with the moment it was made, `MAWB_990-12345675_0715100000.pdf`.
pub fn prepared(name: &str, now: Instant, bytes: Vec<u8>) -> Prepared {
    let time = now.local().strftime("%m%d%H%M%S");
    Prepared { name: format!("{name}_{time}.pdf"), mime: "application/pdf", bytes }
}

/// Sheets one after the other as one PDF.
pub fn render(sheets: &[Sheet]) -> Result<Vec<u8>, Refusal> {
    let papers: Vec<Paper> = sheets.iter().map(paper).collect();
    print::waybills(sheets.iter().map(|sheet| &sheet.form).zip(&papers))
        .map_err(|error| Refusal::broken(format!("waybill PDF: {error}")))
}

fn paper(sheet: &Sheet) -> Paper {
    Paper {
        overprint: sheet.options.over_preprinted,
        stationery: sheet.options.stationery,
        issued_by: sheet.issuer.clone(),
        copies: sheet.copies.iter().map(|copy| copy.text.to_owned()).collect(),
        offset_x: sheet.options.offset_x,
        offset_y: sheet.options.offset_y,
        draft: sheet.draft,
        show_rate: sheet.options.show_rate,
        shipper_text: sheet.options.shipper_text.clone(),
        carrier_text: sheet.options.carrier_text.clone(),
        logo: sheet.options.logo.clone().filter(|_| sheet.form.kind == Kind::House),
        seals: sheet.options.seals.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_come_in_the_order_of_the_set_and_unknown_ones_are_refused() {
        let keys = |asked: &[&str]| -> Vec<&str> {
            let asked: Vec<String> = asked.iter().map(|key| (*key).to_owned()).collect();
            copies(&asked).expect("copies").iter().map(|copy| copy.key).collect()
        };
        assert_eq!(keys(&[]), USUAL);
        assert_eq!(keys(&["copy9", "original3"]), ["original3", "copy9"]);
        assert!(copies(&["copy13".to_owned()]).is_err());
    }
}
