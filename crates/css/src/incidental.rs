//! 杂费录入. Terminal fees, overtime, packing and the like, entered on an order by whoever has to pay them, without the page
//! of its charges: they wait until who answers for the charges confirms them or sends them back.

mod decide;
mod enter;
mod told;

pub(crate) use enter::amount;

use charge::finance;
use charge::ledger::view_of;
use charge::line::{LOCKED, Line, Source, of_order};
use kernel::{Id, Msg, Scope, Text, Uuid};
use order::store::{self, Saved};
use order::{DONE, Lifecycle, Move, Profile, visible_order};
use platform::access::{Access, Actor};
use platform::call::{Call, Outcome, Tx};
use platform::refusal::{Refusal, messages};
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Expr, Order};
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json};
use trade::charge::Side;
use trade::waybill_number::Mawb;

use crate::charge_query::ORDER;
use crate::order_charge::{FINISH_CODES, data, text};

const CODE: &str = "incidentals";
const ADD: &str = "incidentals-add";
/// Confirms beside those who finish a side.
const EDIT: &str = "css-charge-edit";
/// Seeing what customers are charged, as on the form of the order.
const PRICE: &str = "af-order-price";
const INCOME_DONE: Msg =
    Msg::new("incidental.income_done", "收入已完成，不能录入", "The income is done; nothing can be entered.");
const COST_DONE: Msg =
    Msg::new("incidental.cost_done", "成本已完成，不能录入", "The cost is done; nothing can be entered.");
const NO_MASTER: Msg =
    Msg::new("incidental.master", "主单没有进行中的订单", "No order of the master is being worked on.");
const OF_ORDER: Msg = Msg::new("incidental.of_order", "{code}：{why}", "{code}: {why}");

/// Adds the page to the room.
pub(crate) fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page("/incidentals", "/afManager/order", "杂费录入", "Incidental charges", 210).hidden(),
        Node::button(ADD, CODE, "录入", "Enter", 10),
    ]);
    for select in ["serviceItem", "coop", "currency"] {
        room.select_uses.push((select, Access::Code(ADD)));
    }
    let (add, decide) = (Access::Code(ADD), Access::any_of(&[&[EDIT], FINISH_CODES].concat()));
    let at = |rest: &str| format!("/afbase/incidentals/{rest}");
    room.operations.extend([
        Operation::get("list_incidentals", &at("list"), Access::LoggedIn, list)
            .param("orderUuid")
            .param("awbNumber")
            .summary(
                "The incidental charges of an order, or of the orders of a master, as far as the caller may see them",
            ),
        Operation::post("save_incidentals", &at("doSave"), add, enter::save)
            .summary("Enters incidental charges of an order; they wait to be confirmed"),
        Operation::post("save_incidentals_of_master", &at("doBatchSave"), add, enter::batch)
            .summary("Shares an amount over the orders of a master by their charge weight"),
        Operation::post("confirm_incidentals", &at("confirm"), decide, decide::confirm),
        Operation::post("reject_incidentals", &at("reject"), decide, decide::reject),
        Operation::post("delete_incidentals", &at("doDelete"), add, decide::remove)
            .summary("Takes back what the caller entered and nobody confirmed"),
    ]);
}

/// GET /afbase/incidentals/list.
fn list(call: &mut Call) -> Outcome {
    let (actor, language) = (call.actor()?.clone(), call.language().to_owned());
    let (uuid, number) = (call.query("orderUuid").to_owned(), call.query("awbNumber").to_owned());
    call.read(|conn| {
        let orders = if uuid.is_empty() {
            let of = of_master(conn, &actor, &number)?;
            let saved = of.seen.into_iter().map(|(id, profile)| store::of_id(conn, &actor, profile, id));
            saved.collect::<Result<_, _>>()?
        } else {
            vec![found(conn, &actor, &uuid)?]
        };
        told::orders(conn, (&actor, &language), &orders)
    })
    .and_then(data)
}

/// The order of a public name that the caller sees, whichever pages he opens.
fn found(conn: &mut dyn Conn, actor: &Actor, uuid: &str) -> Result<Saved, Refusal> {
    let uuid = Uuid::parse(uuid).ok_or(Refusal::NotFound)?;
    let scope = order::scope_of(conn, actor.org_id, &uuid)?.ok_or(Refusal::NotFound)?;
    store::find(conn, actor, order::profile(scope), &uuid)
}

