//! The documents of a pouch: rows of its form.

use kernel::{Findings, Id, Msg};
use platform::call::Tx;
use platform::field::{Choice, Field};
use platform::refusal::{Refusal, messages as common};
use platform::sea_query::{JoinType, Order};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

pub(crate) const TABLE: &str = "cargo_pouch_document";
/// Member of the form.
pub(crate) const MEMBER: &str = "documents";
/// Documents of one pouch.
const ROWS_MAX: usize = 100;

const TOO_MANY: Msg = Msg::new("pouch.rows", "单证最多{n}行", "There can be at most {n} documents.");
const NO_FILE: Msg = Msg::new("pouch.file", "文件不属于该主单的订单", "The file belongs to no order of this master.");
const NO_HOUSE: Msg = Msg::new("pouch.house", "主单下没有分单{n}", "The master has no house waybill {n}.");

/// Master air waybill.
pub(crate) const MASTER: &str = "主运单";
/// House air waybill.
pub(crate) const HOUSE: &str = "分运单";
/// Cargo manifest.
pub(crate) const MANIFEST: &str = "货物舱单";
/// Invoice.
pub(crate) const INVOICE: &str = "发票";
/// Packing list.
pub(crate) const PACKING: &str = "装箱单";
/// Shipper's declaration of dangerous goods.
pub(crate) const DANGEROUS: &str = "危险品申报单";
/// Appraisal of the goods.
pub(crate) const APPRAISAL: &str = "鉴定书";

/// What a document is.
pub(crate) const TYPES: &[Choice] = &[
    Choice::new(MASTER, MASTER, "Master waybill"),
    Choice::new(HOUSE, HOUSE, "House waybill"),
    Choice::new(MANIFEST, MANIFEST, "Cargo manifest"),
    Choice::new(INVOICE, INVOICE, "Invoice"),
    Choice::new(PACKING, PACKING, "Packing list"),
    Choice::new("产地证", "产地证", "Certificate of origin"),
    Choice::new(DANGEROUS, DANGEROUS, "Dangerous goods declaration"),
    Choice::new(APPRAISAL, APPRAISAL, "Appraisal"),
    Choice::new("检疫证", "检疫证", "Quarantine certificate"),
    Choice::new("报关单", "报关单", "Customs declaration"),
    Choice::new("其他", "其他", "Other"),
];

/// Chinese and English name of a type.
pub(crate) fn type_name(kind: &str) -> (&str, &str) {
    TYPES.iter().find(|choice| choice.value == kind).map_or((kind, kind), |choice| (choice.zh, choice.en))
}

const DOC_TYPE: Field = Field::select(TYPES, "单证类型", "Document").wire("docType").required();
const DOC_NO: Field = Field::text("编号", "Number").wire("docNo").max(50);
const ORIGINALS: Field = Field::int("正本", "Originals").wire("originals").range(0, 99).initially("0");
const COPIES: Field = Field::int("副本", "Copies").wire("copies").range(0, 99).initially("0");
const FILE: Field = Field::reference("pouchFile", "文件", "File").wire("fileId");
const DISPLAY: Field = Field::flag("对外显示", "Shown outside").wire("isDisplay").initially("false");
const REMARK: Field = Field::text("备注", "Remark").wire("remark").max(200);

/// Columns of a row.
pub(crate) const FIELDS: [Field; 7] = [DOC_TYPE, DOC_NO, ORIGINALS, COPIES, FILE, DISPLAY, REMARK];
/// What a view adds to a row; a form may send it back.
const TOLD: [&str; 4] = ["id", "fileName", "orderId", "hawbId"];

/// One document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Document {
    /// Known rows keep their id.
    pub(crate) id: Option<Id>,
    pub(crate) doc_type: String,
    pub(crate) doc_no: String,
    /// Order it is of, when a file or a house says so.
    pub(crate) order_id: Option<Id>,
    pub(crate) hawb_id: Option<Id>,
    pub(crate) originals: i64,
    pub(crate) copies: i64,
    pub(crate) file_id: Option<Id>,
    pub(crate) is_display: bool,
    pub(crate) remark: String,
    /// Name of its file.
    pub(crate) file_name: String,
}

/// The documents a body names; none when it says nothing of them.
pub(crate) fn named(body: &Map<String, Json>, findings: &mut Findings) -> Result<Option<Vec<Document>>, Refusal> {
    let Some(given) = body.get(MEMBER).filter(|given| !given.is_null()) else { return Ok(None) };
    let bad = || Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", MEMBER)]));
    let given = given.as_array().ok_or_else(bad)?;
    if given.len() > ROWS_MAX {
        findings.error(MEMBER, TOO_MANY.with(&[("n", &ROWS_MAX.to_string())]));
        return Ok(Some(Vec::new()));
    }
    let rows = given.iter().enumerate().map(|(place, row)| one(row.as_object().ok_or_else(bad)?, place, findings));
    rows.collect::<Result<_, _>>().map(Some)
}

fn one(row: &Map<String, Json>, place: usize, findings: &mut Findings) -> Result<Document, Refusal> {
    let known = |name: &str| TOLD.contains(&name) || FIELDS.iter().any(|field| field.wire == name);
    if let Some(name) = row.keys().find(|name| !known(name)) {
        return Err(Refusal::BadRequest(common::UNKNOWN_FIELD.with(&[("field", name)])));
    }
    let mut value =
        |field: Field| field.parse(row.get(field.wire), &format!("{MEMBER}.{place}.{}", field.wire), findings);
    Ok(Document {
        id: row.get("id").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id),
        doc_type: Cell::from_value(&value(DOC_TYPE))?,
        doc_no: Cell::from_value(&value(DOC_NO))?,
        originals: Option::<i64>::from_value(&value(ORIGINALS))?.unwrap_or(0),
        copies: Option::<i64>::from_value(&value(COPIES))?.unwrap_or(0),
        file_id: Cell::from_value(&value(FILE))?,
        is_display: Option::<bool>::from_value(&value(DISPLAY))?.unwrap_or(false),
        remark: Cell::from_value(&value(REMARK))?,
        ..Document::default()
    })
}

