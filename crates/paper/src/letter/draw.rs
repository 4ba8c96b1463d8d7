//! 打印: a letter as PDF, on the company's template of its paper.

use kernel::{Id, show_day};
use platform::access::Actor;
use platform::call::{Answer, App, Call, Outcome, Tx};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, Value, sql};
use serde_json::json;
use template::{Cell, Format, Layout, PictureFiles, Pictures, Values};
use waybill::download::{Prepared, prepare};

use super::page::{self, BOOKING, Letter, PAGE, TABLE, kind_name};
use super::rules::moment;
use crate::order::{self, Order};

/// A letter with all its paper shows, read from the database.
pub(crate) struct Read {
    pub(crate) letter: Letter,
    pub(crate) order: Order,
    sender: String,
    shipper: String,
    consignee: String,
    stations: (String, String),
    cell: Cell,
    layout: Layout,
    files: PictureFiles,
}

/// A letter that was drawn.
pub(crate) struct Drawn {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// The template has a seal and it stands on the paper.
    sealed: bool,
    /// The template has a seal the caller may not use.
    pub(crate) withheld: bool,
}

/// Reads a letter for its paper in a language.
pub(crate) fn read(conn: &mut dyn Conn, actor: &Actor, id: Id, english: bool) -> Result<Read, Refusal> {
    let org = actor.org_id;
    let (letter, order) = page::seen(conn, actor, id)?;
    let paper = if letter.kind == BOOKING { "托书" } else { "送货通知" };
    let cell = Cell::of("AE", paper, if english { "en" } else { "zh" }, Format::Pdf);
    let cell = cell.ok_or_else(|| Refusal::broken(format!("no paper {paper}")))?;
    let layout = template::layout(conn, org, &cell)?;
    let files = PictureFiles::of(conn, actor, &layout, None)?;
    let company = facts::org(conn, org)?;
    let sender = if english && !company.name_en.is_empty() { company.name_en } else { company.name };
    Ok(Read {
        sender,
        shipper: order::party(conn, org, order.id, "shipper")?,
        consignee: order::party(conn, org, order.id, "consignee")?,
        stations: (order::airport(conn, org, &order.departure)?, order::airport(conn, org, &order.arrival)?),
        letter,
        order,
        cell,
        layout,
        files,
    })
}

/// Draws what was read; pictures take a while, so the database has been left.
pub(crate) fn drawn(app: &App, org: i64, read: &Read, today: &str) -> Result<Drawn, Refusal> {
    let pictures = read.files.clone().read(app, org)?;
    let name = if read.letter.kind == BOOKING { "BOOKING" } else { "DELIVERY_NOTE" };
    Ok(Drawn {
        name: format!("{name}_{}.pdf", read.order.number()),
        bytes: template::draw(&sheet(read, &pictures, today))?,
        sealed: pictures.seal.is_some(),
        withheld: pictures.withheld,
    })
}

/// The template's paper with what a letter says beside its one line of cargo.
fn sheet(read: &Read, pictures: &Pictures, today: &str) -> print::Sheet {
    let (letter, order, cell) = (&read.letter, &read.order, &read.cell);
    let head = [
        ("orgName", read.sender.clone()),
        ("coopName", letter.to_name.clone()),
        ("billNo", order.number().to_owned()),
        ("billDate", today.to_owned()),
    ];
    let row = [
        ("orderCode", order.code.clone()),
        ("awb", order.awb_number.clone()),
        ("route", order.route()),
        ("pieces", letter.pieces.unwrap_or_default().to_string()),
        ("weight", letter.weight.unwrap_or_default().show(1)),
        ("volume", letter.volume.unwrap_or_default().show(3)),
        ("chargeWeight", letter.charge_weight.map(|weight| weight.show(2)).unwrap_or_default()),
    ];
    let (head, row): (Values, Values) = (head.into(), row.into());
    let mut sheet = template::sheet(cell, &read.layout, pictures, &head, &[row]);
    let title =
        if letter.kind == BOOKING { ("订舱托书", "BOOKING LETTER") } else { ("交货托书", "DELIVERY LETTER") };
    sheet.title = cell.text(title).to_owned();
    let name = |(zh, en): (&'static str, &'static str)| cell.text((zh, en)).to_owned();
    sheet.facts = vec![
        (name(("致", "To")), letter.to_name.clone()),
        (name(("编号", "No.")), order.number().to_owned()),
        (name(("联系人", "Contact")), joined(&[&letter.contact, &letter.phone])),
        (name(("日期", "Date")), today.to_owned()),
        (name(("始发港", "Departure")), joined(&[&order.departure, &read.stations.0])),
        (name(("目的港", "Destination")), joined(&[&order.arrival, &read.stations.1])),
    ];
    sheet.facts.extend(if letter.kind == BOOKING { booking(letter, name) } else { delivery(letter, order, name) });
    let template_remark = std::mem::take(&mut sheet.notes);
    sheet.notes = notes(read, name);
    sheet.notes.extend(template_remark);
    sheet
}

