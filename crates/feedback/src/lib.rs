//! The room of what users tell the platform: answers to its questionnaires, and what they ask it for.

pub mod contact;
pub mod questionnaire;

use kernel::{Id, Text};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::registry::Room;

use approval::message::{self, About};

/// The platform's own org, which keeps all of it.
const PLATFORM_ORG: i64 = 1;

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("feedback");
    for add in [questionnaire::add, contact::add] {
        add(&mut room);
    }
    room
}

/// Writes a message to a user of any company.
fn tell(tx: &mut Tx<'_>, (org, user): (i64, Id), texts: (&Text, &Text), about: &About) -> Result<(), Refusal> {
    tx.in_org(org, |tx| message::send(tx, user, "系统", texts, about))
}
