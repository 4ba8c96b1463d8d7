//! 默认服务套餐 of an edition: rows of its form, which a company gets when it is made.

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::call::Tx;
use platform::document::{Draft, RowValues, Rows};
use platform::package::TABLE;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};

use super::{PERIOD, QUANTITY, REMARK, SERVICE};

pub(crate) use super::company::remove_all;

/// Member of the form.
const MEMBER: &str = "packages";
const SERVICES: usize = platform::package::SERVICES.len();

const TWICE: Msg = Msg::new("edition.package_twice", "服务类型重复", "The service stands there twice.");

/// The packages below an edition.
pub(crate) const ROWS: Rows = Rows {
    member: MEMBER,
    title: ("默认服务套餐", "Service packages of new companies"),
    behind: "main",
    table: "edition_package",
    parent: "edition_id",
    fields: &[SERVICE, PERIOD, QUANTITY, REMARK],
    most: SERVICES,
    sheet: false,
};

/// What is wrong with the packages of an edition, at their places.
pub(crate) fn check(_: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let mut seen = BTreeSet::new();
    for (place, row) in draft.rows(MEMBER).unwrap_or_default().iter().enumerate() {
        let (service, period, quantity) = read(row)?;
        super::check((&service, &period, quantity), &format!("{MEMBER}.{place}."), findings);
        let twice = !service.is_empty() && !seen.insert(service);
        findings.error_if(twice, &format!("{MEMBER}.{place}.serviceType"), TWICE);
    }
    Ok(())
}

fn read(row: &RowValues) -> Result<(String, String, Option<i64>), Refusal> {
    let value = |place: usize| row.get(place).unwrap_or(&Value::Null);
    Ok((String::from_value(value(0))?, String::from_value(value(1))?, Option::from_value(value(2))?))
}

/// Gives a new company the packages of its edition, from today on.
pub(crate) fn give(tx: &mut Tx<'_>, company: Id, edition: &str) -> Result<(), Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "org_edition");
    select.column("id").and_where(sql::eq("code", edition.to_owned()));
    let Some(row) = tx.first(&select.into())? else { return Ok(()) };
    let (now, user) = (tx.now, tx.actor.user_id);
    for package in ROWS.of(tx, PLATFORM_ORG, row.get(0)?)? {
        let mut cells = vec![
            ("id", tx.new_id().into_value()),
            ("company_id", company.into_value()),
            ("start_date", kernel::show_day(now.day()).into_value()),
            ("version", Value::Int(1)),
            ("created_by", user.into_value()),
            ("created_at", now.into_value()),
            ("updated_by", user.into_value()),
            ("updated_at", now.into_value()),
        ];
        cells.extend(ROWS.fields.iter().map(|field| field.column).zip(package));
        tx.exec(&sql::insert(PLATFORM_ORG, TABLE, &cells).into())?;
    }
    Ok(())
}

/// Copies the packages of an edition to another.
pub(crate) fn copy(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    let rows = ROWS.of(tx, PLATFORM_ORG, from)?;
    ROWS.replace(tx, to, &rows).map(drop)
}
