//! Languages of the product. Two are shipped; a deployment adds others, each leaning on one of the two for what has no
//! text of its own and for whatever the server itself says.

use kernel::Id;
use sea_query::{Expr, ExprTrait, Order};

use crate::PLATFORM_ORG;
use crate::refusal::Refusal;
use crate::store::{Conn, Row, sql};

/// Chinese, what the product begins with.
pub const CHINESE: &str = "zh-CN";
/// English.
pub const ENGLISH: &str = "en-US";

/// A language that may be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Language {
    /// BCP 47, such as `ja-JP`.
    pub code: String,
    /// In its own words.
    pub name: String,
    /// [`CHINESE`] or [`ENGLISH`].
    pub base: String,
}

/// Whether a language comes with the product.
pub fn is_shipped(code: &str) -> bool {
    matches!(code, CHINESE | ENGLISH)
}

fn read(row: &Row) -> Result<Language, Refusal> {
    Ok(Language { code: row.get(0)?, name: row.get(1)?, base: row.get(2)? })
}

/// The languages that may be chosen, in their order.
pub fn active(conn: &mut dyn Conn) -> Result<Vec<Language>, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "language");
    select
        .columns(["code", "name", "base_language"])
        .and_where(sql::eq("active", true))
        .order_by("sort", Order::Asc)
        .order_by("id", Order::Asc);
    conn.query(&select.into())?.iter().map(read).collect()
}

/// The languages beside the shipped ones that may be chosen.
pub fn further(conn: &mut dyn Conn) -> Result<Vec<Language>, Refusal> {
    Ok(active(conn)?.into_iter().filter(|language| !is_shipped(&language.code)).collect())
}

/// A language that may be chosen.
pub fn find(conn: &mut dyn Conn, code: &str) -> Result<Option<Language>, Refusal> {
    Ok(active(conn)?.into_iter().find(|language| language.code == code))
}

/// The shipped language that stands behind a language, also a stopped one; Chinese behind an unknown one.
pub fn base_of(conn: &mut dyn Conn, code: &str) -> Result<String, Refusal> {
    if is_shipped(code) {
        return Ok(code.to_owned());
    }
    let mut select = sql::from(PLATFORM_ORG, "language");
    select.column("base_language").and_where(sql::eq("code", code.to_owned()));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_else(|| CHINESE.to_owned()))
}

/// What is shown to somebody who chose a language: that one, or its base while it is stopped.
pub fn in_force(conn: &mut dyn Conn, code: String) -> Result<String, Refusal> {
    let found = if is_shipped(&code) { true } else { find(conn, &code)?.is_some() };
    if found { Ok(code) } else { base_of(conn, &code) }
}

/// How many users of all companies chose a language.
pub fn users_of(conn: &mut dyn Conn, code: &str) -> Result<i64, Refusal> {
    let mut select = sql::from_global("app_user");
    select.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("page_language", code.to_owned()));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// How many texts there are in a language, of the platform and of all companies.
pub fn texts_in(conn: &mut dyn Conn, code: &str) -> Result<i64, Refusal> {
    let mut select = sql::from_global("language_text");
    select.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("language", code.to_owned()));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// How many help documents there are in a language, of the platform and of all companies.
pub fn documents_in(conn: &mut dyn Conn, code: &str) -> Result<i64, Refusal> {
    let mut select = sql::from_global("help_doc");
    select.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("language", code.to_owned()));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// The code of a row of the list.
pub fn code_of(conn: &mut dyn Conn, id: Id) -> Result<String, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "language");
    select.column("code").and_where(sql::col("id").eq(sql::value(id)));
    Ok(conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}
