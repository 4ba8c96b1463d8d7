//! The program itself: killed and started again, and started on the databases of earlier releases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests panic where they fail")]

#[path = "suite/addresses.rs"]
mod addresses;
#[path = "suite/any_session.rs"]
mod any_session;
#[path = "suite/at_work.rs"]
mod at_work;
#[path = "suite/backup.rs"]
mod backup;
#[path = "suite/chat_at_two_servers.rs"]
mod chat_at_two_servers;
#[path = "suite/client_words.rs"]
mod client_words;
#[path = "suite/configuration.rs"]
mod configuration;
#[path = "suite/copy.rs"]
mod copy;
#[path = "suite/database.rs"]
mod database;
#[path = "suite/demonstration.rs"]
mod demonstration;
#[path = "suite/doctor.rs"]
mod doctor;
#[path = "suite/durability.rs"]
mod durability;
#[path = "suite/first_roles.rs"]
mod first_roles;
#[path = "suite/first_run.rs"]
mod first_run;
#[cfg(unix)]
#[path = "suite/full_disk.rs"]
mod full_disk;
#[path = "suite/hrs_pages.rs"]
mod hrs_pages;
#[path = "suite/imports.rs"]
mod imports;
#[path = "suite/interrupted.rs"]
mod interrupted;
#[path = "suite/killed_chat.rs"]
mod killed_chat;
#[path = "suite/killed_upgrade.rs"]
mod killed_upgrade;
#[path = "suite/killed_write_offs.rs"]
mod killed_write_offs;
#[path = "suite/plans.rs"]
mod plans;
#[path = "suite/print_list_grows.rs"]
mod print_list_grows;
#[path = "suite/privacy.rs"]
mod privacy;
#[path = "suite/public_calls.rs"]
mod public_calls;
#[path = "suite/public_texts.rs"]
mod public_texts;
#[path = "suite/remembered.rs"]
mod remembered;
#[path = "suite/self_hosted.rs"]
mod self_hosted;
#[path = "suite/sent_later.rs"]
mod sent_later;
#[path = "suite/upgrade.rs"]
mod upgrade;
#[path = "suite/waiting.rs"]
mod waiting;
