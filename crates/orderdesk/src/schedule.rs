//! What the people of an order are told of the way it travels.

use message::order::Words;
use order::{Detail, Draft, Head, LEGS, Legs, Profile, Sheet};
use platform::field::Field;

/// By what an order travels, and when.
const VESSEL: &[Field] = &[Detail::SHIP_NAME, Detail::SHIP_VOYAGE_NUMBER, Detail::TRAIN_NO];
const JOURNEY: &[Field] = &[Head::EXPECT_FLIGHT, Head::EXPECT_DEPARTURE, Head::EXPECT_ARRIVAL];
/// Flight and day of the first leg are those of the order.
const FIRST_LEG: &[Field] = &[Legs::ETD, Legs::ETA];
const LATER_LEG: &[Field] = &[Legs::FLIGHT_NO, Legs::FLIGHT_DATE, Legs::ETD, Legs::ETA];

/// How an order travels otherwise than it did, under the labels of its scope.
pub(crate) fn schedule(profile: &Profile, was: &Draft, is: &Draft) -> Words {
    let named = |fields: &[Field], names: &[Field]| -> Vec<Field> {
        fields.iter().filter(|field| names.iter().any(|name| name.column == field.column)).copied().collect()
    };
    let mut words = Words::default();
    words.differing("", &named(&profile.detail, VESSEL), (&was.detail, &is.detail));
    words.differing("", &named(&profile.head, JOURNEY), (&was.head, &is.head));
    let none = Sheet::empty(Legs::FIELDS);
    for (place, old) in was.rows(&LEGS).iter().enumerate() {
        let fields = if place == 0 { FIRST_LEG } else { LATER_LEG };
        let way = format!("{}-{}", old.text(Legs::FROM_STATION), old.text(Legs::TO_STATION));
        words.differing(&way, fields, (old, is.rows(&LEGS).get(place).unwrap_or(&none)));
    }
    words
}
