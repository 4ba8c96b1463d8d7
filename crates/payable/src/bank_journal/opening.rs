//! 导入期初 and 撤销期初: what a company that changes over brings of its old books, as one workbook. Open items become charges
//! with their notes and payments on orders that bring money alone, advances advances, balances the openings of accounts.

mod back;
mod found;
mod items;
mod sheet;
mod write;

use std::sync::LazyLock;

use kernel::{Day, Findings, Id, Msg, parse_day};
use platform::access::Access;
use platform::attached;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::files::{self, Accepted, FileType, XLSX};
use platform::flow::Asked;
use platform::import::{blank_table, read_table};
use platform::list::{Asks, Button};
use platform::refusal::Refusal;
use platform::registry::{Body, Operation, Room};
use platform::store::Cell;
use serde_json::json;

use super::{BASE, OPENING, PATH};
use items::Problems;

/// Table of what was imported, and of its rows.
pub(super) const BOOK: &str = "opening_book";
/// See there.
pub(super) const ITEM: &str = "opening_item";
/// In force, and taken back.
const VALID: &str = "VALID";
const BACK: &str = "BACK";
/// Rows of one file.
const ROWS_MAX: usize = 1_000;
const FILE_BYTES_MAX: usize = 10 * 1024 * 1024;
const FILE_PATH: &str = "/css/bankJournal/opening/file";
/// Kind of the file while it waits.
const KIND: &str = "opening_file";

const NO_FILE: Msg = Msg::new("opening.file", "请上传期初数据", "Upload the opening items.");

const DATE: Field = Field::day("期初日期", "As of").column("opening_date").wire("date").required();
const ITEM_OF: Field = Field::reference("serviceItem?scope=IO", "期初费用项目", "Service item of the charges")
    .column("service_item_id")
    .required();
const FILE: Field = Field::files(FILE_PATH, "期初数据", "Opening items").wire("opening").range(1, 10 * 1024 * 1024);
const BOOK_OF: Field = Field::reference("openingBook", "期初批次", "Opening").column("book_id").required();
const REASON: Field = Field::text("撤销原因", "Why it is taken back").column("reason").required().max(200);

const IMPORT: &[Field] = &[DATE, ITEM_OF, FILE];
const TAKE_BACK: &[Field] = &[BOOK_OF, REASON];

static IMPORT_ASKS: LazyLock<Asks> = LazyLock::new(|| Asks {
    fields: IMPORT.to_vec(),
    note: (
        "先下载模板；每个往来单位、币种的明细须与合计行一致，有一行不符则全部不导入",
        "Fetch the template first. The items of each partner and currency come to their sum row; one row that is wrong and nothing is imported.",
    ),
    ..Asks::default()
});
static BACK_ASKS: LazyLock<Asks> = LazyLock::new(|| Asks {
    fields: TAKE_BACK.to_vec(),
    note: ("只能撤销未被使用的期初", "What was used already stays."),
    danger: true,
    ..Asks::default()
});

/// Its buttons on the journal.
pub(super) fn buttons() -> [Button; 3] {
    let asks =
        |label, call, asks| Button { asks: Some(asks), ..Button::new(OPENING, label, "toolbar", "ask").calls(call) };
    [
        Button::new(OPENING, ("下载期初模板", "Opening template"), "toolbar", "custom"),
        asks(("导入期初", "Import openings"), "POST /css/bankJournal/opening/import", &IMPORT_ASKS),
        asks(("撤销期初", "Take openings back"), "POST /css/bankJournal/opening/takeBack", &BACK_ASKS),
    ]
}

/// Adds its calls to the room.
pub(super) fn add(room: &mut Room) {
    room.selects.push(("openingBook", back::offers));
    for select in ["openingBook", "serviceItem"] {
        room.select_uses.push((select, Access::Code(OPENING)));
    }
    room.operations.extend([
        Operation::get("get_opening_template", &format!("{BASE}/opening/template"), Access::Code(OPENING), template)
            .summary("The workbook of opening items to fill in"),
        Operation::post("add_opening_file", FILE_PATH, Access::Code(OPENING), keep_file)
            .body(Body::Files)
            .body_up_to(FILE_BYTES_MAX + 64 * 1024)
            .summary("Keeps a workbook of opening items to be imported"),
        Operation::post("import_openings", &format!("{BASE}/opening/import"), Access::Code(OPENING), import)
            .summary("Opening items of partners, advances and balances of accounts; all of them or none"),
        Operation::post("take_openings_back", &format!("{BASE}/opening/takeBack"), Access::Code(OPENING), take_back)
            .summary("Takes imported opening items back while nothing was done with them"),
    ]);
}

