//! What the rule comes to: the accounts of each type, and the entries of one document.

use account::Found;
use book::accounts::Accounts;
use book::origin::{self, Origin};
use book::part::{ENTRIES, Part};
use book::posting::{entries, summary};
use book::{Entry, KINDS};
use kernel::{Id, Msg, grouped};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::flow::Filled;
use platform::page::{Said, Told};
use platform::refusal::Refusal;
use platform::store::Conn;
use serde_json::{Value as Json, json};
use settle::amounts::figure_of;

use crate::voucher_export::seen;

const NO_DOCUMENT: Msg =
    Msg::new("voucher_rule.document", "单据{n}不存在或无需生成凭证", "There is no document {n} to be posted.");

const KIND: Field = Field::select(KINDS, "凭证类型", "Type").column("kind").required();
const NUMBER: Field =
    Field::text("单据号（发票、核销单、报销单、订单等）", "Number of the document").column("number").max(40).required();
/// What a trial asks for.
pub(super) const FIELDS: &[Field] = &[KIND, NUMBER];

const DEBIT: (&str, &str) = ("借", "Dr");
const CREDIT: (&str, &str) = ("贷", "Cr");

/// The entries of each type with the account each goes to unless the rule says otherwise.
pub(super) fn defaults(conn: &mut dyn Conn, actor: &Actor) -> Result<Told, Refusal> {
    let accounts = Accounts::of(conn, actor.org_id)?;
    let usual = |part: &Part| match accounts.first_of(part) {
        Some(id) => Said::from(accounts.label(id)),
        None if part.account_type.is_empty() => ("来源科目", "that of the document").into(),
        None => ("（缺少科目）", "(no account)").into(),
    };
    let mut rows = Vec::new();
    for (kind, parts) in ENTRIES {
        for (part, debit) in *parts {
            let kind = KINDS.iter().find(|one| one.value == *kind).map_or(("", ""), |one| (one.zh, one.en));
            let side = if *debit { DEBIT } else { CREDIT };
            rows.push(vec![kind.into(), side.into(), (part.zh, part.en).into(), usual(part)]);
        }
    }
    let columns = [
        ("kind", ("凭证类型", "Type"), false),
        ("side", ("方向", "Side"), false),
        ("part", ("分录", "Entry"), false),
        ("account", ("默认科目", "Usual account"), false),
    ];
    Ok(Told::default().table(("默认科目", "Usual accounts"), &columns, rows))
}

/// 试生成: the voucher a document would have.
pub(super) fn trial(
    conn: &mut dyn Conn,
    actor: &Actor,
    _: Option<Id>,
    filled: &mut Filled<'_>,
) -> Result<Told, Refusal> {
    let (kind, number): (String, String) = (filled.get(KIND)?, filled.get(NUMBER)?);
    let org = actor.org_id;
    let rule = book::rule(conn, org)?;
    let Some((origin, ids)) = found(conn, actor, (&kind, &number))? else {
        filled.findings.error(NUMBER.name(), NO_DOCUMENT.with(&[("n", &number)]));
        return Ok(Told::default());
    };
    seen::need_money(actor, &origin)?;
    let postings = book::postings(conn, org, (&rule, &origin), &ids)?;
    let accounts = Accounts::of(conn, org)?;
    let made = entries(origin.kind, &accounts, &postings)?;
    let named = account::by_id(conn, org, made.iter().map(|entry| entry.account))?;
    let mut rows = Vec::new();
    for entry in &made {
        let partner = entry.coop.map(|coop| facts::coop_name(conn, org, coop)).transpose()?.unwrap_or_default();
        rows.push(row(entry, named.get(&entry.account).map(Found::label).unwrap_or_default(), partner)?);
    }
    let sum = |of: fn(&Entry) -> i64| grouped(&kernel::format_scaled(made.iter().map(of).sum(), 3, 2));
    let columns = [
        ("side", ("方向", "Side"), false),
        ("account", ("科目", "Account"), false),
        ("partner", ("往来单位", "Partner"), false),
        ("original", ("原币", "Original"), true),
        ("debit", ("借方", "Debit"), true),
        ("credit", ("贷方", "Credit"), true),
    ];
    let text = postings.first().map(|posting| summary(&rule.summary, posting)).unwrap_or_default();
    Ok(Told::default()
        .line(("摘要", "Summary"), text)
        .line(("借方合计", "Debits"), sum(|entry| entry.debit))
        .line(("贷方合计", "Credits"), sum(|entry| entry.credit))
        .table(("分录", "Entries"), &columns, rows))
}

fn row(entry: &Entry, account: String, partner: String) -> Result<Vec<Said>, Refusal> {
    let own = |raw: i64| if raw == 0 { String::new() } else { grouped(&kernel::format_scaled(raw, 3, 2)) };
    let side = if entry.debit == 0 { CREDIT } else { DEBIT };
    let original = format!("{} {}", entry.currency, figure_of(entry.original, &entry.currency)?);
    Ok(vec![
        side.into(),
        account.into(),
        partner.into(),
        original.into(),
        own(entry.debit).into(),
        own(entry.credit).into(),
    ])
}

/// The documents of a number, of the first table that has some the caller sees.
fn found(
    conn: &mut dyn Conn,
    actor: &Actor,
    (kind, number): (&str, &str),
) -> Result<Option<(Origin, Vec<Id>)>, Refusal> {
    for origin in origin::ALL.iter().filter(|origin| origin.kind == kind) {
        let ids = origin::numbered(conn, actor.org_id, origin, number)?;
        let ids = seen::among(conn, actor, origin, &ids)?;
        if !ids.is_empty() {
            return Ok(Some((*origin, ids)));
        }
    }
    Ok(None)
}

/// GET /css/voucherRule.
pub(super) fn in_force(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let org = actor.org_id;
    let (rule, accounts) = call.read(|conn| Ok((book::rule(conn, org)?, Accounts::of(conn, org)?)))?;
    let part = |(part, debit): &(&Part, bool)| {
        let usual = accounts.first_of(part);
        json!({
            "part": part.code, "label": { "zh": part.zh, "en": part.en }, "debit": debit, "accountId": usual,
            "account": usual.map(|id| accounts.label(id)),
        })
    };
    let kinds: Vec<Json> = ENTRIES
        .iter()
        .map(|(kind, parts)| json!({ "kind": kind, "entries": parts.iter().map(part).collect::<Vec<_>>() }))
        .collect();
    Ok(Answer::Data(json!({
        "word": rule.word, "postBy": rule.post_by, "splitTax": rule.split_tax, "mode": rule.mode,
        "summary": rule.summary, "kinds": kinds,
    })))
}
