//! Orders of air export between their tables and the draft.

use kernel::{Scope, Uuid};
use order::{Profile, profile};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::store::Conn;

pub use order::store::{Saved, TABLE, change, follow_master, parties, write_parties};

/// What air export declares.
pub fn air() -> &'static Profile {
    profile(Scope::Ae)
}

/// The order of a public name; 404 when it is not of the org, refused when the caller may not see it.
pub fn find(conn: &mut dyn Conn, actor: &Actor, uuid: &Uuid) -> Result<Saved, Refusal> {
    order::store::find(conn, actor, air(), uuid)
}
