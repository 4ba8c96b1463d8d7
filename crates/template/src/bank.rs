//! The account a paper names: the one its layout says, else the default one of the currency.

use kernel::Id;
use platform::refusal::Refusal;
use platform::store::{Conn, Row, sql};

/// An account as a paper shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bank {
    /// Row.
    pub id: Id,
    /// Its details, several lines.
    pub info: String,
}

const COLUMNS: [&str; 9] =
    ["id", "title_cn", "title_en", "bank_cn", "account", "swift", "info_cn", "info_en", "address_en"];

/// The active account that is named; without a name the default one of the currency.
pub fn bank(
    conn: &mut dyn Conn,
    org: i64,
    id: Option<Id>,
    currency: &str,
    language: &str,
) -> Result<Option<Bank>, Refusal> {
    let mut select = sql::from(org, "org_bank");
    select.columns(COLUMNS).and_where(sql::eq("active", true));
    match id {
        Some(id) => select.and_where(sql::eq("id", id)),
        None => select.and_where(sql::eq("is_default", true)).and_where(sql::eq("currency", currency.to_owned())),
    };
    conn.first(&select.into())?.map(|row| shown(&row, language == "en")).transpose()
}

/// The text the company wrote for its papers; without one what the account says.
fn shown(row: &Row, english: bool) -> Result<Bank, Refusal> {
    let text = |place| row.get::<String>(place);
    let own = text(if english { 7 } else { 6 })?;
    let title = if english { text(2)? } else { text(1)? };
    let lines = [
        (if english { "Beneficiary" } else { "户名" }, if title.is_empty() { text(1)? } else { title }),
        (if english { "Bank" } else { "开户行" }, text(3)?),
        (if english { "Account" } else { "账号" }, text(4)?),
        ("SWIFT", text(5)?),
        ("Address", if english { text(8)? } else { String::new() }),
    ];
    let sign = if english { ": " } else { "：" };
    let lines =
        lines.iter().filter(|(_, value)| !value.is_empty()).map(|(label, value)| format!("{label}{sign}{value}"));
    let info = if own.is_empty() { lines.collect::<Vec<_>>().join("\n") } else { own };
    Ok(Bank { id: row.get(0)?, info })
}
