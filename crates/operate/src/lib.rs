//! The room of the platform's own care: its settings, its health, its backups.

mod analysis;
pub mod backup;
pub mod backup_place;
mod backup_plan;
mod backup_work;
mod checks;
mod configured;
pub mod health;
pub mod instance;
pub mod platform_page;
mod quiet;
pub mod static_data;
mod take_out;
mod unnamed_files;

use platform::registry::Room;

/// The room.
pub fn room() -> Room {
    let mut room = Room::new("operate");
    platform_page::add(&mut room);
    configured::add(&mut room);
    health::add(&mut room);
    quiet::add(&mut room);
    backup::add(&mut room);
    take_out::add(&mut room);
    room.settings.push(&platform::retention::UNNAMED_FILE_DAYS);
    room.plans.extend([unnamed_files::PLAN, analysis::PLAN]);
    room
}