fn joined(parts: &[&str]) -> String {
    let mut kept: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    // An airport without a name is its code.
    kept.dedup();
    kept.join(" ")
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
fn notes(read: &Read, name: impl Fn((&'static str, &'static str)) -> String) -> Vec<(String, String)> {
    let letter = &read.letter;
    let mut notes = vec![
        (name(("品名及包装", "Goods and packing")), joined(&[&letter.goods_name, &letter.package_type])),
        (name(("尺寸（厘米）/件数", "Dimensions (cm) / pieces")), letter.dimensions.clone()),
    ];
    if letter.kind == BOOKING {
        notes.push((name(("发货人", "Shipper")), read.shipper.clone()));
        notes.push((name(("收货人", "Consignee")), read.consignee.clone()));
    }
    notes.push((name(("危险品", "Dangerous goods")), letter.dangerous.clone()));
    notes.push((name(("电池情况", "Batteries")), letter.battery.clone()));
    notes.push((name(("温度要求", "Temperature")), letter.temperature.clone()));
    if letter.kind != BOOKING {
        let tick = |ticked: bool, text: String| format!("[{}] {text}", if ticked { "X" } else { "  " });
        let lines = [
            tick(letter.security_no_dangerous, name(("货物不含危险品", "The cargo holds no dangerous goods"))),
            tick(letter.security_no_batteries, name(("货物不含电池", "The cargo holds no batteries"))),
            tick(letter.security_no_magnetic, name(("货物不含磁性物质", "The cargo holds nothing magnetised"))),
        ];
        notes.push((name(("安全声明", "Security statement")), lines.join("\n")));
    }
    notes.push((name(("备注", "Remark")), letter.remark.clone()));
    notes.push((name(("签字", "Signature")), format!("{} ____________________", letter.signatory).trim().to_owned()));
    notes
}

/// A use of the seal when it stands on the paper.
pub(crate) fn note_seal(tx: &mut Tx<'_>, read: &Read, drawn: &Drawn) -> Result<(), Refusal> {
    if drawn.sealed { template::note_seal(tx, &read.layout, &read.cell.title(), PAGE) } else { Ok(()) }
}

/// A line of the log about a letter.
pub(crate) fn entry(id: Id, letter: &Letter, order: &Order) -> LogEntry {
    LogEntry::of(TABLE, id, format!("{} {}", kind_name(&letter.kind).0, order.number()), PAGE)
}

/// POST print/{id}: the address of its PDF; counted and logged.
pub(crate) fn print(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    let english = call.language().starts_with("en");
    let read = call.read(|conn| read(conn, &actor, id, english))?;
    actor.need(page::code_of(&read.letter.kind))?;
    let drawn = drawn(&call.app, actor.org_id, &read, &show_day(call.now().day()))?;
    let withheld = drawn.withheld;
    let url = call.write(|tx| {
        let (org, now) = (tx.org(), tx.now);
        note_seal(tx, &read, &drawn)?;
        let url = prepare(tx, org, now, Prepared { name: drawn.name, mime: "application/pdf", bytes: drawn.bytes })?;
        let mut update = sql::update(org, TABLE, &[("org_id", Value::Int(org))]);
        update.value("print_count", sql::col("print_count").add(1)).and_where(sql::eq("id", id));
        tx.exec(&update.into())?;
        tx.log(entry(id, &read.letter, &read.order).did("打印", "打印").level(Level::Low))?;
        Ok(url)
    })?;
    let data = json!({ "url": url });
    Ok(if withheld { Answer::Said(facts::sign::NO_RIGHT.text(), data) } else { Answer::Data(data) })
}
