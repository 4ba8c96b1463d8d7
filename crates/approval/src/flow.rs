//! How a running application goes on: which tasks wait, which are over, whether it has passed. Pure:
//! the same tasks always give the same answer.

use kernel::Id;

use crate::rule::Mode;

/// State of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Its turn has not come.
    Later,
    /// Waits for the decision.
    Waiting,
    /// Agreed.
    Agreed,
    /// Refused.
    Refused,
    /// Sent back.
    Returned,
    /// Handed to somebody else.
    Handed,
    /// Over without a decision.
    Cancelled,
    /// Agreed because the time was over.
    AutoAgreed,
    /// Refused because the time was over.
    AutoRefused,
}

impl State {
    /// All of them with what is stored and shown.
    pub const ALL: [(Self, &'static str, &'static str); 9] = [
        (Self::Later, "未到", "Later"),
        (Self::Waiting, "待审", "Waiting"),
        (Self::Agreed, "同意", "Agreed"),
        (Self::Refused, "驳回", "Refused"),
        (Self::Returned, "已退回", "Sent back"),
        (Self::Handed, "已转交", "Handed over"),
        (Self::Cancelled, "已取消", "Cancelled"),
        (Self::AutoAgreed, "自动同意", "Agreed by time"),
        (Self::AutoRefused, "自动驳回", "Refused by time"),
    ];

    /// What is stored.
    pub fn zh(self) -> &'static str {
        Self::ALL.iter().find(|(state, ..)| *state == self).map_or("", |(_, zh, _)| *zh)
    }

    /// The state of a stored text; an unknown one counts as over.
    pub fn from_zh(text: &str) -> Self {
        Self::ALL.iter().find(|(_, zh, _)| *zh == text).map_or(Self::Cancelled, |(state, ..)| *state)
    }

    /// No decision yet.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Later | Self::Waiting)
    }

    /// Agreed, by whom or what ever.
    pub fn is_agreed(self) -> bool {
        matches!(self, Self::Agreed | Self::AutoAgreed)
    }

    fn is_gone(self) -> bool {
        matches!(self, Self::Returned | Self::Handed | Self::Cancelled)
    }
}

/// When somebody asked in decides: before or after who asked him.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// Before.
    Before,
    /// After.
    After,
}

impl Sign {
    /// What is stored.
    pub fn code(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
        }
    }

    /// That of a stored text.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Before, Self::After].into_iter().find(|sign| sign.code() == code)
    }
}

/// A task as the flow sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Its row.
    pub id: Id,
    /// Level.
    pub level: i64,
    /// Place in the level.
    pub place: i64,
    /// State.
    pub state: State,
    /// Who asked him in, and when he decides; nothing for the chain's own.
    pub added: Option<(Id, Sign)>,
}

/// Where an application stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Tasks of a level wait.
    Waits(i64),
    /// Every level agreed.
    Passed,
}

/// Brings the tasks to where the decisions taken so far put them. `levels` holds the number and mode
/// of the levels that ask somebody, in order.
pub fn advance(levels: &[(i64, Mode)], steps: &mut [Step]) -> Standing {
    for (level, mode) in levels {
        if is_done(*level, *mode, steps) {
            close(*level, steps);
        } else {
            open(*level, *mode, steps);
            return Standing::Waits(*level);
        }
    }
    Standing::Passed
}

/// Ends every task without a decision.
pub fn cancel_open(steps: &mut [Step]) {
    for step in steps.iter_mut().filter(|step| step.state.is_open()) {
        step.state = State::Cancelled;
    }
}

/// The chain's own tasks of a level that still count, by place.
fn own(level: i64, steps: &[Step]) -> Vec<Step> {
    let mut own: Vec<Step> = steps
        .iter()
        .filter(|step| step.level == level && step.added.is_none() && !step.state.is_gone())
        .cloned()
        .collect();
    own.sort_by_key(|step| (step.place, step.id));
    own
}

fn added_open(parent: Id, sign: Sign, steps: &[Step]) -> bool {
    steps.iter().any(|step| step.added == Some((parent, sign)) && step.state.is_open())
}

