//! /sc_track_code 事件代码映射: what each source means by codes of its own.

use kernel::{Findings, Id, Msg};
use order::{carried, event};
use platform::access::Actor;
use platform::call::Tx;
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique};
use platform::field::Field;
use platform::import::Import;
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, sql};

/// Address of the page.
pub(super) const PAGE: &str = "/sc_track_code";
/// Its table.
pub(super) const TABLE: &str = "order_event_code";

const TAKEN: Msg = Msg::new("track.code.taken", "该来源方的事件代码已有映射", "The code of this source has a meaning.");
const UNKNOWN: Msg = Msg::new("track.code.unknown", "未知的事件：{code}", "There is no event {code}.");

document! {
    /// What a source means by a code.
    pub struct Meaning in "order_event_code" {
        /// Whose code it is.
        source: String = Field::text("来源方", "From").required().max(50),
        /// The code as it is told.
        told: String = Field::text("事件代码", "Event code").required().max(100),
        /// The event of ours.
        code: String = Field::upper("对应事件", "Event").required().max(4),
        /// Remark.
        remark: String = Field::text("备注", "Remark").max(200),
    }
}

/// The meanings.
pub(super) const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Meaning::SOURCE).width(140),
        Column::own(Meaning::TOLD).width(200).copy(),
        Column::own(Meaning::CODE).width(100),
        Column::own(Meaning::REMARK).width(240),
    ],
    filters: &[
        Filter::new("source", Match::Contains, Meaning::SOURCE),
        Filter::new("told", Match::Contains, Meaning::TOLD),
        Filter::new("code", Match::Contains, Meaning::CODE),
    ],
    buttons: &[
        Button::new("sc-track-code-add", ("新增映射", "Add meaning"), "primary", "create"),
        Button::import("sc-track-code-import", "POST /sc/track/code/import"),
        Button::new("sc-track-code-edit", ("修改映射", "Change meaning"), "row", "edit"),
        Button::new("sc-track-code-remove", ("删除映射", "Remove meaning"), "row", "remove")
            .calls("DELETE /sc/track/code/{id}"),
    ],
    sort: "source,asc",
    decorate: Some(decorate),
    form: "sc.track-code.form",
    ..ListPage::new(
        "sc.track-code.list",
        PAGE,
        ("事件代码映射", "Meanings of event codes"),
        "sc_track_code",
        "/sc/track/code",
        TABLE,
    )
};

fn decorate(actor: &Actor, _: &RowView<'_>, out: &mut String) {
    list::write_can(actor, &["sc-track-code-edit", "sc-track-code-remove"], out);
}

/// The form beside it.
pub(super) const FORM: FormPage = FormPage {
    codes: ["sc-track-code-add", "sc-track-code-edit", "sc-track-code-remove", ""],
    page: PAGE,
    uniques: &[Unique {
        index: "uq_order_event_code_told",
        columns: &["source", "told"],
        field: "told",
        message: TAKEN,
    }],
    rules: Some(rules),
    import: Import::with("sc-track-code-import").by_all(&[Meaning::SOURCE, Meaning::TOLD]).apart(),
    sections: &[Section { key: "main", title: ("映射", "Meaning"), fields: Meaning::FIELDS }],
    ..FormPage::of::<Meaning>(
        "sc.track-code.form",
        ("事件代码映射", "Meaning of an event code"),
        ("sc_track_code", "/sc/track/code", "track_code_meaning"),
        Meaning::TOLD,
    )
};

fn rules(_: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let meaning = Meaning::from_values(&draft.values)?;
    let code = meaning.code.as_str();
    if !code.is_empty() && !carried().any(|kind| event(kind.scope, code).is_some()) {
        findings.error("code", UNKNOWN.with(&[("code", code)]));
    }
    Ok(())
}

/// Writes what a source means by a code; what it meant before is meant no more.
pub(super) fn save(tx: &mut Tx<'_>, source: &str, told: &str, code: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "version"])
        .and_where(sql::eq("source", source.to_owned()))
        .and_where(sql::eq("told", told.to_owned()));
    let by = [("updated_by", tx.actor.user_id.into_value()), ("updated_at", tx.now.into_value())];
    let mut cells = vec![("code", code.to_owned().into_value())];
    cells.extend(by);
    if let Some(row) = tx.first(&select.into())? {
        let (id, version): (Id, i64) = (row.get(0)?, row.get(1)?);
        cells.push(("version", (version + 1).into_value()));
        tx.exec(&sql::update(org, TABLE, &cells).and_where(sql::eq("id", id)).into())?;
        return Ok(());
    }
    cells.extend([
        ("id", tx.new_id().into_value()),
        ("source", source.to_owned().into_value()),
        ("told", told.to_owned().into_value()),
        ("version", 1i64.into_value()),
        ("created_by", tx.actor.user_id.into_value()),
        ("created_at", tx.now.into_value()),
    ]);
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    Ok(())
}
