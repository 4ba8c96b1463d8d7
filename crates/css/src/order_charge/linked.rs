//! 代收代付: the income of an order that its costs may be passed on by.

use charge::item::{self, Reading};
use charge::ledger::INCOME_VIEW;
use charge::line;
use kernel::Uuid;
use platform::call::Call;
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use trade::charge::Side;

use super::found;
use super::told::{Reader, passed_on};

/// Stored income of the order that `role` names, whose items are passed on.
pub(super) fn offers(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let (actor, language) = (call.actor()?.clone(), call.language().to_owned());
    if !actor.has(INCOME_VIEW) || Uuid::parse(&ask.role).is_none() {
        return Ok(Vec::new());
    }
    let org = actor.org_id;
    call.read(|conn| {
        let saved = found(conn, &actor, &ask.role)?;
        let mut lines = line::of_order(conn, org, saved.id)?;
        lines.retain(|line| line.side == Side::Receivable && line.counts());
        let items = item::by_id(conn, org, lines.iter().filter_map(|line| line.charge.service_item_id))?;
        let coops = facts::coops(conn, org, lines.iter().filter_map(|line| line.charge.coop_id))?;
        let reading = Reading::of(conn, org, actor.user_id)?;
        let reader = Reader::over(&reading, &actor, saved.profile.scope.code(), &language);
        let offer = |line: &line::Line| {
            let item = items.get(&line.charge.service_item_id?).filter(|item| item.is_agency)?;
            let coop = line.charge.coop_id.and_then(|id| coops.get(&id));
            Some(Offer {
                value: line.id?.to_string(),
                label: passed_on(&reader.name(item), line),
                hint: coop.map(|coop| coop.name.clone()).unwrap_or_default(),
            })
        };
        let keyword = ask.keyword.to_lowercase();
        let is_meant = |offer: &Offer| {
            if ask.value.is_empty() { offer.label.to_lowercase().contains(&keyword) } else { offer.value == ask.value }
        };
        let most = usize::try_from(OFFERS_MAX).unwrap_or_default();
        Ok(lines.iter().filter_map(offer).filter(is_meant).take(most).collect())
    })
}
