//! The partners and accounts that rows of opening items name.

use std::collections::{BTreeMap, BTreeSet};

use account::MoneyAccount;
use charge::rate;
use kernel::{Id, Msg};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Conn as _, sql};

use super::items::{Item, Problems, rate_of};
use super::sheet::{ACCOUNT, AT_ACCOUNT, AT_CURRENCY, AT_SUBJECT, Row};

const NO_COOP: Msg = Msg::new("opening.coop", "往来单位不存在", "There is no such partner.");
const SEVERAL: Msg =
    Msg::new("opening.coops", "往来单位有多个，请填写代码", "Several partners are called so: give the code.");
const NO_ACCOUNT: Msg =
    Msg::new("opening.account", "科目不是启用的末级货币资金科目", "This is no leaf in use that holds money.");
const OTHER_CURRENCY: Msg =
    Msg::new("opening.account_currency", "币种与账户币种不一致", "The account has another currency.");

/// The items of rows; one whose partner or account is not found is left out.
pub(super) fn items(tx: &mut Tx<'_>, rows: &[Row], problems: &mut Problems) -> Result<Vec<Item>, Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let coops = coops(tx, rows)?;
    let accounts: BTreeMap<String, MoneyAccount> =
        account::money_leaves(tx, org)?.into_iter().map(|leaf| (leaf.code.clone(), leaf)).collect();
    let mut items = Vec::new();
    for row in rows {
        let found =
            if row.kind == ACCOUNT { of_account(row, &accounts, problems) } else { of_coop(row, &coops, problems) };
        let rate = rate_of((row.rate, row.currency, own), (row.line, !row.is_sum && row.kind != ACCOUNT), problems);
        let Some((subject, name)) = found else { continue };
        items.push(Item {
            line: row.line,
            kind: row.kind,
            is_sum: row.is_sum,
            subject,
            name,
            scope: row.scope,
            currency: row.currency,
            number: row.number.clone(),
            date: row.date,
            due: row.due,
            amount: row.amount,
            rate,
            remark: row.remark.clone(),
        });
    }
    Ok(items)
}

fn of_account(row: &Row, all: &BTreeMap<String, MoneyAccount>, problems: &mut Problems) -> Option<(Id, String)> {
    let leaf = all.get(&row.subject);
    match leaf {
        None if row.subject.is_empty() => {}
        None => problems.at(row.line, AT_ACCOUNT, NO_ACCOUNT.text()),
        Some(leaf) if leaf.currency != row.currency => problems.at(row.line, AT_CURRENCY, OTHER_CURRENCY.text()),
        Some(_) => {}
    }
    leaf.map(|leaf| (leaf.id, leaf.label()))
}

/// Partners by their codes and by their names.
struct Coops {
    codes: BTreeMap<String, (Id, String)>,
    names: BTreeMap<String, BTreeSet<(Id, String)>>,
}

fn coops(tx: &mut Tx<'_>, rows: &[Row]) -> Result<Coops, Refusal> {
    let texts: BTreeSet<String> =
        rows.iter().filter(|row| row.kind != ACCOUNT).map(|row| row.subject.clone()).collect();
    let named = |column: &'static str| sql::is_in(sql::col(column), texts.iter().cloned());
    let mut select = sql::from(tx.org(), "coop");
    select.columns(["id", "coop_code", "coop_name", "coop_full_name"]).cond_where(sql::any_of([
        named("coop_code"),
        named("coop_name"),
        named("coop_full_name"),
    ]));
    let mut coops = Coops { codes: BTreeMap::new(), names: BTreeMap::new() };
    for row in tx.query(&select.into())? {
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        let one: (Id, String) = (row.get(0)?, text(2)?);
        coops.codes.insert(text(1)?, one.clone());
        for name in [text(2)?, text(3)?] {
            coops.names.entry(name).or_default().insert(one.clone());
        }
    }
    Ok(coops)
}

fn of_coop(row: &Row, coops: &Coops, problems: &mut Problems) -> Option<(Id, String)> {
    if let Some(found) = coops.codes.get(&row.subject).filter(|_| !row.subject.is_empty()) {
        return Some(found.clone());
    }
    let found = coops.names.get(&row.subject).filter(|_| !row.subject.is_empty());
    match found.map(BTreeSet::len) {
        Some(1) => return found.and_then(BTreeSet::first).cloned(),
        None if row.subject.is_empty() => {}
        None => problems.at(row.line, AT_SUBJECT, NO_COOP.text()),
        Some(_) => problems.at(row.line, AT_SUBJECT, SEVERAL.text()),
    }
    None
}
