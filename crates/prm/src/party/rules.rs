//! What a party must be like, what stands against another one like it, and how two become one.

use domain::coop::name_key;
use kernel::{Instant, Severity};
use platform::document::{Document, other_than};
use platform::prelude::*;
use platform::sea_query::Expr;
use serde_json::Value as Json;
use trade::address;

use super::{COMPLETE, COOP, COOPS, FOR_SCOPES, INTO, LACKING, Party};

pub(super) const NO_ROLE: Msg = Msg::new(
    "party.role",
    "请选择类型：发货人、收货人或通知人",
    "Choose what it is: shipper, consignee or notify party.",
);
const SAME: Msg = Msg::new(
    "party.same",
    "已存在相同收发货人{mnemonic}，是否继续？",
    "The same party is there already ({mnemonic}). Go on?",
);
const USED: Msg =
    Msg::new("party.used", "已被使用，不能删除，可停用", "It was used and can't be deleted; it can be disabled.");
const UNLIKE: Msg =
    Msg::new("party.unlike", "名称或国家不一致，不能合并", "Name or country differ: they can't be merged.");
const INTO_STOPPED: Msg =
    Msg::new("party.into_stopped", "目标收发货人已停用，请先启用", "That party is disabled; enable it first.");
const ITSELF: Msg = Msg::new("party.itself", "不能合并到自己", "It can't be merged into itself.");
const LONG_ADDRESS: Msg = Msg::new(
    "party.lines",
    "地址超过3行（每行35字），单证上可能印不下",
    "The address takes more than 3 lines of 35 letters, which papers may have no room for.",
);
const TWICE: Msg = Msg::new("party.coop_twice", "所属客户重复", "The customer is named twice.");
const NO_MAIL: Msg = Msg::new("party.email", "邮箱格式不正确", "This is no e-mail address.");
/// Letters of a line of an address on paper, and its lines.
const LINE_LETTERS: usize = 35;
const LINES: usize = 3;

/// The row as the parties of orders and papers are.
pub(super) fn as_printed(party: &Party) -> address::Party {
    address::Party {
        sc_name: party.sc_name.clone(),
        sc_address: party.sc_address.clone(),
        nation_code: party.nation_code.clone(),
        state_code: party.state_code.clone(),
        city_name_en: party.city_name_en.clone(),
        city_code: party.city_code.clone(),
        post_code: party.post_code.clone(),
        tel_number: party.tel_number.clone(),
        fax_number: party.fax_number.clone(),
        sc_code: party.sc_code.clone(),
        sc_code_type: party.sc_code_type.clone(),
        contact_name: party.contact_name.clone(),
        contact_tel: party.contact_tel.clone(),
        aeo_code: party.aeo_code.clone(),
        account_no: party.account_no.clone(),
        print_remark: party.print_remark.clone(),
    }
}

/// Name and country without what may differ in writing.
pub(super) fn name_and_country(name: &str, country: &str) -> String {
    format!("{}|{}", name_key(name), country.trim().to_uppercase())
}

/// Name, address and country without it: letters and digits alone.
pub(super) fn whole(name: &str, street: &str, country: &str) -> String {
    let street: String = street.chars().filter(|letter| letter.is_alphanumeric()).collect();
    format!("{}|{}", name_and_country(name, country), street.to_uppercase())
}

/// Completes a party, and finds what is wrong with it. What stays at home is only warned about (prm.md 1.9).
pub(super) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if let Some(codes) = draft.body.get(&FOR_SCOPES.name()).and_then(Json::as_array) {
        let codes: Vec<&str> = codes.iter().filter_map(Json::as_str).collect();
        draft.set(Party::SCOPES, codes.join(",").into_value());
    }
    if draft.is_new() {
        draft.set(Party::USED_COUNT, Value::Int(0));
    }
    let party = Party::from_values(&draft.values)?;
    let roles = [party.is_shipper, party.is_consignee, party.is_notify];
    findings.error_if(!roles.contains(&true), "isShipper", NO_ROLE);
    findings.error_if(!party.email.is_empty() && !crate::coop::rules::is_mail(&party.email), "email", NO_MAIL);
    let lines = party.sc_address.chars().count().div_ceil(LINE_LETTERS);
    if lines > LINES {
        findings.warning("scAddress", LONG_ADDRESS.text());
    }
    let org = tx.org();
    let found = addressed(tx, org, &party)?;
    let lacks = found.has_errors() || party.tel_number.is_empty();
    for item in found.items {
        if party.domestic_only {
            findings.warning(item.field, item.text);
        } else {
            findings.error(item.field, item.text);
        }
    }
    draft.set(Party::DATA_STATE, Value::Text(if lacks { LACKING } else { COMPLETE }.to_owned()));
    of_coops(draft, findings)?;
    alike(tx, draft, &party, findings)
}

/// The rules of addresses, and that the country is one of the list; what the form asks for itself is not said twice.
fn addressed(conn: &mut dyn Conn, org: i64, party: &Party) -> Result<Findings, Refusal> {
    let mut found = address::check(&as_printed(party), false);
    found.items.retain(|item| item.severity == Severity::Error);
    let country = &party.nation_code;
    if !country.is_empty() && found.at("nationCode").next().is_none() {
        let known = facts::is_country(conn, org, country)?;
        found.error_if(!known, "nationCode", address::COUNTRY);
    }
    Ok(found)
}

fn of_coops(draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let place = COOPS.fields.iter().position(|field| field.column == COOP.column).unwrap_or_default();
    let rows = draft.rows(COOPS.member).unwrap_or_default();
    let coops: Vec<&Value> = rows.iter().filter_map(|row| row.get(place)).collect();
    for (line, coop) in coops.iter().enumerate() {
        let before = coops.get(..line).unwrap_or_default();
        let twice = **coop != Value::Null && before.contains(coop);
        findings.error_if(twice, &format!("{}.{line}.{}", COOPS.member, COOP.name()), TWICE);
    }
    Ok(())
}

