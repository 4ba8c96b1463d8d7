//! 凭证格式. The files that finance systems read vouchers from (catalogue css.md /css_voucher_format): those of the program,
//! which a company copies, and its own, which it shapes.

mod shape;

use std::collections::BTreeMap;

use book::format::{self, DEFAULT, TYPES};
use platform::access::Access;
use platform::prelude::*;
use platform::registry::Room;
use platform::{PLATFORM_ORG, setting};

/// Its page.
pub(crate) const PATH: &str = "/css_voucher_format";
const CODE: &str = "css_voucher_format";
const OBJECT: &str = "voucher_format";
const EDIT: &str = "css-vf-edit";
const COPY: &str = "css-vf-copy";
const AS_DEFAULT: &str = "css-vf-default";
const PREVIEW: &str = "css-vf-preview";

const NAME_TAKEN: Msg = Msg::new("voucher_format.name", "格式名称已存在", "The name exists already.");

document! {
    /// One format; its layout is shaped by actions.
    pub struct VoucherFormat in "voucher_format" {
        --- "main" ("凭证格式", "Voucher format");
        /// Name.
        format_name: String = Field::text("格式名称", "Name").required().max(60).read_only(),
        /// Type of its file.
        file_type: String = Field::select(TYPES, "文件类型", "File type").required().read_only(),
    }
}

const COLUMNS: Field = Field::int("列数", "Columns").column("column_count");
const IS_DEFAULT: Field = Field::flag("默认", "Default").column("is_default");
const BUILT_IN: Field = Field::flag("内置", "Built in").column("built_in");
const FORMAT: Field = Field::reference("voucherFormat", "凭证格式", "Format").column("format_id").required();
const VOUCHER: Field = Field::reference("voucher", "凭证", "Voucher").column("voucher_id").required();

/// The page.
pub(crate) static PAGE: LazyLock<Page<VoucherFormat>> = LazyLock::new(|| {
    let door = (PATH, "/cssManager/finance", 50);
    Page::of("voucher.voucher-format", ("凭证格式", "Voucher file formats"), door, VoucherFormat::FORMAT_NAME)
        .one("凭证格式", "Voucher format")
        .calls("/css/voucherFormat", OBJECT)
        .overlays(format::NAMING)
        .follows(&["org_setting"])
        .columns(&[
            Column::own(VoucherFormat::FORMAT_NAME).width(240),
            Column::own(VoucherFormat::FILE_TYPE).width(90),
            Column::made(COLUMNS).unsorted().width(70),
            Column::made(IS_DEFAULT).unsorted().width(70),
            Column::made(BUILT_IN).unsorted().width(70),
        ])
        .edited_by()
        .filters(&[
            Filter::new("formatName", Match::Contains, VoucherFormat::FORMAT_NAME),
            Filter::new("fileType", Match::OneOf, VoucherFormat::FILE_TYPE),
        ])
        .sort("formatName,asc")
        .fills(fill)
        .tells(shape::told)
        .unique("uq_voucher_format", format::NAMING, "formatName", NAME_TAKEN)
        .action(
            Action::tool(COPY, ("复制", "Copy"), copy)
                .asks(&[FORMAT, VoucherFormat::FORMAT_NAME.typed()])
                .note("内置格式复制后可修改", "A copy of a built-in format can be shaped."),
        )
        .action(
            Action::row(EDIT, ("编辑", "Edit"))
                .verb("save")
                .asks(shape::FIELDS)
                .lines(shape::LINES)
                .first(shape::first)
                .does(|tx, step| {
                    need_free_name(step)?;
                    shape::save(tx, step)
                }),
        )
        .action(Action::tool(AS_DEFAULT, ("设为默认", "Set as default"), set_default).asks(&[FORMAT]).first(
            |conn, actor, _| {
                let id = format::default(conn, actor.org_id)?.id;
                Ok(id.map(|id| (FORMAT.name(), serde_json::json!(id))).into_iter().collect())
            },
        ))
        .action(Action::look(PREVIEW, ("预览", "Preview"), preview).of_row().asks(&[VOUCHER]))
});

/// Adds the page to the room, with its select and the setting that names the default.
pub(crate) fn add(room: &mut Room) {
    room.page(&PAGE);
    room.settings.push(&DEFAULT);
    room.selects.push(("voucherFormat", format::offer));
    // The page of the finance settings asks it, and whoever exports vouchers.
    let asked_by =
        &[CODE, COPY, AS_DEFAULT, "hrs_org_configure", "sys_orgconf_finance", "css-vc-export", "css-vc-generate"];
    room.select_uses.push(("voucherFormat", Access::AnyOf(asked_by)));
    room.select_uses.push(("voucher", Access::AnyOf(&[CODE, PREVIEW])));
}

fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let default = format::default(conn, actor.org_id)?.id;
    let counts: BTreeMap<Id, usize> = format::widths(conn, actor.org_id)?;
    for row in rows {
        let id = Id::from_value(row.value("id"))?;
        let count = counts.get(&id).copied().unwrap_or_default();
        row.set(&COLUMNS.name(), Value::Int(i64::try_from(count).unwrap_or_default()));
        row.set(&IS_DEFAULT.name(), Value::Bool(default == Some(id)));
        let is_built_in = *row.value("orgId") == Value::Int(PLATFORM_ORG);
        row.set(&BUILT_IN.name(), Value::Bool(is_built_in));
    }
    Ok(())
}

/// A format of the program keeps its name for itself: an own one of that name would hide it.
fn need_free_name(filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let name: String = filled.get(VoucherFormat::FORMAT_NAME)?;
    filled.findings.error_if(format::is_built_in(&name), &VoucherFormat::FORMAT_NAME.name(), NAME_TAKEN);
    Ok(())
}

fn chosen(tx: &mut Tx<'_>, filled: &Filled<'_>) -> Result<format::Format, Refusal> {
    let org = tx.org();
    format::find(tx, org, filled.get(FORMAT)?)?.ok_or(Refusal::NotFound)
}

fn copy(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    need_free_name(filled)?;
    let name: String = filled.get(VoucherFormat::FORMAT_NAME)?;
    let org = tx.org();
    let mut taken = sql::from(org, format::TABLE);
    taken.column("id").and_where(sql::eq("format_name", name.clone()));
    if tx.first(&taken.into())?.is_some() {
        filled.findings.error(VoucherFormat::FORMAT_NAME.name(), NAME_TAKEN.text());
    }
    filled.unless_clean()?;
    let from = chosen(tx, filled)?;
    let id = format::copy(tx, &from, &name)?;
    filled.answer("id", serde_json::json!(id));
    tx.log(LogEntry::of(OBJECT, id, name, PATH).did("新建", format!("复制{}", from.name)))
}

fn set_default(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let format = chosen(tx, filled)?;
    let Some(id) = format.id else { return Ok(()) };
    let org = tx.org();
    let was: Option<Id> = setting::value(tx, org, &DEFAULT, None)?;
    if was == Some(id) {
        return Ok(());
    }
    format::set_default(tx, id)?;
    tx.log(LogEntry::of(OBJECT, id, format.name, PATH).did("修改", "设为默认").level(Level::High))
}

fn preview(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>, filled: &mut Filled<'_>) -> Result<Told, Refusal> {
    crate::voucher::need_amounts(actor)?;
    let voucher: Id = filled.get(VOUCHER)?;
    let (head, rows) = format::preview(conn, actor.org_id, (id, &[voucher]))?;
    Ok(Told::default().grid(("预览", "Preview"), &head, &rows))
}
