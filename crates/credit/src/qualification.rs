//! 资质 of partners (catalogue prm.md /prm_coop_edit), and those that are needed and past their last day, of which the gates are
//! told (1.7).

use std::collections::BTreeMap;

use kernel::{Day, Id, show_day};
use platform::document;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};

/// Its table.
pub const TABLE: &str = "coop_qualification";
/// What sub types of partners need (catalogue prm.md /prm_coop_sub_type, seeds).
const NEEDED: [(&str, &str); 3] = [("车队", "道路运输许可"), ("报关行", "报关单位备案"), ("NVOCC", "无船承运备案")];

document! {
    /// A licence or certificate of a partner.
    pub struct CoopQualification in "coop_qualification" {
        /// Whose.
        coop_id: Id = Field::reference("coop", "客商", "Partner").required(),
        /// What it is.
        kind: String = Field::dictionary(11, "资质类型", "Qualification").required().max(40),
        /// Its number.
        number: String = Field::text("证书编号", "Number").required().max(50),
        /// Since when.
        issue_date: Option<Day> = Field::day("发证日期", "Issued on"),
        /// Its last day; empty for no end.
        expire_date: Option<Day> = Field::day("到期日（长期不填）", "Last day (none: without an end)"),
        /// Needed of this partner, whether or not its sub types ask for it.
        is_required: bool = Field::flag("必备", "Required").initially("false"),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
    }
}

/// Kinds a partner needs in a scope of which it has none that still holds on a day, though it had one.
pub fn expired(conn: &mut dyn Conn, org: i64, (coop, scope): (Id, &str), day: Day) -> Result<Vec<String>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["kind", "expire_date", "is_required"]).and_where(sql::eq("coop_id", coop));
    let today = show_day(day);
    // Of each kind whether one holds, and whether it is needed by itself.
    let mut kinds: BTreeMap<String, (bool, bool)> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let (last, required): (Option<String>, bool) = (row.get(1)?, row.get(2)?);
        let (holds, needed) = kinds.entry(row.get(0)?).or_default();
        *holds |= last.is_none_or(|last| last.is_empty() || last >= today);
        *needed |= required;
    }
    kinds.retain(|_, (holds, _)| !*holds);
    if kinds.is_empty() {
        return Ok(Vec::new());
    }
    let asked = asked_for(conn, org, (coop, scope))?;
    let needed =
        |(kind, (_, needed)): (String, (bool, bool))| (needed || asked.contains(&kind.as_str())).then_some(kind);
    Ok(kinds.into_iter().filter_map(needed).collect())
}

/// Kinds the sub types of a partner ask for in a scope.
fn asked_for(conn: &mut dyn Conn, org: i64, (coop, scope): (Id, &str)) -> Result<Vec<&'static str>, Refusal> {
    let mut types = sql::from(org, "coop_sub_type");
    types.column("sub_type").and_where(sql::eq("coop_id", coop)).and_where(sql::eq("scope", scope.to_owned()));
    let mut asked = Vec::new();
    for row in conn.query(&types.into())? {
        let own: String = row.get(0)?;
        asked.extend(NEEDED.iter().filter(|(sub_type, _)| *sub_type == own).map(|(_, kind)| *kind));
    }
    Ok(asked)
}
