//! 服务套餐 of the companies, as the platform keeps them: one row for a company and a service.

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique, Written};
use platform::field::Field;
use platform::log::{Change, Level};
use platform::package::{COLUMNS, Package, TABLE};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::sea_query::Order;
use platform::store::{Conn, sql};
use serde_json::{Value as Json, json};

use super::{PERIOD, QUANTITY, REMARK, SERVICE, standing};

const CODE: &str = "sys_org_meal";

const NO_COMPANY: Msg = Msg::new("package.company", "企业不存在", "There is no such company.");
const TWICE: Msg = Msg::new("package.twice", "该企业已有此服务套餐", "The company has a package of this service.");
const LATER: Msg = Msg::new("package.start", "起始日不能晚于今天", "The first day can't be later than today.");

document! {
    /// A package of a company.
    pub struct ServicePackage in "service_package" {
        /// The company.
        company_id: Id = Field::reference("org", "企业", "Company").wire("orgId").required().fixed(),
        /// The service.
        service_type: String = SERVICE.fixed(),
        /// When the count begins anew.
        period: String = PERIOD,
        /// Most in a period; of storage, GB.
        quantity: Option<i64> = QUANTITY,
        /// First day.
        start_date: String = Field::day("起始日", "From").required(),
        /// Remark.
        remark: String = REMARK,
    }
}

/// The form of the drawer.
const FORM: FormPage = FormPage {
    codes: [CODE, CODE, CODE, ""],
    page: "/hrs_org",
    level: Level::High,
    uniques: &[Unique {
        index: "uq_service_package",
        columns: &["company_id", "service_type"],
        field: "serviceType",
        message: TWICE,
    }],
    rules: Some(check),
    after: Some(after),
    sections: &[Section { key: "main", title: ("服务套餐", "Service package"), fields: ServicePackage::FIELDS }],
    ..FormPage::of::<ServicePackage>(
        "hrs.orgMeal.form",
        ("服务套餐", "Service package"),
        (CODE, "/hrs/orgMeal", "orgMeal"),
        ServicePackage::SERVICE_TYPE,
    )
};

/// Adds the calls to the room.
pub(super) fn add(room: &mut Room) {
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    room.operations.push(
        Operation::get("list_org_meal", "/hrs/orgMeal", Access::Code(CODE), list)
            .param("orgId")
            .summary("Packages of a company with what is used of them"),
    );
}

/// Name of a company, if there is one.
fn name_of(conn: &mut dyn Conn, company: Id) -> Result<Option<String>, Refusal> {
    let mut select = sql::from_global("org");
    select.column("name").and_where(sql::eq("id", company));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let package = ServicePackage::from_values(&draft.values)?;
    let unknown = draft.is_new() && package.company_id.0 != 0 && name_of(tx, package.company_id)?.is_none();
    findings.error_if(unknown, "orgId", NO_COMPANY);
    super::check((&package.service_type, &package.period, package.quantity), "", findings);
    let later = kernel::parse_day(&package.start_date).is_some_and(|start| start > tx.now.day());
    findings.error_if(later, "startDate", LATER);
    Ok(())
}

/// The log of a package names its company.
fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let package = ServicePackage::from_values(&draft.values)?;
    let name = name_of(tx, package.company_id)?.unwrap_or_default();
    let old = if draft.is_new() { String::new() } else { name.clone() };
    Ok(vec![Change { field: "orgName".to_owned(), label: "企业名称".to_owned(), old, new: name }].into())
}

/// GET /hrs/orgMeal?orgId=: in the order of the services.
fn list(call: &mut Call) -> Outcome {
    let (company, now) = (Id(call.query("orgId").parse().unwrap_or(0)), call.now());
    let mut select = sql::from(PLATFORM_ORG, TABLE);
    select
        .columns(COLUMNS)
        .columns(["id", "version", "remark"])
        .and_where(sql::eq("company_id", company))
        .order_by("id", Order::Asc);
    call.read(|conn| {
        name_of(conn, company)?.ok_or(Refusal::NotFound)?;
        let mut rows = Vec::new();
        for row in conn.query(&select.into())? {
            let Some(package) = Package::of(&row)? else { continue };
            let mut told = standing(conn, company.0, &package, now)?;
            if let Some(told) = told.as_object_mut() {
                told.insert("id".to_owned(), json!(row.get::<Id>(4)?));
                told.insert("version".to_owned(), json!(row.get::<i64>(5)?));
                told.insert("remark".to_owned(), json!(row.get::<String>(6)?));
            }
            rows.push((package.service, told));
        }
        rows.sort_by_key(|(service, _)| *service);
        Ok(Answer::Data(rows.into_iter().map(|(_, told)| told).collect::<Json>()))
    })
}

/// Removes the packages of a company that is removed.
pub(crate) fn remove_all(tx: &mut Tx<'_>, company: Id) -> Result<(), Refusal> {
    let mut delete = sql::delete(PLATFORM_ORG, TABLE);
    delete.and_where(sql::eq("company_id", company));
    tx.exec(&delete.into())?;
    Ok(())
}
