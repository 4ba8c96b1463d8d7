//! What must have happened before what, and which events are told the other way round.

use std::collections::BTreeSet;

use kernel::{Id, Mode};
use order::OrderEvent;

use super::keep::FACT;

/// One after the other, by what moves the cargo.
const SEA: &[&str] = &["EPUP", "STUF", "GTIN", "LOAD", "DEPA", "ARRI", "DISC", "GTOT", "STRP", "RETN"];
const RAIL: &[&str] =
    &["EPUP", "STUF", "GTIN", "LOAD", "DEPA", "ARRB", "CHGS", "CHGE", "DEPB", "ARRI", "DISC", "GTOT", "RETN"];
const ROAD: &[&str] = &["PLAN", "DISP", "ACPT", "ARRP", "PICK", "DEPL", "ARRD", "DLVR", "RCPT"];
const OTHER: &[&str] = &["STRT", "DONE"];

fn chain(mode: Mode) -> &'static [&'static str] {
    match mode {
        Mode::Air => &[],
        Mode::Sea => SEA,
        Mode::Rail => RAIL,
        Mode::Road => ROAD,
        Mode::Other => OTHER,
    }
}

/// The facts that are told to have happened before another fact of the same box which must come first.
pub(crate) fn out_of_order(mode: Mode, events: &[OrderEvent]) -> BTreeSet<Id> {
    let chain = chain(mode);
    let facts: Vec<(usize, &OrderEvent)> = events
        .iter()
        .filter(|event| event.classifier == FACT)
        .filter_map(|event| chain.iter().position(|code| *code == event.code).map(|rank| (rank, event)))
        .collect();
    let same_box = |one: &OrderEvent, other: &OrderEvent| {
        one.container_no.is_empty() || other.container_no.is_empty() || one.container_no == other.container_no
    };
    let early = |(rank, event): &(usize, &OrderEvent)| {
        facts.iter().any(|(before, other)| before < rank && other.time > event.time && same_box(event, other))
    };
    facts.iter().filter(|fact| early(fact)).map(|(_, event)| event.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Instant;

    fn event(id: i64, code: &str, container_no: &str, time: i64) -> OrderEvent {
        OrderEvent {
            id: Id(id),
            code: code.to_owned(),
            classifier: FACT.to_owned(),
            place: String::new(),
            container_no: container_no.to_owned(),
            time: Instant::from_millis(time),
            pieces: None,
            weight: None,
            remark: String::new(),
            source: String::new(),
            created_by: Id(1),
            created_at: Instant::from_millis(0),
        }
    }

    fn odd(mode: Mode, events: &[OrderEvent]) -> Vec<i64> {
        out_of_order(mode, events).into_iter().map(|id| id.0).collect()
    }

    #[test]
    fn what_is_told_before_what_must_come_first_is_found() {
        let arrived = event(1, "ARRI", "", 1000);
        for (time, found) in [(999, vec![2]), (1000, vec![]), (1001, vec![])] {
            assert_eq!(odd(Mode::Sea, &[arrived.clone(), event(2, "DISC", "A", time)]), found);
        }
        let boxes = [event(1, "GTIN", "A", 1000), event(2, "LOAD", "B", 900), event(3, "LOAD", "A", 900)];
        assert_eq!(odd(Mode::Sea, &boxes), [3], "another box is another matter");
        let mut expected = event(2, "DISC", "", 1);
        expected.classifier = "EST".to_owned();
        assert_eq!(odd(Mode::Sea, &[arrived.clone(), expected]), Vec::<i64>::new());
        assert_eq!(odd(Mode::Road, &[event(1, "DISP", "", 5), event(2, "DLVR", "", 4)]), [2]);
        assert_eq!(odd(Mode::Rail, &[event(1, "ARRB", "", 5), event(2, "DEPB", "", 4)]), [2]);
        assert_eq!(odd(Mode::Air, &[arrived, event(2, "DISC", "", 1)]), Vec::<i64>::new());
    }
}
