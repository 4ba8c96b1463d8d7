//! Mail: the mailbox of a company, an outbox that lasts, and the log of what was sent. Rooms write a
//! [`Letter`] with [`put`] in the transaction of what they do; workers send it.

mod letter;
mod log_page;
mod mailbox;
mod outbox;
mod smtp;
pub mod typed;
mod user_mailbox;
mod written;

use platform::job::plan::{Category, Plan, Schedule};
use platform::registry::Room;
use platform::retention;

pub use letter::{Announcement, Attachment, Invitation, Kind, Letter, LoginCode, Notification, PasswordReset, Words};
pub use mailbox::{Mailbox, mailbox_for, mailbox_of_platform};
pub use outbox::{FAILED, SENDING, SENT, Sender, WAITING, put, stop};
pub use smtp::is_address;
pub use user_mailbox::UserMailbox;
pub use written::{Copies, Written, contacts, finance_contacts, mailbox_of_sender, need_mailbox};

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("mail");
    mailbox::add(&mut room);
    log_page::add(&mut room);
    room.settings.push(&retention::MAIL_DAYS);
    room.plans.push(outbox::PLAN);
    let titles = ("过期邮件记录清理", "Removal of old mails from the log");
    let forget = Plan::new("mail.forget", titles, (Category::Cleaning, Schedule::Morning), |app| {
        retention::forget(app, &retention::MAIL_DAYS, "mail_log")
    });
    room.plans.push(forget.by_age());
    room
}
