//! What the sign of the route (catalogue af-orders.md /af_routing_sign) stands in the way of.

use approval::pending;
use approval::unlock::KIND;
use kernel::Id;
use order::signing;
use order::store::Saved;
use platform::refusal::Refusal;
use platform::setting::Decided;
use platform::store::Conn;

/// Signing an order that was bought dearer than its minimum sell rate.
pub const EVENT: i64 = 124;

/// Whether an order is to be signed and is not; one whose sign is being decided is none that is signed.
pub fn is_missing(conn: &mut dyn Conn, org: i64, saved: &Saved, decided: &Decided) -> Result<bool, Refusal> {
    if !signing::is_wanted(decided, (saved.profile, &saved.draft))? {
        return Ok(false);
    }
    Ok(!signing::is_signed(conn, org, saved.id)? || is_being_decided(conn, org, saved.id)?)
}

/// Whether somebody decides about the sign of an order.
pub fn is_being_decided(conn: &mut dyn Conn, org: i64, order: Id) -> Result<bool, Refusal> {
    Ok(pending::running_on(conn, org, (KIND, order))?.iter().any(|one| one.event == EVENT))
}

/// Refuses to change the sign of an order that somebody decides about.
pub fn need_undecided(conn: &mut dyn Conn, org: i64, order: Id) -> Result<(), Refusal> {
    pending::need_none(conn, org, EVENT, (KIND, order))
}
