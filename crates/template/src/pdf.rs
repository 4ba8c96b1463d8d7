//! A paper as PDF: the built-in layout as a company set it.

use facts::sign;
use image::ImageReader;
use kernel::Id;
use platform::access::Actor;
use platform::call::{App, Tx};
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, sql};
use print::{Picture, Seal, Sheet, SheetColumn};

use crate::bank::Bank;
use crate::layout::Layout;
use crate::paper::Cell;
use crate::variable::{self, Values};

/// What a layout takes from elsewhere.
#[derive(Debug, Clone, Default)]
pub struct Pictures {
    /// Logo.
    pub logo: Option<Picture>,
    /// Seal.
    pub seal: Option<Seal>,
    /// The layout has a seal that is not for the roles of who prints: the paper goes without it.
    pub withheld: bool,
}

impl Pictures {
    /// The pictures a layout asks for: the logo of the account, else that of the company; the seal, if who prints may
    /// use it.
    pub fn of(
        app: &App,
        conn: &mut dyn Conn,
        actor: &Actor,
        layout: &Layout,
        bank: Option<&Bank>,
    ) -> Result<Self, Refusal> {
        let org = actor.org_id;
        let mut logo = match bank.filter(|_| layout.logo) {
            Some(bank) => picture(app, conn, org, ("org_bank_logo", bank.id))?,
            None => None,
        };
        if layout.logo && logo.is_none() {
            logo = company_logo(app, conn, org)?;
        }
        let Some(wanted) = layout.seal_id else { return Ok(Self { logo, ..Self::default() }) };
        let withheld = !sign::may_use(conn, org, wanted, actor.user_id)?;
        let seal = if withheld { None } else { seal(app, conn, org, wanted)? };
        Ok(Self { logo, seal, withheld })
    }

    /// Notes who put the layout's seal on a paper: a use of the seal, and a line of the log.
    pub fn note_seal(&self, tx: &mut Tx<'_>, layout: &Layout, paper: &str, page: &'static str) -> Result<(), Refusal> {
        let (Some(id), Some(_)) = (layout.seal_id, &self.seal) else {
            tx.no_log_line();
            return Ok(());
        };
        let org = tx.org();
        sign::count_use(tx, org, id)?;
        let mut select = sql::from(org, "sign_template");
        select.column("name").and_where(sql::eq("id", id));
        let name: String = tx.first(&select.into())?.unwrap_or_default().get(0)?;
        let text = format!("{paper}：加盖印章 {name}");
        tx.log(LogEntry::of("sign_template", id, name, page).did("打印", "使用印章").text(text))
    }
}

