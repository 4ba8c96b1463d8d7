//! What customers say of bills that were sent to them, the same of debit notes and of statements.

use platform::field::Choice;

/// Nobody sent it.
pub(crate) const UNSENT: &str = "UNSENT";
/// It went out.
pub(crate) const SENT: &str = "SENT";
/// Its customer agreed.
pub(crate) const CONFIRMED: &str = "CONFIRMED";
/// Its customer did not.
pub(crate) const DISPUTED: &str = "DISPUTED";
/// What its customer said of it.
pub(crate) const CONFIRM_STATES: &[Choice] = &[
    Choice::new(UNSENT, "未发送", "Not sent"),
    Choice::new(SENT, "已发送", "Sent").tone("info"),
    Choice::new(CONFIRMED, "已确认", "Confirmed").tone("done"),
    Choice::new(DISPUTED, "有异议", "Disputed").tone("danger"),
];
/// His answers.
pub(crate) const ANSWERS: &[Choice] = CONFIRM_STATES.split_at(2).1;
