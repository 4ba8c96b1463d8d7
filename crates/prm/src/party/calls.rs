//! What forms of orders and papers ask the book: its parties, what a pasted text holds, and keeping one they have.

use facts::Countries;
use platform::call::{Answer, Call, Outcome};
use platform::document::Document;
use platform::field::camel_case;
use platform::prelude::*;
use platform::refusal::findings_json;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, Order, Query};
use platform::store::Row;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use trade::address;

use super::look::{ROLE_COLUMNS, of_role, of_scope};
use super::rules::{as_printed, count, whole};
use super::{COOPS, PAGE, PATH, Party};

/// Most letters of a pasted text.
const TEXT_MAX: usize = 5000;
/// Most parties a form is offered.
const OFFERED: u64 = 50;

const EMPTY: Msg = Msg::new("party.text", "请粘贴地址", "Please paste an address.");
const LONG: Msg = Msg::new("party.text_long", "地址文本不能超过5000个字符", "The text can't exceed 5000 characters.");
const NO_PARTY: Msg = Msg::new("party.nothing", "请先填写名称和地址", "Fill in name and address first.");
const STOPPED: Msg = Msg::new(
    "party.stopped",
    "该收发货人已停用，请先在收发货人中启用",
    "This party is disabled; enable it in the book first.",
);

/// Answers the select `shipperConsignee`.
pub(super) fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::from(call.actor()?.org_id, Party::TABLE);
    select.columns(["id", "sc_name", "nation_code", "sc_address"]).order_by("sc_name", Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select.and_where(sql::eq("active", true)).cond_where(named(&ask.keyword));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or_default()));
    }
    let offer = |row: &Row| {
        let [country, street]: [String; 2] = [row.get(2)?, row.get(3)?];
        Ok(Offer { value: row.get::<Id>(0)?.to_string(), label: row.get(1)?, hint: format!("{country} {street}") })
    };
    call.read(|conn| Ok(conn.query(&select.into())?))?.iter().map(offer).collect()
}

fn named(keyword: &str) -> Condition {
    let columns = ["sc_name", "mnemonic_code", "name_cn"];
    sql::any_of(columns.map(|column| sql::contains(sql::of(Party::TABLE, column), keyword)))
}

/// What a parameter of the select narrows it to.
type Narrowing = fn(&Actor, &str) -> Result<Condition, Refusal>;

/// GET select: parties of a role, of the customer before those of everybody, those used most first.
pub(super) fn select(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let mut select = sql::from(actor.org_id, Party::TABLE);
    select
        .column((Party::TABLE, "id"))
        .columns(Party::FIELDS.iter().map(|field| (Party::TABLE, field.column)))
        .and_where(sql::of_eq(Party::TABLE, "active", true))
        .cond_where(named(call.query("keyword")));
    let narrowing: [(&str, Narrowing); 2] = [("role", of_role), ("businessScope", of_scope)];
    for (name, condition) in narrowing {
        if !call.query(name).is_empty() {
            select.cond_where(condition(actor, call.query(name))?);
        }
    }
    if let Ok(coop) = call.query("coopId").parse::<i64>() {
        let of = |coop: Option<i64>| {
            let mut of = Query::select();
            of.expr(Expr::cust("1"))
                .from(COOPS.table)
                .and_where(sql::of(COOPS.table, "org_id").equals((Party::TABLE, "org_id")))
                .and_where(sql::of(COOPS.table, COOPS.parent).equals((Party::TABLE, "id")));
            if let Some(coop) = coop {
                of.and_where(sql::of_eq(COOPS.table, "coop_id", coop));
            }
            Expr::exists(of)
        };
        // What belongs to other customers alone is not offered.
        select.cond_where(Condition::any().add(of(Some(coop))).add(of(None).not()));
        let own = Expr::case(of(Some(coop)), Expr::cust("0")).finally(Expr::cust("1"));
        select.order_by_expr(own.into(), Order::Asc);
    }
    select
        .order_by((Party::TABLE, "used_count"), Order::Desc)
        .order_by((Party::TABLE, "sc_name"), Order::Asc)
        .order_by((Party::TABLE, "id"), Order::Asc)
        .limit(OFFERED);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let told = rows.into_iter().map(told).collect::<Result<Vec<_>, Refusal>>()?;
    Ok(Answer::Data(Json::Array(told)))
}