/// The orders of a master.
struct OfMaster {
    /// Those the caller sees, by their ids.
    seen: Vec<(Id, &'static Profile)>,
    /// How many there are beside them.
    hidden: usize,
}

/// The orders of a master in its present registration whose life is not over.
fn of_master(conn: &mut dyn Conn, actor: &Actor, number: &str) -> Result<OfMaster, Refusal> {
    let bad = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "awbNumber")]));
    let number = Mawb::parse(number).ok_or_else(bad)?.to_string();
    let alive = [Lifecycle::Open, Lifecycle::Locked].map(|one| one.code().to_owned());
    let mut select = sql::from(actor.org_id, ORDER);
    select
        .columns(["id", "business_scope"].map(|column| (ORDER, column)))
        .expr(Expr::case(visible_order(actor), Expr::cust("1")).finally(Expr::cust("0")))
        .and_where(facts::master::Master::now(number).is_of(ORDER))
        .and_where(sql::is_in(sql::of(ORDER, "lifecycle"), alive))
        .order_by((ORDER, "id"), Order::Asc);
    let mut of = OfMaster { seen: Vec::new(), hidden: 0 };
    for row in conn.query(&select.into())? {
        let (id, scope): (Id, String) = (row.get(0)?, row.get(1)?);
        let Some(scope) = Scope::from_code(&scope) else { continue };
        if row.get::<i64>(2)? == 1 {
            of.seen.push((id, order::profile(scope)));
        } else {
            of.hidden += 1;
        }
    }
    Ok(of)
}

/// The version of the charges of an order that a body was made from.
fn version(body: &Map<String, Json>) -> Result<i64, Refusal> {
    let bad = |_| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "rowUuid")]));
    text(body, "rowUuid").parse().map_err(bad)
}

/// Holds the charges of an order in the version its caller saw, and reads it and them as they are now.
fn held(tx: &mut Tx<'_>, saved: &Saved, version: i64) -> Result<(Saved, Vec<Line>), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    finance::hold(tx, saved.id, Some(version))?;
    Ok((store::of_id(tx, actor, saved.profile, saved.id)?, of_order(tx, org, saved.id)?))
}

/// Why a side of an order takes no incidental charges.
fn closed(saved: &Saved, side: Side) -> Option<Text> {
    let (done, said) = match side {
        Side::Receivable => (saved.income_recorded, INCOME_DONE),
        Side::Payable => (saved.cost_recorded, COST_DONE),
    };
    match saved.lifecycle {
        Lifecycle::Locked => Some(LOCKED.text()),
        Lifecycle::Closed | Lifecycle::Cancelled => Some(order::CLOSED_NO_EDIT.text()),
        Lifecycle::Open | Lifecycle::Draft => (done == DONE).then(|| said.text()),
    }
}

/// Refuses a side that takes none, and an order whose loss is being decided: either side would make it another one.
fn need_open(tx: &mut Tx<'_>, saved: &Saved, side: Side) -> Result<(), Refusal> {
    if let Some(why) = closed(saved, side) {
        return Err(Refusal::Business(why));
    }
    let org = tx.org();
    orderdesk::need_undecided(tx, org, saved.id)
}

/// A line somebody entered here that counts nowhere yet.
fn is_waiting(line: &Line) -> bool {
    line.charge.source == Source::Incidental.code() && !line.counts()
}

fn is_own(actor: &Actor, line: &Line) -> bool {
    line.created_by == Some(actor.user_id)
}

/// Who enters a cost sees it; others see what their rights say. What customers are charged has a right of its own. A
/// percentage tells what all other charges of its side come to, and is seen by who sees these.
fn sees(actor: &Actor, line: &Line) -> bool {
    let own = match line.side {
        Side::Receivable => actor.has(PRICE),
        Side::Payable => is_own(actor, line),
    };
    actor.has(view_of(line.side)) || (own && !line.is_percentage())
}

/// Whether somebody sees a charge of an order anywhere, here or on the page of its charges.
fn knows(actor: &Actor, line: &Line) -> bool {
    actor.has(view_of(line.side)) || (line.charge.source == Source::Incidental.code() && sees(actor, line))
}

fn sees_income(actor: &Actor) -> bool {
    actor.has(view_of(Side::Receivable)) || actor.has(PRICE)
}

/// Whether somebody decides about the incidental charges of a side: who changes charges, or finishes them.
fn decides(actor: &Actor, scope: Scope, side: Side) -> bool {
    let finish = if side == Side::Receivable { Move::IncomeFinish } else { Move::CostFinish };
    let own = if side == Side::Receivable { "css-income-finish" } else { "css-cost-finish" };
    actor.has(view_of(side)) && [EDIT, own, finish.code(scope)].iter().any(|code| actor.has(code))
}

/// A refusal about one of several orders.
fn about(saved: &Saved, refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Business(why) => Refusal::Business(of_one(saved, &why)),
        other => other,
    }
}

/// A text about one of several orders. It stays the message it is, so that a question is answered by its own key.
fn of_one(saved: &Saved, text: &Text) -> Text {
    let with = |why| [("code", saved.code.as_str()), ("why", why)];
    let said = OF_ORDER.with_each(&with(text.zh.as_str()), &with(text.en.as_str()));
    Text { key: text.key, ..said }
}
