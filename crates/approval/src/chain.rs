//! The chain of an application: which levels remain, and who decides on each. Pure: who holds a
//! role or heads a department is looked up before.

use kernel::Id;
use serde::{Deserialize, Serialize};

use crate::rule::{EmptyPolicy, Facts, Level, Mode, OnTimeout, Policies, SelfPolicy, ordinal};

/// Why nobody is asked on a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Skip {
    /// A condition of it does not hold.
    Condition,
    /// There is nobody, and the level passes without.
    Empty,
    /// Only the applicant himself would be asked.
    Own,
}

/// A level of a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stage {
    /// Number of the level, from 1.
    pub level: i64,
    /// Its name.
    pub name: String,
    /// How several decide.
    pub mode: Mode,
    /// Who is asked, in order; nobody when it is left out.
    pub approvers: Vec<Id>,
    /// Why it is left out.
    pub skipped: Option<Skip>,
    /// Hours to decide in; 0 for no limit.
    pub limit_hours: i64,
    /// What happens afterwards.
    pub on_timeout: OnTimeout,
    /// Who gets a copy when it is reached.
    pub cc: Vec<Id>,
}

/// Who applies, and who stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asker {
    /// The applicant.
    pub applicant: Id,
    /// The administrator of the company.
    pub admin: Option<Id>,
    /// The nearest head above the applicant who is another person.
    pub upper: Option<Id>,
}

/// A level nobody can decide on, under a policy that refuses then; holds its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NobodyThere(pub String);

/// Name of a level: its own, else 一级审批 and so on.
pub fn level_name(rule: &Level, number: usize) -> String {
    if rule.name.trim().is_empty() { format!("{}级审批", ordinal(number)) } else { rule.name.trim().to_owned() }
}

/// The chain of a setting for an applicant; `found` holds the people of each level.
pub fn chain(
    levels: &[Level],
    policies: Policies,
    facts: &Facts,
    found: &[Vec<Id>],
    asker: Asker,
) -> Result<Vec<Stage>, NobodyThere> {
    let nobody = Vec::new();
    let stages = levels.iter().enumerate().map(|(place, rule)| {
        let name = level_name(rule, place + 1);
        let (approvers, skipped) = if rule.conditions.iter().all(|condition| condition.holds(facts)) {
            asked(found.get(place).unwrap_or(&nobody), policies, asker).ok_or_else(|| NobodyThere(name.clone()))?
        } else {
            (Vec::new(), Some(Skip::Condition))
        };
        Ok(Stage {
            level: i64::try_from(place).unwrap_or(0) + 1,
            name,
            mode: rule.mode,
            approvers,
            skipped,
            limit_hours: rule.limit_hours,
            on_timeout: rule.on_timeout,
            cc: rule.cc_ids.clone(),
        })
    });
    stages.collect()
}

/// Who is asked of the people of a level; nothing when the application must be refused.
fn asked(people: &[Id], policies: Policies, asker: Asker) -> Option<(Vec<Id>, Option<Skip>)> {
    let mut all = distinct(people.iter().copied());
    if all.is_empty() {
        match policies.empty {
            EmptyPolicy::Refuse => return None,
            EmptyPolicy::Pass => return Some((all, Some(Skip::Empty))),
            // A company without an administrator cannot hand anything to him.
            EmptyPolicy::Admin => all = vec![asker.admin?],
        }
    }
    if all.contains(&asker.applicant) {
        match policies.own {
            SelfPolicy::Allow => {}
            SelfPolicy::Skip => all.retain(|one| *one != asker.applicant),
            SelfPolicy::Upper => {
                let other = asker.upper.or(asker.admin).unwrap_or(asker.applicant);
                all = distinct(all.iter().map(|one| if *one == asker.applicant { other } else { *one }));
            }
        }
    }
    let skipped = all.is_empty().then_some(Skip::Own);
    Some((all, skipped))
}

