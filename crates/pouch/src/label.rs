//! Papers of a pouch: the label that is stuck on it, and the slip the carrier signs.

use kernel::{Instant, Msg, show_second};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::{Refusal, messages as common};
use print::{Picture, Seal, Sheet, SheetColumn};
use qrcode::{Color, QrCode};

use crate::link::{self, Link};
use crate::page::{self, Pouch, VOID};
use crate::rows::{self, Document};
use crate::{orders, page::state_name};

const ENDED: Msg = Msg::new("pouch.void", "文件袋已作废，不能打印", "The pouch is void and can't be printed.");

/// Pixels of a module, and modules of the white frame.
const SCALE: usize = 8;
const FRAME: usize = 4;
/// Width of the code, and how far from the edges it lies, in millimetres.
const CODE_MM: f32 = 36.0;
const CODE_RIGHT_MM: f32 = 15.0;
const CODE_BOTTOM_MM: f32 = 19.0;

/// GET print/{id}?kind=label|slip.
pub(crate) fn print(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    let kind = call.query("kind").to_owned();
    let (app, base) = (call.app.clone(), call.public_url().to_owned());
    let (pouch, documents, agent, link, org) = call.read(|conn| {
        orders::need_seen(conn, &actor, id)?;
        let pouch = page::own(conn, actor.org_id, id)?;
        if pouch.state == VOID {
            return Err(Refusal::business(ENDED));
        }
        let documents = rows::of(conn, actor.org_id, id)?;
        let agent = pouch.agent_id.map(|agent| facts::coop_name(conn, actor.org_id, agent)).transpose()?;
        let link = link::of(conn, &app, actor.org_id, id)?;
        Ok((pouch, documents, agent.unwrap_or_default(), link, facts::org(conn, actor.org_id)?))
    })?;
    let sheet = match kind.as_str() {
        "" | "label" => label(&pouch, &documents, &agent, (&link, &link::address(&base, &link)), &org.name)?,
        "slip" => slip(&pouch, &documents, &org.name),
        _ => return Err(Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", "kind")]))),
    };
    let bytes = print::sheet(&sheet).map_err(|error| Refusal::broken(format!("a pouch as PDF: {error}")))?;
    let name = if kind == "slip" { "SLIP" } else { "LABEL" };
    let name = format!("{name}_{}.pdf", pouch.pouch_number);
    Ok(Answer::File { name, mime: "application/pdf".to_owned(), bytes, inline: true })
}

fn facts_of(pouch: &Pouch) -> Vec<(String, String)> {
    let fact = |label: &str, value: &str| (label.to_owned(), value.to_owned());
    let route = format!("{} - {}", pouch.departure_station, pouch.arrival_station);
    let flight = format!("{} {}", pouch.flight_no, pouch.flight_date);
    vec![
        fact("袋号 Pouch No.", &pouch.pouch_number),
        fact("主单号 MAWB", &pouch.awb_number),
        fact("航班 Flight", flight.trim()),
        fact("航线 Route", &route),
        fact("封袋号 Seal No.", &pouch.seal_no),
    ]
}

fn table(documents: &[Document]) -> (Vec<SheetColumn>, Vec<Vec<String>>) {
    let column = |label: &str, number| SheetColumn { label: label.to_owned(), number };
    let columns = vec![
        column("单证 Document", false),
        column("编号 No.", false),
        column("正本 Originals", true),
        column("副本 Copies", true),
        column("备注 Remark", false),
    ];
    let cells = |row: &Document| {
        let (zh, en) = rows::type_name(&row.doc_type);
        vec![
            format!("{zh} {en}"),
            row.doc_no.clone(),
            row.originals.to_string(),
            row.copies.to_string(),
            row.remark.clone(),
        ]
    };
    (columns, documents.iter().map(cells).collect())
}

/// The label: what is in it, and how those at destination look into it.
fn label(
    pouch: &Pouch,
    documents: &[Document],
    agent: &str,
    (link, address): (&Link, &str),
    sender: &str,
) -> Result<Sheet, Refusal> {
    let (columns, rows) = table(documents);
    let mut facts = facts_of(pouch);
    facts.push(("目的港代理 Agent".to_owned(), agent.to_owned()));
    // The lines keep the lower edge of the page free for the code beside them.
    let footer = [
        "扫码查看随货单证并确认收到",
        "Scan to see these documents and to confirm their receipt",
        "",
        &format!("查看码 View code: {}", link.code),
        "",
        "链接有效期至航班日期后90天",
        "The link works until 90 days after the flight",
        "",
        address,
    ];
    Ok(Sheet {
        size: 10.0,
        sender: sender.to_owned(),
        title: "随货文件袋 CARGO POUCH".to_owned(),
        facts,
        columns,
        rows,
        footer: footer.join("\n"),
        seal: Some(Seal { picture: code(address)?, width: CODE_MM, right: CODE_RIGHT_MM, bottom: CODE_BOTTOM_MM }),
        ..Sheet::default()
    })
}

/// The slip: who took it over, with a place to sign.
fn slip(pouch: &Pouch, documents: &[Document], sender: &str) -> Sheet {
    let (columns, rows) = table(documents);
    let mut facts = facts_of(pouch);
    let (zh, en) = state_name(&pouch.state);
    let time = pouch.hand_at.map(|time| show_second(Instant::from_millis(time))).unwrap_or_default();
    facts.push(("状态 State".to_owned(), format!("{zh} {en}")));
    facts.push(("交接单位 Handed to".to_owned(), pouch.hand_to.clone()));
    facts.push(("交接人 Taken by".to_owned(), pouch.hand_person.clone()));
    facts.push(("交接时间 Time".to_owned(), time));
    let line = "____________________";
    Sheet {
        size: 10.0,
        sender: sender.to_owned(),
        title: "随货文件袋交接单 HAND-OVER SLIP".to_owned(),
        facts,
        columns,
        rows,
        notes: vec![
            ("交出人签字 Handed over by".to_owned(), line.to_owned()),
            ("接收人签字 Received by".to_owned(), line.to_owned()),
            ("日期 Date".to_owned(), line.to_owned()),
        ],
        ..Sheet::default()
    }
}

/// The QR code of a text: black on white, with its frame.
fn code(text: &str) -> Result<Picture, Refusal> {
    let code = QrCode::new(text.as_bytes()).map_err(|error| Refusal::broken(format!("a QR code: {error}")))?;
    let (modules, colors) = (code.width(), code.to_colors());
    let side = (modules + 2 * FRAME) * SCALE;
    let dark = |x: usize, y: usize| {
        let place = |pixel: usize| (pixel / SCALE).checked_sub(FRAME).filter(|module| *module < modules);
        let module = place(x).zip(place(y)).and_then(|(x, y)| colors.get(y * modules + x));
        module.is_some_and(|color| *color == Color::Dark)
    };
    let pixels = (0..side * side).flat_map(|pixel| {
        let shade = if dark(pixel % side, pixel / side) { 0 } else { 255 };
        [shade, shade, shade, 255]
    });
    let width = u32::try_from(side).unwrap_or_default();
    Ok(Picture::new(pixels.collect::<Vec<u8>>(), width, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_square_with_a_white_frame_and_a_dark_corner_inside() {
        let picture = code("https://f.example.com/cargoPouchView/abcdefghijkmnpqrstuvwxyz23").expect("a code");
        let side = usize::try_from(picture.width).expect("a width");
        assert_eq!((picture.width, picture.pixels.len()), (picture.height, side * side * 4));
        let shade = |x: usize, y: usize| picture.pixels.get((y * side + x) * 4).copied();
        assert_eq!((shade(0, 0), shade(FRAME * SCALE - 1, FRAME * SCALE)), (Some(255), Some(255)));
        assert_eq!(shade(FRAME * SCALE, FRAME * SCALE), Some(0));
    }
}
