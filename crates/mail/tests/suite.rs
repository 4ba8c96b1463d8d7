//! Mailboxes, the outbox and the mail log through the front door, on both databases, with a real mail server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod suite {
    mod log_page;
    mod mailbox;
    mod outbox;
    mod own_mailbox;
}