/// Agreed, and so did all whom he asked to decide after him.
fn complete(step: &Step, steps: &[Step]) -> bool {
    step.state.is_agreed() && !added_open(step.id, Sign::After, steps)
}

fn is_done(level: i64, mode: Mode, steps: &[Step]) -> bool {
    let own = own(level, steps);
    match mode {
        Mode::Any => own.iter().any(|step| complete(step, steps)),
        Mode::All | Mode::InOrder => !own.is_empty() && own.iter().all(|step| complete(step, steps)),
    }
}

fn close(level: i64, steps: &mut [Step]) {
    for step in steps.iter_mut().filter(|step| step.level == level && step.state.is_open()) {
        step.state = State::Cancelled;
    }
}

/// Sets who waits on a level; in order, only the first that is not complete.
fn open(level: i64, mode: Mode, steps: &mut [Step]) {
    let own = own(level, steps);
    let turn: Vec<Id> = match mode {
        Mode::InOrder => own.iter().find(|step| !complete(step, steps)).map(|step| step.id).into_iter().collect(),
        Mode::Any | Mode::All => own.iter().map(|step| step.id).collect(),
    };
    let mut waiting: Vec<Id> = Vec::new();
    for step in own.iter().filter(|step| turn.contains(&step.id)) {
        let sign = if step.state.is_open() { Sign::Before } else { Sign::After };
        if added_open(step.id, sign, steps) {
            waiting.extend(steps.iter().filter(|other| other.added == Some((step.id, sign))).map(|other| other.id));
        } else if step.state.is_open() {
            waiting.push(step.id);
        }
    }
    for step in steps.iter_mut().filter(|step| step.level == level && step.state.is_open()) {
        step.state = if waiting.contains(&step.id) { State::Waiting } else { State::Later };
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn step(id: i64, level: i64, place: i64) -> Step {
        Step { id: Id(id), level, place, state: State::Later, added: None }
    }

    fn decide(id: i64, state: State, steps: &mut [Step]) {
        let step = steps.iter_mut().find(|step| step.id == Id(id)).expect("a step");
        assert_eq!(step.state, State::Waiting, "only who waits decides: {id}");
        step.state = state;
    }

    fn waiting(steps: &[Step]) -> Vec<i64> {
        steps.iter().filter(|step| step.state == State::Waiting).map(|step| step.id.0).collect()
    }

    #[test]
    fn one_level_after_the_other() {
        let levels = [(1, Mode::Any), (2, Mode::Any)];
        let mut steps = vec![step(1, 1, 1), step(2, 2, 1)];
        assert_eq!(advance(&levels, &mut steps), Standing::Waits(1));
        assert_eq!(waiting(&steps), [1]);
        decide(1, State::Agreed, &mut steps);
        assert_eq!(advance(&levels, &mut steps), Standing::Waits(2));
        assert_eq!(waiting(&steps), [2]);
        decide(2, State::Agreed, &mut steps);
        assert_eq!(advance(&levels, &mut steps), Standing::Passed);
    }

    #[test]
    fn any_one_is_enough_and_ends_the_others() {
        let levels = [(1, Mode::Any)];
        let mut steps = vec![step(1, 1, 1), step(2, 1, 2)];
        advance(&levels, &mut steps);
        assert_eq!(waiting(&steps), [1, 2]);
        decide(2, State::Agreed, &mut steps);
        assert_eq!(advance(&levels, &mut steps), Standing::Passed);
        assert_eq!(steps.first().map(|step| step.state), Some(State::Cancelled));
    }

    #[test]
    fn all_of_them_at_once_or_in_order() {
        let mut steps = vec![step(1, 1, 1), step(2, 1, 2)];
        advance(&[(1, Mode::All)], &mut steps);
        assert_eq!(waiting(&steps), [1, 2]);
        decide(2, State::Agreed, &mut steps);
        assert_eq!(advance(&[(1, Mode::All)], &mut steps), Standing::Waits(1));
        let mut steps = vec![step(2, 1, 2), step(1, 1, 1)];
        advance(&[(1, Mode::InOrder)], &mut steps);
        assert_eq!(waiting(&steps), [1]);
        decide(1, State::Agreed, &mut steps);
        advance(&[(1, Mode::InOrder)], &mut steps);
        assert_eq!(waiting(&steps), [2]);
    }

    #[test]
    fn who_is_asked_in_before_decides_first_and_after_last() {
        let levels = [(1, Mode::Any)];
        let mut steps = vec![step(1, 1, 1)];
        advance(&levels, &mut steps);
        steps.push(Step { added: Some((Id(1), Sign::Before)), ..step(2, 1, 1) });
        steps.push(Step { added: Some((Id(1), Sign::After)), ..step(3, 1, 1) });
        advance(&levels, &mut steps);
        assert_eq!(waiting(&steps), [2]);
        decide(2, State::Agreed, &mut steps);
        advance(&levels, &mut steps);
        assert_eq!(waiting(&steps), [1]);
        decide(1, State::Agreed, &mut steps);
        assert_eq!(advance(&levels, &mut steps), Standing::Waits(1));
        assert_eq!(waiting(&steps), [3]);
        decide(3, State::Agreed, &mut steps);
        assert_eq!(advance(&levels, &mut steps), Standing::Passed);
    }

    #[test]
    fn taking_back_who_was_asked_in_gives_the_turn_back() {
        let levels = [(1, Mode::Any)];
        let mut steps = vec![step(1, 1, 1), Step { added: Some((Id(1), Sign::Before)), ..step(2, 1, 1) }];
        advance(&levels, &mut steps);
        assert_eq!(waiting(&steps), [2]);
        decide(2, State::Cancelled, &mut steps);
        advance(&levels, &mut steps);
        assert_eq!(waiting(&steps), [1]);
    }

    #[test]
    fn a_task_handed_over_counts_no_more() {
        let levels = [(1, Mode::All)];
        let mut steps = vec![step(1, 1, 1)];
        advance(&levels, &mut steps);
        decide(1, State::Handed, &mut steps);
        steps.push(step(2, 1, 1));
        assert_eq!(advance(&levels, &mut steps), Standing::Waits(1));
        assert_eq!(waiting(&steps), [2]);
    }

    proptest! {
        /// Whoever decides in whatever order: somebody always waits until all levels agreed, nobody of a
        /// later level waits before, and each level took as many agreements as its mode asks for.
        #[test]
        fn agreements_in_any_order_lead_to_the_end(
            shape in proptest::collection::vec((0..3usize, 1..4i64), 1..6),
            picks in proptest::collection::vec(any::<proptest::sample::Index>(), 40),
        ) {
            let modes: Vec<(i64, Mode)> = (1i64..).zip(&shape)
                .map(|(level, (mode, _))| (level, Mode::ALL.get(*mode).copied().unwrap_or(Mode::Any))).collect();
            let mut id = 0;
            let mut steps = Vec::new();
            for (level, (_, people)) in (1i64..).zip(&shape) {
                for place in 1..=*people {
                    id += 1;
                    steps.push(step(id, level, place));
                }
            }
            let mut picks = picks.into_iter();
            while let Standing::Waits(level) = advance(&modes, &mut steps) {
                let now = waiting(&steps);
                prop_assert!(!now.is_empty());
                prop_assert!(steps.iter().all(|step| step.state != State::Waiting || step.level == level));
                let pick = picks.next().expect("enough picks").get(&now);
                decide(*pick, State::Agreed, &mut steps);
            }
            for ((level, mode), (_, people)) in modes.iter().zip(&shape) {
                let agreed = steps.iter().filter(|step| step.level == *level && step.state == State::Agreed).count();
                let wanted = if *mode == Mode::Any { 1 } else { usize::try_from(*people).unwrap_or(0) };
                prop_assert_eq!(agreed, wanted);
            }
            prop_assert!(steps.iter().all(|step| !step.state.is_open()));
        }
    }
}
