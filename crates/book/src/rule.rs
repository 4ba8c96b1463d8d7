//! 凭证规则: how a company posts (catalogue css.md /css_voucher_rule).

use platform::field::Choice;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};

/// Its table: one row for a company that decided something.
pub const RULE: &str = "voucher_rule";

/// 按发票: what was invoiced is posted.
pub const BY_INVOICE: &str = "INVOICE";
/// 按锁账: what was locked is posted.
pub const BY_LOCK: &str = "LOCK";
/// 挂账依据.
pub const BASES: &[Choice] =
    &[Choice::new(BY_INVOICE, "按发票", "By invoice"), Choice::new(BY_LOCK, "按锁账", "By lock")];

/// 汇总: one voucher for all.
pub const TOGETHER: &str = "TOGETHER";
/// 逐笔: one for each.
pub const EACH: &str = "EACH";
/// 汇总方式.
pub const MODES: &[Choice] = &[Choice::new(TOGETHER, "汇总", "Together"), Choice::new(EACH, "逐笔", "One each")];

/// The usual 摘要.
pub const SUMMARY: &str = "{coopName} {number}";

/// What a company decided about its vouchers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// 凭证字.
    pub word: String,
    /// 挂账依据: [`BY_INVOICE`] or [`BY_LOCK`].
    pub post_by: String,
    /// 税额分列.
    pub split_tax: bool,
    /// 汇总方式: [`TOGETHER`] or [`EACH`].
    pub mode: String,
    /// 摘要 with its places.
    pub summary: String,
}

impl Default for Rule {
    fn default() -> Self {
        Self {
            word: "记".to_owned(),
            post_by: BY_INVOICE.to_owned(),
            split_tax: true,
            mode: EACH.to_owned(),
            summary: SUMMARY.to_owned(),
        }
    }
}

impl Rule {
    /// Whether invoices post, not locks.
    pub fn by_invoice(&self) -> bool {
        self.post_by == BY_INVOICE
    }
}

/// The rule of a company; the usual one where it decided nothing.
pub fn rule(conn: &mut dyn Conn, org: i64) -> Result<Rule, Refusal> {
    let mut select = sql::from(org, RULE);
    select.columns(["word", "post_by", "split_tax", "mode", "summary"]);
    let Some(row) = conn.first(&select.into())? else { return Ok(Rule::default()) };
    Ok(Rule {
        word: row.get(0)?,
        post_by: row.get(1)?,
        split_tax: row.get(2)?,
        mode: row.get(3)?,
        summary: row.get(4)?,
    })
}
