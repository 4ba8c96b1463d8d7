//! The room of charges and settlement 清算结算: so far the base data that charges are made of.

mod card;
mod currency;
mod rate;
mod report;
mod template;

use platform::access::Access;
use platform::registry::{Operation, Room};

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("css");
    room.page(&currency::PAGE);
    room.page(&rate::PAGE);
    room.page(&template::PAGE);
    room.page(&card::PAGE);
    room.plans.push(card::EXPIRY);
    room.selects.push(("rateCard", card::offer));
    room.report(&report::cancelled::OWN);
    room.report(&report::cancelled::GROUP);
    room.settings.push(&charge::rate::MONTHLY);
    room.operations.push(
        Operation::get(
            "get_currency_rate_at",
            "/css/currencyRate/rate",
            Access::AnyOf(&["css_currency_rate", "af_exchange_rate"]),
            rate::at,
        )
        .param("currency")
        .param("date")
        .param("type")
        .summary("The rate of a currency that holds on a day, for a kind of charge"),
    );
    room
}
