//! The room of charges and settlement 清算结算: so far the base data that charges are made of.

mod card;
mod charge_adjust;
mod charge_batch;
mod charge_query;
mod currency;
mod desk;
mod incidental;
mod named;
mod order_charge;
mod period;
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
    desk::add(&mut room);
    order_charge::add(&mut room);
    charge_query::add(&mut room);
    charge_adjust::add(&mut room);
    charge_batch::add(&mut room);
    incidental::add(&mut room);
    period::add(&mut room);
    room
}
