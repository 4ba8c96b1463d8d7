//! What an account holds, and the default of each currency.

use kernel::{Findings, Id, Msg};
use platform::attached;
use platform::call::Tx;
use platform::document::{Document, Draft, Written, other_than};
use platform::import;
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::scopes::SCOPES;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::{Bank, FOR_SCOPES, LOGO, LOGO_FILE, PAGE, SEAL, SEAL_FILE, TABLE};

/// Accounts of a company.
const ACCOUNTS_MAX: i64 = 30;

const FULL: Msg = Msg::new("bank.full", "银行账户最多{n}个", "There can be at most {n} bank accounts.");
const NO_CURRENCY: Msg = Msg::new("bank.currency", "币种不存在：{code}", "There is no such currency: {code}");
const NO_SCOPE: Msg = Msg::new("bank.scope", "业务范畴不存在", "There is no such scope.");
const STOPPED_DEFAULT: Msg =
    Msg::new("bank.stopped", "停用的账户不能设为默认", "An account that is stopped can't be the default.");
const DEFAULT_STAYS: Msg = Msg::new(
    "bank.default",
    "默认账户不能停用，请先取消默认",
    "The default account can't be stopped. Please make it no default first.",
);

const USED: Msg = Msg::new(
    "bank.used",
    "该账户已被账单模板使用，不能删除，可停用：{where}",
    "The account is used by templates of papers; it can't be deleted, but stopped: {where}",
);

const CURRENCY_STAYS: Msg = Msg::new(
    "bank.currency_stays",
    "该账户已设会计科目{code}，不能修改币种",
    "The account has the chart account {code}; its currency can't be changed.",
);
const HAS_ACCOUNT: Msg = Msg::new(
    "bank.has_account",
    "该账户已设会计科目{code}，不能删除，可停用",
    "The account has the chart account {code}; it can't be deleted, but stopped.",
);

/// Where agreements and bills name an account.
const NAMED_BY: [(&str, &str); 3] =
    [("agreement", "our_title_id"), ("debit_note", "bank_id"), ("statement", "bank_id")];
const NAMED: Msg = Msg::new(
    "bank.named",
    "该账户已被协议或账单使用，不能删除，可停用",
    "Agreements or bills name the account; it can't be deleted, but stopped.",
);

/// The pictures of an account: kind and member of the form.
fn pictures() -> [(&'static str, String); 2] {
    [(LOGO, LOGO_FILE.name()), (SEAL, SEAL_FILE.name())]
}

pub(super) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        need_room(tx)?;
        draft.set(Bank::ACTIVE, Value::Bool(true));
    }
    if let Some(codes) = scopes_of(draft.body) {
        let known = |code: &String| SCOPES.iter().any(|scope| scope.value == code);
        findings.error_if(!codes.iter().all(known), &FOR_SCOPES.name(), NO_SCOPE);
        draft.set(Bank::SCOPES, codes.join(",").into_value());
    }
    let (org, bank) = (tx.org(), Bank::from_values(&draft.values)?);
    if !bank.currency.is_empty() && !facts::is_currency(tx, org, &bank.currency)? {
        findings.error("currency", NO_CURRENCY.with(&[("code", &bank.currency)]));
    }
    if !draft.is_new() && draft.changes(Bank::CURRENCY) {
        // Its money is counted by that account in this currency.
        let code = held_account(tx, draft.id)?;
        let stays = |code: String| CURRENCY_STAYS.with(&[("code", &code)]);
        code.into_iter().for_each(|code| findings.error("currency", stays(code)));
    }
    for (kind, member) in pictures() {
        attached::check_in(tx, (kind, draft.id), (draft.body, &member, 1), findings)?;
    }
    findings.error_if(bank.is_default && !bank.active, "isDefault", STOPPED_DEFAULT);
    if bank.is_default { take_default(tx, draft.id, &bank.currency) } else { Ok(()) }
}

/// The code of its account in the chart of accounts; who gives it one waits until this is done.
fn held_account(tx: &mut Tx<'_>, id: Id) -> Result<Option<String>, Refusal> {
    let org = tx.org();
    let mut held = sql::from(org, TABLE);
    held.column("id").and_where(sql::eq("id", id)).lock_exclusive();
    tx.first(&held.into())?;
    account::code_of_bank(tx, org, id)
}

