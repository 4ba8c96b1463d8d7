//! How a new bill begins: by its order, or by another bill of the order.

use platform::call::{Answer, Call, Outcome};
use platform::refusal::{Refusal, messages as common};
use platform::store::Conn;
use serde_json::{Value as Json, json};
use trade::address::Party;
use trade::bill::{AS_ARRANGED, BillBox, BillForm, Kind, ON_BOARD, ORIGINAL, folded, limits};

use crate::looked;
use crate::order::{Order, OrderBox, of_uuid, port_name};
use crate::store;

/// Terms of trade by which the buyer pays the freight.
const COLLECT: [&str; 4] = ["EXW", "FCA", "FAS", "FOB"];

/// GET prefill: the form as a new bill begins. `from` is the bill it is copied from.
pub(crate) fn prefill(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let bad = || Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", "kind")]));
    let kind = Kind::from_code(&call.path("kind").to_uppercase()).ok_or_else(bad)?;
    let from = call.query("from").parse().ok().map(kernel::Id);
    let data = call.read(|conn| {
        let order = of_uuid(conn, actor, call.path("orderUuid"))?;
        let mut form = fill(conn, actor.org_id, &order, kind)?;
        if let Some(from) = from {
            let other = store::find(conn, actor, from)?;
            if other.order_id != order.id {
                return Err(Refusal::NotFound);
            }
            form = copied(form, &other.form);
        }
        Ok(json!({
            "blId": Json::Null,
            "rowUuid": "",
            "kind": kind,
            "docState": "NONE",
            "custodyState": store::UNSIGNED,
            "orderUuid": order.uuid,
            "orderCode": order.code,
            "closed": order.need_open().is_err(),
            "content": form,
        }))
    })?;
    Ok(Answer::Data(data))
}

/// A house bill like another one has its own number; one like its master bill has its own parties and carrier too.
fn copied(fresh: BillForm, other: &BillForm) -> BillForm {
    let kept = BillForm { kind: fresh.kind, number: String::new(), ..other.clone() };
    if fresh.kind == other.kind {
        return kept;
    }
    BillForm {
        shipper: fresh.shipper,
        consignee: fresh.consignee,
        notify: fresh.notify,
        notify2: fresh.notify2,
        delivery_agent: fresh.delivery_agent,
        carrier_name: fresh.carrier_name,
        issuer: fresh.issuer,
        sign_as: fresh.sign_as,
        number: fresh.number,
        ..kept
    }
}

/// What names a bill needs: of the company and its partners, in English as far as they are known.
struct Names {
    company: String,
    customer: String,
    agent: String,
    carrier: String,
}

/// The form by the order alone.
pub(crate) fn fill(conn: &mut dyn Conn, org: i64, order: &Order, kind: Kind) -> Result<BillForm, Refusal> {
    let mut form = BillForm { kind, ..BillForm::default() };
    let names = names(conn, org, order)?;
    head(&mut form, order, &names);
    form.number = number(conn, org, order, kind)?;
    routing(conn, org, order, &mut form)?;
    goods(order, &mut form);
    clauses(order, &mut form);
    signing(order, &mut form, &names);
    Ok(form)
}

fn names(conn: &mut dyn Conn, org: i64, order: &Order) -> Result<Names, Refusal> {
    let mut ename = |id: Option<kernel::Id>| -> Result<String, Refusal> {
        let coop = id.map(|id| facts::coop(conn, org, id)).transpose()?.flatten();
        Ok(coop.map(|coop| plain(&coop.ename)).unwrap_or_default())
    };
    let (customer, agent, carrier) = (ename(order.coop_id)?, ename(order.agent)?, ename(order.ship_company)?);
    Ok(Names { company: plain(&facts::org(conn, org)?.name_en), customer, agent, carrier })
}

/// In capitals; nothing where it has letters no bill prints.
fn plain(text: &str) -> String {
    let text = text.trim().to_uppercase();
    if text.is_ascii() { text } else { String::new() }
}

/// The number the order has, unless another house bill took it.
fn number(conn: &mut dyn Conn, org: i64, order: &Order, kind: Kind) -> Result<String, Refusal> {
    Ok(match kind {
        Kind::Mbl => order.master_number.clone(),
        Kind::Hbl if store::is_taken(conn, org, &order.house_number, None)? => String::new(),
        Kind::Hbl => order.house_number.clone(),
    })
}

