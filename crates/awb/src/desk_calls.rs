//! Calls of the waybill desk: opening a form however it is named, and printing several at once.

use std::collections::BTreeMap;

use facts::master::Master;
use kernel::{Findings, Id, Msg, Text};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::refusal::{Refusal, messages as common};
use platform::store::{Conn, sql};
use serde_json::{Value as Json, json};
use trade::waybill_form::Kind;
use trade::waybill_number::{MASTER_WRONG, Mawb};
use waybill::sign::{self, Kinds, Seals};
use waybill::{Form, PrintOptions, Sheet, forms};

use crate::blank::{Beginning, fill};
use crate::form_calls::{self, first_fill, order, order_of, told, visible};
use crate::{alone, prefill};

/// Most forms printed at once.
const PRINT_MAX: usize = 100;

const HOUSES_OF_ORDER: Msg = Msg::new(
    "awbprint.houses_of_order",
    "该主单已有订单，请在订单的分单中制单",
    "This master has an order. Please make house waybills from the houses of the order.",
);
const MANY: Msg = Msg::new("awbprint.many", "一次最多打印{n}份", "At most {n} waybills are printed at once.");
const ONE_OF: Msg = Msg::new("awbprint.one_of", "{number}：{reason}", "{number}: {reason}");

/// What is to be opened.
struct Asked {
    /// As the address says, if it does: a house, else a master.
    house: Option<bool>,
    awb_print_id: Option<Id>,
    hawb_id: Option<Id>,
    master: Option<Master>,
}

impl Asked {
    fn read(call: &Call) -> Result<Self, Refusal> {
        let bad = |name: &str| Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", name)]));
        let id = |name: &str| match call.query(name).trim() {
            "" => Ok(None),
            text => text.parse().map(|id| Some(Id(id))).map_err(|_| bad(name)),
        };
        let house = match call.query("type").trim() {
            "" => None,
            "0" => Some(false),
            "1" => Some(true),
            _ => return Err(bad("type")),
        };
        let master = match call.query("masterNo").trim() {
            "" => None,
            text => Some(Mawb::parse(text).ok_or_else(|| Refusal::business(MASTER_WRONG))?),
        };
        let master = master.map(|number| Master::now(number.to_string()));
        Ok(Self { house, awb_print_id: id("awbPrintId")?, hawb_id: id("hawbId")?, master })
    }
}

/// GET view: the stored form, or the form as a new one begins.
pub(crate) fn view(call: &mut Call) -> Outcome {
    let (actor, asked) = (call.actor()?.clone(), Asked::read(call)?);
    let today = prefill::today(call.now());
    let data = call.read(|conn| match (&asked.master, asked.awb_print_id, asked.hawb_id) {
        (_, Some(id), _) => {
            let form = opened(conn, &actor, id)?;
            // A form is shown with the boxes of its kind.
            let is_other = asked.house.is_some_and(|house| house != (form.kind == 1));
            if is_other { Err(Refusal::NotFound) } else { told(conn, actor.org_id, &form) }
        }
        (_, None, Some(hawb)) => of_hawb(conn, &actor, hawb, today.clone()),
        (Some(master), None, None) if asked.house == Some(true) => below(conn, &actor, master, &today),
        (Some(master), None, None) => of_master(conn, &actor, master, &today),
        (None, None, None) => {
            let house = asked.house == Some(true);
            fill(conn, Beginning { org: actor.org_id, house, awb_number: "", master: None, today: &today })
        }
    })?;
    Ok(Answer::Data(data))
}

