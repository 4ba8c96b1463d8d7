//! 单位服务, the second tab of /prm_service: which items a partner takes or gives, and who supplies one at a port.

use std::sync::LazyLock;

use charge::coop_service::{self as service, COST, CoopService as Service};
use charge::item;
use domain::coop::visible_coop;
use kernel::{Day, Findings, Id, Msg};
use order::{PlaceKind, place};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::Draft;
use platform::document::other_than;
use platform::field::Field;
use platform::list::{Column, Filter, Join, Match};
use platform::page::{Action, Page};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Conn, sql};
use serde_json::{Value as Json, json};

use crate::service::LEAST;

const CODE: &str = "prm-service-coop";
const NO_ITEM: Msg =
    Msg::new("coop_service.item", "服务项目不存在或已停用", "There is no such item, or it is disabled.");
const OTHER_SCOPE: Msg = Msg::new("coop_service.scope", "服务项目不属于该业务范畴", "The item is of another scope.");
const OTHER_SIDE: Msg = Msg::new("coop_service.side", "服务项目不用于该收付方向", "The item is not for this side.");
const NO_PORT: Msg = Msg::new("coop_service.port", "口岸不存在", "There is no such port.");
const NO_COOP: Msg = Msg::new("coop_service.coop", "客商未生效", "The partner is not effective.");
const DAYS: Msg = Msg::new("coop_service.days", "到期日不能早于生效日", "The last day is before the first.");
const COST_ONLY: Msg =
    Msg::new("coop_service.cost", "只有应付可设默认供应商", "Only what is paid has a default supplier.");
const DEFAULT_TAKEN: Msg = Msg::new(
    "coop_service.default",
    "该口岸已有默认供应商{name}",
    "{name} is the default supplier at this port already.",
);

const COOP_CODE: Field = Field::text("代码", "Code").column("coop_code");
const COOP_NAME: Field = Field::text("客商", "Partner").column("coop_name");
const ITEM_NAME: Field = Field::text("服务项目", "Service item").column("service_name_cn").wire("serviceName");
const VALID_ON: Field = Field::day("有效于", "Valid on").column("valid_on");

/// The tab.
pub static PAGE: LazyLock<Page<Service>> = LazyLock::new(|| {
    let door = ("/prm_service", "/prmManager/base", 20);
    Page::of("prm.coop-service", ("单位服务", "Partner services"), door, Service::SERVICE_ITEM_ID)
        .calls("/prm/coopService", "coop_service")
        .tab()
        .beside(&["prm.service.list", "prm.coop-service.list"])
        .joins(&[
            Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true },
            Join { table: item::TABLE, alias: "item", on: &[("service_item_id", "id")], by_org: true },
        ])
        .columns(&[
            Column::of("coop", COOP_CODE).width(90),
            Column::of("coop", COOP_NAME).width(180),
            Column::own(Service::BUSINESS_SCOPE),
            Column::expr(|| Expr::cust("item.service_type || '-' || item.service_name_cn"), ITEM_NAME).width(160),
        ])
        .columns_from(Service::SIDE, Service::REMARK)
        .filters(&[
            Filter::new("coopName", Match::Contains, COOP_NAME)
                .columns(&[("coop", "coop_name"), ("coop", "coop_code")]),
            Filter::new("businessScope", Match::OneOf, Service::BUSINESS_SCOPE),
            Filter::new("serviceName", Match::Contains, ITEM_NAME).columns(&[
                ("item", "service_name_cn"),
                ("item", "service_name_en"),
                ("item", "pinyin"),
            ]),
            Filter::new("portCode", Match::Equals, Service::PORT_CODE),
            Filter::new("side", Match::OneOf, Service::SIDE),
            Filter::new("isDefault", Match::Bool, Service::IS_DEFAULT).more(),
            Filter::new("validOn", Match::Holds(&Service::VALID_FROM, &Service::VALID_TO), VALID_ON).more(),
        ])
        .visible(visible_coop)
        .seen(seen)
        .section_from("main", ("单位服务", "Partner service"), Service::COOP_ID, Service::REMARK)
        .ordered(Service::PRICE_MIN, Service::PRICE_MAX, LEAST)
        .rules(rules)
        .action(Action::create(CODE))
        .action(Action::edit(CODE))
        .action(Action::copy(CODE, &[Service::IS_DEFAULT]).verb("copy"))
        .action(Action::remove(CODE))
        .action(Action::export("prm-service-export"))
});