fn head(form: &mut BillForm, order: &Order, names: &Names) {
    form.issue_type = ORIGINAL.to_owned();
    (form.originals, form.copies) = ("3".to_owned(), "3".to_owned());
    form.bill_type = ON_BOARD.to_owned();
    let party = |name: &str| Party { sc_name: name.to_owned(), ..Party::default() };
    // Under a house bill the carrier deals with the forwarder and his agent.
    let forwarders = form.kind == Kind::Mbl && !order.has_no_houses();
    form.shipper = party(if forwarders { &names.company } else { &names.customer });
    if forwarders {
        form.consignee = party(&names.agent);
    }
    if form.kind == Kind::Hbl {
        form.delivery_agent = folded(&names.agent).join("\n");
    }
    form.booking_no = plain(&order.booking_no);
    form.contract_no = plain(&order.contract_no);
}

fn routing(conn: &mut dyn Conn, org: i64, order: &Order, form: &mut BillForm) -> Result<(), Refusal> {
    form.vessel = plain(&order.vessel);
    form.voyage = plain(&order.voyage);
    form.port_of_loading = port_name(conn, org, &order.loading)?;
    form.port_of_discharge = port_name(conn, org, &order.discharge)?;
    let mut transit = Vec::new();
    for code in order.transit.iter().filter(|code| !code.is_empty()) {
        transit.push(port_name(conn, org, code)?);
    }
    form.transhipment = transit.join("\n");
    form.place_of_receipt = folded(&plain(&order.receipt)).join("\n");
    form.place_of_delivery = folded(&plain(&order.delivery)).join("\n");
    Ok(())
}

/// `纸箱（CTNS）` is CTNS on a bill.
fn package_kind(package_type: &str) -> String {
    let inside = package_type.split_once('（').and_then(|(_, rest)| rest.split_once('）')).map(|(inside, _)| inside);
    plain(inside.unwrap_or(package_type))
}

fn goods(order: &Order, form: &mut BillForm) {
    form.marks = "N/M".to_owned();
    form.goods_desc = folded(&plain(&order.goods)).join("\n");
    form.package_kind = package_kind(&order.package_type);
    form.containers = order.boxes.iter().map(of_box).collect();
    let (pieces, weight, volume) = order.figures();
    let boxes = |read: fn(&OrderBox) -> Option<i64>| order.boxes.iter().map(read).sum::<Option<i64>>();
    let has = !order.boxes.is_empty();
    let sum = |all: Option<i64>, else_: Option<i64>| all.filter(|_| has).or(else_);
    let pieces = sum(boxes(|each| each.pieces), pieces);
    let weight = sum(boxes(|each| each.weight.map(kernel::Weight::raw)), weight.map(kernel::Weight::raw));
    let volume = sum(boxes(|each| each.volume.map(kernel::Volume::raw)), volume.map(kernel::Volume::raw));
    form.pieces = pieces.map(|pieces| pieces.to_string()).unwrap_or_default();
    form.gross_weight = weight.map(|raw| kernel::Weight::from_raw(raw).show(3)).unwrap_or_default();
    form.volume = volume.map(|raw| kernel::Volume::from_raw(raw).show(3)).unwrap_or_default();
    form.total_in_words = looked::say(order, form).unwrap_or_default();
}

fn of_box(own: &OrderBox) -> BillBox {
    BillBox {
        container_no: own.number.clone(),
        seal_no: own.seal.clone(),
        container_type: own.kind.clone(),
        pieces: own.pieces.map(|pieces| pieces.to_string()).unwrap_or_default(),
        weight: own.weight.map(|weight| weight.show(3)).unwrap_or_default(),
        volume: own.volume.map(|volume| volume.show(3)).unwrap_or_default(),
    }
}

fn clauses(order: &Order, form: &mut BillForm) {
    (form.shippers_load, form.said_to_contain) = (order.is_full(), order.is_full());
    form.service_term = plain(&order.service_term);
    form.freight_collect = COLLECT.contains(&order.trade_term.as_str());
    form.freight_prepaid = !form.freight_collect;
    form.free_days = order.free_days.map(|days| days.to_string()).unwrap_or_default();
    form.freight_text = AS_ARRANGED.to_owned();
    let place = if form.freight_prepaid { &form.port_of_loading } else { &form.port_of_discharge };
    form.payable_at = place.clone();
}

fn signing(order: &Order, form: &mut BillForm, names: &Names) {
    let fits = |text: &str, most: usize| if text.len() <= most { text.to_owned() } else { String::new() };
    form.place_of_issue = fits(&form.port_of_loading, limits::PLACE);
    let departed = order.departed_on().unwrap_or_default();
    (form.issue_date, form.on_board_date) = (departed.clone(), departed);
    form.sign_as = "CARRIER".to_owned();
    if form.kind == Kind::Hbl {
        form.issuer = fits(&names.company, limits::ISSUER);
        form.carrier_name = names.company.clone();
    } else {
        form.carrier_name = names.carrier.clone();
    }
}
