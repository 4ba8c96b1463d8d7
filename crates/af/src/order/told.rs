//! What the people of an order are told of its flights.

use domain::order::{Draft, Head, Legs, Sheet};
use message::order::Words;
use platform::field::Field;

const FLIGHT: &[Field] = &[Head::EXPECT_FLIGHT, Head::EXPECT_DEPARTURE, Head::EXPECT_ARRIVAL];
/// Flight and day of the first leg are those of the order.
const FIRST_LEG: &[Field] = &[Legs::ETD, Legs::ETA];
const LATER_LEG: &[Field] = &[Legs::FLIGHT_NO, Legs::FLIGHT_DATE, Legs::ETD, Legs::ETA];

/// How an order flies otherwise than it did.
pub(super) fn schedule(was: &Draft, is: &Draft) -> Words {
    let mut words = Words::default();
    words.differing("", FLIGHT, (&was.head, &is.head));
    let none = Sheet::empty(Legs::FIELDS);
    for (place, old) in was.legs.iter().enumerate() {
        let fields = if place == 0 { FIRST_LEG } else { LATER_LEG };
        let way = format!("{}-{}", old.text(Legs::FROM_STATION), old.text(Legs::TO_STATION));
        words.differing(&way, fields, (old, is.legs.get(place).unwrap_or(&none)));
    }
    words
}
