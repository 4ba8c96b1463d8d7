//! The room of charges and settlement 清算结算: so far the base data that charges are made of.

mod card;
mod currency;
mod rate;
mod rate_of_day;
mod report;
mod template;

use charge::card::RateCard;
use platform::registry::Room;

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("css");
    room.page(&currency::PAGE);
    room.page(&rate::PAGE);
    room.page(&template::PAGE);
    room.page(&card::PAGE);
    room.plans.push(card::EXPIRY);
    room.selects.push(("rateCard", |call, ask| card::PAGE.offer(call, ask, RateCard::PRICE_TEXT)));
    room.report(&report::cancelled::OWN);
    room.report(&report::cancelled::GROUP);
    room.settings.push(&charge::rate::MONTHLY);
    room.operations.push(rate_of_day::operation());
    room
}