/// A house waybill of a master.
#[derive(Debug, Clone)]
pub(crate) struct House {
    pub(crate) id: Id,
    pub(crate) order: Id,
    pub(crate) number: String,
}

/// A file of an order.
#[derive(Debug, Clone)]
pub(crate) struct OrderFile {
    pub(crate) id: Id,
    pub(crate) order: Id,
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) is_display: bool,
}

/// Finds the houses and files the rows name; what is not of this master is a finding.
pub(crate) fn tie(rows: &mut [Document], houses: &[House], files: &[OrderFile], findings: &mut Findings) {
    for (place, row) in rows.iter_mut().enumerate() {
        if row.doc_type == HOUSE && !row.doc_no.is_empty() {
            match houses.iter().find(|house| house.number.eq_ignore_ascii_case(&row.doc_no)) {
                Some(house) => (row.hawb_id, row.order_id) = (Some(house.id), Some(house.order)),
                None => findings.error(format!("{MEMBER}.{place}.docNo"), NO_HOUSE.with(&[("n", &row.doc_no)])),
            }
        }
        let Some(wanted) = row.file_id else { continue };
        match files.iter().find(|file| file.id == wanted) {
            Some(file) => (row.order_id, row.file_name) = (Some(file.order), file.name.clone()),
            None => findings.error(format!("{MEMBER}.{place}.fileId"), NO_FILE.text()),
        }
    }
}

/// The documents of a pouch in their order.
pub(crate) fn of(conn: &mut dyn Conn, org: i64, pouch: Id) -> Result<Vec<Document>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns([(TABLE, "id"), (TABLE, "doc_type"), (TABLE, "doc_no"), (TABLE, "order_id"), (TABLE, "hawb_id")])
        .columns([(TABLE, "originals"), (TABLE, "copies"), (TABLE, "file_id"), (TABLE, "is_display")])
        .columns([(TABLE, "remark"), ("order_file", "file_name")])
        .join(JoinType::LeftJoin, "order_file", sql::same_org("order_file", TABLE, "file_id"))
        .and_where(sql::of_eq(TABLE, "pouch_id", pouch))
        .order_by((TABLE, "line"), Order::Asc);
    let read = |row: &platform::store::Row| {
        Ok(Document {
            id: Some(row.get(0)?),
            doc_type: row.get(1)?,
            doc_no: row.get(2)?,
            order_id: row.get(3)?,
            hawb_id: row.get(4)?,
            originals: row.get(5)?,
            copies: row.get(6)?,
            file_id: row.get(7)?,
            is_display: row.get(8)?,
            remark: row.get(9)?,
            file_name: row.get(10)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Writes the documents of a pouch in place of those it had.
pub(crate) fn replace(tx: &mut Tx<'_>, pouch: Id, rows: &[Document]) -> Result<(), Refusal> {
    let org = tx.org();
    let known: Vec<Id> = of(tx, org, pouch)?.into_iter().filter_map(|row| row.id).collect();
    let mut delete = sql::delete(org, TABLE);
    tx.exec(&delete.and_where(sql::eq("pouch_id", pouch)).to_owned().into())?;
    let mut used = Vec::new();
    for (line, row) in (1i64..).zip(rows) {
        let kept = row.id.filter(|id| known.contains(id) && !used.contains(id));
        let id = kept.unwrap_or_else(|| tx.new_id());
        used.push(id);
        let cells = [
            ("id", id.into_value()),
            ("pouch_id", pouch.into_value()),
            ("line", Value::Int(line)),
            ("doc_type", row.doc_type.clone().into_value()),
            ("doc_no", row.doc_no.clone().into_value()),
            ("order_id", row.order_id.into_value()),
            ("hawb_id", row.hawb_id.into_value()),
            ("originals", Value::Int(row.originals)),
            ("copies", Value::Int(row.copies)),
            ("file_id", row.file_id.into_value()),
            ("is_display", Value::Bool(row.is_display)),
            ("remark", row.remark.clone().into_value()),
        ];
        tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    }
    Ok(())
}

/// A row as the form shows it.
pub(crate) fn shown(row: &Document) -> Json {
    let text = |text: &str| if text.is_empty() { Json::Null } else { json!(text) };
    json!({
        "id": row.id,
        "docType": row.doc_type,
        "docNo": text(&row.doc_no),
        "originals": row.originals,
        "copies": row.copies,
        "fileId": row.file_id,
        "fileName": text(&row.file_name),
        "isDisplay": row.is_display,
        "remark": text(&row.remark),
        "orderId": row.order_id,
        "hawbId": row.hawb_id,
    })
}

/// The rows in words, for the log.
pub(crate) fn words(rows: &[Document]) -> String {
    let word = |row: &Document| {
        let number = if row.doc_no.is_empty() { String::new() } else { format!(" {}", row.doc_no) };
        let file = if row.file_name.is_empty() { String::new() } else { format!(" {}", row.file_name) };
        let shown = if row.is_display { " 对外显示" } else { "" };
        let remark = if row.remark.is_empty() { String::new() } else { format!("（{}）", row.remark) };
        format!("{}{number} 正{}副{}{file}{shown}{remark}", row.doc_type, row.originals, row.copies)
    };
    rows.iter().map(word).collect::<Vec<_>>().join("；")
}
