//! The matrix of triggers and gates (catalogue prm.md 1.7), the company's and a partner's own, and what else the company
//! decides about credit.

use std::collections::BTreeMap;

use kernel::Id;
use platform::call::Tx;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::setting::Setting;
use platform::store::{Cell, Conn, sql};

use crate::gate::{Gate, Outcome, Trigger};
use crate::open::{MODULE, NET, UNBILLED_FROM};

const TABLE: &str = "credit_rule";
/// Whose rules are the company's own.
const COMPANY: Id = Id(0);

const fn amount(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(3, zh, en).digits(2).range(0, 999_999_999_999_000)
}

const fn points(zh: &'static str, en: &'static str) -> Field {
    Field::int(zh, en).range(0, 100)
}

const fn factor(zh: &'static str, en: &'static str) -> Field {
    Field::decimal(2, zh, en).range(0, 1_000)
}

/// What is overdue by less locks nobody.
pub static OVERDUE_LEAST: Setting = Setting::new(
    "creditOverdueLeast",
    MODULE,
    amount("逾期起控金额", "Overdue amount from which it counts").initially("100"),
);
/// Income of twelve months that is worth all points for volume.
pub static NORM: Setting = Setting::new(
    "creditIncomeNorm",
    MODULE,
    amount("评分年收入基准", "Yearly income worth all points for volume").initially("1000000"),
);
/// Least scores of the grades A, B and C.
pub static GRADES: [&Setting; 3] = [&GRADE_A, &GRADE_B, &GRADE_C];
static GRADE_A: Setting =
    Setting::new("creditGradeA", MODULE, points("A级最低分", "Least score of grade A").initially("85"));
static GRADE_B: Setting =
    Setting::new("creditGradeB", MODULE, points("B级最低分", "Least score of grade B").initially("70"));
static GRADE_C: Setting =
    Setting::new("creditGradeC", MODULE, points("C级最低分", "Least score of grade C").initially("50"));
/// By what the proposed limit of a grade is multiplied: A, B, C and D.
pub static FACTORS: [&Setting; 4] = [&FACTOR_A, &FACTOR_B, &FACTOR_C, &FACTOR_D];
static FACTOR_A: Setting =
    Setting::new("creditFactorA", MODULE, factor("A级额度系数", "Factor of grade A").initially("1.5"));
static FACTOR_B: Setting =
    Setting::new("creditFactorB", MODULE, factor("B级额度系数", "Factor of grade B").initially("1"));
static FACTOR_C: Setting =
    Setting::new("creditFactorC", MODULE, factor("C级额度系数", "Factor of grade C").initially("0.6"));
static FACTOR_D: Setting =
    Setting::new("creditFactorD", MODULE, factor("D级额度系数", "Factor of grade D").initially("0"));
/// Usage of the limit from which sales are warned, in percent.
pub static WARNS_FROM: Setting = Setting::new(
    "creditWarnUsage",
    MODULE,
    Field::int("额度使用率预警（%）", "Usage of the limit that is warned of (%)").range(1, 100).initially("80"),
);

/// All of them.
pub static SETTINGS: [&Setting; 12] = [
    &UNBILLED_FROM,
    &NET,
    &OVERDUE_LEAST,
    &NORM,
    &GRADE_A,
    &GRADE_B,
    &GRADE_C,
    &FACTOR_A,
    &FACTOR_B,
    &FACTOR_C,
    &FACTOR_D,
    &WARNS_FROM,
];

/// The results of triggers at gates, where they are not the usual ones.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Matrix(BTreeMap<(Trigger, Gate), Outcome>);

impl Matrix {
    /// What a trigger comes to at a gate.
    pub fn at(&self, trigger: Trigger, gate: Gate) -> Outcome {
        self.0.get(&(trigger, gate)).copied().unwrap_or_else(|| usual(trigger, gate))
    }

    /// Another result.
    #[must_use]
    pub fn with(mut self, trigger: Trigger, gate: Gate, outcome: Outcome) -> Self {
        self.0.insert((trigger, gate), outcome);
        self
    }
}

