//! 生成草稿: the paper of a contract, by the company's template of its kind or by ours.

use std::collections::BTreeMap;

use charge::ledger::money_text;
use charge::rate;
use domain::coop::visible_coop;
use kernel::grouped;
use platform::attached;
use platform::call::{Answer, App, Call, Outcome};
use platform::document::Rows;
use platform::prelude::*;
use serde::Deserialize;
use template::{contract_of_ours, fill_word};

use super::moves::of_id;
use super::{Contract, PARTIES, PATH, TABLE, look, wording as kept};
use crate::coop_credit::FINANCE;

/// What a template may name.
pub(super) const NAMES: [&str; 8] =
    ["orgName", "coopName", "socialCreditCode", "address", "settleText", "creditLimit", "validFrom", "validTo"];
const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
/// What files hang on a contract as: those of its action.
const FILES_KIND: &str = "contract_files";
/// Drafts and other files of a contract.
const FILES_MAX: usize = 5;

const NO_PARTY: Msg = Msg::new("contract.draft.party", "合同没有该合同方", "The contract has no such party.");
const TOO_MANY: Msg = Msg::new(
    "contract.draft.files",
    "附件已有{n}个，请先移除旧草稿",
    "It has {n} files already: remove an old draft first.",
);

const TEMPLATE: Field =
    Field::reference("contractTemplate", "模板（空为该类型最新模板）", "Template (none: the newest of its kind)")
        .column("template_id");
const COOP: Field = Field::reference("coop", "对方（空为第一合同方）", "Party (none: the first)").column("coop_id");
/// What its dialog asks for.
pub(super) const ASKED: [Field; 2] = [TEMPLATE, COOP];

/// POST /prm/contract/{id}/draft: the paper hangs on the contract as one of its files.
pub(super) fn make(tx: &mut Tx<'_>, step: &mut Step<'_, Contract>) -> Result<(), Refusal> {
    let (actor, org, app, own) = (tx.actor, tx.org(), tx.app, step.document);
    let coop = party(tx, org, &PARTIES, (step.id, step.get(COOP)?))?;
    let there = attached::stored(tx, org, FILES_KIND, step.id)?.len();
    if there >= FILES_MAX {
        step.findings.error("", TOO_MANY.with(&[("n", &there.to_string())]));
        return Ok(());
    }
    let bytes = written(tx, (actor, app), (step.get(TEMPLATE)?, Some(own)), coop)?;
    let name = format!("{}_草稿{}.docx", own.contract_code, there + 1);
    attached::keep(tx, (FILES_KIND, step.id), (&name, DOCX), &bytes)?;
    let entry = LogEntry::of(TABLE, step.id, &own.contract_code, PATH).did("修改", "生成草稿");
    tx.log(entry.text(format!("生成草稿：{name}")))?;
    step.answer("fileName", serde_json::json!(name));
    Ok(())
}

