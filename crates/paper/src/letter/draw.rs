//! 打印: a letter as PDF, on the company's template of its paper.

use facts::sign::{self, TEXT, Wanted};
use kernel::{Day, Id, show_day};
use platform::access::Actor;
use platform::call::{App, Call, Outcome, Tx};
use platform::log::{About, Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, Value, sql};
use serde_json::json;
use template::{Cell, Format, Layout, PictureFiles, Pictures};
use waybill::download::{Prepared, prepare};

use super::page::{self, BOOKING, Letter, PAGE, TABLE, kind_name};
use super::rules::moment;
use super::said::{Said, joined};
use crate::order::Order;

/// A letter with all its paper shows, read from the database.
pub(crate) struct Read {
    pub(crate) said: Said,
    cell: Cell,
    layout: Layout,
    files: PictureFiles,
    /// The company's signature text with its template.
    signed: Option<(Id, String)>,
}

/// A letter that was drawn.
pub(crate) struct Drawn {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// Seals and signatures of templates that stand on the paper.
    pub(crate) used: Vec<Id>,
    /// The template has a seal the caller may not use.
    pub(crate) withheld: bool,
}

/// Reads a letter for its paper in a language.
pub(crate) fn read(conn: &mut dyn Conn, actor: &Actor, (id, english): (Id, bool), day: Day) -> Result<Read, Refusal> {
    let said = Said::read(conn, actor, id, english)?;
    let cell = Cell::of("AE", said.paper(), if english { "en" } else { "zh" }, Format::Pdf);
    let cell = cell.ok_or_else(|| Refusal::broken(format!("no paper {}", said.paper())))?;
    let layout = template::layout(conn, actor.org_id, &cell)?;
    let files = PictureFiles::of(conn, actor, (&cell, &layout), None)?;
    let wanted =
        Wanted { kind: TEXT, scope: "AE", document: said.paper(), language: cell.language, user: actor.user_id };
    let signed = match sign::find(conn, actor.org_id, &wanted)? {
        Some(template) => {
            let values = sign::values(conn, (actor.org_id, actor.user_id), day, &said.order.departure)?;
            Some((template.id, sign::fill(&template.text, &values)))
        }
        None => None,
    };
    Ok(Read { said, cell, layout, files, signed })
}

/// Draws what was read; pictures take a while, so the database has been left.
pub(crate) fn drawn(app: &App, org: i64, read: &Read, today: &str) -> Result<Drawn, Refusal> {
    let pictures = read.files.clone().read(app, org)?;
    Ok(Drawn {
        name: read.said.file_name("pdf"),
        bytes: template::draw(&sheet(read, &pictures, today))?,
        used: pictures.used,
        withheld: pictures.withheld,
    })
}

/// The template's paper with what a letter says beside its one line of cargo.
fn sheet(read: &Read, pictures: &Pictures, today: &str) -> print::Sheet {
    let (said, cell) = (&read.said, &read.cell);
    let (letter, order) = (&said.letter, &said.order);
    let mut sheet = template::sheet(cell, &read.layout, pictures, &said.head(today), &[said.row()]);
    let title =
        if letter.kind == BOOKING { ("订舱托书", "BOOKING LETTER") } else { ("交货托书", "DELIVERY LETTER") };
    sheet.title = cell.text(title).to_owned();
    let name = |(zh, en): (&'static str, &'static str)| cell.text((zh, en)).to_owned();
    sheet.facts = vec![
        (name(("致", "To")), letter.to_name.clone()),
        (name(("编号", "No.")), order.number().to_owned()),
        (name(("联系人", "Contact")), joined(&[&letter.contact, &letter.phone])),
        (name(("日期", "Date")), today.to_owned()),
        (name(("始发港", "Departure")), joined(&[&order.departure, &said.stations.0])),
        (name(("目的港", "Destination")), joined(&[&order.arrival, &said.stations.1])),
    ];
    sheet.facts.extend(if letter.kind == BOOKING { booking(letter, name) } else { delivery(letter, order, name) });
    let template_remark = std::mem::take(&mut sheet.notes);
    let signed = read.signed.as_ref().map_or("", |(_, text)| text.as_str());
    sheet.notes = notes((said, signed), name, cell.language == "en");
    sheet.notes.extend(template_remark);
    sheet
}

