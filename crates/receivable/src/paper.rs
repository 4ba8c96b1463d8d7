//! What stands on every bill: who it is from, and what it comes to.

use charge::ledger::money_text;
use kernel::{Id, grouped};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use settle::amounts::each;
use template::{Cell, Values};
use trade::charge::capital::capital;
use trade::charge::{Currency, Money};

/// Totals by currency, and the functional one with its words.
pub(crate) struct Sums {
    each: Vec<(String, String)>,
    functional: String,
    capital: String,
}

impl Sums {
    /// Of amounts by currency, in thousandths, and what they come to in the functional one.
    pub(crate) fn of<'a>(
        conn: &mut dyn Conn,
        (org, own): (i64, Currency),
        amounts: impl IntoIterator<Item = (&'a str, i64)>,
        functional: i64,
    ) -> Result<Self, Refusal> {
        let money = Money::of_thousandths(functional, own).map_err(|fault| Refusal::broken(fault.to_string()))?;
        Ok(Self {
            each: each(own, amounts),
            functional: format!("{} {}", own.code(), grouped(&money_text(functional, own))),
            capital: capital(money, &name_of(conn, org, own)?),
        })
    }

    /// Below the lines. The words are Chinese ones.
    pub(crate) fn told(&self, cell: &Cell) -> Vec<(String, String)> {
        let total = cell.text(("合计", "Total"));
        let mut sums: Vec<(String, String)> =
            self.each.iter().map(|(code, amount)| (total.to_owned(), format!("{code} {amount}"))).collect();
        sums.push((cell.text(("本币合计", "Total in functional currency")).to_owned(), self.functional.clone()));
        if cell.language != "en" {
            sums.push(("大写".to_owned(), self.capital.clone()));
        }
        sums
    }

    /// The same by the names of variables: of one currency a plain number, of several a text.
    pub(crate) fn values(&self, cell: &Cell) -> Values {
        let (currency, total) = match self.each.as_slice() {
            [(code, amount)] => (code.clone(), amount.replace(',', "")),
            several => {
                let codes: Vec<&str> = several.iter().map(|(code, _)| code.as_str()).collect();
                let parts: Vec<String> = several.iter().map(|(code, amount)| format!("{code} {amount}")).collect();
                (codes.join("/"), parts.join("  "))
            }
        };
        let words = if cell.language == "en" { String::new() } else { self.capital.clone() };
        [("currency", currency), ("total", total), ("totalUpper", words), ("functionalTotal", self.functional.clone())]
            .into()
    }
}

/// The Chinese name of a currency; its code where the company knows no name of it.
fn name_of(conn: &mut dyn Conn, org: i64, currency: Currency) -> Result<String, Refusal> {
    let mut select = sql::overlaid(org, "currency", &["code"]);
    select.column(("currency", "name_cn")).and_where(sql::of_eq("currency", "code", currency.code().to_owned()));
    let name = conn.first(&select.into())?.map(|row| row.get::<String>(0)).transpose()?;
    Ok(name.unwrap_or_else(|| currency.code().to_owned()))
}

/// Whose title stands above the paper.
pub(crate) fn title_of(conn: &mut dyn Conn, org: i64, bank: Id, english: bool) -> Result<String, Refusal> {
    let mut select = sql::from(org, "org_bank");
    select.columns(["title_cn", "title_en"]).and_where(sql::eq("id", bank));
    let row = conn.first(&select.into())?.unwrap_or_default();
    let [zh, en] = [0, 1].map(|place| row.get::<Option<String>>(place).ok().flatten().unwrap_or_default());
    Ok(if english && !en.is_empty() { en } else { zh })
}

/// The company as it stands above its papers.
pub(crate) struct Company {
    pub name: String,
    address: String,
    phone: String,
}

impl Company {
    /// As it is known in a language.
    pub(crate) fn of(conn: &mut dyn Conn, org: i64, english: bool) -> Result<Self, Refusal> {
        let mut select = sql::from_global("org");
        select.columns(["name", "name_en", "address_cn", "address_en", "phone"]).and_where(sql::eq("id", org));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        let either = |zh: usize, en: usize| {
            let own = text(if english { en } else { zh })?;
            if own.is_empty() { text(zh) } else { Ok(own) }
        };
        Ok(Self { name: either(0, 1)?, address: either(2, 3)?, phone: text(4)? })
    }

    /// Address and phone.
    pub(crate) fn header(&self, cell: &Cell) -> String {
        let parts =
            [(cell.text(("地址：", "Address: ")), &self.address), (cell.text(("电话：", "Phone: ")), &self.phone)];
        let filled =
            parts.iter().filter(|(_, value)| !value.is_empty()).map(|(label, value)| format!("{label}{value}"));
        filled.collect::<Vec<_>>().join("  ")
    }
}
