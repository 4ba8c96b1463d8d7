//! The order between its tables and the draft, and who may look at it beyond his data level.

use kernel::Uuid;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::store::Conn;

pub use domain::order::store::*;

/// An order to look at only: an approver sees the order he was asked about although his level hides it. Answers also
/// whether he may do more than look.
pub fn find_to_look(conn: &mut dyn Conn, actor: &Actor, uuid: &Uuid) -> Result<(Saved, bool), Refusal> {
    let (saved, visible) = find_any(conn, actor, of_uuid(uuid))?;
    if visible || approval::unlock::was_given(conn, actor, saved.id)? {
        return Ok((saved, visible));
    }
    Err(Refusal::business(domain::order::HIDDEN))
}