fn booking(letter: &Letter, name: impl Fn((&'static str, &'static str)) -> String) -> Vec<(String, String)> {
    vec![
        (name(("期望航班", "Wanted flight")), joined(&[&letter.flight_wish, &letter.flight_wish_date])),
        (name(("备选航班", "Second flight")), joined(&[&letter.flight_wish2, &letter.flight_wish_date2])),
        (name(("约定运价", "Rate agreed")), letter.rate_agreed.clone()),
    ]
}

fn delivery(
    letter: &Letter,
    order: &Order,
    name: impl Fn((&'static str, &'static str)) -> String,
) -> Vec<(String, String)> {
    vec![
        (name(("航班", "Flight")), joined(&[&order.flight, &order.flight_date])),
        (name(("车牌", "Truck")), letter.truck.clone()),
        (name(("司机", "Driver")), joined(&[&letter.driver, &letter.driver_phone])),
        (name(("证件号", "Id no.")), letter.driver_id_no.clone()),
        (name(("到达时间", "Arrival")), moment(letter.arrive_at)),
    ]
}

/// Goods, parties, what is special about the cargo, the statement for the terminal, and the place to sign.
fn notes(
    (said, signed): (&Said, &str),
    name: impl Fn((&'static str, &'static str)) -> String,
    english: bool,
) -> Vec<(String, String)> {
    let letter = &said.letter;
    let mut notes = vec![
        (name(("品名及包装", "Goods and packing")), joined(&[&letter.goods_name, &letter.package_type])),
        (name(("尺寸（厘米）/件数", "Dimensions (cm) / pieces")), letter.dimensions.clone()),
    ];
    if letter.kind == BOOKING {
        notes.push((name(("发货人", "Shipper")), said.shipper.clone()));
        notes.push((name(("收货人", "Consignee")), said.consignee.clone()));
    }
    notes.push((name(("危险品", "Dangerous goods")), letter.dangerous.clone()));
    notes.push((name(("电池情况", "Batteries")), letter.battery.clone()));
    notes.push((name(("温度要求", "Temperature")), letter.temperature.clone()));
    if letter.kind != BOOKING {
        notes.push((name(("安全声明", "Security statement")), said.statements(english).join("\n")));
    }
    notes.push((name(("备注", "Remark")), letter.remark.clone()));
    let line = format!("{signed}\n{} ____________________", letter.signatory);
    notes.push((name(("签字", "Signature")), line.trim().to_owned()));
    notes
}

/// Uses of the templates that stand on the paper: the last of what is written.
pub(crate) fn note_signs(tx: &mut Tx<'_>, read: &Read, seals: &[Id]) -> Result<(), Refusal> {
    template::note_seals(tx, seals, (&read.cell.title(), About::orders([read.said.order.id])), PAGE)?;
    let (org, text) = (tx.org(), read.signed.as_ref().map(|(text, _)| *text));
    sign::count_uses(tx, org, text.into_iter().chain(seals.iter().copied()))
}

/// A line of the log about a letter.
pub(crate) fn entry(id: Id, letter: &Letter, order: &Order) -> LogEntry {
    LogEntry::of(TABLE, id, format!("{} {}", kind_name(&letter.kind).0, order.number()), PAGE)
}

/// POST print/{id}: the address of its PDF; counted and logged.
pub(crate) fn print(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    let english = call.language().starts_with("en");
    let read = call.read(|conn| read(conn, &actor, (id, english), call.now().day()))?;
    actor.need(page::code_of(&read.said.letter.kind))?;
    let drawn = drawn(&call.app, actor.org_id, &read, &show_day(call.now().day()))?;
    let url = call.write(|tx| {
        let file = Prepared { name: drawn.name, mime: "application/pdf", bytes: drawn.bytes };
        let url = handed_out(tx, id, &read.said, file, ("打印", "打印"))?;
        note_signs(tx, &read, &drawn.used)?;
        Ok(url)
    })?;
    Ok(template::with_seals(json!({ "url": url }), drawn.withheld))
}

/// Keeps a file for one fetch and answers its address; the letter counts it, the log names what was done.
pub(crate) fn handed_out(
    tx: &mut Tx<'_>,
    id: Id,
    said: &Said,
    file: Prepared,
    (kind, function): (&'static str, &'static str),
) -> Result<String, Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let url = prepare(tx, org, now, file)?;
    let mut update = sql::update(org, TABLE, &[("org_id", Value::Int(org))]);
    update.value("print_count", sql::col("print_count").add(1)).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    tx.log(entry(id, &said.letter, &said.order).did(kind, function).level(Level::Low))?;
    Ok(url)
}