/// A row is seen with its partner.
fn seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, service::TABLE);
    select.column("coop_id").and_where(sql::eq("id", id));
    let coop = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    domain::coop::need_coop(conn, actor, coop)
}

fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let (scope, side): (String, String) = (draft.get(Service::BUSINESS_SCOPE)?, draft.get(Service::SIDE)?);
    let (item, port): (Option<Id>, String) = (draft.get(Service::SERVICE_ITEM_ID)?, draft.get(Service::PORT_CODE)?);
    if let Some(coop) = draft.get::<Option<Id>>(Service::COOP_ID)?.filter(|_| draft.changes(Service::COOP_ID)) {
        let coop = facts::coop(tx, org, coop)?;
        findings.error_if(coop.is_none_or(|coop| coop.state != domain::coop::EFFECTIVE), "coopId", NO_COOP);
    }
    if let Some(id) = item {
        let known = item::item(tx, org, id)?;
        let same = !draft.changes(Service::SERVICE_ITEM_ID);
        match known.filter(|known| known.active || same) {
            None => findings.error("serviceItemId", NO_ITEM.text()),
            Some(known) => {
                findings.error_if(known.business_scope != scope, "serviceItemId", OTHER_SCOPE);
                findings.error_if(known.kind != "BOTH" && known.kind != side, "side", OTHER_SIDE);
            }
        }
    }
    if !port.is_empty() {
        let kinds = [PlaceKind::Airport, PlaceKind::Port, PlaceKind::Rail, PlaceKind::City];
        let found = kinds.into_iter().find_map(|kind| place(tx, org, kind, &port).transpose()).transpose()?;
        findings.error_if(found.is_none(), "portCode", NO_PORT);
    }
    let (from, to): (Option<Day>, Option<Day>) = (draft.get(Service::VALID_FROM)?, draft.get(Service::VALID_TO)?);
    findings.error_if(from.zip(to).is_some_and(|(from, to)| to < from), "validTo", DAYS);
    if !draft.get::<bool>(Service::IS_DEFAULT)? {
        return Ok(());
    }
    findings.error_if(side != COST, "isDefault", COST_ONLY);
    platform::document::one_at_a_time(tx, org)?;
    let mut taken = sql::from(org, service::TABLE);
    taken
        .column("coop_id")
        .and_where(sql::eq("is_default", true))
        .and_where(sql::eq("business_scope", scope))
        .and_where(sql::eq("service_item_id", item))
        .and_where(if port.is_empty() { sql::col("port_code").is_null() } else { sql::eq("port_code", port) })
        .and_where(other_than(draft.id));
    if let Some(row) = tx.first(&taken.into())? {
        let name = facts::coop_name(tx, org, row.get(0)?)?;
        findings.error("isDefault", DEFAULT_TAKEN.with(&[("name", &name)]));
    }
    Ok(())
}

/// GET /prm/coopService/default: who supplies an item at a port today, and at what price; null when nobody is chosen.
pub fn default(call: &mut Call) -> Outcome {
    let (actor, day) = (call.actor()?, call.now().day());
    let item = Id(call.query("serviceItemId").parse().unwrap_or_default());
    let (scope, port) = (call.query("businessScope").to_owned(), call.query("portCode").to_owned());
    if call.query("side") == "INCOME" {
        return Ok(Answer::Data(Json::Null));
    }
    let found = call.read(|conn| {
        let Some((id, found)) = service::default_supplier(conn, actor.org_id, (&scope, item), &port, day)? else {
            return Ok(Json::Null);
        };
        let name = facts::coop_name(conn, actor.org_id, found.coop_id)?;
        let mut told = PAGE.first_of(conn, actor, Some(id))?;
        told.insert("coopName".to_owned(), json!(name));
        Ok(Json::Object(told))
    })?;
    Ok(Answer::Data(found))
}
