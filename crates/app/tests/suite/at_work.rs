//! The whole product with the fixture's company at work: orders of every scope with what hangs on them.

use platform::registry::Room;
use testkit::World;

/// The rooms of the product beside those every world has.
pub fn rooms() -> Vec<Room> {
    testkit::without_shared(app::rooms::rooms())
}

/// Reference data, partners, and warehouses.
pub fn lay_base(world: &World) {
    world.database(|app, conn| base::load::load(conn, &app.mint, app.clock.now()).expect("loads"));
    world.partners();
    world.wait(seed::fixture::warehouses(&world.maker()));
}

/// Orders.
pub fn lay_orders(world: &World) {
    world.wait(seed::air::orders(&world.maker()));
    world.wait(seed::air::weighed(&world.maker()));
    world.wait(seed::sea::orders(&world.maker(), kernel::parse_day("2026-07-15").expect("a day")));
}