fn seal(app: &App, conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<Seal>, Refusal> {
    let mut select = sql::from(org, "sign_template");
    select
        .columns(["width_mm", "right_mm", "bottom_mm"])
        .and_where(sql::eq("id", id))
        .and_where(sql::eq("active", true));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let millimetres = |place, usual: u16| {
        let given = row.get::<Option<i64>>(place)?.and_then(|given| u16::try_from(given).ok());
        Ok::<_, Refusal>(f32::from(given.unwrap_or(usual)))
    };
    let (width, right, bottom) = (millimetres(0, 40)?, millimetres(1, 25)?, millimetres(2, 35)?);
    let picture = picture(app, conn, org, ("sign_template", id))?;
    Ok(picture.map(|picture| Seal { picture, width, right, bottom }))
}

/// The company's own logo, which its row names by an address.
fn company_logo(app: &App, conn: &mut dyn Conn, org: i64) -> Result<Option<Picture>, Refusal> {
    let mut select = sql::from_global("org");
    select.column("logo").and_where(sql::eq("id", org));
    let address: String = conn.first(&select.into())?.unwrap_or_default().get(0)?;
    let name = address.rsplit('/').next().unwrap_or_default().to_owned();
    let mut select = sql::from(org, "rich_picture");
    select.column("file_key").and_where(sql::eq("uuid", name));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    read(app, org, &row.get::<String>(0)?)
}

/// The first picture hanging on a row.
fn picture(
    app: &App,
    conn: &mut dyn Conn,
    org: i64,
    (kind, object): (&'static str, Id),
) -> Result<Option<Picture>, Refusal> {
    let mut select = sql::from(org, "published_file");
    select.column("file_key").and_where(sql::eq("object_type", kind)).and_where(sql::eq("object_id", object));
    select.order_by("id", Order::Asc).limit(1);
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    read(app, org, &row.get::<String>(0)?)
}

/// The pixels of a picture; what can't be read is left out.
fn read(app: &App, org: i64, key: &str) -> Result<Option<Picture>, Refusal> {
    let bytes = app.files.read(org, key)?;
    let reader = ImageReader::new(std::io::Cursor::new(bytes)).with_guessed_format();
    let read = reader.ok().and_then(|reader| reader.decode().ok()).map(image::DynamicImage::into_rgba8);
    Ok(read.map(|image| Picture { width: image.width(), height: image.height(), pixels: image.into_raw() }))
}

/// The paper of a cell as PDF.
pub fn render_pdf(
    cell: &Cell,
    layout: &Layout,
    pictures: &Pictures,
    values: &Values,
    rows: &[Values],
) -> Result<Vec<u8>, Refusal> {
    let value = |name: &str| values.get(name).cloned().unwrap_or_default();
    let label = |name: &str| variable::find(name).map_or("", |variable| variable.label(cell.language)).to_owned();
    let columns: Vec<_> = layout.columns.iter().filter_map(|name| variable::find(name)).collect();
    // Numbers of money and weight are read in groups of three.
    let shown = |name: &str, text: String| {
        if variable::find(name).is_some_and(|variable| variable.number) { grouped(&text) } else { text }
    };
    let of_row = |row: &Values| {
        columns.iter().map(|column| shown(column.name, row.get(column.name).cloned().unwrap_or_default())).collect()
    };
    let mut facts = vec![
        (cell.text(("客户", "To")).to_owned(), value("coopName")),
        (cell.text(cell.paper.number).to_owned(), value("billNo")),
        (label("billDate"), value("billDate")),
    ];
    let (mut sums, mut notes) = (Vec::new(), Vec::new());
    if cell.paper.money {
        facts.push((label("currency"), value("currency")));
        sums.push((label("total"), format!("{} {}", value("currency"), grouped(&value("total")))));
        sums.push((label("totalUpper"), value("totalUpper")));
        notes.push((label("bankInfo"), value("bankInfo")));
    }
    notes.push((cell.text(("备注", "Remark")).to_owned(), variable::fill(&layout.remark, values)));
    let sheet = Sheet {
        landscape: layout.landscape,
        size: f32::from(u8::try_from(layout.font_size).unwrap_or(9)),
        sender: value("orgName"),
        title: cell.text(cell.paper.title).to_owned(),
        logo: pictures.logo.clone(),
        header: variable::fill(&layout.header, values),
        facts,
        columns: columns
            .iter()
            .map(|column| SheetColumn { label: column.label(cell.language).to_owned(), number: column.number })
            .collect(),
        rows: rows.iter().map(of_row).collect(),
        sums,
        notes,
        footer: variable::fill(&layout.footer, values),
        seal: pictures.seal.clone(),
    };
    print::sheet(&sheet).map_err(|error| Refusal::broken(format!("paper as PDF: {error}")))
}

/// `-1234567.80` as `-1,234,567.80`.
fn grouped(number: &str) -> String {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    let (whole, part) = digits.split_once('.').map_or((digits, None), |(whole, part)| (whole, Some(part)));
    if whole.is_empty() || !whole.bytes().all(|digit| digit.is_ascii_digit()) {
        return number.to_owned();
    }
    let mut out = sign.to_owned();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(part) = part {
        out.push('.');
        out.push_str(part);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_stand_in_groups_of_three() {
        for (number, wanted) in [
            ("0", "0"),
            ("999.00", "999.00"),
            ("1000", "1,000"),
            ("-1234567.80", "-1,234,567.80"),
            ("", ""),
            ("AS AGREED", "AS AGREED"),
        ] {
            assert_eq!(grouped(number), wanted);
        }
    }
}
