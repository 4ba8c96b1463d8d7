//! The lines of a declaration: rows of its form.

use kernel::{Findings, Id, Msg};
use platform::document::Rows;
use platform::field::{Choice, Field};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value};
use serde_json::{Value as Json, json};
use trade::dangerous_goods::{self as goods, Declared};

/// Member of the form.
const MEMBER: &str = "lines";
/// Lines of one declaration: twenty pages.
const LINES_MAX: usize = 100;

const NONE: Msg = Msg::new("dgd.no_lines", "请填写明细行", "Please fill in at least one line.");

const GROUPS: &[Choice] =
    &[Choice::new("I", "I", "I"), Choice::new("II", "II", "II"), Choice::new("III", "III", "III")];

const UN: Field = Field::upper("UN/ID编号", "UN/ID no.")
    .wire("unIdNo")
    .column("un_id_no")
    .max(6)
    .pattern("^([Uu][Nn]|[Ii][Dd])\\d{4}$", goods::is_un_number, goods::UN_NUMBER)
    .required();
const NAME: Field = Field::text("运输专用名称", "Proper shipping name")
    .wire("properShippingName")
    .column("proper_shipping_name")
    .max(200)
    .required();
const CLASS: Field = Field::upper("类别或项别", "Class or division")
    .wire("classOrDivision")
    .column("class_or_division")
    .max(30)
    .required();
const GROUP: Field = Field::select(GROUPS, "包装等级", "Packing group").wire("packingGroup").column("packing_group");
const QUANTITY: Field = Field::text("数量及包装类型", "Quantity and type of packing")
    .wire("quantityAndTypeOfPacking")
    .column("quantity_and_type_of_packing")
    .max(200)
    .required();
const INSTRUCTION: Field = Field::upper("包装说明", "Packing inst.")
    .wire("packingInst")
    .column("packing_inst")
    .max(4)
    .pattern("^[Yy]?\\d{3}$", goods::is_instruction, goods::INSTRUCTION);
const AUTHORIZATION: Field =
    Field::text("批准", "Authorization").wire("authorization").column("authorization_text").max(60);

/// Columns of a line.
pub(crate) const FIELDS: [Field; 7] = [UN, NAME, CLASS, GROUP, QUANTITY, INSTRUCTION, AUTHORIZATION];

/// The lines below a declaration.
pub(crate) const LINES: Rows = Rows {
    member: MEMBER,
    title: ("危险品明细", "Dangerous goods"),
    behind: "main",
    table: "dgd_line",
    parent: "dgd_id",
    fields: &FIELDS,
    most: LINES_MAX,
    sheet: false,
};

/// One line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Line {
    pub(crate) un: String,
    pub(crate) name: String,
    pub(crate) class: String,
    pub(crate) group: String,
    pub(crate) quantity: String,
    pub(crate) instruction: String,
    pub(crate) authorization: String,
}

impl Line {
    pub(crate) fn of(values: &[Value]) -> Result<Self, Refusal> {
        let text = |place: usize| String::from_value(values.get(place).unwrap_or(&Value::Null));
        Ok(Self {
            un: text(0)?,
            name: text(1)?,
            class: text(2)?,
            group: text(3)?,
            quantity: text(4)?,
            instruction: text(5)?,
            authorization: text(6)?,
        })
    }

    /// Its cells in the order of [`FIELDS`].
    pub(crate) fn cells(&self) -> [&str; 7] {
        [&self.un, &self.name, &self.class, &self.group, &self.quantity, &self.instruction, &self.authorization]
    }
}

/// What the rules of dangerous goods say of lines, at their places; what the form said already is not said again.
pub(crate) fn check(lines: &[Line], declared: Declared<'_>, findings: &mut Findings) {
    if lines.is_empty() && findings.at(MEMBER).next().is_none() {
        findings.error(MEMBER, NONE.text());
    }
    let seen: Vec<goods::Line<'_>> = lines
        .iter()
        .map(|line| goods::Line {
            un_number: &line.un,
            class: &line.class,
            packing_group: &line.group,
            instruction: &line.instruction,
        })
        .collect();
    let mut found = goods::check(&seen, declared);
    found.items.retain(|item| findings.at(&format!("{MEMBER}.{}", item.field)).next().is_none());
    findings.absorb(MEMBER, found);
}

/// The lines of a declaration in their order.
pub(crate) fn of(conn: &mut dyn Conn, org: i64, dgd: Id) -> Result<Vec<Line>, Refusal> {
    LINES.of(conn, org, dgd)?.iter().map(|values| Line::of(values)).collect()
}

/// A line as the form shows it.
pub(crate) fn shown(line: &Line) -> Json {
    let text = |text: &str| if text.is_empty() { Json::Null } else { json!(text) };
    let members = FIELDS.iter().zip(line.cells()).map(|(field, cell)| (field.wire.to_owned(), text(cell)));
    Json::Object(members.collect())
}

/// UN numbers of lines, each once, with blanks between.
pub(crate) fn un_numbers(lines: &[Line]) -> String {
    let mut numbers: Vec<&str> = Vec::new();
    for line in lines {
        if !numbers.contains(&line.un.as_str()) {
            numbers.push(&line.un);
        }
    }
    numbers.join(" ")
}
