//! What makes a contract whole.

use domain::coop::EFFECTIVE;
use platform::prelude::*;

use super::{Contract, DRAFT, PARTIES};

const NO_PARTY: Msg = Msg::new("contract.parties", "请添加合同方", "Say with whom it is.");
const NO_COOP: Msg = Msg::new("contract.coop", "客商未生效", "The partner is not effective.");
const TWICE: Msg = Msg::new("contract.twice", "合同方重复", "The party stands there twice.");
const NO_TITLE: Msg = Msg::new("contract.title", "抬头不存在", "There is no such title.");
const NO_CURRENCY: Msg = Msg::new("contract.currency", "请选择币种", "Choose a currency.");

/// Completes a draft, and finds what is wrong with it.
pub(super) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    if draft.is_new() {
        let month = tx.now.day().strftime("%y%m").to_string();
        let number = tx.next_number("contract", &month)?;
        draft.set(Contract::CONTRACT_CODE, format!("HT-{month}{number:04}").into_value());
        draft.set(Contract::STATE, DRAFT.into_value());
    }
    let amount: Option<i64> = draft.get(Contract::AMOUNT)?;
    let currency: String = draft.get(Contract::CURRENCY_CODE)?;
    findings.error_if(amount.is_some() && currency.is_empty(), &Contract::CURRENCY_CODE.name(), NO_CURRENCY);
    if let Some(title) = draft.get::<Option<Id>>(Contract::OUR_TITLE_ID)? {
        let is_there = facts::are_there(tx, org, "org_bank", [title])?;
        findings.error_if(!is_there, &Contract::OUR_TITLE_ID.name(), NO_TITLE);
    }
    match draft.rows(PARTIES.member) {
        None => findings.error_if(draft.is_new(), PARTIES.member, NO_PARTY),
        Some([]) => findings.error(PARTIES.member, NO_PARTY.text()),
        Some(rows) => {
            let named = rows.iter().map(|row| Option::<Id>::from_value(row.first().unwrap_or(&Value::Null)));
            let named: Vec<Option<Id>> = named.collect::<Result<_, _>>()?;
            let coops = facts::coops(tx, org, named.iter().flatten().copied())?;
            for (place, id) in named.iter().enumerate() {
                let Some(id) = id else { continue };
                let at = format!("{}.{place}.coopId", PARTIES.member);
                let is_in_force = coops.get(id).is_some_and(|coop| coop.state == EFFECTIVE);
                findings.error_if(!is_in_force, &at, NO_COOP);
                findings.error_if(named.iter().take(place).any(|one| one == &Some(*id)), &at, TWICE);
            }
        }
    }
    Ok(())
}