fn distinct(people: impl Iterator<Item = Id>) -> Vec<Id> {
    let mut seen = Vec::new();
    for one in people {
        if !seen.contains(&one) {
            seen.push(one);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rule::{Approver, Compare, Condition, Fact};

    fn level(conditions: Vec<Condition>) -> Level {
        Level {
            name: String::new(),
            approver_type: Approver::User,
            approver_ids: Vec::new(),
            approver_up: 1,
            mode: Mode::Any,
            conditions,
            limit_hours: 0,
            on_timeout: OnTimeout::Remind,
            cc_ids: Vec::new(),
        }
    }

    fn policies(empty: EmptyPolicy, own: SelfPolicy) -> Policies {
        Policies { empty, own, ..Policies::default() }
    }

    const OP: Id = Id(1);
    const MANAGER: Id = Id(2);
    const FINANCE: Id = Id(3);
    const ADMIN: Id = Id(9);
    const ASKER: Asker = Asker { applicant: OP, admin: Some(ADMIN), upper: Some(MANAGER) };

    fn people(policy: Policies, found: &[Id]) -> Result<(Vec<Id>, Option<Skip>), NobodyThere> {
        let stages = chain(&[level(Vec::new())], policy, &Facts::new(), &[found.to_vec()], ASKER)?;
        Ok(stages.into_iter().map(|stage| (stage.approvers, stage.skipped)).next().expect("a stage"))
    }

    #[test]
    fn two_levels_get_their_names_and_people() {
        let found = [vec![MANAGER], vec![FINANCE]];
        let levels = [level(Vec::new()), level(Vec::new())];
        let stages = chain(&levels, Policies::default(), &Facts::new(), &found, ASKER).expect("a chain");
        let said: Vec<_> = stages.iter().map(|stage| (stage.level, stage.name.as_str(), &stage.approvers)).collect();
        assert_eq!(said, [(1, "一级审批", &vec![MANAGER]), (2, "二级审批", &vec![FINANCE])]);
    }

    #[test]
    fn a_level_whose_condition_does_not_hold_is_left_out_even_without_people() {
        let longer = Condition { field: "lockDays".to_owned(), compare: Compare::Gt, value: "30".to_owned() };
        let levels = [level(Vec::new()), level(vec![longer])];
        let facts = Facts::from([("lockDays".to_owned(), Fact::whole(10))]);
        let refusing = policies(EmptyPolicy::Refuse, SelfPolicy::Skip);
        let stages = chain(&levels, refusing, &facts, &[vec![MANAGER], Vec::new()], ASKER).expect("a chain");
        let said: Vec<_> = stages.iter().map(|stage| stage.skipped).collect();
        assert_eq!(said, [None, Some(Skip::Condition)]);
    }

    #[test]
    fn nobody_there() {
        let of = |empty| people(policies(empty, SelfPolicy::Skip), &[]);
        assert_eq!(of(EmptyPolicy::Admin), Ok((vec![ADMIN], None)));
        assert_eq!(of(EmptyPolicy::Pass), Ok((Vec::new(), Some(Skip::Empty))));
        assert_eq!(of(EmptyPolicy::Refuse), Err(NobodyThere("一级审批".to_owned())));
    }

    #[test]
    fn the_applicant_among_the_approvers() {
        let of = |own, found: &[Id]| people(policies(EmptyPolicy::Admin, own), found).expect("people");
        assert_eq!(of(SelfPolicy::Skip, &[OP]), (Vec::new(), Some(Skip::Own)));
        assert_eq!(of(SelfPolicy::Skip, &[OP, FINANCE]), (vec![FINANCE], None));
        assert_eq!(of(SelfPolicy::Upper, &[OP, FINANCE]), (vec![MANAGER, FINANCE], None));
        assert_eq!(of(SelfPolicy::Upper, &[OP, MANAGER]), (vec![MANAGER], None));
        assert_eq!(of(SelfPolicy::Allow, &[OP]), (vec![OP], None));
    }

    #[test]
    fn without_a_head_above_the_administrator_decides() {
        let asker = Asker { upper: None, ..ASKER };
        let policy = policies(EmptyPolicy::Admin, SelfPolicy::Upper);
        let stages = chain(&[level(Vec::new())], policy, &Facts::new(), &[vec![OP]], asker).expect("a chain");
        assert_eq!(stages.first().map(|stage| stage.approvers.clone()), Some(vec![ADMIN]));
    }

    fn any_policies() -> impl Strategy<Value = Policies> {
        (0..3usize, 0..3usize).prop_map(|(empty, own)| {
            let pick = |place: usize| EmptyPolicy::ALL.get(place).copied().unwrap_or(EmptyPolicy::Admin);
            policies(pick(empty), SelfPolicy::ALL.get(own).copied().unwrap_or(SelfPolicy::Skip))
        })
    }

    proptest! {
        #[test]
        fn every_level_asks_somebody_or_says_why_not(
            found in proptest::collection::vec(proptest::collection::vec((1..6i64).prop_map(Id), 0..5), 1..9),
            policy in any_policies(),
            days in 0..60i64,
            limits in proptest::collection::vec(proptest::option::of(0..60i64), 9),
        ) {
            let levels: Vec<Level> = found.iter().zip(&limits).map(|(_, limit)| level(limit.map(|days| Condition {
                field: "lockDays".to_owned(), compare: Compare::Ge, value: days.to_string(),
            }).into_iter().collect())).collect();
            let facts = Facts::from([("lockDays".to_owned(), Fact::whole(days))]);
            match chain(&levels, policy, &facts, &found, ASKER) {
                Err(_) => prop_assert_eq!(policy.empty, EmptyPolicy::Refuse),
                Ok(stages) => {
                    prop_assert_eq!(stages.len(), levels.len());
                    for ((stage, people), limit) in stages.iter().zip(&found).zip(&limits) {
                        prop_assert_eq!(stage.approvers.is_empty(), stage.skipped.is_some());
                        let unmet = limit.is_some_and(|limit| days < limit);
                        prop_assert_eq!(stage.skipped == Some(Skip::Condition), unmet);
                        let mut sorted = stage.approvers.clone();
                        sorted.sort();
                        sorted.dedup();
                        prop_assert_eq!(sorted.len(), stage.approvers.len(), "nobody is asked twice");
                        let known = |one: &Id| people.contains(one) || [ADMIN, MANAGER].contains(one);
                        prop_assert!(stage.approvers.iter().all(known));
                        if policy.own != SelfPolicy::Allow {
                            prop_assert!(!stage.approvers.contains(&OP), "nobody decides on his own application");
                        }
                    }
                }
            }
        }
    }
}