/// A stored form the caller may see; who holds no page of forms sees those of orders alone.
fn opened(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Form, Refusal> {
    let form = visible(conn, actor, id)?;
    let of_forms = crate::FORM_CODES.iter().any(|code| actor.has(code));
    if of_forms || form.order_id.is_some() { Ok(form) } else { Err(Refusal::Forbidden) }
}

/// The form of a house of an order.
fn of_hawb(conn: &mut dyn Conn, actor: &Actor, hawb: Id, today: String) -> Result<Json, Refusal> {
    let mut select = sql::from(actor.org_id, "hawb");
    select.column("order_id").and_where(sql::eq("id", hawb));
    let id: Id = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let (uuid, _) = order_of(conn, actor.org_id, id)?;
    let order = order(conn, actor, &uuid)?;
    match forms::find_key(conn, actor.org_id, &forms::house_key(hawb))? {
        Some(form) => told(conn, actor.org_id, &form),
        None => Ok(of_order(first_fill(conn, actor, &order, (Some(hawb), today))?, &uuid, Some(hawb))),
    }
}

/// A first fill with what it is of.
fn of_order(mut form: Json, uuid: &str, hawb: Option<Id>) -> Json {
    if let Some(form) = form.as_object_mut() {
        form.insert("orderUuid".to_owned(), json!(uuid));
        form.insert("hawbId".to_owned(), json!(hawb));
    }
    form
}

/// The form of a master: as it is stored, as its order fills it, or with nothing but its number.
fn of_master(conn: &mut dyn Conn, actor: &Actor, master: &Master, today: &str) -> Result<Json, Refusal> {
    let org = actor.org_id;
    if let Some(form) = forms::find_key(conn, org, &forms::master_key(master))? {
        let form = opened(conn, actor, form.id)?;
        return told(conn, org, &form);
    }
    if let Some(id) = alone::order_with(conn, org, master)? {
        let (uuid, _) = order_of(conn, org, id)?;
        let order = order(conn, actor, &uuid)?;
        return Ok(of_order(first_fill(conn, actor, &order, (None, today.to_owned()))?, &uuid, None));
    }
    fill(conn, Beginning { org, house: false, awb_number: &master.number, master: None, today })
}

/// A new house below a master of no order; it begins with what is the same on the master, as far as that may be seen.
fn below(conn: &mut dyn Conn, actor: &Actor, master: &Master, today: &str) -> Result<Json, Refusal> {
    let org = actor.org_id;
    if alone::order_with(conn, org, master)?.is_some() {
        return Err(Refusal::business(HOUSES_OF_ORDER));
    }
    let above = match forms::find_key(conn, org, &forms::master_key(master))? {
        Some(form) if opened(conn, actor, form.id).is_ok() => Some(form.body),
        _ => None,
    };
    fill(conn, Beginning { org, house: true, awb_number: &master.number, master: above.as_ref(), today })
}

/// POST printMany: the forms in the order they are named, as one PDF; what stands against one of them is told by its
/// place.
pub(crate) fn print(call: &mut Call) -> Outcome {
    let asked: form_calls::PrintMany = call.json()?;
    if asked.ids.is_empty() || asked.ids.len() > PRINT_MAX {
        return Err(Refusal::field("ids", MANY.with(&[("n", &PRINT_MAX.to_string())])));
    }
    let mut options = form_calls::options(&asked.how)?;
    options.logo = waybill::company_logo(&call.app, call.actor()?.org_id)?;
    let seals = sign::chosen(call, Kinds::Both, asked.how.seal_ids.as_deref())?;
    let (org, now) = (call.actor()?.org_id, call.now());
    let sheets = call.write(|tx| printed(tx, &asked.ids, &options, &seals))?;
    let documents: Vec<&str> =
        sheets.iter().flat_map(|sheet| sign::documents(sheet.form.kind == Kind::House)).copied().collect();
    let file = waybill::prepared(&format!("AWB_{}", sheets.len()), now, waybill::render(&sheets)?);
    let path = call.app.system_write(|conn| waybill::download::prepare(conn, org, now, file))?;
    Ok(seals.answer(json!(path), &documents))
}

/// The sheets of forms that are counted as printed, in the order they are named; or what stands against some of them.
fn printed(tx: &mut Tx<'_>, ids: &[Id], options: &PrintOptions, seals: &Seals) -> Result<Vec<Sheet>, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    // Rows are taken in the order of their ids: who prints the same forms at once waits, and never in a circle.
    let mut in_turn: Vec<(usize, Id)> = ids.iter().copied().enumerate().collect();
    in_turn.sort_by_key(|(_, id)| *id);
    let mut done = BTreeMap::new();
    for (place, id) in in_turn {
        let form = visible(tx, actor, id)?;
        let one = match form_calls::printed(tx, &form, options.clone(), seals) {
            Ok(options) => Ok(waybill::sheet(tx, org, &form, &options)?),
            Err(Refusal::Business(reason)) => Err(named(&form, &reason)),
            Err(other) => return Err(other),
        };
        done.insert(place, one);
    }
    let (mut sheets, mut findings) = (Vec::new(), Findings::new());
    for (place, one) in done {
        match one {
            Ok(sheet) => sheets.push(sheet),
            Err(text) => findings.error(format!("ids.{place}"), text),
        }
    }
    Refusal::unless_clean(&findings, &[])?;
    sign::count(tx, &sheets)?;
    Ok(sheets)
}

/// `990-12345675：…`, with the number of a form in front of what stands against it.
fn named(form: &Form, reason: &Text) -> Text {
    let number = if form.kind == 0 { form.awb_number.as_str() } else { form.hawb_number.as_str() };
    ONE_OF.with_each(&[("number", number), ("reason", &reason.zh)], &[("number", number), ("reason", &reason.en)])
}
