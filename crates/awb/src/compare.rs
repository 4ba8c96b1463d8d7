//! A form beside its order: pieces equal, weight and volume within tolerance, houses adding up to the master.

use facts::master::Master;
use kernel::{Findings, Id, Msg, Volume, Weight};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json, json};
use trade::cargo::{Mark, compare_pieces, compare_volume, compare_weight, difference_text};
use waybill::Form;

use crate::prefill::{Cargo, cargo_of_master};

/// The question before a form that differs is finished.
pub const DIFFERS: Msg = Msg::new(
    "awbprint.differs",
    "运单与订单不一致：{what}，是否继续？",
    "The waybill differs from the order: {what}. Continue?",
);

/// The same of a form without an order.
const DIFFERS_FROM_HOUSES: Msg = Msg::new(
    "awbprint.differs_houses",
    "主单与分单不一致：{what}，是否继续？",
    "The master differs from its houses: {what}. Continue?",
);

/// Asks when a form differs from what it stands for; answers whether it does.
pub fn with_order(tx: &mut Tx<'_>, form: &Form, findings: &mut Findings) -> Result<bool, Refusal> {
    let org = tx.org();
    let mut what = Vec::new();
    if form.kind == 0 {
        if let Some(houses) = houses(tx, org, &form.master())? {
            differences(&houses, form, "分单", &mut what);
        }
        differences(&cargo_of_master(tx, org, &form.master())?, form, "订单", &mut what);
    } else if let Some(hawb) = form.hawb_id {
        differences(&house(tx, org, hawb)?, form, "分单", &mut what);
    }
    if what.is_empty() {
        return Ok(false);
    }
    let question = if form.order_id.is_some() { DIFFERS } else { DIFFERS_FROM_HOUSES };
    findings.confirm("", question.with(&[("what", &what.join("；"))]));
    Ok(true)
}

fn differences(expected: &Cargo, form: &Form, of: &str, what: &mut Vec<String>) {
    let pieces = form.pieces.unwrap_or_default();
    let some = |number: i64| (number != 0).then_some(number);
    if compare_pieces(some(expected.pieces), Some(pieces)) == Mark::Outside {
        what.push(format!("件数 {pieces} / {of} {}", expected.pieces));
    }
    let weight = form.gross_weight.unwrap_or_default();
    let wanted = Some(expected.weight).filter(|weight| !weight.is_zero());
    if compare_weight(wanted, Some(weight)) == Mark::Outside {
        what.push(format!("毛重 {} / {of} {}", weight.show(1), expected.weight.show(1)));
    }
    let volume = form.volume.filter(|volume| !volume.is_zero());
    let wanted = Some(expected.volume).filter(|volume| !volume.is_zero());
    if compare_volume(wanted, volume) == Mark::Outside {
        let volume = volume.unwrap_or_default();
        what.push(format!("体积 {} / {of} {}", volume.show(3), expected.volume.show(3)));
    }
}

/// The houses under a master together, beside the master: its form as far as it is filled, else its
/// orders. None for a master that goes direct.
pub fn sums(conn: &mut dyn Conn, org: i64, master: &Master, form: Option<&Form>) -> Result<Json, Refusal> {
    let Some(together) = houses(conn, org, master)? else { return Ok(Json::Null) };
    let orders = cargo_of_master(conn, org, master)?;
    let master = Cargo {
        pieces: form.and_then(|form| form.pieces).unwrap_or(orders.pieces),
        weight: form.and_then(|form| form.gross_weight).unwrap_or(orders.weight),
        volume: form.and_then(|form| form.volume).unwrap_or(orders.volume),
        charge_weight: orders.charge_weight,
    };
    let weights = [master.weight, together.weight];
    let volumes = [master.volume, together.volume];
    let wanted = Some(master.volume).filter(|volume| !volume.is_zero());
    let marks: Map<String, Json> = [
        ("pieces", compare_pieces(Some(master.pieces), Some(together.pieces)), [master.pieces, together.pieces], 0, 0),
        ("weight", compare_weight(Some(master.weight), Some(together.weight)), weights.map(Weight::raw), 3, 1),
        ("volume", compare_volume(wanted, Some(together.volume)), volumes.map(Volume::raw), 6, 3),
    ]
    .into_iter()
    .filter(|(_, mark, ..)| *mark != Mark::Same)
    .map(|(name, mark, [expected, actual], decimals, digits)| {
        let text = difference_text(expected, actual, decimals, digits);
        (name.to_owned(), json!({ "level": mark, "text": text }))
    })
    .collect();
    let told = |cargo: &Cargo| json!({ "pieces": cargo.pieces, "weight": cargo.weight, "volume": cargo.volume });
    Ok(json!({ "houses": told(&together), "master": told(&master), "marks": marks }))
}

fn house(conn: &mut dyn Conn, org: i64, hawb: Id) -> Result<Cargo, Refusal> {
    let mut select = sql::from(org, "hawb");
    select.columns(["pieces", "weight", "volume", "charge_weight"]).and_where(sql::eq("id", hawb));
    let row = conn.first(&select.into())?.unwrap_or_default();
    Ok(Cargo {
        pieces: row.get::<Option<_>>(0)?.unwrap_or_default(),
        weight: row.get::<Option<_>>(1)?.unwrap_or_default(),
        volume: row.get::<Option<_>>(2)?.unwrap_or_default(),
        charge_weight: row.get::<Option<_>>(3)?.unwrap_or_default(),
    })
}

/// The houses of a master together, those of its orders and those of none; nothing when it goes direct.
fn houses(conn: &mut dyn Conn, org: i64, master: &Master) -> Result<Option<Cargo>, Refusal> {
    let all = waybill::houses::of_master(conn, org, master)?;
    let mut cargo = Cargo::default();
    for house in &all {
        cargo.pieces += house.pieces.unwrap_or_default();
        cargo.weight = cargo.weight.plus(house.weight.unwrap_or_default());
        cargo.volume = cargo.volume.plus(house.volume.unwrap_or_default());
    }
    Ok(if all.is_empty() { None } else { Some(cargo) })
}