fn told(row: Row) -> Result<Json, Refusal> {
    let id: Id = row.get(0)?;
    let values: Vec<Value> = row.0.into_iter().skip(1).collect();
    let party = Party::from_values(&values)?;
    Ok(json!({
        "id": id,
        "mnemonicCode": party.mnemonic_code,
        "usedCount": party.used_count,
        "party": as_printed(&party),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pasted {
    text: String,
    /// For what blocks are pasted that do not say it themselves.
    #[serde(default)]
    role: Option<String>,
}

/// POST recognize: the parties of pasted blocks. Nothing is kept.
pub(super) fn recognize(call: &mut Call) -> Outcome {
    let ask: Pasted = call.json()?;
    if ask.text.trim().is_empty() {
        return Err(Refusal::field("text", EMPTY.text()));
    }
    if ask.text.chars().count() > TEXT_MAX {
        return Err(Refusal::field("text", LONG.text()));
    }
    let org = call.actor()?.org_id;
    let countries = call.read(|conn| Countries::load(conn, org))?;
    let blocks = address::recognise_blocks(&ask.text, |name| countries.code_of(name).map(ToOwned::to_owned));
    let language = call.language();
    let told = blocks.into_iter().map(|block| {
        let mut findings = block.notes;
        findings.absorb("", address::check(&block.party, true));
        let role = block.role.or(ask.role.as_deref());
        json!({ "role": role, "fields": block.party, "notes": findings_json(&findings, language) })
    });
    Ok(Answer::Data(told.collect()))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Kept {
    role: String,
    party: address::Party,
    /// The customer it is kept for; none: for all.
    #[serde(default)]
    coop_id: Option<Id>,
}

/// POST keep: a party that is new in name, address and country comes into the book by its rules; of another one the uses
/// are counted, and the role is added.
pub(super) fn keep(call: &mut Call) -> Outcome {
    let asked: Kept = call.json()?;
    let column = ROLE_COLUMNS.iter().find(|(name, _)| *name == asked.role).map(|(_, column)| *column);
    let column = column.ok_or_else(|| Refusal::field("role", super::rules::NO_ROLE.text()))?;
    let party = &asked.party;
    if party.sc_name.trim().is_empty() || party.sc_address.trim().is_empty() {
        return Err(Refusal::field("scName", NO_PARTY.text()));
    }
    let same = whole(&party.sc_name, &party.sc_address, &party.nation_code);
    let (id, added) = call.write(|tx| {
        let org = tx.org();
        platform::document::one_at_a_time(tx, org)?;
        let mut select = sql::from(org, Party::TABLE);
        select
            .columns(["id", "sc_name", "active"])
            .and_where(sql::eq("same_key", same))
            .order_by("active", Order::Desc)
            .order_by("id", Order::Asc)
            .limit(1);
        let now = tx.now;
        let (id, added) = match tx.first(&select.into())? {
            Some(row) if !row.get::<bool>(2)? => return Err(Refusal::field("scName", STOPPED.text())),
            Some(row) => {
                let id = again(tx, (row.get(0)?, row.get(1)?), column)?;
                if let Some(coop) = asked.coop_id {
                    super::rules::belong_to(tx, id, coop)?;
                }
                (id, false)
            }
            None => (anew(tx, &asked, column)?, true),
        };
        count(tx, id, now)?;
        Ok((id, added))
    })?;
    Ok(Answer::Data(json!({ "id": id, "added": added })))
}

fn again(tx: &mut Tx<'_>, (id, name): (Id, String), column: &'static str) -> Result<Id, Refusal> {
    let cells = [
        (column, Value::Bool(true)),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(tx.org(), Party::TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    tx.log(LogEntry::of(Party::TABLE, id, name, PATH).did("修改", "存为收发货人").text("再次使用"))?;
    Ok(id)
}

fn anew(tx: &mut Tx<'_>, asked: &Kept, column: &str) -> Result<Id, Refusal> {
    let Ok(Json::Object(mut body)) = serde_json::to_value(&asked.party) else {
        return Err(Refusal::broken("a party is no object"));
    };
    body.insert(camel_case(column), Json::Bool(true));
    if let Some(coop) = asked.coop_id {
        body.insert(COOPS.member.to_owned(), json!([Map::from_iter([("coopId".to_owned(), json!(coop))])]));
    }
    PAGE.form().make(tx, &body, "存为收发货人")
}
