//! Values of dictionaries: those of the platform, each hidden by the company's own of the same value.

use sea_query::{Expr, ExprTrait, SelectStatement};

use crate::PLATFORM_ORG;
use crate::store::sql;

/// Their table.
pub const TABLE: &str = "category";
/// What tells one value from another; a company's own of the same hides the platform's, be it active or not.
pub const NAMING: [&str; 2] = ["category_type", "value"];

/// The values a company has, of all lists, active or not.
pub fn values(org: i64) -> SelectStatement {
    sql::overlaid(org, TABLE, &NAMING)
}

/// Whether a value is of the platform, as it came or as the company changed it.
pub fn is_of_platform() -> Expr {
    let mut known = sea_query::Query::select();
    known.expr(Expr::cust("1")).from_as(TABLE, "platform_value").and_where(sql::of_eq(
        "platform_value",
        "org_id",
        PLATFORM_ORG,
    ));
    for column in NAMING {
        known.and_where(sql::of("platform_value", column).equals((TABLE, column)));
    }
    Expr::exists(known)
}