/// The party a draft is for, of those of the contract.
fn party(conn: &mut dyn Conn, org: i64, rows: &Rows, (id, wanted): (Id, Option<Id>)) -> Result<Id, Refusal> {
    let parties = rows.of(conn, org, id)?;
    let all = parties.iter().filter_map(|row| row.first()).map(Id::from_value).collect::<Result<Vec<_>, _>>()?;
    let found = all.into_iter().find(|party| wanted.is_none_or(|wanted| wanted == *party));
    found.ok_or_else(|| Refusal::field(COOP.name(), NO_PARTY.text()))
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Asked {
    template_id: Option<Id>,
    coop_id: Option<Id>,
    /// Its days, title and kind; without one they are left for the hand.
    contract_id: Option<Id>,
}

/// POST /prm/contract/draft {templateId, coopId, contractId}: the file.
pub(super) fn draft(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let (actor, app) = (call.actor()?.clone(), call.app.clone());
    let coop = asked.coop_id.ok_or_else(|| Refusal::field(COOP.name(), NO_PARTY.text()))?;
    let (name, bytes) = call.read(|conn| {
        let own = match asked.contract_id {
            Some(id) => {
                let mut seen = sql::from(actor.org_id, TABLE);
                seen.column((TABLE, "id")).and_where(sql::of_eq(TABLE, "id", id)).cond_where(look::visible(&actor));
                conn.first(&seen.into())?.ok_or(Refusal::NotFound)?;
                party(conn, actor.org_id, &PARTIES, (id, Some(coop)))?;
                Some(of_id(conn, actor.org_id, id)?.1)
            }
            None => None,
        };
        let bytes = written(conn, (&actor, &*app), (asked.template_id, own.as_ref()), coop)?;
        Ok((own.map(|own| own.contract_code).unwrap_or_else(|| "合同".to_owned()), bytes))
    })?;
    Ok(Answer::File { name: format!("{name}_草稿.docx"), mime: DOCX.to_owned(), bytes, inline: false })
}

fn written(
    conn: &mut dyn Conn,
    (actor, app): (&Actor, &App),
    (template, own): (Option<Id>, Option<&Contract>),
    coop: Id,
) -> Result<Vec<u8>, Refusal> {
    let values = values(conn, actor, own, coop)?;
    let kind = own.map_or("", |own| own.contract_type.as_str());
    let file = match kept::file(conn, actor, (template, kind))? {
        Some(file) => file.bytes(app)?,
        None => contract_of_ours().map_err(Refusal::Business)?,
    };
    fill_word(&file, &values).map_err(Refusal::Business)
}

type Values = BTreeMap<&'static str, String>;

/// What the placeholders stand for. What its user may not see is left for the hand.
fn values(conn: &mut dyn Conn, actor: &Actor, own: Option<&Contract>, coop: Id) -> Result<Values, Refusal> {
    let mut select = sql::from(actor.org_id, "coop");
    select
        .columns(["coop_full_name", "coop_name", "social_credit_code", "coop_address"].map(|column| ("coop", column)))
        .and_where(sql::of_eq("coop", "id", coop))
        .cond_where(visible_coop(actor));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    let (full, short) = (text(0)?, text(1)?);
    let (terms, limit) = credit(conn, actor, coop)?;
    let to = own.map(|own| if own.valid_to.is_empty() { "长期".to_owned() } else { own.valid_to.clone() });
    let values = [
        title(conn, actor.org_id, own)?,
        if full.is_empty() { short } else { full },
        text(2)?,
        text(3)?,
        terms,
        limit,
        own.map(|own| own.valid_from.clone()).unwrap_or_default(),
        to.unwrap_or_default(),
    ];
    Ok(NAMES.into_iter().zip(values).collect())
}

/// Our title on the contract, else the name of the company.
fn title(conn: &mut dyn Conn, org: i64, own: Option<&Contract>) -> Result<String, Refusal> {
    if let Some(id) = own.and_then(|own| own.our_title_id) {
        let mut select = sql::from(org, "org_bank");
        select.column("title_cn").and_where(sql::eq("id", id));
        if let Some(row) = conn.first(&select.into())? {
            return Ok(row.get(0)?);
        }
    }
    Ok(facts::org(conn, org)?.name)
}

/// Terms and limit of a partner.
fn credit(conn: &mut dyn Conn, actor: &Actor, coop: Id) -> Result<(String, String), Refusal> {
    let mut select = sql::from(actor.org_id, "coop_credit");
    select.columns(["settle_text", "effective_limit"]).and_where(sql::eq("coop_id", coop));
    let Some(row) = conn.first(&select.into())? else { return Ok((String::new(), String::new())) };
    let limit: Option<i64> = row.get(1)?;
    let own = rate::functional(conn, actor.org_id)?;
    let limit =
        limit.filter(|_| actor.has(FINANCE)).map(|raw| format!("{} {}", own.code(), grouped(&money_text(raw, own))));
    Ok((row.get::<Option<String>>(0)?.unwrap_or_default(), limit.unwrap_or_default()))
}
