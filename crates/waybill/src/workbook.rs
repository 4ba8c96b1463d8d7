//! A form as a workbook: the company's template of a master or house filled with its boxes.

use kernel::{Amount, Instant};
use platform::call::App;
use platform::refusal::Refusal;
use platform::store::Conn;
use template::{Cell, Format, Values, fill_excel};
use trade::address::printed;
use trade::currency;
use trade::waybill_form::{Kind, RateLine, WaybillForm, sums};

use crate::download::Prepared;
use crate::forms::Form;
use crate::pdf::{PrintOptions, Sheet, sheet};

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Scope of the templates.
const SCOPE: &str = "AE";

/// In place of prices that are not to be shown.
const AGREED: &str = "AS AGREED";

/// What of a form is written.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// Of the template: `zh` or `en`.
    pub language: &'a str,
    /// Rates and amounts; else `AS AGREED`.
    pub show_rate: bool,
}

/// What is read for a workbook.
pub struct Read {
    /// `MAWB_990-12345675`.
    name: String,
    template: Vec<u8>,
    sheet: Sheet,
    show_rate: bool,
}

/// Reads the template in force and the boxes of a form.
pub fn read(app: &App, conn: &mut dyn Conn, org: i64, form: &Form, wanted: Wanted<'_>) -> Result<Read, Refusal> {
    let (document, kind, number) =
        if form.kind == 0 { ("主单", "MAWB", &form.awb_number) } else { ("分单", "HAWB", &form.hawb_number) };
    let cell = Cell::of(SCOPE, document, wanted.language, Format::Excel)
        .ok_or_else(|| Refusal::broken(format!("no workbook of {document} in {}", wanted.language)))?;
    let (_, template) = template::workbook(app, conn, org, &cell, None)?;
    let options = PrintOptions { neutral: true, ..PrintOptions::default() };
    let sheet = sheet(conn, org, form, &options)?;
    Ok(Read { name: format!("{kind}_{number}"), template, sheet, show_rate: wanted.show_rate })
}

/// The workbook of what was read, ready to be fetched. It takes a while: outside of any transaction.
pub fn workbook(read: &Read, now: Instant) -> Result<Prepared, Refusal> {
    let form = &read.sheet.form;
    let (mut head, mut rows) = (values(form, &read.sheet.issuer), form.lines.iter().map(line).collect::<Vec<_>>());
    if !read.show_rate {
        hide(&mut head, &mut rows);
    }
    let bytes = fill_excel(&read.template, &head, &rows).map_err(|fault| Refusal::Business(fault.text()))?;
    let time = now.local().strftime("%m%d%H%M%S");
    Ok(Prepared { name: format!("{}_{time}.xlsx", read.name), mime: XLSX, bytes })
}

/// Prices in figures.
const SUMS: [&str; 8] = [
    "weightPrepaid",
    "weightCollect",
    "agentPrepaid",
    "agentCollect",
    "carrierPrepaid",
    "carrierCollect",
    "totalPrepaid",
    "totalCollectSum",
];

/// Takes the prices out.
fn hide(head: &mut Values, rows: &mut [Values]) {
    for name in SUMS.into_iter().chain(["chargesText"]) {
        head.insert(name, String::new());
    }
    for row in rows {
        row.insert("lineRate", String::new());
        row.insert("lineTotal", AGREED.to_owned());
    }
}

/// The boxes by the names of the variables.
fn values(form: &WaybillForm, issuer: &str) -> Values {
    let sums = sums(form);
    let flights = [(&form.flight_number, &form.flight_date), (&form.flight_number2, &form.flight_date2)];
    let [first, second] = flights.map(|(flight, day)| joined(&[flight, day], " / "));
    let sizes = form.sizes.iter().map(|size| format!("{}*{}*{}/{}", size.length, size.width, size.height, size.pieces));
    let charges = form.charges.iter().map(|charge| format!("{}{} {}", charge.code, charge.due, charge.amount));
    let insurance = if form.kind == Kind::Master { &form.insurance_amount } else { &form.insurance_value };
    let mut values: Values = [
        ("awbNumber", form.awb_number.clone()),
        ("hawbNumber", form.hawb_number.clone()),
        ("issuedBy", issuer.to_owned()),
        ("shipperText", printed(&form.shipper).join("\n")),
        ("shipperAccount", form.shipper.account_no.clone()),
        ("consigneeText", printed(&form.consignee).join("\n")),
        ("consigneeAccount", form.consignee.account_no.clone()),
        ("notifyText", printed(&form.notify).join("\n")),
        ("flights", joined(&[&first, &second], "\n")),
        ("insurance", insurance.clone()),
        ("specialHandlingCodes", form.special_handling_codes.join(" ")),
        ("sizesText", sizes.collect::<Vec<_>>().join("\n")),
        ("chargesText", charges.collect::<Vec<_>>().join("\n")),
        ("execution", joined(&[&form.executed_on, &form.place_of_issue, &form.issuer], "  ")),
    ]
    .into();
    values.extend(plain(form).map(|(name, text)| (name, text.clone())));
    let money = |amount: Amount| if amount.is_zero() { String::new() } else { currency::text(amount, &form.currency) };
    let (pp, cc) = (&sums.prepaid, &sums.collect);
    let amounts =
        [pp.weight, cc.weight, pp.due_agent, cc.due_agent, pp.due_carrier, cc.due_carrier, pp.total, cc.total];
    values.extend(SUMS.into_iter().zip(amounts.map(money)));
    values
}

/// Boxes that stand as they are.
fn plain(form: &WaybillForm) -> [(&'static str, &String); 24] {
    [
        ("issueAgentName", &form.issue_agent_name),
        ("issueAgentCity", &form.issue_agent_city),
        ("agentIataCode", &form.agent_iata_code),
        ("accountNo", &form.account_no),
        ("accountingInformation", &form.accounting_information),
        ("referenceNumber", &form.reference_number),
        ("departureStation", &form.departure_station),
        ("departureStationName", &form.departure_station_name),
        ("to1", &form.to1),
        ("by1", &form.by1),
        ("to2", &form.to2),
        ("by2", &form.by2),
        ("to3", &form.to3),
        ("by3", &form.by3),
        ("arrivalStation", &form.arrival_station),
        ("arrivalStationName", &form.arrival_station_name),
        ("awbCurrency", &form.currency),
        ("chgsCode", &form.chgs_code),
        ("payMethod", &form.pay_method),
        ("payMethodOther", &form.pay_method_other),
        ("declaredValueOfCarriage", &form.declared_value_of_carriage),
        ("declaredValueOfCustoms", &form.declared_value_of_customs),
        ("handlingInformation", &form.handling_information),
        ("sci", &form.sci),
    ]
}

fn line(line: &RateLine) -> Values {
    let goods = joined(&[&line.goods_name_en, &line.hs_codes.join(" ")], "\nHS ");
    [
        ("linePieces", line.pieces.clone()),
        ("lineGrossWeight", line.gross_weight.clone()),
        ("lineRateClass", line.rate_class.clone()),
        ("lineItem", line.commodity_item_no.clone()),
        ("lineChargeWeight", line.charge_weight.clone()),
        ("lineRate", line.rate_charge.clone()),
        ("lineTotal", line.total.clone()),
        ("lineGoods", goods),
        ("lineVolume", line.volume.clone()),
    ]
    .into()
}

fn joined(parts: &[&str], between: &str) -> String {
    parts.iter().filter(|part| !part.trim().is_empty()).copied().collect::<Vec<_>>().join(between)
}
