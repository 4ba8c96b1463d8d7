//! The page lock: who edits an order keeps a lease, renewed while the form is open.

use kernel::{Id, Instant, Text};

use super::messages::LEASE_HELD;

/// The client renews its lease so often.
pub const LEASE_RENEW_MS: i64 = 60 * 1000;
/// A lease ends after so long without renewal.
pub const LEASE_SILENCE_MS: i64 = 3 * 60 * 1000;

/// A lease as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// Who holds it.
    pub user_id: Id,
    /// His name.
    pub user_name: String,
    /// Which of his windows; empty when the client does not say.
    pub tab: String,
    /// Since when.
    pub since: Instant,
    /// Last renewal.
    pub beat: Instant,
}

impl Lease {
    /// Whether it still holds at a moment.
    pub fn is_alive(&self, now: Instant) -> bool {
        now.millis() - self.beat.millis() <= LEASE_SILENCE_MS
    }
}

/// The lease that keeps a user from writing: another user's, while it is alive.
pub fn held_by_other(lease: Option<&Lease>, user: Id, now: Instant) -> Option<&Lease> {
    lease.filter(|lease| lease.user_id != user && lease.is_alive(now))
}

/// What the other users are told.
pub fn locked_text(lease: &Lease) -> Text {
    let time = lease.since.local().strftime("%H:%M").to_string();
    LEASE_HELD.with(&[("user", &lease.user_name), ("time", &time)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lease(beat: &str) -> Lease {
        let beat = Instant::parse(beat).expect("a time");
        let since = Instant::parse("2026-07-15 14:05").expect("a time");
        Lease { user_id: Id(1), user_name: "操作一".into(), tab: String::new(), since, beat }
    }

    #[test]
    fn a_lease_holds_for_three_minutes_of_silence() {
        let held = lease("2026-07-15 14:10:00");
        let at = |text: &str| held_by_other(Some(&held), Id(2), Instant::parse(text).expect("a time")).is_some();
        assert!(at("2026-07-15 14:12:59"));
        assert!(at("2026-07-15 14:13:00"));
        assert!(!at("2026-07-15 14:13:01"));
        assert!(held_by_other(Some(&held), Id(1), held.beat).is_none());
        assert!(held_by_other(None, Id(1), held.beat).is_none());
        assert_eq!(locked_text(&held).zh, "操作一正在编辑该订单（自 14:05），当前为只读");
    }
}
