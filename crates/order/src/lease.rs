//! The page lock of orders.

use facts::lease::Page;
use kernel::Id;

use super::messages::LEASE_HELD;

/// The page of an order, whatever its scope.
pub const fn lease_page(order: Id) -> Page {
    Page { kind: facts::order_log::OBJECT, id: order, held: LEASE_HELD }
}
