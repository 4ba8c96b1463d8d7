//! What is told of parties: what they are, whose they are, and whether papers can do with them.

use std::collections::BTreeMap;

use domain::coop::visible_coop;
use platform::document::Document;
use platform::prelude::*;
use platform::refusal::messages::BAD_PARAMETER;
use platform::sea_query::{Condition, ExprTrait, JoinType, Order};
use serde_json::{Map, Value as Json, json};
use trade::address;

use super::rules::as_printed;
use super::{COOPS, FOR_SCOPES, Party};

/// Roles by name, each with its column.
pub(super) const ROLE_COLUMNS: [(&str, &str); 3] =
    [("shipper", "is_shipper"), ("consignee", "is_consignee"), ("notify", "is_notify")];
const ROLE_NAMES: &[Choice] = &[
    Choice::new("shipper", "发货人", "Shipper"),
    Choice::new("consignee", "收货人", "Consignee"),
    Choice::new("notify", "通知人", "Notify party"),
];
pub(super) const ROLE: Field = Field::select(ROLE_NAMES, "类型", "Role").column("role");
pub(super) const ROLES: Field = Field::text("类型", "Roles").column("roles");
pub(super) const COOPS_SAID: Field = Field::text("所属客户", "Customers").column("coop_names");
pub(super) const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope");

/// Fills what the parties of a page are, and the customers among them that the caller sees.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let ids: Vec<Id> = rows.iter().filter_map(|row| Id::from_value(row.value("id")).ok()).collect();
    let mut select = sql::from(actor.org_id, COOPS.table);
    select
        .column((COOPS.table, COOPS.parent))
        .column(("coop", "coop_name"))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", COOPS.table, "coop_id"))
        .and_where(sql::is_in(sql::of(COOPS.table, COOPS.parent), ids))
        .cond_where(visible_coop(actor))
        .order_by((COOPS.table, "line"), Order::Asc);
    let mut names: BTreeMap<Id, Vec<String>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        names.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    for row in rows {
        let is = |field: Field| bool::from_value(row.value(&field.name())).unwrap_or_default();
        let flags = [Party::IS_SHIPPER, Party::IS_CONSIGNEE, Party::IS_NOTIFY].map(|field| (is(field), field.zh));
        let roles: Vec<&str> = flags.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
        row.set(&ROLES.name(), roles.join("、").into_value());
        if let Some(names) = Id::from_value(row.value("id")).ok().and_then(|id| names.get(&id)) {
            row.set(&COOPS_SAID.name(), names.join("、").into_value());
        }
    }
    Ok(())
}

fn unknown(name: &str) -> Refusal {
    Refusal::BadRequest(BAD_PARAMETER.with(&[("name", name)]))
}

/// Parties of some role.
pub(super) fn of_role(_: &Actor, role: &str) -> Result<Condition, Refusal> {
    let column = ROLE_COLUMNS.iter().find(|(name, _)| *name == role).map(|(_, column)| *column);
    let column = column.ok_or_else(|| unknown("role"))?;
    Ok(Condition::all().add(sql::of_eq(Party::TABLE, column, true)))
}

/// Parties offered in a scope: those that name it, and those that name none.
pub(super) fn of_scope(_: &Actor, scope: &str) -> Result<Condition, Refusal> {
    kernel::Scope::from_code(scope).ok_or_else(|| unknown("businessScope"))?;
    let own = || sql::of(Party::TABLE, "scopes");
    Ok(sql::any_of([sql::contains(own(), scope), own().is_null(), own().eq(sql::value(String::new()))]))
}

/// Parties of customers of some name or code.
pub(super) fn of_coop(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut select = sql::from(actor.org_id, COOPS.table);
    let named = ["coop_name", "coop_code"].map(|column| sql::contains(sql::of("coop", column), text));
    select
        .column((COOPS.table, COOPS.parent))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", COOPS.table, "coop_id"))
        .cond_where(sql::any_of(named))
        .cond_where(visible_coop(actor));
    Ok(Condition::all().add(sql::of(Party::TABLE, "id").in_subquery(select)))
}

/// The scopes of a party as the form chooses them.
pub(super) fn scopes(_: &mut dyn Conn, _: i64, _: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let scopes = view.get("scopes").and_then(Json::as_str).unwrap_or_default();
    let codes: Vec<&str> = scopes.split(',').filter(|code| !code.is_empty()).collect();
    let codes = json!(codes);
    view.insert(FOR_SCOPES.name(), codes);
    Ok(())
}

/// What papers to the country of a party ask for, and how the block is printed.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let mut select = sql::from(actor.org_id, Party::TABLE);
    select.columns(Party::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let party = as_printed(&Party::from_values(&row.0)?);
    let found = address::check(&party, false);
    let fault = |fields: &[&str]| found.items.iter().find(|item| fields.contains(&item.field.as_str()));
    let place = fault(&["nationCode", "stateCode", "postCode"]).map(|item| both(&item.text));
    let phone = fault(&["telNumber"]).map(|item| both(&item.text));
    let no_phone = party.tel_number.is_empty().then(|| Said::from(("未填写", "Missing")));
    let no_code = party.sc_code.is_empty().then(|| Said::from(("未填写", "Missing")));
    let lines = [
        (("国家邮编州", "Country, postcode, state"), place),
        (("企业代码", "Enterprise code"), no_code),
        (("电话", "Phone"), phone.or(no_phone)),
    ];
    let told = lines.into_iter().fold(Told::default(), |told, (label, fault)| match fault {
        Some(fault) => told.toned(label, fault, "warning"),
        None => told.toned(label, ("✓", "✓"), "ready"),
    });
    Ok(told.line(("单证打印", "As printed"), address::printed(&party).join(" / ")))
}

fn both(text: &kernel::Text) -> Said {
    Said { zh: text.zh.clone(), en: text.en.clone() }
}
