//! Partners that money is said to be of.

use domain::coop::need_coop;
use platform::prelude::*;
use platform::refusal::messages;

/// Finds a partner that is not there, or that its user may not see.
pub(crate) fn check(
    conn: &mut dyn Conn,
    actor: &Actor,
    (coop, field): (Id, Field),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    match need_coop(conn, actor, coop) {
        Err(Refusal::NotFound) => findings.error(field.name(), messages::NO_SUCH_DATA.text()),
        Err(Refusal::Business(why)) => findings.error(field.name(), why),
        other => return other,
    }
    Ok(())
}
