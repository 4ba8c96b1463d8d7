//! A paper as PDF: the built-in layout as a company set it.

use std::io::Cursor;

use facts::sign::{self, Found, SEAL, SIGNATURE, Wanted};
use image::{DynamicImage, ImageReader, Limits};
use kernel::{Id, grouped};
use platform::PLATFORM_ORG;
use platform::access::Actor;
use platform::call::App;
use platform::files;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, sql};
use print::{Picture, Seal, Sheet, SheetColumn};

use crate::bank::Bank;
use crate::layout::Layout;
use crate::paper::Cell;
use crate::seal::SealFile;
use crate::variable::{self, Values};

/// Pixels of the longer side of a picture: 17 cm at 300 dots an inch.
const SIDE_MAX: u32 = 2_000;
/// Bytes a picture may take while it is read.
const MEMORY_MAX: u64 = 256 * 1024 * 1024;

/// What a layout takes from elsewhere.
#[derive(Debug, Clone, Default)]
pub struct Pictures {
    /// Logo.
    pub logo: Option<Picture>,
    /// Seal.
    pub seal: Option<Seal>,
    /// Signature of who prints.
    pub signature: Option<Seal>,
    /// The templates of both, as far as they stand on the paper.
    pub used: Vec<Id>,
    /// The layout has a seal that is not for the roles of who prints: the paper goes without it.
    pub withheld: bool,
}

/// The same by their files: pixels are read when the database has been left, for that takes a while.
#[derive(Debug, Clone, Default)]
pub struct PictureFiles {
    /// Behind whose it is.
    logo: Option<(i64, String)>,
    seal: Option<SealFile>,
    signature: Option<SealFile>,
    withheld: bool,
}

impl PictureFiles {
    /// The pictures of a paper: the logo of the account, else that of the company, where the layout has one; the
    /// layout's seal, else the default one of the paper, if who prints may use it; and his own default signature.
    pub fn of(
        conn: &mut dyn Conn,
        actor: &Actor,
        (cell, layout): (&Cell, &Layout),
        bank: Option<&Bank>,
    ) -> Result<Self, Refusal> {
        let org = actor.org_id;
        let mut logo = match bank.filter(|_| layout.logo) {
            Some(bank) => picture_of(conn, org, ("org_bank_logo", bank.id))?.map(|key| (org, key)),
            None => None,
        };
        if layout.logo && logo.is_none() {
            logo = logo_of(conn, org)?;
        }
        let default_of = |kind| Wanted {
            kind,
            scope: cell.scope.code(),
            document: cell.paper.name,
            language: cell.language,
            user: actor.user_id,
        };
        let wanted = match layout.seal_id {
            Some(id) if sign::may_use(conn, org, id, actor.user_id)? => Ok(Some(id)),
            Some(_) => Err(()),
            None => match sign::look(conn, org, &default_of(SEAL))? {
                Found::Template(template) => Ok(Some(template.id)),
                Found::Forbidden => Err(()),
                Found::None => Ok(None),
            },
        };
        let signature = sign::find(conn, org, &default_of(SIGNATURE))?.map(|template| template.id);
        Ok(Self {
            logo,
            seal: wanted.ok().flatten().map(|id| SealFile::of(conn, org, id)).transpose()?.flatten(),
            signature: signature.map(|id| SealFile::of(conn, org, id)).transpose()?.flatten(),
            withheld: wanted.is_err(),
        })
    }

    /// Their pixels; what can't be read is left out.
    pub fn read(self, app: &App, org: i64) -> Result<Pictures, Refusal> {
        let pixels = |keeper: i64, key: &str| Ok::<_, Refusal>(picture(&app.files.read(keeper, key)?));
        let logo = self.logo.map(|(keeper, key)| pixels(keeper, &key)).transpose()?.flatten();
        let mut used = Vec::new();
        let mut placed = |file: Option<SealFile>| {
            let Some(file) = file else { return Ok(None) };
            let seal = file.read(app, org)?;
            used.extend(seal.as_ref().map(|_| file.id));
            Ok::<_, Refusal>(seal)
        };
        let (seal, signature) = (placed(self.seal)?, placed(self.signature)?);
        Ok(Pictures { logo, seal, signature, used, withheld: self.withheld })
    }
}

