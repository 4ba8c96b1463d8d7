//! The roles a new company begins with.

use kernel::Scope;
use platform::call::App;
use platform::refusal::Refusal;
use platform::store::Conn;

use crate::first_roles::FIRST_ROLES;
use crate::setup;

/// Makes them, with the pages and buttons their work needs.
pub(crate) fn create(app: &App, conn: &mut dyn Conn, org: i64) -> Result<(), Refusal> {
    for role in FIRST_ROLES {
        let held = app.registry.nodes.iter().filter(|node| !node.platform && role.has(node));
        let codes: Vec<String> = held.map(|node| node.code.clone()).collect();
        let levels: Vec<(&str, i64)> = Scope::all().map(|scope| (scope.code(), role.level)).collect();
        setup::create_role(app, conn, org, role.name, &codes, &levels)?;
    }
    Ok(())
}
