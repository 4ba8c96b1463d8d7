//! What holds for accounts (catalogue css.md 5 and invariant 33): codes begin with that of the account above, types are
//! inherited, money accounts know their currency, and what is used stays what it is.

use account::{Account, BANK, CASH, JOINT, LEVELS_MAX, NOTE, OTHER, TABLE, used};
use charge::rate;
use platform::document::other_than;
use platform::prelude::*;
use platform::sea_query::{Expr, ExprTrait, Order, SelectStatement};

use super::{BANK_TAKEN, CODE_TAKEN};

const NO_ABOVE: Msg = Msg::new("account.above", "上级科目不存在", "There is no such account above.");
const TOO_DEEP: Msg = Msg::new("account.depth", "科目级次不能超过五级", "Accounts have at most five levels.");
const ABOVE_STOPPED: Msg = Msg::new("account.above_stopped", "上级科目已停用", "The account above is disabled.");
const ABOVE_USED: Msg = Msg::new(
    "account.above_used",
    "科目已有分录，不能增加下级",
    "The account is used already; no account can be added below it.",
);
const ABOVE_HAS_BANK: Msg = Msg::new(
    "account.above_bank",
    "科目已设银行账户，不能增加下级",
    "The account is that of a bank account; no account can be added below it.",
);
const OTHER_TYPE: Msg = Msg::new(
    "account.type",
    "科目类别须与上级科目一致：{type}",
    "The type has to be that of the account above: {type}.",
);
const CODE_USED: Msg =
    Msg::new("account.code_used", "科目已使用，不能修改代码", "The account is used; its code can't be changed.");
const FIELD_USED: Msg =
    Msg::new("account.field_used", "科目已使用，不能修改{field}", "The account is used; {field} can't be changed.");
const TYPE_BELOW: Msg = Msg::new(
    "account.type_below",
    "科目已有下级，不能修改科目类别",
    "There are accounts below; the type can't be changed.",
);
const BANK_BELOW: Msg = Msg::new(
    "account.bank_below",
    "科目已有下级，不能设银行账户",
    "There are accounts below; it can't be that of a bank account.",
);
const NO_CURRENCY: Msg = Msg::new("account.currency", "币种不存在：{code}", "There is no such currency: {code}");
const NO_BANK: Msg = Msg::new("account.no_bank", "银行账户不存在", "There is no such bank account.");
const BANK_STOPPED: Msg = Msg::new("account.bank_stopped", "银行账户已停用", "The bank account is disabled.");
const DEL_USED: Msg = Msg::new("account.del_used", "科目已使用，不能删除", "The account is used; it can't be deleted.");
const DEL_BELOW: Msg =
    Msg::new("account.del_below", "科目已有下级，不能删除", "There are accounts below; it can't be deleted.");

/// The account above another one.
struct Above {
    code: String,
    full_name: String,
    account_type: String,
    direction: String,
    level: i64,
}

/// Rules of the form.
pub(super) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    // Who names the account in a row holds it as it is: both do not pass each other.
    let parent = draft.get::<Option<Id>>(Account::PARENT_ID)?;
    let below = if draft.is_new() {
        hold(tx, parent)?;
        Vec::new()
    } else {
        let below = all_below(tx, org, draft.id)?;
        hold(tx, parent.into_iter().chain([draft.id]).chain(below))?;
        // Nobody adds one any more.
        all_below(tx, org, draft.id)?
    };
    let line: Vec<Id> = below.iter().copied().chain([draft.id]).collect();
    let is_used = !draft.is_new() && !used(tx, org, &line)?.is_empty();
    let above = above(tx, draft, findings)?;
    kind(draft, (above.as_ref(), below.is_empty(), is_used), findings)?;
    money(tx, draft, (below.is_empty(), is_used), findings)?;
    place(tx, draft, (above.as_ref(), &below, is_used), findings)
}

