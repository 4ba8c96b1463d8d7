//! 变更版本: what another edition gives a company and takes from it, asked before it is done.

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg, Text};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, Order};
use platform::store::{Conn, sql};

use crate::permission;

const ASKED: Msg = Msg::new(
    "org.other_edition",
    "变更版本将新增{a}项{added}、移除{b}项{removed}权限，是否继续？",
    "The other edition adds {a} permissions{added} and removes {b}{removed}. Go on?",
);
/// Names told of either.
const NAMED_MAX: usize = 30;

/// Asks whether a company shall have the nodes of another edition.
pub(super) fn ask(tx: &mut Tx<'_>, org: Id, wanted: &BTreeSet<i64>, findings: &mut Findings) -> Result<(), Refusal> {
    let now = tx.now;
    let has = permission::granted(tx, org.0, now)?;
    let (added, removed): (Vec<i64>, Vec<i64>) =
        (wanted.difference(&has).copied().collect(), has.difference(wanted).copied().collect());
    let (come, go) = (names(tx, &added)?, names(tx, &removed)?);
    let (a, b) = (added.len().to_string(), removed.len().to_string());
    let of =
        |added: String, removed: String| ASKED.with(&[("a", &a), ("added", &added), ("b", &b), ("removed", &removed)]);
    let (zh, en) = (of(zh(&come), zh(&go)).zh, of(en(&come), en(&go)).en);
    findings.confirm("edition", Text { zh, en, ..ASKED.text() });
    Ok(())
}

fn zh(names: &[[String; 2]]) -> String {
    let told: Vec<&str> = names.iter().take(NAMED_MAX).map(|[zh, _]| zh.as_str()).collect();
    let more = if names.len() > NAMED_MAX { "等" } else { "" };
    if told.is_empty() { String::new() } else { format!("（{}{more}）", told.join("、")) }
}

fn en(names: &[[String; 2]]) -> String {
    let told: Vec<&str> = names.iter().take(NAMED_MAX).map(|[_, en]| en.as_str()).collect();
    let more = if names.len() > NAMED_MAX { " …" } else { "" };
    if told.is_empty() { String::new() } else { format!(" ({}{more})", told.join(", ")) }
}

/// Names of pages, and of buttons whose page is not among the nodes, in both languages.
fn names(conn: &mut dyn Conn, nodes: &[i64]) -> Result<Vec<[String; 2]>, Refusal> {
    let above = |column: &str| {
        Expr::cust(format!("(SELECT up.{column} FROM permission up WHERE up.code = permission.parent_code)"))
    };
    let mut select = sql::from_global("permission");
    select
        .columns(["kind", "name_zh", "name_en"])
        .expr(above("id"))
        .expr(above("name_zh"))
        .expr(above("name_en"))
        .and_where(sql::is_in(sql::col("id"), nodes.iter().copied()))
        .order_by("sort", Order::Asc)
        .order_by("id", Order::Asc);
    let mut names = Vec::new();
    for row in conn.query(&select.into())? {
        let (zh, en): (String, String) = (row.get(1)?, row.get(2)?);
        match row.get::<i64>(0)? {
            1 => names.push([zh, en]),
            2 if !row.get::<Option<i64>>(3)?.is_some_and(|page| nodes.contains(&page)) => {
                names.push([format!("{}-{zh}", row.get::<String>(4)?), format!("{} - {en}", row.get::<String>(5)?)]);
            }
            _ => {}
        }
    }
    Ok(names)
}
