//! 服务套餐: what the contract of a company gives it of each service, and how much of it is used.

mod company;
pub(crate) mod given;

use kernel::{Findings, Instant, Msg};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::package::{self, PERIODS, Package, Period, SERVICES, Service, storage};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::store::Conn;
use serde_json::{Value as Json, json};

use crate::overview;

/// Most that a company can be given of a service.
const QUANTITY_MAX: i64 = 1_000_000_000;

pub(super) const SERVICE: Field = Field::select(SERVICES, "服务类型", "Service").column("service_type").required();
pub(super) const PERIOD: Field = Field::select(PERIODS, "服务周期", "Period").column("period").required();
pub(super) const QUANTITY: Field = Field::int("套餐量", "Quantity").column("quantity").range(0, QUANTITY_MAX);
pub(super) const REMARK: Field = Field::text("备注", "Remark").column("remark").max(200);

const NO_QUANTITY: Msg =
    Msg::new("package.quantity", "请填写套餐量", "Please give the quantity; only what is not limited has none.");
const NOT_LIMITED: Msg =
    Msg::new("package.not_limited", "周期为不限时不填套餐量", "What is not limited has no quantity.");
const STORAGE_STAYS: Msg = Msg::new(
    "package.storage_period",
    "存储按现有文件计算，服务周期只能是不限或一次性",
    "Storage counts the files there are: its period is once, or not limited.",
);
const UNKNOWN: Msg = Msg::new("package.service", "没有该服务类型", "There is no such service.");

/// Who is told what is left: those who keep packages and companies, and those whose work takes from them.
const USERS: Access =
    Access::AnyOf(&["sys_org_meal", "hrs_org", "hrs_org_configure", "newCargoTracking", "af_order", "ai_order"]);

/// Adds the calls to the room.
pub fn add(room: &mut Room) {
    company::add(room);
    room.operations.extend([
        Operation::get("get_package", "/hrs/org/package", Access::Code("hrs_org_configure"), show)
            .summary("Edition of the caller's company with what is used of it"),
        Operation::get("get_package_left", "/hrs/orgMeal/remaining/{serviceType}", USERS, remaining)
            .summary("What is left of a service for the caller's company"),
    ]);
}

/// What is wrong with the period and the quantity of a service, told at members behind a prefix; nothing is said twice of
/// a member that could not be read.
fn check((service, period, quantity): (&str, &str, Option<i64>), prefix: &str, findings: &mut Findings) {
    let Some(of) = Period::of(period) else { return };
    let mut fault = |wrong: bool, member: &str, message: Msg| {
        let at = format!("{prefix}{member}");
        let told = findings.items.iter().any(|finding| finding.field == at);
        findings.error_if(wrong && !told, &at, message);
    };
    let renewed = matches!(of, Period::Month | Period::Year);
    fault(service == Service::Storage.code() && renewed, "period", STORAGE_STAYS);
    fault(of == Period::Unlimited && quantity.is_some(), "quantity", NOT_LIMITED);
    fault(of != Period::Unlimited && quantity.is_none(), "quantity", NO_QUANTITY);
}

/// A figure of a service: times as they are, storage as GB with two decimals.
fn figure(service: Service, count: i64) -> Json {
    if service != Service::Storage {
        return json!(count);
    }
    serde_json::from_str(&storage::shown(count)).unwrap_or(Json::Null)
}

/// A package of a company with what is used and left of it in its present period.
fn standing(conn: &mut dyn Conn, org: i64, package: &Package, now: Instant) -> Result<Json, Refusal> {
    let (service, used) = (package.service, package.used(conn, org, now)?);
    let (used, unit) = if service == Service::Storage { (storage::hundredths(used), 100) } else { (used, 1) };
    let left = package.quantity.map(|max| (max.saturating_mul(unit) - used).max(0));
    let (zh, en) = service.names();
    Ok(json!({
        "serviceType": service.code(), "serviceName": { "zh": zh, "en": en }, "period": package.period.code(),
        "quantity": package.quantity, "used": figure(service, used), "left": left.map(|left| figure(service, left)),
        "startDate": kernel::show_day(package.start),
        "since": (service != Service::Storage).then(|| kernel::show_day(package.period.begin(package.start, now.day()))),
    }))
}

/// The packages of a company; a service without one is not limited.
pub(crate) fn of_company(conn: &mut dyn Conn, org: i64, now: Instant) -> Result<Json, Refusal> {
    let packages = package::of_company(conn, org)?;
    packages.iter().map(|package| standing(conn, org, package, now)).collect()
}

/// GET /hrs/org/package.
fn show(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let (org, now, platform) = (actor.org_id, call.now(), actor.admin_role == "superAdmin");
    call.read(|conn| {
        let account = overview::account(conn, org, now, platform)?;
        let users = json!({ "item": "users", "used": account.get("used"), "max": account.get("limit") });
        let (edition, stop_at) = (account.get("version"), account.get("stopAt"));
        let services = of_company(conn, org, now)?;
        Ok(Answer::Data(json!({ "edition": edition, "stopAt": stop_at, "items": [users], "services": services })))
    })
}

/// GET /hrs/orgMeal/remaining/{serviceType}: of a service that is not limited nothing is told but that.
fn remaining(call: &mut Call) -> Outcome {
    let (org, now) = (call.actor()?.org_id, call.now());
    let service = Service::of(call.path("serviceType")).ok_or_else(|| Refusal::business(UNKNOWN))?;
    call.read(|conn| {
        let (zh, en) = service.names();
        Ok(Answer::Data(match package::find(conn, org, service)? {
            Some(package) => {
                let mut told = standing(conn, org, &package, now)?;
                if let Some(told) = told.as_object_mut() {
                    told.insert("limited".to_owned(), json!(package.quantity.is_some()));
                }
                told
            }
            None => json!({
                "serviceType": service.code(), "serviceName": { "zh": zh, "en": en }, "limited": false,
            }),
        }))
    })
}
