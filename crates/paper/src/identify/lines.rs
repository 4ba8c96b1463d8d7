//! The certificates of a declaration: rows of its form.

use kernel::{Day, Findings, Id, Msg, parse_day, show_day};
use platform::document::Rows;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value};

/// Member of the form.
const MEMBER: &str = "details";
/// Certificates of one declaration.
pub(crate) const LINES_MAX: usize = 20;

const TWICE: Msg = Msg::new("identify.twice", "报告编号重复：{no}", "This report stands there twice: {no}");
const FUTURE: Msg = Msg::new("identify.future", "签发日期不能晚于今天", "It can't have been issued in the future.");
const BEFORE: Msg = Msg::new("identify.before", "有效期不能早于签发日期", "It can't end before it was issued.");

const NUMBER: Field =
    Field::text("报告编号", "Report no.").wire("reportIssueNo").column("report_issue_no").max(50).required();
const ORGAN: Field = Field::text("鉴定机构", "Organ").wire("organ").column("organ").max(100).required();
const ISSUED: Field = Field::day("签发日期", "Issued").wire("issueDate").column("issue_date").required();
const VALID_TO: Field =
    Field::day("有效期至（不填为签发当年12月31日）", "Valid to (else 31 December of the year of issue)")
        .wire("validTo")
        .column("valid_to");
const APPLICANT: Field = Field::text("委托单位", "Applicant").wire("applicant").column("applicant").max(100);
const GOODS_CN: Field =
    Field::text("中文品名", "Goods (Chinese)").wire("goodsNameCn").column("goods_name_cn").max(200).required();
const GOODS_EN: Field =
    Field::text("英文品名", "Goods (English)").wire("goodsNameEn").column("goods_name_en").max(200).required();

/// The certificates below a declaration.
pub(crate) const LINES: Rows = Rows {
    member: MEMBER,
    title: ("鉴定报告", "Certificates"),
    behind: "main",
    table: "order_appraisal_line",
    parent: "appraisal_id",
    fields: &[NUMBER, ORGAN, ISSUED, VALID_TO, APPLICANT, GOODS_CN, GOODS_EN],
    most: LINES_MAX,
    sheet: false,
};

/// One certificate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Certificate {
    pub(crate) number: String,
    pub(crate) organ: String,
    pub(crate) issued: Option<Day>,
    valid_to: Option<Day>,
}

impl Certificate {
    fn of(values: &[Value]) -> Result<Self, Refusal> {
        let text = |place: usize| String::from_value(values.get(place).unwrap_or(&Value::Null));
        Ok(Self { number: text(0)?, organ: text(1)?, issued: parse_day(&text(2)?), valid_to: parse_day(&text(3)?) })
    }

    /// Its last day: as it says, else the last of the year it was issued in.
    pub(crate) fn until(&self) -> Option<Day> {
        self.valid_to.or_else(|| parse_day(&format!("{}-12-31", self.issued?.year())))
    }
}

/// The rows as certificates.
pub(crate) fn read(rows: &[Vec<Value>]) -> Result<Vec<Certificate>, Refusal> {
    rows.iter().map(|row| Certificate::of(row)).collect()
}

/// The certificates of a declaration.
pub(crate) fn of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Vec<Certificate>, Refusal> {
    read(&LINES.of(conn, org, id)?)
}

/// What is wrong with certificates, at their places.
pub(crate) fn check(all: &[Certificate], today: Day, findings: &mut Findings) {
    for (place, one) in all.iter().enumerate() {
        let at = |field: &str| format!("{MEMBER}.{place}.{field}");
        findings.error_if(one.issued.is_some_and(|day| day > today), &at("issueDate"), FUTURE);
        let early = one.valid_to.zip(one.issued).is_some_and(|(end, issued)| end < issued);
        findings.error_if(early, &at("validTo"), BEFORE);
        let same = |other: &&Certificate| other.number == one.number && other.organ == one.organ;
        if !one.number.is_empty() && all.iter().take(place).any(|other| same(&other)) {
            findings.error(at("reportIssueNo"), TWICE.with(&[("no", &one.number)]));
        }
    }
}

/// Their numbers with blanks between, and the first of their ends.
pub(crate) fn summary(all: &[Certificate]) -> (String, String) {
    let numbers: Vec<&str> = all.iter().map(|one| one.number.as_str()).filter(|number| !number.is_empty()).collect();
    let first = all.iter().filter_map(Certificate::until).min();
    (numbers.join(" "), first.map(show_day).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate(issued: &str, valid_to: &str) -> Certificate {
        Certificate {
            number: "R-1".into(),
            organ: "A".into(),
            issued: parse_day(issued),
            valid_to: parse_day(valid_to),
        }
    }

    #[test]
    fn a_certificate_ends_as_it_says_or_with_the_year_of_its_issue() {
        let until = |issued, valid_to| certificate(issued, valid_to).until().map(show_day);
        assert_eq!(until("2026-01-02", "").as_deref(), Some("2026-12-31"));
        assert_eq!(until("2026-12-31", "").as_deref(), Some("2026-12-31"));
        assert_eq!(until("2026-01-02", "2027-01-01").as_deref(), Some("2027-01-01"));
        assert_eq!(until("", ""), None);
        let (numbers, first) = summary(&[certificate("2026-01-02", "2026-08-01"), certificate("2026-01-02", "")]);
        assert_eq!((numbers.as_str(), first.as_str()), ("R-1 R-1", "2026-08-01"));
    }
}
