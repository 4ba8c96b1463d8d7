//! Whose turn it is: mails go through one mailbox after the other, so that the mailing of one company, or its slow
//! server, keeps nobody else's mails waiting.

use std::collections::BTreeMap;
use std::time::Duration;

/// Mails of one mailbox before it is the others' turn.
const MAILS_MAX: usize = 20;
/// And how long they may take together.
const TIME_MAX: Duration = Duration::from_secs(30);

/// What each mailbox had of its turn, of its urgent mails and of its others.
#[derive(Debug, Default)]
pub(crate) struct Turns(BTreeMap<(i64, bool), (usize, Duration)>);

impl Turns {
    /// A mail went through a mailbox, or was tried to.
    pub(crate) fn had(&mut self, (mailbox, urgent): (i64, bool), took: Duration) {
        let (mails, time) = self.0.entry((mailbox, urgent)).or_default();
        *mails += 1;
        *time += took;
    }

    /// Mailboxes whose turn is over.
    pub(crate) fn over(&self) -> impl Iterator<Item = (i64, bool)> {
        let over = self.0.iter().filter(|(_, (mails, time))| *mails >= MAILS_MAX || *time >= TIME_MAX);
        over.map(|(mailbox, _)| *mailbox)
    }

    /// Every mailbox has its turn again; false when none had to wait for it.
    pub(crate) fn begin_anew(&mut self) -> bool {
        let waited = self.over().next().is_some();
        self.0.clear();
        waited
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_over_after_twenty_mails_or_half_a_minute() {
        let mut turns = Turns::default();
        for _ in 0..19 {
            turns.had((2, false), Duration::from_secs(1));
        }
        turns.had((3, true), Duration::from_secs(29));
        assert_eq!((turns.over().count(), turns.begin_anew()), (0, false));
        for _ in 0..20 {
            turns.had((2, false), Duration::from_secs(1));
        }
        turns.had((3, true), Duration::from_secs(30));
        turns.had((4, true), Duration::from_secs(1));
        assert_eq!(turns.over().collect::<Vec<_>>(), [(2, false), (3, true)]);
        assert!(turns.begin_anew());
        assert_eq!(turns.over().count(), 0);
    }
}
