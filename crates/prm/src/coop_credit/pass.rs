//! 超信用放单放货 (event 105): who can't go on at a gate applies for it, and a decision lets that act of that order pass once.

use approval::rule::Fact;
use approval::{Application, people, unlock as unlocking, words};
use credit::gate::{self, Act, Gate, NOT_NEEDED, Outcome};
use kernel::{Msg, Uuid};
use order::{PAGE_CODES, form_page, head};
use platform::access::Access;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::registry::{Applier, ApplyWork, Applying, Approved, Effect, EffectWork};
use platform::store::sql;
use serde_json::Value as Json;

const EVENT: i64 = 105;
const CONTENT: Msg =
    Msg::new("credit.pass.content", "{coopName}超信用{gate}：{order}", "{coopName}: {gate} beyond the credit, {order}");

/// Gates that a decision opens, each a kind of object of its own.
const GATES: [(&str, Gate, EffectWork, ApplyWork); 4] = [
    ("CREDIT_BOOKING", Gate::Booking, passed::<0>, wish::<0>),
    ("CREDIT_RELEASE", Gate::Release, passed::<1>, wish::<1>),
    ("CREDIT_DELIVERY", Gate::Delivery, passed::<2>, wish::<2>),
    ("CREDIT_INVOICE", Gate::Invoice, passed::<3>, wish::<3>),
];

/// What decisions do.
pub(super) fn effects() -> impl Iterator<Item = Effect> {
    GATES.into_iter().map(|(kind, _, work, _)| Effect { event: EVENT, kind, work })
}

/// How one applies.
pub(super) fn appliers() -> impl Iterator<Item = Applier> {
    let access = Access::Code(unlocking::CODE);
    GATES.into_iter().map(move |(kind, _, _, work)| Applier { event: EVENT, kind, access, work })
}

fn at<const PLACE: usize>() -> Result<(&'static str, Gate), Refusal> {
    GATES.get(PLACE).map(|(kind, gate, ..)| (*kind, *gate)).ok_or(Refusal::NotFound)
}

/// Applies for an order, named by its UUID, that stands at a gate.
fn wish<const PLACE: usize>(tx: &mut Tx<'_>, asked: Applying<'_>) -> Result<Json, Refusal> {
    let (kind, gate) = at::<PLACE>()?;
    let uuid = Uuid::parse(asked.reference).ok_or(Refusal::NotFound)?;
    let (org, actor, now) = (tx.org(), tx.actor, tx.now);
    let seen = head(tx, actor, &uuid, PAGE_CODES)?;
    let order = people::order(tx, org, sql::eq("id", seen.id), now)?.ok_or(Refusal::NotFound)?;
    unlocking::need_reason(asked.reason)?;
    let act = Act { gate, order: order.id, code: order.code.clone(), scope: order.scope()?, coop: order.coop };
    let hardest = gate::hardest(tx, (org, now), &act)?.filter(|(_, told)| told.outcome == Outcome::Approval);
    let (coop, told) = hardest.ok_or(Refusal::business(NOT_NEEDED))?;
    let name = facts::coop_name(tx, org, coop)?;
    let [over, days] = told.figures;
    let mut known = order.facts.clone();
    known.extend([
        // Thousandths of the table are hundredths of facts.
        ("overAmount".to_owned(), Fact::Number(over / 10)),
        ("overdueDays".to_owned(), Fact::whole(days)),
    ]);
    let said = [("coopName", name.as_str()), ("gate", gate.name().0), ("order", order.code.as_str())];
    let done = approval::submit(
        tx,
        &Application {
            event: EVENT,
            kind,
            object: order.id,
            url: format!("{}?o={}", form_page(order.scope()?), order.uuid),
            content: CONTENT.with(&said).zh,
            number: order.code.clone(),
            internal_number: order.internal_number.clone(),
            scope: order.scope.clone(),
            coop: Some(coop),
            sales: order.sales,
            servicer: order.servicer,
            facts: known,
            reason: asked.reason.to_owned(),
            without: None,
            running: words::RUNNING,
        },
    )?;
    Ok(done.told())
}

/// The act passes once.
fn passed<const PLACE: usize>(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let (_, gate) = at::<PLACE>()?;
    let (org, now) = (tx.org(), tx.now);
    let order = people::order(tx, org, sql::eq("id", approved.object), now)?.ok_or(Refusal::NotFound)?;
    let act = Act { gate, order: order.id, code: order.code.clone(), scope: order.scope()?, coop: order.coop };
    gate::pass(tx, &act, &approved.approval)?;
    let entry = facts::order_log::log_entry(order.id, order.code.clone(), form_page(order.scope()?));
    let by = if approved.approval.is_empty() { "无需审批" } else { &approved.approval };
    tx.log(entry.did("修改", "超信用审批").text(format!("超信用{}放行一次（{by}）", gate.name().0)))
}
