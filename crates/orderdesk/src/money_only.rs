//! Orders of other business that bring money alone, as 期初: they are made and ended by what brings the money, and count
//! nowhere as orders ([`order::MONEY_ONLY`]).

use facts::order_log::log_entry;
use kernel::{Day, Findings, Id, Instant, Scope, show_day};
use order::carriage::Detail;
use order::store::TABLE;
use order::{Checked, Draft, Head, Lifecycle, form_page, profile};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn as _, Value, sql};
use serde_json::Map;

use crate::look::Looked;
use crate::save::{self, Made};

/// An order as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Whose.
    pub coop: Id,
    /// One of [`order::MONEY_ONLY`].
    pub product: &'static str,
    /// Its business day.
    pub day: Day,
    /// What it is called by.
    pub number: String,
}

/// Makes one: without cargo and services, so that no rule of an order that is worked on asks for more.
pub fn make(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<Made, Refusal> {
    let (org, user) = (tx.org(), tx.actor.user_id);
    let profile = profile(Scope::Io);
    let mut draft = Draft::new(profile);
    draft.head.set(Head::COOP_ID, wanted.coop);
    draft.head.set(Head::OPERATOR_ID, user);
    draft.head.set(Head::CUSTOMER_NUMBER, wanted.number.clone());
    draft.detail.set(Detail::BUSINESS_DATE, show_day(wanted.day));
    draft.detail.set(Detail::SERVICE_TYPE, wanted.product.to_owned());
    let coop = facts::coop(tx, org, wanted.coop)?.ok_or(Refusal::NotFound)?;
    for (field, person) in [(Head::SALES_ID, coop.sales_id), (Head::SERVICER_ID, coop.servicer_id)] {
        if let Some(id) = person {
            draft.head.set(field, id);
        }
    }
    let checked = Checked { computed: Map::new(), marks: Map::new(), flagged: false };
    // The form of other business has no product: it is what tells these orders from those that are worked on.
    let product = [(Head::BUSINESS_PRODUCT.column, wanted.product.to_owned().into_value())];
    save::add_with(tx, profile, Looked { draft, checked, findings: Findings::new() }, (None, &[]), &product)
}

/// Ends one whose charges are gone: it is cancelled.
pub fn end(tx: &mut Tx<'_>, (order, code): (Id, &str), why: &str) -> Result<(), Refusal> {
    over(tx, (order, code), (Lifecycle::Cancelled, "取消订单"), why)
}

/// Ends one whose charges are gone: it is closed.
pub fn close(tx: &mut Tx<'_>, (order, code): (Id, &str), why: &str) -> Result<(), Refusal> {
    over(tx, (order, code), (Lifecycle::Closed, "强制关闭"), why)
}

fn over(
    tx: &mut Tx<'_>,
    (order, code): (Id, &str),
    (state, did): (Lifecycle, &'static str),
    why: &str,
) -> Result<(), Refusal> {
    let (user, now): (Id, Instant) = (tx.actor.user_id, tx.now);
    let row_uuid = tx.app.new_uuid()?.as_str().to_owned();
    let cells: [(&'static str, Value); 7] = [
        ("row_uuid", row_uuid.into_value()),
        ("lifecycle", state.code().into_value()),
        ("close_reason", why.to_owned().into_value()),
        ("closed_by", user.into_value()),
        ("closed_at", now.into_value()),
        ("updated_by", user.into_value()),
        ("updated_at", now.into_value()),
    ];
    tx.exec(&sql::update(tx.org(), TABLE, &cells).and_where(sql::eq("id", order)).to_owned().into())?;
    tx.log(log_entry(order, code.to_owned(), form_page(Scope::Io)).did("修改", did).text(why.to_owned()))
}