/// Who adds an account holds the row of a series until he is done, so that two at once don't make one too many.
fn need_room(tx: &mut Tx<'_>) -> Result<(), Refusal> {
    let org = tx.org();
    platform::call::next_number(tx, org, TABLE, "")?;
    let mut count = sql::from(org, TABLE);
    count.expr(Expr::cust("COUNT(*)"));
    let count: i64 = tx.first(&count.into())?.unwrap_or_default().get(0)?;
    let full = || Refusal::Business(FULL.with(&[("n", &ACCOUNTS_MAX.to_string())]));
    if count < ACCOUNTS_MAX { Ok(()) } else { Err(full()) }
}

/// The scopes a body names, in their usual order; none when it says nothing of them.
fn scopes_of(body: &Map<String, Json>) -> Option<Vec<String>> {
    let place = |code: &String| SCOPES.iter().position(|scope| scope.value == code);
    let texts = body.get(&FOR_SCOPES.name())?.as_array().into_iter().flatten();
    let mut codes: Vec<String> = texts.filter_map(|code| code.as_str().map(str::to_owned)).collect();
    codes.sort_by_key(place);
    codes.dedup();
    Some(codes)
}

/// The former default of a currency is one no longer.
fn take_default(tx: &mut Tx<'_>, id: Id, currency: &str) -> Result<(), Refusal> {
    let mut former = sql::from(tx.org(), TABLE);
    former
        .columns(["id", "title_cn"])
        .and_where(sql::eq("currency", currency.to_owned()))
        .and_where(sql::eq("is_default", true))
        .and_where(other_than(id));
    for row in tx.query(&former.into())? {
        let (id, title): (Id, String) = (row.get(0)?, row.get(1)?);
        let cells = [
            ("is_default", Value::Bool(false)),
            ("updated_by", tx.actor.user_id.into_value()),
            ("updated_at", tx.now.into_value()),
        ];
        let mut update = sql::update(tx.org(), TABLE, &cells);
        update.value("version", sql::col("version").add(1)).and_where(sql::eq("id", id));
        tx.exec(&update.into())?;
        let (field, label) = (Bank::IS_DEFAULT.name(), Bank::IS_DEFAULT.zh.to_owned());
        let change = Change { field, label, old: "是".to_owned(), new: "否".to_owned() };
        let entry = LogEntry::of("orgBank", id, title, PAGE).did("修改", "取消默认").level(Level::High);
        tx.log(entry.changes(vec![change]))?;
    }
    Ok(())
}

pub(super) fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    for (kind, member) in pictures() {
        if let Some(files) = attached::named_in(draft.body, &member) {
            attached::hang(tx, kind, draft.id, &files)?;
        }
    }
    Ok(Written::default())
}

pub(super) fn view_more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let scopes = view.get("scopes").and_then(Json::as_str).unwrap_or_default();
    let codes: Vec<&str> = scopes.split(',').filter(|code| !code.is_empty()).collect();
    let codes = json!(codes);
    view.insert(FOR_SCOPES.name(), codes);
    for (kind, member) in pictures() {
        view.insert(member, attached::list(conn, org, kind, id)?);
    }
    Ok(())
}

pub(super) fn stop(tx: &mut Tx<'_>, id: Id, active: bool, _: &mut Findings) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.column("is_default").and_where(sql::eq("id", id));
    let is_default: bool = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if is_default && !active { Err(Refusal::business(DEFAULT_STAYS)) } else { Ok(()) }
}

pub(super) fn remove(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    template::need_unnamed(tx, |layout| layout.bank_id == Some(id), USED)?;
    if let Some(code) = held_account(tx, id)? {
        return Err(Refusal::Business(HAS_ACCOUNT.with(&[("code", &code)])));
    }
    if import::is_named(tx, &NAMED_BY, &id.into_value())? {
        return Err(Refusal::business(NAMED));
    }
    pictures().into_iter().try_for_each(|(kind, _)| attached::hang(tx, kind, id, &[]))
}
