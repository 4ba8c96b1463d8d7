//! What making notes is asked with: the charges, or where they are looked for, and the rules by which they make notes.

use std::collections::BTreeMap;

use kernel::{Day, ExchangeRate, Findings, Id, Msg, parse_day};
use platform::refusal::{Refusal, messages};
use serde::Deserialize;
use settle::making::{BUSINESS, TODAY, TYPED};

use super::pool::Wanted;
use super::{CHARGES_MAX, NO_CHARGES};

const NO_DATE: Msg = Msg::new("note_make.date", "请填写账单日期", "Enter the date of the notes.");
const BAD_RATE: Msg =
    Msg::new("note_make.rate", "汇率须在0.000001至999999之间", "An exchange rate lies between 0.000001 and 999999.");
/// Letters of a remark.
const REMARK_MAX: usize = 500;
const LONG_REMARK: Msg = Msg::new("note_make.remark", "备注不能超过500个字符", "A remark can't exceed 500 characters.");
/// Greatest rate, in millionths.
const RATE_MAX: i64 = 999_999_000_000;

/// The body of a preview or a save.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Asked {
    /// Names the attempt; read at the door.
    #[serde(rename = "requestId")]
    _request_id: String,
    pub charge_ids: Vec<Id>,
    /// Of the charge list, the same by the name all lists have for chosen rows.
    pub ids: Vec<Id>,
    /// All that a pool finds, in place of chosen charges.
    pub pool: Option<Wanted>,
    date_by: String,
    note_date: Option<String>,
    pub bank_id: Option<Id>,
    split_currency: Option<bool>,
    split_tax: Option<bool>,
    /// One rate for all lines of a currency.
    rates: BTreeMap<String, Option<String>>,
    remark: Option<String>,
    pub confirmed: Vec<String>,
}

/// How notes are dated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dated {
    On(Day),
    /// On the business day of the order.
    Business,
}

/// The rules by which charges make notes.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    pub dated: Dated,
    pub bank: Option<Id>,
    pub by_currency: bool,
    pub by_tax: bool,
    /// In millionths.
    pub rates: BTreeMap<String, i64>,
    pub remark: String,
}

impl Asked {
    /// The charges that were chosen, each once.
    pub(super) fn charges(&self) -> Result<Vec<Id>, Refusal> {
        let mut charges: Vec<Id> = self.charge_ids.iter().chain(&self.ids).copied().collect();
        charges.sort_unstable();
        charges.dedup();
        if charges.is_empty() {
            return Err(Refusal::business(NO_CHARGES));
        }
        if charges.len() > CHARGES_MAX {
            return Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "chargeIds")])));
        }
        Ok(charges)
    }

    /// The rules; what is wrong with them is found at their fields.
    pub(super) fn rules(&self, today: Day) -> Result<Rules, Refusal> {
        let mut findings = Findings::new();
        let typed = self.note_date.as_deref().and_then(parse_day);
        let dated = match self.date_by.as_str() {
            "" | TODAY => Dated::On(today),
            BUSINESS => Dated::Business,
            TYPED => {
                findings.error_if(typed.is_none(), "noteDate", NO_DATE);
                Dated::On(typed.unwrap_or(today))
            }
            _ => return Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "dateBy")]))),
        };
        let mut rates = BTreeMap::new();
        for (code, rate) in &self.rates {
            let Some(rate) = rate.as_deref().filter(|rate| !rate.trim().is_empty()) else { continue };
            match ExchangeRate::parse(rate.trim()) {
                Ok(rate) if (1..=RATE_MAX).contains(&rate.raw()) => _ = rates.insert(code.to_uppercase(), rate.raw()),
                _ => findings.error(format!("rates.{code}"), BAD_RATE.text()),
            }
        }
        let remark = self.remark.as_deref().unwrap_or_default().trim().to_owned();
        findings.error_if(remark.chars().count() > REMARK_MAX, "remark", LONG_REMARK);
        Refusal::unless_clean(&findings, &[])?;
        let (by_currency, by_tax) = (self.split_currency.unwrap_or(false), self.split_tax.unwrap_or(false));
        Ok(Rules { dated, bank: self.bank_id, by_currency, by_tax, rates, remark })
    }
}