/// The matrix as it is given.
pub fn usual(trigger: Trigger, gate: Gate) -> Outcome {
    match (trigger, gate) {
        (_, Gate::Invoice) | (Trigger::NoAgreement, Gate::Booking) => Outcome::Free,
        (Trigger::Black, _) => Outcome::Refused,
        (Trigger::NoAgreement | Trigger::Expired, _) | (_, Gate::Booking) => Outcome::Notice,
        (Trigger::Hand | Trigger::Overdue | Trigger::Over, Gate::Order) => Outcome::Locked,
        (Trigger::Hand | Trigger::Overdue | Trigger::Over, Gate::Release | Gate::Delivery) => Outcome::Approval,
    }
}

/// The matrix of a partner: his own cells, then the company's.
pub fn of(conn: &mut dyn Conn, org: i64, coop: Option<Id>) -> Result<Matrix, Refusal> {
    Ok(of_coops(conn, org, coop.as_slice())?.get(&coop.unwrap_or(COMPANY)).cloned().unwrap_or_default())
}

/// The matrices of partners, and the company's as that of [`COMPANY`].
pub(crate) fn of_coops(conn: &mut dyn Conn, org: i64, coops: &[Id]) -> Result<BTreeMap<Id, Matrix>, Refusal> {
    let named = coops.iter().copied().chain([COMPANY]);
    let mut select = sql::from(org, TABLE);
    select.columns(["coop_id", "trigger_code", "gate", "result"]).and_where(sql::is_in(sql::col("coop_id"), named));
    let mut cells: BTreeMap<Id, Matrix> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let (trigger, gate, result): (String, String, String) = (row.get(1)?, row.get(2)?, row.get(3)?);
        let known = (Trigger::of(&trigger), Gate::of(&gate), Outcome::of(&result));
        if let (Some(trigger), Some(gate), Some(outcome)) = known {
            cells.entry(row.get(0)?).or_default().0.insert((trigger, gate), outcome);
        }
    }
    let company = cells.remove(&COMPANY).unwrap_or_default();
    let mut all: BTreeMap<Id, Matrix> = coops
        .iter()
        .map(|coop| {
            let mut matrix = company.clone();
            matrix.0.extend(cells.remove(coop).unwrap_or_default().0);
            (*coop, matrix)
        })
        .collect();
    all.insert(COMPANY, company);
    Ok(all)
}

/// Writes the matrix of a partner, or of the company: cells that are what they would be without them are left out, so that a
/// company that changes its own changes them, too.
pub fn write(tx: &mut Tx<'_>, coop: Option<Id>, wanted: &[(Trigger, Gate, Outcome)]) -> Result<(), Refusal> {
    let org = tx.org();
    let below = if coop.is_some() { of(tx, org, None)? } else { Matrix::default() };
    let coop = coop.unwrap_or(COMPANY);
    let mut delete = sql::delete(org, TABLE);
    delete.and_where(sql::eq("coop_id", coop));
    tx.exec(&delete.into())?;
    for (trigger, gate, outcome) in
        wanted.iter().filter(|(trigger, gate, outcome)| below.at(*trigger, *gate) != *outcome)
    {
        let cells = [
            ("coop_id", coop.into_value()),
            ("trigger_code", trigger.code().into_value()),
            ("gate", gate.code().into_value()),
            ("result", outcome.code().into_value()),
        ];
        tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_matrix_is_that_of_the_catalogue() {
        use Outcome::{Approval, Free, Locked, Notice, Refused};
        let wanted = [
            (Trigger::Black, [Refused, Refused, Refused, Refused, Free]),
            (Trigger::Hand, [Locked, Notice, Approval, Approval, Free]),
            (Trigger::Overdue, [Locked, Notice, Approval, Approval, Free]),
            (Trigger::Over, [Locked, Notice, Approval, Approval, Free]),
            (Trigger::NoAgreement, [Notice, Free, Notice, Notice, Free]),
            (Trigger::Expired, [Notice, Notice, Notice, Notice, Free]),
        ];
        for (trigger, row) in wanted {
            assert_eq!(Gate::ALL.map(|gate| usual(trigger, gate)), row, "{trigger:?}");
        }
    }
}