/// The account above, which is held; of a new account, whether it may have one below it.
fn above(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<Option<Above>, Refusal> {
    let field = Account::PARENT_ID.name();
    let Some(id) = draft.get::<Option<Id>>(Account::PARENT_ID)? else { return Ok(None) };
    if findings.at(&field).next().is_some() {
        return Ok(None);
    }
    let org = tx.org();
    let mut select = sql::from(org, TABLE);
    select
        .columns(["code", "full_name", "account_type", "direction", "level", "active", "bank_id"])
        .and_where(sql::eq("id", id));
    let Some(row) = tx.first(&select.into())? else {
        findings.error(field, NO_ABOVE.text());
        return Ok(None);
    };
    let above = Above {
        code: row.get(0)?,
        full_name: row.get(1)?,
        account_type: row.get(2)?,
        direction: row.get(3)?,
        level: row.get(4)?,
    };
    if draft.is_new() {
        findings.error_if(above.level >= LEVELS_MAX, &field, TOO_DEEP);
        findings.error_if(!row.get::<bool>(5)?, &field, ABOVE_STOPPED);
        findings.error_if(row.get::<Option<Id>>(6)?.is_some(), &field, ABOVE_HAS_BANK);
        findings.error_if(!used(tx, org, &[id])?.is_empty(), &field, ABOVE_USED);
    }
    Ok(Some(above))
}

/// Type and side are those of the account above. Below one of type 其他 each says its own type.
fn kind(
    draft: &mut Draft<'_>,
    (above, is_leaf, is_used): (Option<&Above>, bool, bool),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let field = Account::ACCOUNT_TYPE;
    let given: String = draft.get(field)?;
    if let Some(above) = above {
        let inherited = above.account_type != OTHER;
        let said = Value::Text(above.account_type.clone());
        if inherited && !given.is_empty() && given != above.account_type {
            let (zh, en) = (field.show(&said, "zh-CN"), field.show(&said, "en-US"));
            findings.error(field.name(), OTHER_TYPE.with_each(&[("type", &zh)], &[("type", &en)]));
        }
        if inherited || given.is_empty() {
            draft.set(field, said);
        }
        if draft.get::<String>(Account::DIRECTION)?.is_empty() {
            draft.set(Account::DIRECTION, Value::Text(above.direction.clone()));
        }
    }
    if !draft.is_new() && draft.changes(field) {
        findings.error_if(!is_leaf, &field.name(), TYPE_BELOW);
        if is_used {
            findings.error(field.name(), of_used(field));
        }
    }
    Ok(())
}

fn of_used(field: Field) -> kernel::Text {
    FIELD_USED.with_each(&[("field", field.zh)], &[("field", field.en)])
}

/// Cash and notes have a currency of their own, the company's unless another is typed; a bank leaf that of its bank account.
fn money(
    tx: &mut Tx<'_>,
    draft: &mut Draft<'_>,
    (is_leaf, is_used): (bool, bool),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let org = tx.org();
    let kind: String = draft.get(Account::ACCOUNT_TYPE)?;
    let currency = if [CASH, NOTE].contains(&kind.as_str()) {
        let typed: String = draft.get(Account::CURRENCY_CODE)?;
        if typed.is_empty() {
            Value::Text(rate::functional(tx, org)?.code().to_owned())
        } else {
            if draft.changes(Account::CURRENCY_CODE) && !facts::is_currency(tx, org, &typed)? {
                findings.error(Account::CURRENCY_CODE.name(), NO_CURRENCY.with(&[("code", &typed)]));
            }
            Value::Text(typed)
        }
    } else if kind == BANK {
        of_bank(tx, draft, is_leaf, findings)?
    } else {
        Value::Null
    };
    draft.set(Account::CURRENCY_CODE, currency);
    if kind != BANK {
        draft.set(Account::BANK_ID, Value::Null);
    }
    for field in [Account::CURRENCY_CODE, Account::BANK_ID] {
        if is_used && draft.changes(field) {
            findings.error(field.name(), of_used(field));
        }
    }
    Ok(())
}

/// The currency of the bank account a bank leaf names.
fn of_bank(tx: &mut Tx<'_>, draft: &Draft<'_>, is_leaf: bool, findings: &mut Findings) -> Result<Value, Refusal> {
    let field = Account::BANK_ID.name();
    let Some(bank) = draft.get::<Option<Id>>(Account::BANK_ID)? else { return Ok(Value::Null) };
    let org = tx.org();
    let mut select = sql::from(org, "org_bank");
    select.columns(["currency", "active"]).and_where(sql::eq("id", bank)).lock_shared();
    let Some(row) = tx.first(&select.into())? else {
        let is_known = findings.at(&field).next().is_some();
        findings.error_if(!is_known, &field, NO_BANK);
        return Ok(Value::Null);
    };
    let is_new = draft.changes(Account::BANK_ID);
    findings.error_if(is_new && !row.get::<bool>(1)?, &field, BANK_STOPPED);
    findings.error_if(!is_leaf, &field, BANK_BELOW);
    let mut other = sql::from(org, TABLE);
    other.column("id").and_where(sql::eq("bank_id", bank)).and_where(other_than(draft.id)).limit(1);
    findings.error_if(tx.first(&other.into())?.is_some(), &field, BANK_TAKEN);
    Ok(row.value(0).clone())
}

/// Level, code and full name follow from the account above. Accounts below step aside where their codes will change, so that
/// none of them meets what is still the code of another.
fn place(
    tx: &mut Tx<'_>,
    draft: &mut Draft<'_>,
    (above, below, is_used): (Option<&Above>, &[Id], bool),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let field = Account::OWN_CODE.name();
    let (own, name): (String, String) = (draft.get(Account::OWN_CODE)?, draft.get(Account::NAME)?);
    let (level, code, full_name) = match above {
        Some(above) => (above.level + 1, format!("{}{own}", above.code), [&above.full_name, JOINT, &name].concat()),
        None => (1, own, name),
    };
    draft.set(Account::LEVEL, Value::Int(level));
    draft.set(Account::CODE, Value::Text(code.clone()));
    draft.set(Account::FULL_NAME, Value::Text(full_name));
    if !draft.changes(Account::CODE) || findings.at(&field).next().is_some() {
        return Ok(());
    }
    findings.error_if(is_used, &field, CODE_USED);
    let mut other = sql::from(tx.org(), TABLE);
    other.column("id").and_where(sql::eq("code", code)).and_where(other_than(draft.id)).limit(1);
    if !below.is_empty() {
        other.and_where(sql::is_in(sql::col("id"), below.iter().copied()).not());
    }
    findings.error_if(tx.first(&other.into())?.is_some(), &field, CODE_TAKEN);
    if !below.is_empty() && !findings.has_errors() {
        let mut aside = sql::update(tx.org(), TABLE, &[]);
        aside
            .value("code", Expr::cust("'~' || CAST(id AS text)"))
            .and_where(sql::is_in(sql::col("id"), below.iter().copied()));
        tx.exec(&aside.into())?;
    }
    Ok(())
}

/// Codes and full names of the accounts below follow.
pub(super) fn renew_below(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let moved = draft.changes(Account::CODE) || draft.changes(Account::FULL_NAME);
    if draft.is_new() || !moved {
        return Ok(Written::default());
    }
    let (org, user, now) = (tx.org(), tx.actor.user_id, tx.now);
    let mut waiting: Vec<(Id, String, String)> =
        vec![(draft.id, draft.get(Account::CODE)?, draft.get(Account::FULL_NAME)?)];
    while let Some((above, code, full_name)) = waiting.pop() {
        let mut select = children(org, &[above]);
        select.columns(["own_code", "name"]);
        for row in tx.query(&select.into())? {
            let (id, own, name): (Id, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let (code, full_name) = (format!("{code}{own}"), [&full_name, JOINT, &name].concat());
            let cells = [
                ("code", Value::Text(code.clone())),
                ("full_name", Value::Text(full_name.clone())),
                ("updated_by", Value::Int(user.0)),
                ("updated_at", Value::Int(now.millis())),
            ];
            let mut update = sql::update(org, TABLE, &cells);
            update.value("version", sql::col("version").add(1)).and_where(sql::eq("id", id));
            tx.exec(&update.into())?;
            waiting.push((id, code, full_name));
        }
    }
    Ok(Written::default())
}

/// What is below an account that is stopped is stopped with it; what is below a stopped one is not started.
pub(super) fn switched(tx: &mut Tx<'_>, id: Id, active: bool, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    if active {
        let mut own = sql::from(org, TABLE);
        own.column("parent_id").and_where(sql::eq("id", id));
        let above: Option<Id> = tx.first(&own.into())?.ok_or(Refusal::NotFound)?.get(0)?;
        let above = above.map(|above| account::find(tx, org, above)).transpose()?.flatten();
        findings.error_if(above.is_some_and(|above| !above.active), "", ABOVE_STOPPED);
        return Ok(());
    }
    let below = all_below(tx, org, id)?;
    if below.is_empty() {
        return Ok(());
    }
    hold(tx, below)?;
    let below = all_below(tx, org, id)?;
    let cells = [
        ("active", Value::Bool(false)),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(org, TABLE, &cells);
    update
        .value("version", sql::col("version").add(1))
        .and_where(sql::eq("active", true))
        .and_where(sql::is_in(sql::col("id"), below));
    tx.exec(&update.into())?;
    Ok(())
}

/// Only a leaf that nothing names goes.
pub(super) fn removed(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    hold(tx, [id])?;
    account::need_unused(tx, org, &[id], DEL_USED)?;
    let mut below = children(org, &[id]);
    below.limit(1);
    if tx.first(&below.into())?.is_some() { Err(Refusal::business(DEL_BELOW)) } else { Ok(()) }
}

/// Holds accounts for a change of them, or of what is below them. An account is older than those below it, so by their ids
/// all take them from above, and no two wait for each other.
fn hold(tx: &mut Tx<'_>, ids: impl IntoIterator<Item = Id>) -> Result<(), Refusal> {
    let ids: Vec<Id> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(());
    }
    let mut select = sql::from(tx.org(), TABLE);
    select.column("id").and_where(sql::is_in(sql::col("id"), ids)).order_by("id", Order::Asc).lock_exclusive();
    tx.query(&select.into())?;
    Ok(())
}

fn children(org: i64, of: &[Id]) -> SelectStatement {
    let mut select = sql::from(org, TABLE);
    select.column("id").and_where(sql::is_in(sql::col("parent_id"), of.iter().copied())).order_by("code", Order::Asc);
    select
}

/// All accounts below one.
fn all_below(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Vec<Id>, Refusal> {
    let (mut all, mut level) = (Vec::new(), vec![id]);
    while !level.is_empty() {
        let rows = conn.query(&children(org, &level).into())?;
        level = rows.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
        all.extend_from_slice(&level);
    }
    Ok(all)
}
