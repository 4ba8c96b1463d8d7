//! Calls of the chart beside those of its list and form: the tree, the leaves of a type, and the addresses the catalogue
//! names for saving and stopping.

use std::collections::BTreeMap;

use account::{Account, Found};
use kernel::{Id, Msg};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::registry::{Handler, Method, Operation, Room};
use platform::sea_query::Order;
use platform::store::{Row, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{BASE, CODE};

const BAD_ID: Msg = Msg::new("account.bad_id", "参数不正确：id", "The parameter id is not valid.");

/// Adds them to the room, whose page is there already.
pub(super) fn add(room: &mut Room) {
    let at = |rest: &str| format!("{BASE}/{rest}");
    let tree = Operation::get("get_financial_account_tree", &at("tree"), Access::Code(CODE), tree)
        .summary("All accounts, each with those below it");
    let leaves = Operation::get("list_financial_account_leaves", &at("list"), Access::Code(CODE), list)
        .param("businessScope")
        .param("type")
        .summary("Valid leaves of some types and a scope");
    room.operations.extend([tree, leaves]);
    let mut more = Vec::new();
    for operation in &mut room.operations {
        match operation.id.as_str() {
            "create_financial_account" => operation.also = Some(at("save")),
            "update_financial_account" => {
                let (id, path) = ("update_financial_account_by_body".to_owned(), at("update"));
                more.push(Operation { id, path, method: Method::Post, also: None, ..operation.clone() });
            }
            "set_financial_account_status" => {
                let status = operation.handler.clone();
                let work = move |call: &mut Call| stop(&status, call);
                let stop = Operation::put("stop_financial_account", &at("stop"), operation.access, work);
                more.push(stop.summary("Switches an account off or on"));
            }
            _ => {}
        }
    }
    room.operations.extend(more);
}

/// GET /css/financialAccount/tree.
fn tree(call: &mut Call) -> Outcome {
    let mut select = sql::from(call.actor()?.org_id, account::TABLE);
    select
        .columns(["id", "parent_id", "code", "name", "full_name", "account_type", "direction", "active"])
        .order_by("code", Order::Asc);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let mut below: BTreeMap<Option<Id>, Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        below.entry(row.get(1)?).or_default().push(row);
    }
    Ok(Answer::Data(branches(&below, None)?))
}

/// The accounts below one; the tree has five levels at most.
fn branches(below: &BTreeMap<Option<Id>, Vec<&Row>>, above: Option<Id>) -> Result<Json, Refusal> {
    let branch = |row: &&Row| {
        let id: Id = row.get(0)?;
        Ok(json!({
            "id": id, "parentId": above, Account::CODE.name(): row.get::<String>(2)?,
            Account::NAME.name(): row.get::<String>(3)?, "fullName": row.get::<String>(4)?,
            Account::ACCOUNT_TYPE.name(): row.get::<String>(5)?, "direction": row.get::<String>(6)?,
            "isValid": row.get::<bool>(7)?, "children": branches(below, Some(id))?,
        }))
    };
    let rows = below.get(&above).into_iter().flatten();
    Ok(Json::Array(rows.map(branch).collect::<Result<_, Refusal>>()?))
}

/// GET /css/financialAccount/list.
fn list(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let (scope, kind) = (call.query("businessScope"), call.query("type"));
    let types: Vec<&str> = kind.split(',').map(str::trim).filter(|one| !one.is_empty()).collect();
    let found = call.read(|conn| account::leaves(conn, org, &types))?;
    let fits = |found: &&Found| scope.is_empty() || found.is_for(scope);
    let told = |found: &Found| {
        json!({
            "id": found.id, Account::CODE.name(): found.code, "fullName": found.full_name, "label": found.label(),
            Account::ACCOUNT_TYPE.name(): found.account_type, "direction": found.direction,
            "currencyCode": found.currency_code, "bankId": found.bank_id,
        })
    };
    Ok(Answer::Data(found.iter().filter(fits).map(told).collect()))
}

/// What PUT /css/financialAccount/stop is asked with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stop {
    id: String,
    valid: bool,
    version: i64,
    #[serde(default)]
    confirmed: Vec<String>,
}

/// The switch of the page, at the address of the catalogue (css.md 0.1).
fn stop(status: &Handler, call: &mut Call) -> Outcome {
    let asked: Stop = call.json()?;
    if asked.id.parse::<i64>().is_err() {
        return Err(Refusal::BadRequest(BAD_ID.text()));
    }
    call.asked.path.insert("id".to_owned(), asked.id);
    let body = json!({ "active": asked.valid, "version": asked.version, "confirmed": asked.confirmed });
    call.asked.body = body.to_string().into_bytes();
    status(call)
}