/// The company's own logo; none without one that can be read.
pub fn company_logo(app: &App, org: i64) -> Result<Option<Picture>, Refusal> {
    app.store.read(|conn| company_logo_in(app, conn, org))
}

/// The same where rows are read already: a second reader may not be free.
pub fn company_logo_in(app: &App, conn: &mut dyn Conn, org: i64) -> Result<Option<Picture>, Refusal> {
    let Some((keeper, key)) = logo_of(conn, org)? else { return Ok(None) };
    Ok(picture(&app.files.read(keeper, &key)?))
}

/// Its file, which the company's row names by an address, and whose it is: the company's, or the platform's that put it
/// there.
fn logo_of(conn: &mut dyn Conn, org: i64) -> Result<Option<(i64, String)>, Refusal> {
    let mut select = sql::from_global("org");
    select.column("logo").and_where(sql::eq("id", org));
    let address: String = conn.first(&select.into())?.unwrap_or_default().get(0)?;
    let name = address.rsplit('/').next().unwrap_or_default().to_owned();
    for keeper in [org, PLATFORM_ORG] {
        let mut select = sql::from(keeper, "rich_picture");
        select.column("file_key").and_where(sql::eq("uuid", name.clone()));
        if let Some(row) = conn.first(&select.into())? {
            return Ok(Some((keeper, row.get(0)?)));
        }
    }
    Ok(None)
}

/// The first picture hanging on a row.
pub(crate) fn picture_of(
    conn: &mut dyn Conn,
    org: i64,
    (kind, object): (&'static str, Id),
) -> Result<Option<String>, Refusal> {
    let mut select = sql::from(org, "published_file");
    select.column("file_key").and_where(sql::eq("object_type", kind)).and_where(sql::eq("object_id", object));
    select.order_by("id", Order::Asc).limit(1);
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// The pixels of a picture whose head claims no more than can be held, and no more of them than print shows.
pub fn picture(bytes: &[u8]) -> Option<Picture> {
    files::shape_of(bytes)?;
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY_MAX);
    reader.limits(limits);
    let mut image = reader.decode().ok()?;
    if image.width().max(image.height()) > SIDE_MAX {
        image = image.thumbnail(SIDE_MAX, SIDE_MAX);
    }
    let image = DynamicImage::into_rgba8(image);
    let (width, height) = image.dimensions();
    Some(Picture::new(image.into_raw(), width, height))
}

/// The paper of a cell as PDF.
pub fn render_pdf(
    cell: &Cell,
    layout: &Layout,
    pictures: &Pictures,
    values: &Values,
    rows: &[Values],
) -> Result<Vec<u8>, Refusal> {
    draw(&sheet(cell, layout, pictures, values, rows))
}

/// A sheet as PDF.
pub fn draw(sheet: &Sheet) -> Result<Vec<u8>, Refusal> {
    print::sheet(sheet).map_err(|error| Refusal::broken(format!("paper as PDF: {error}")))
}

/// What stands on the paper of a cell; a room may add facts and notes of its own before it is drawn.
pub fn sheet(cell: &Cell, layout: &Layout, pictures: &Pictures, values: &Values, rows: &[Values]) -> Sheet {
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
    Sheet {
        landscape: layout.landscape,
        small: false,
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
        tables: Vec::new(),
        sums,
        notes,
        footer: variable::fill(&layout.footer, values),
        seal: pictures.seal.clone(),
        signature: pictures.signature.clone(),
    }
}

#[cfg(test)]
mod tests {
    use image::{ImageFormat, RgbaImage};

    use super::{Cursor, DynamicImage, picture};

    #[test]
    fn a_large_picture_is_made_smaller_and_one_that_would_fill_the_memory_left_out() {
        let mut png = Cursor::new(Vec::new());
        DynamicImage::ImageRgba8(RgbaImage::new(3_000, 600)).write_to(&mut png, ImageFormat::Png).unwrap();
        let read = picture(&png.into_inner()).unwrap();
        assert_eq!((read.width, read.height, read.pixels.len()), (2_000, 400, 2_000 * 400 * 4));
        // The head of a picture of 11,000 by 11,000, and nothing behind it.
        let head = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x2a\xf8\0\0\x2a\xf8\x08\x06\0\0\0";
        assert!(picture(head).is_none());
    }
}