fn template(call: &mut Call) -> Outcome {
    let english = call.language().starts_with("en");
    let name = if english { "Opening items_template.xlsx" } else { "期初数据_模板.xlsx" };
    let bytes = blank_table(sheet::COLUMNS, call.language())?;
    Ok(Answer::File { name: name.to_owned(), mime: XLSX.to_owned(), bytes, inline: false })
}

fn keep_file(call: &mut Call) -> Outcome {
    attached::upload_looked_at(call, KIND, PATH, |name, bytes| {
        let mime = if name.to_ascii_lowercase().ends_with(".csv") { "text/csv" } else { XLSX };
        // Read once here, so that what is no table is refused before it is kept.
        read_table(name, &bytes, sheet::COLUMNS, ROWS_MAX)?;
        Ok(Accepted { name: files::clean_name(name), known: FileType { mime, image: false }, bytes })
    })
}

fn value<T: Cell>(asked: &Asked, field: Field, findings: &mut Findings) -> Result<T, Refusal> {
    Ok(T::from_value(&asked.value(field, findings))?)
}

/// POST /css/bankJournal/opening/import.
fn import(call: &mut Call) -> Outcome {
    let asked = Asked::of(call, IMPORT, &[])?;
    let mut findings = Findings::new();
    let day: Option<Day> = value::<Option<String>>(&asked, DATE, &mut findings)?.as_deref().and_then(parse_day);
    let item: Option<Id> = value(&asked, ITEM_OF, &mut findings)?;
    Refusal::unless_clean(&findings, &asked.confirmed)?;
    let (Some(day), Some(item)) = (day, item) else { return Err(Refusal::NotFound) };
    let told = call.write(|tx| {
        let (name, bytes) = file(tx, &asked)?;
        let rows = read_table(&name, &bytes, sheet::COLUMNS, ROWS_MAX)?;
        // One after the other: what one brings the next one sees.
        let num = settle::number::plain(tx, "QC")?;
        let mut problems = Problems::default();
        items::look_head(tx, (day, item), &mut problems)?;
        let rows = sheet::read(tx, rows, day, &mut problems)?;
        let items = found::items(tx, &rows, &mut problems)?;
        items::look(tx, &items, &mut problems)?;
        problems.refuse(&FILE.name())?;
        write::bring(tx, (&num, &name), (day, item), &items)
    })?;
    Ok(Answer::Data(told))
}

/// The file a body names: one its user sent.
fn file(tx: &mut Tx<'_>, asked: &Asked) -> Result<(String, Vec<u8>), Refusal> {
    let named = attached::named_in(&asked.body, &FILE.name()).and_then(|files| files.first().copied());
    let (org, actor) = (tx.org(), tx.actor);
    let file = named.map(|id| attached::find(tx, org, KIND, id)).transpose()?.flatten();
    let Some((_, file)) = file.filter(|(_, file)| file.is_of(actor)) else {
        return Err(Refusal::field(FILE.name(), NO_FILE.text()));
    };
    Ok((file.name().to_owned(), file.bytes(tx.app)?))
}

/// POST /css/bankJournal/opening/takeBack.
fn take_back(call: &mut Call) -> Outcome {
    let asked = Asked::of(call, TAKE_BACK, &[])?;
    let mut findings = Findings::new();
    let book: Option<Id> = value(&asked, BOOK_OF, &mut findings)?;
    let reason: Option<String> = value(&asked, REASON, &mut findings)?;
    Refusal::unless_clean(&findings, &asked.confirmed)?;
    let (Some(book), Some(reason)) = (book, reason) else { return Err(Refusal::NotFound) };
    call.write(|tx| back::take(tx, book, &reason))?;
    Ok(Answer::Data(json!({})))
}