/// Asks whether a second row of one name, address and country is meant.
fn alike(tx: &mut Tx<'_>, draft: &Draft<'_>, party: &Party, findings: &mut Findings) -> Result<(), Refusal> {
    let telling = [Party::SC_NAME, Party::SC_ADDRESS, Party::NATION_CODE];
    if party.sc_name.is_empty() || !telling.into_iter().any(|field| draft.changes(field)) {
        return Ok(());
    }
    let mut select = sql::from(tx.org(), Party::TABLE);
    select
        .columns(["mnemonic_code", "sc_name"])
        .and_where(sql::eq("same_key", whole(&party.sc_name, &party.sc_address, &party.nation_code)))
        .and_where(other_than(draft.id))
        .limit(1);
    if let Some(row) = tx.first(&select.into())? {
        let names: [String; 2] = [row.get(0)?, row.get(1)?];
        let name = names.iter().find(|name| !name.is_empty()).map_or("", String::as_str);
        findings.confirm("scName", SAME.with(&[("mnemonic", name)]));
    }
    Ok(())
}

/// Keeps by what a party is found among others.
pub(super) fn key(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let party = Party::from_values(&draft.values)?;
    let cells = [
        ("name_key", Value::Text(name_and_country(&party.sc_name, &party.nation_code))),
        ("same_key", Value::Text(whole(&party.sc_name, &party.sc_address, &party.nation_code))),
    ];
    let mut update = sql::update(tx.org(), Party::TABLE, &cells);
    tx.exec(&update.and_where(sql::eq("id", draft.id)).to_owned().into())?;
    Ok(Written::default())
}

/// A party that was taken stays for those who look where it came from.
pub(super) fn need_unused(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), Party::TABLE);
    select.column("used_count").and_where(sql::eq("id", id));
    let used: i64 = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if used > 0 { Err(Refusal::business(USED)) } else { Ok(()) }
}

/// 合并: the other one goes on with the customers and uses of this one, which is no longer offered.
pub(super) fn merge(tx: &mut Tx<'_>, step: &mut Step<'_, Party>) -> Result<(), Refusal> {
    let (id, into, org): (Id, Option<Id>, i64) = (step.id, step.get(INTO)?, tx.org());
    let Some(into) = into else { return Ok(()) };
    let mut select = sql::from(org, Party::TABLE);
    // Two who merge into the same one follow each other.
    select
        .columns(["sc_name", "nation_code", "used_count", "last_used", "active"])
        .and_where(sql::eq("id", into))
        .lock_exclusive();
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (name, country): (String, String) = (row.get(0)?, row.get(1)?);
    let own = name_and_country(&step.document.sc_name, &step.document.nation_code);
    step.findings.error_if(into == id, "into", ITSELF);
    step.findings.error_if(name_and_country(&name, &country) != own, "into", UNLIKE);
    step.findings.error_if(into != id && !row.get::<bool>(4)?, "into", INTO_STOPPED);
    step.unless_clean()?;
    let last = row.get::<Option<i64>>(3)?.max(step.document.last_used);
    let cells = [
        ("used_count", Value::Int(row.get::<i64>(2)?.saturating_add(step.document.used_count))),
        ("last_used", last.into_value()),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(org, Party::TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", into));
    tx.exec(&update.into())?;
    give_coops(tx, id, into)?;
    step.set(Party::ACTIVE, Value::Bool(false));
    step.set(Party::USED_COUNT, Value::Int(0));
    let text = format!("{}并入本条", step.document.sc_name);
    tx.log(LogEntry::of(Party::TABLE, into, name, super::PATH).did("修改", "合并").text(text))
}

/// Customers of one party become those of another, behind its own; one that belongs to all keeps belonging to all.
fn give_coops(tx: &mut Tx<'_>, from: Id, into: Id) -> Result<(), Refusal> {
    let (given, kept) = (coops_of(tx, from)?, coops_of(tx, into)?);
    if given.is_empty() || kept.is_empty() {
        tx.exec(&sql::delete(tx.org(), COOPS.table).and_where(sql::eq(COOPS.parent, into)).to_owned().into())?;
        return Ok(());
    }
    given.into_iter().try_for_each(|coop| belong_to(tx, into, coop))
}

/// A party of some customers becomes one of another, too; one that belongs to all stays so.
pub(super) fn belong_to(tx: &mut Tx<'_>, party: Id, coop: Id) -> Result<(), Refusal> {
    let kept = coops_of(tx, party)?;
    if kept.is_empty() || kept.contains(&coop) {
        return Ok(());
    }
    let cells = [
        ("id", Value::Int(tx.new_id().0)),
        (COOPS.parent, Value::Int(party.0)),
        ("line", Value::Int(i64::try_from(kept.len()).unwrap_or(i64::MAX).saturating_add(1))),
        ("coop_id", Value::Int(coop.0)),
        ("is_default", Value::Bool(false)),
    ];
    tx.exec(&sql::insert(tx.org(), COOPS.table, &cells).into())?;
    Ok(())
}

fn coops_of(tx: &mut Tx<'_>, party: Id) -> Result<Vec<Id>, Refusal> {
    let mut select = sql::from(tx.org(), COOPS.table);
    select.column("coop_id").and_where(sql::eq(COOPS.parent, party));
    tx.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// Counts that a party was taken.
pub(super) fn count(tx: &mut Tx<'_>, id: Id, now: Instant) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), Party::TABLE, &[("last_used", Value::Int(now.millis()))]);
    update.value("used_count", Expr::cust("used_count + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(())
}
