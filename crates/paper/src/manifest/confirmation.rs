//! The confirmation 运单确认件: master and houses as the customer is to check them, a page each in one PDF.

use kernel::{Id, Msg};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::sea_query::Order as Way;
use platform::store::{Conn, sql};
use serde::Deserialize;
use serde_json::json;
use waybill::{Form, PrintOptions, Sheet, download, forms};

use super::PAGE;
use crate::order::{self, Order};

const NOTHING: Msg = Msg::new(
    "confirmation.nothing",
    "运单未制单，不能生成运单确认件",
    "No waybill has been made, so there is nothing to confirm.",
);

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Asked {
    /// Rates and amounts; else `AS AGREED`, as on the customer's public page.
    show_rate: bool,
}

/// POST awbSubmit: an address that gives the file once, and the numbers that have not been made yet.
pub(super) fn confirm(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let (org, uuid, now) = (call.actor()?.org_id, call.path_uuid("orderUuid")?, call.now());
    let options = PrintOptions {
        show_rate: asked.show_rate,
        neutral: true,
        logo: waybill::company_logo(&call.app, org)?,
        ..PrintOptions::default()
    };
    let (order, sheets, missing) = call.write(|tx| {
        let actor = tx.actor;
        let order = order::of_uuid(tx, actor, &uuid)?;
        let (forms, missing) = made(tx, org, &order)?;
        let sheets = forms.iter().map(|form| sheet(tx, form, &options)).collect::<Result<Vec<_>, _>>()?;
        let line = facts::order_log::log_entry(order.id, order.code.as_str(), PAGE);
        tx.log(line.did("打印", "运单确认件").level(Level::Low))?;
        waybill::sign::count(tx, &sheets)?;
        Ok((order, sheets, missing))
    })?;
    // Drawn outside of any transaction: it takes a while for many houses.
    let file = waybill::prepared(&format!("MAWB_{}", order.number()), now, waybill::render(&sheets)?);
    let path = call.app.system_write(|conn| download::prepare(conn, org, now, file))?;
    Ok(Answer::Data(json!({ "url": path, "missing": missing })))
}

/// The forms of an order, its master first, and the numbers without one.
fn made(conn: &mut dyn Conn, org: i64, order: &Order) -> Result<(Vec<Form>, Vec<String>), Refusal> {
    let mut made: Vec<Form> = forms::master_of_order(conn, org, order.id)?.into_iter().collect();
    let mut missing = Vec::new();
    if made.is_empty() {
        missing.push(order.number().to_owned());
    }
    let mut select = sql::from(org, "hawb");
    select
        .columns(["id", "hawb_number"])
        .and_where(sql::eq("order_id", order.id))
        .order_by("sort_no", Way::Asc)
        .order_by("hawb_number", Way::Asc);
    for row in conn.query(&select.into())? {
        match forms::find_key(conn, org, &forms::house_key(row.get::<Id>(0)?))? {
            Some(form) => made.push(form),
            None => missing.push(row.get(1)?),
        }
    }
    if made.is_empty() { Err(Refusal::business(NOTHING)) } else { Ok((made, missing)) }
}

/// A form with the signature texts of the company, on one page without the words of a copy.
fn sheet(tx: &mut Tx<'_>, form: &Form, options: &PrintOptions) -> Result<Sheet, Refusal> {
    let (org, mut options) = (tx.org(), options.clone());
    waybill::sign::lay(tx, form, &mut options)?;
    let sheet = waybill::sheet(tx, org, form, &options)?;
    Ok(Sheet { copies: Vec::new(), ..sheet })
}
