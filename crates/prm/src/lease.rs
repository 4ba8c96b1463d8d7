//! The page lock of the form of a partner.

use facts::lease::{self, Page};
use kernel::{Id, Msg};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::store::{Conn, sql};
use serde_json::Value as Json;

const HELD: Msg = Msg::new(
    "coop.lease.held",
    "{user}正在编辑该客商（自 {time}），当前为只读",
    "{user} is editing this partner (since {time}); it is read-only now.",
);

/// The page of a partner.
pub const fn page(coop: Id) -> Page {
    Page { kind: "coop", id: coop, held: HELD }
}

/// The calls of the lock.
pub fn operations() -> [Operation; 3] {
    let edit = Access::Code("prm-coop-edit");
    [
        Operation::post("take_coop_lease", "/prm/coop/lease/{id}", edit, take)
            .summary("Takes the page lock of a partner, or tells who has it"),
        Operation::delete("drop_coop_lease", "/prm/coop/lease/{id}", edit, give_back)
            .param("tab")
            .summary("The form was closed"),
        Operation::post(
            "take_over_coop_lease",
            "/prm/coop/takeover/{id}",
            Access::Code("prm-coop-takeover"),
            take_over,
        )
        .summary("Takes the page lock from whoever holds it"),
    ]
}

/// Answers what is done with the page of a partner the caller sees.
fn with_coop(call: &Call, work: impl FnOnce(&mut Tx<'_>, Id) -> Result<Json, Refusal>) -> Outcome {
    let id = call.path_id("id")?;
    let data = call.write(|tx| {
        let actor = tx.actor;
        domain::coop::need_coop(tx, actor, id)?;
        work(tx, id)
    })?;
    Ok(Answer::Data(data))
}

fn take(call: &mut Call) -> Outcome {
    let asked = lease::asked(call)?;
    with_coop(call, |tx, id| lease::take(tx, page(id), &asked))
}

fn give_back(call: &mut Call) -> Outcome {
    let tab = call.query("tab").to_owned();
    with_coop(call, |tx, id| lease::give_back(tx, page(id), &tab).map(|()| Json::Null))
}

fn take_over(call: &mut Call) -> Outcome {
    let asked = lease::asked(call)?;
    with_coop(call, |tx, id| {
        let (told, before) = lease::take_over(tx, page(id), &asked)?;
        let mut select = sql::from(tx.org(), "coop");
        select.column("coop_code").and_where(sql::eq("id", id));
        let code: String = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
        let text = format!("接管页面锁 {before} -> {}", tx.actor.name);
        tx.log(LogEntry::of("coop", id, code, "/prm_coop_edit").did("修改", "接管页面锁").text(text))?;
        Ok(told)
    })
}
