//! Documents as they post: amounts by part, and the entries these become (css.md /css_voucher_rule, /css_voucher_export).

use std::collections::BTreeMap;

use charge::rate;
use kernel::{Day, ExchangeRate, Id};
use platform::refusal::Refusal;
use trade::charge::exchange::{ONE, functional};
use trade::charge::{Currency, Fault, Money};

use crate::accounts::{About, Accounts};
use crate::part::Part;
use crate::{Entry, Source};

/// One amount of a document.
#[derive(Debug, Clone)]
pub struct Amount {
    /// What it is.
    pub part: &'static Part,
    /// Whether it stands on the debit side.
    pub debit: bool,
    /// Its currency.
    pub currency: String,
    /// In thousandths of its currency.
    pub original: i64,
    /// Rate in millionths.
    pub rate: i64,
    /// In thousandths of the functional currency; below nought in red on its side.
    pub functional: i64,
    /// The account its document names.
    pub own: Option<Id>,
    /// What rules ask.
    pub about: About,
}

/// A document as it posts.
#[derive(Debug, Clone)]
pub struct Posting {
    /// The document.
    pub source: Source,
    /// Its date.
    pub date: Day,
    /// Its partner.
    pub coop: Option<Id>,
    /// Whom it is about.
    pub user: Option<Id>,
    /// Whose it is.
    pub dept: Option<Id>,
    /// Name of the partner.
    pub coop_name: String,
    /// Numbers of its invoices.
    pub invoice_num: String,
    /// Number of its order.
    pub order_code: String,
    /// Papers that hang on it.
    pub attachments: i64,
    /// Currency and amount it is told with.
    pub total: (String, i64),
    /// What it posts.
    pub amounts: Vec<Amount>,
}

/// Amounts in the functional currency and others, made for one company.
#[derive(Debug, Clone, Copy)]
pub struct Purse {
    /// Functional currency.
    pub own: Currency,
}

impl Purse {
    /// An amount in the functional currency.
    pub fn own(self, part: &'static Part, debit: bool, raw: i64, about: &About) -> Amount {
        Amount {
            part,
            debit,
            currency: self.own.code().to_owned(),
            original: raw,
            rate: ONE.raw(),
            functional: raw,
            own: None,
            about: about.clone(),
        }
    }

    /// What an amount of a currency is worth at a rate.
    pub fn worth(self, raw: i64, code: &str, rate: i64) -> Result<i64, Refusal> {
        let amount = Money::of_thousandths(raw, rate::currency_of(code)?).map_err(fault)?;
        functional(amount, ExchangeRate::from_raw(rate), self.own).and_then(Money::thousandths).map_err(fault)
    }
}

/// A figure that can't be made.
pub(crate) fn fault(fault: Fault) -> Refusal {
    match fault {
        Fault::Overflow | Fault::Digits => Refusal::business(charge::figure::TOO_LARGE),
        other => Refusal::broken(other.to_string()),
    }
}

/// What makes two entries one: account, what it is kept by, currency, rate and side.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Alike {
    debit: bool,
    account: Id,
    coop: Option<Id>,
    user: Option<Id>,
    dept: Option<Id>,
    currency: String,
    rate: i64,
}

/// The entries of documents of a type: equal ones are added, debits first, in the order they come; what is nought is left out.
pub fn entries(kind: &str, accounts: &Accounts, postings: &[Posting]) -> Result<Vec<Entry>, Refusal> {
    let mut places: BTreeMap<Alike, usize> = BTreeMap::new();
    let mut added: Vec<(Alike, i64, i64)> = Vec::new();
    let too_large = || Refusal::business(charge::figure::TOO_LARGE);
    for posting in postings {
        for amount in posting.amounts.iter().filter(|amount| amount.functional != 0) {
            let place = accounts.place(kind, amount.part, &amount.about, amount.own)?;
            let kept = |by: &str, id: Option<Id>| id.filter(|_| place.kept_by == by);
            let alike = Alike {
                debit: amount.debit,
                account: place.account,
                coop: kept(account::BY_COOP, posting.coop),
                user: kept(account::BY_USER, posting.user),
                dept: kept(account::BY_DEPT, posting.dept),
                currency: amount.currency.clone(),
                rate: amount.rate,
            };
            let at = *places.entry(alike.clone()).or_insert(added.len());
            if let Some((_, original, functional)) = added.get_mut(at) {
                *original = original.checked_add(amount.original).ok_or_else(too_large)?;
                *functional = functional.checked_add(amount.functional).ok_or_else(too_large)?;
            } else {
                added.push((alike, amount.original, amount.functional));
            }
        }
    }
    let (debits, credits): (Vec<_>, Vec<_>) =
        added.into_iter().filter(|(.., functional)| *functional != 0).partition(|(alike, ..)| alike.debit);
    Ok(debits.into_iter().chain(credits).map(entry).collect())
}

fn entry((alike, original, functional): (Alike, i64, i64)) -> Entry {
    let (debit, credit) = if alike.debit { (functional, 0) } else { (0, functional) };
    Entry {
        summary: String::new(),
        account: alike.account,
        coop: alike.coop,
        user: alike.user,
        dept: alike.dept,
        accrued: false,
        currency: alike.currency,
        original,
        rate: alike.rate,
        debit,
        credit,
    }
}

/// The summary of a voucher of one document, of the words of the rule.
pub fn summary(template: &str, posting: &Posting) -> String {
    let period = charge::period::month_of(posting.date);
    let told = [
        ("{coopName}", posting.coop_name.as_str()),
        ("{number}", &posting.source.number),
        ("{invoiceNum}", &posting.invoice_num),
        ("{orderCode}", &posting.order_code),
        ("{period}", &period),
    ];
    let text = told.iter().fold(template.to_owned(), |text, (name, value)| text.replace(name, value));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The summary of a voucher of several documents: `{period}{type}{n}笔`.
pub fn summary_of(kind: &str, date: Day, count: usize) -> String {
    let name = crate::KINDS.iter().find(|one| one.value == kind).map_or("", |one| one.zh);
    format!("{}{name}{count}笔", charge::period::month_of(date))
}
