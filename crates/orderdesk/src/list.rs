//! The list of a scope's orders: one for all eight, made of the scope's profile. What a list says about rows, rights and
//! money stands here once; the rooms give it its key and address.

mod columns;
mod filters;
mod settles;
mod waits;

use std::sync::LazyLock;

use charge::finance;
use kernel::{Density, Id, Instant, Scope, Volume, Weight};
use order::store::TABLE;
use order::{
    ByScope, EDIT_CODES, FORCE_STOP_CODES, Lifecycle, Move, MoveFacts, PAGE_CODES, Profile, SHARE_CODES,
    SPLITS_WEIGHED, SideFigures, allowed, code_of, form_page, lifecycle_of_state, marks, profile,
    unless_hidden_by_lock, visible_order,
};
use platform::access::Actor;
use platform::field::{lasting, push_text};
use platform::list::{Asked, Behind, Button, Column, Filter, Join, ListPage, RowView};
use platform::refusal::Refusal;
use platform::sea_query::Condition;
use platform::store::{Cell, sql};

use crate::bring;

pub use columns::{RECORDED, RECORDED_DONE, routing, status};
pub use filters::LOCKED;
pub use settles::{SETTLES, SETTLING, of_person, waiting_for};
pub use waits::MINE;

/// What a room calls the list of a scope.
#[derive(Debug, Clone, Copy)]
pub struct Named {
    /// Key.
    pub key: &'static str,
    /// Beginning of its calls.
    pub base: &'static str,
    /// Title in Chinese and English.
    pub title: (&'static str, &'static str),
    /// Key of the form that opens beside it.
    pub form: &'static str,
}

/// The list of a scope's orders.
pub fn list(scope: Scope, named: Named) -> ListPage {
    static ALL: LazyLock<ByScope<Made>> = LazyLock::new(|| ByScope::new(Made::of));
    let made = ALL.of(scope);
    let code = code_of(PAGE_CODES, scope);
    ListPage {
        joins: &made.joins,
        follows: &[finance::TABLE],
        columns: &made.columns,
        filters: &made.filters,
        buttons: &made.buttons,
        export: made.export,
        edit_link: made.edit,
        form: named.form,
        behind: Some(made),
        ..ListPage::new(named.key, lasting(&format!("/{code}")), named.title, code, named.base, TABLE)
    }
}

/// Orders of a scope.
pub fn of_scope(scope: Scope) -> Condition {
    Condition::all().add(sql::of_eq(TABLE, "business_scope", scope.code()))
}

/// Lifecycles that a list shows unless asked for more.
pub fn living() -> Condition {
    let shown = [Lifecycle::Open, Lifecycle::Locked].map(|state| state.code().to_owned());
    Condition::all().add(sql::is_in(sql::of(TABLE, "lifecycle"), shown))
}

/// What a list shows unless asked for more: no cancelled and closed orders, and none that finance locked where the org
/// decided so.
pub fn usual(scope: Scope) -> Condition {
    living().add(unless_hidden_by_lock(scope))
}

/// What the list of a scope is made of, once.
struct Made {
    profile: &'static Profile,
    /// The form of a row.
    edit: &'static str,
    export: &'static str,
    /// Buttons of every row.
    always: Vec<&'static str>,
    /// Buttons of which the rows of every scope tell what stands against them.
    told: [&'static str; 3],
    joins: Vec<Join>,
    columns: Vec<Column>,
    filters: Vec<Filter>,
    buttons: Vec<Button>,
}

impl Made {
    fn of(scope: Scope) -> Self {
        let profile = profile(scope);
        let edit = lasting(&format!("{}?o={{orderUuid}}", form_page(scope)));
        let copy = profile.takes_masters().then(|| code(scope, "copy"));
        Self {
            profile,
            edit,
            export: code(scope, "export"),
            always: copy.into_iter().chain([code_of(SHARE_CODES, scope)]).collect(),
            told: [Move::Edit, Move::ForceStop, Move::Split].map(|wanted| wanted.code(scope)),
            joins: columns::joins(profile),
            columns: columns::columns(profile, edit),
            filters: filters::filters(profile),
            buttons: buttons(profile, edit),
        }
    }
}

/// A button of a scope's orders.
fn code(scope: Scope, suffix: &str) -> &'static str {
    lasting(&format!("{}-order-{suffix}", scope.share_prefix()))
}

fn buttons(profile: &Profile, edit: &'static str) -> Vec<Button> {
    let scope = profile.scope;
    let custom = |code, label| Button::new(code, label, "row", "custom");
    let close = custom(code_of(FORCE_STOP_CODES, scope), ("强制关闭", "Close for good"));
    let share = custom(code_of(SHARE_CODES, scope), ("分享", "Share"));
    let split = custom(Move::Split.code(scope), ("拆单", "Split order"));
    let mut buttons = vec![
        Button::new(code(scope, "add"), ("新增", "New"), "primary", "link").calls(form_page(scope)),
        bring::button(profile),
        Button::new(code(scope, "export"), ("导出", "Export"), "toolbar", "export"),
        Button::new(code_of(EDIT_CODES, scope), ("编辑", "Edit"), "row", "link").calls(edit),
    ];
    if profile.takes_masters() {
        buttons.extend([
            custom(code(scope, "copy"), ("复制", "Copy")),
            split,
            custom(Move::Cancel.code(scope), ("取消订单", "Cancel order")),
            custom(Move::Restore.code(scope), ("恢复订单", "Restore order")),
            close,
            custom(Move::Uninstall.code(scope), ("卸载主单", "Unload master")),
            share,
        ]);
    } else {
        buttons.extend(profile.splits().then_some(split));
        buttons.extend([Button { action: "link", ..share }.calls("/orderShareQrcodeTrack?o={orderUuid}"), close]);
    }
    buttons
}

impl Behind for Made {
    fn visible(&self, actor: &Actor) -> Option<Condition> {
        Some(of_scope(self.profile.scope).add(visible_order(actor)))
    }

    /// Who says whether he wants closed orders is taken at his word. Who asks for those in a state, or for those that wait for
    /// something, is shown them wherever they stand.
    fn narrows(&self, asked: &Asked<'_>) -> Result<Condition, Refusal> {
        let usual = usual(self.profile.scope);
        let given = |name: &&str| asked.value(name).is_some();
        if asked.value("closed").is_some() {
            return Ok(if asked.is_on("closed") { Condition::all() } else { usual });
        }
        if ["orderStatus", "todo"].iter().any(given) {
            return Ok(Condition::all());
        }
        let words = asked.value("node").unwrap_or_default().split(',').map(str::trim);
        let states: Vec<Lifecycle> = words.filter_map(lifecycle_of_state).collect();
        let wanted = sql::any_of(states.iter().map(|state| sql::of_eq(TABLE, "lifecycle", state.code())));
        Ok(if states.is_empty() { usual } else { Condition::any().add(usual).add(wanted) })
    }

    /// Colours of the figures and the buttons of a row. A locked or closed order is still opened, read-only, and shared.
    fn decorate(&self, actor: &Actor, row: &RowView<'_>, out: &mut String) {
        let row = Figures::of(row);
        if self.profile.takes_masters() {
            row.write_marks(out);
        }
        // A row does not tell its boxes: whether what was weighed can be split by them, the dialog says.
        let facts = MoveFacts { has_boxes: self.profile.boxes(), ..row.facts(actor) };
        let can = allowed(self.profile, &facts, |code| self.tells(code) && actor.has(code));
        let always = self.always.iter().filter(|code| actor.has(code));
        out.push_str(",\"can\":[");
        for (place, code) in can.iter().chain(always).enumerate() {
            out.push_str(if place > 0 { "," } else { "" });
            push_text(code, out);
        }
        out.push(']');
    }
}

impl Made {
    /// Whether a row tells what stands against a move. Those of air export tell it all; of the others the lifecycle is known,
    /// and whether they were weighed.
    fn tells(&self, code: &str) -> bool {
        self.profile.takes_masters() || self.told.contains(&code)
    }
}

/// A row with its figures as they are compared.
struct Figures<'a> {
    row: &'a RowView<'a>,
    plan: SideFigures,
    confirm: SideFigures,
}

impl<'a> Figures<'a> {
    fn of(row: &'a RowView<'a>) -> Self {
        let plan = side(row, ["planPieces", "planWeight", "planVolume", "planChargeWeight", "planDensity"]);
        let confirm =
            side(row, ["confirmPieces", "confirmWeight", "confirmVolume", "confirmChargeWeight", "confirmDensity"]);
        Self { row, plan, confirm }
    }

    /// What the moves look at; what the list has no column for is not known.
    fn facts(&self, actor: &Actor) -> MoveFacts {
        let Self { row, confirm, .. } = self;
        let number = |name: &str| Option::<i64>::from_value(row.value(name)).ok().flatten();
        MoveFacts {
            lifecycle: Lifecycle::from_code(&String::from_value(row.value("lifecycle")).unwrap_or_default()),
            rank: number("nodeRank").unwrap_or_default(),
            operation_finished: bool::from_value(row.value("operationFinished")).unwrap_or_default(),
            has_awb: number("awbId").is_some(),
            has_confirm: confirm.pieces.is_some() || confirm.weight.is_some() || confirm.volume.is_some(),
            splits_weighed: actor.has(SPLITS_WEIGHED),
            confirm_complete: confirm.pieces.is_some() && confirm.weight.is_some() && confirm.volume.is_some(),
            closed_by: number("closedBy").map(Id),
            closed_at: number("closedAt").map(Instant::from_millis),
            user: Some(actor.user_id),
            is_admin: !actor.admin_role.is_empty(),
            ..MoveFacts::default()
        }
    }

    fn write_marks(&self, out: &mut String) {
        out.push_str(",\"marks\":{");
        for (place, mark) in marks(&self.plan, &self.confirm).iter().enumerate() {
            out.push_str(if place > 0 { ",\"" } else { "\"" });
            out.push_str(mark.name);
            out.push_str("\":");
            out.push_str(&serde_json::to_string(mark).unwrap_or_default());
        }
        out.push('}');
    }
}

fn side(row: &RowView<'_>, names: [&str; 5]) -> SideFigures {
    let [pieces, weight, volume, charge, density] = names.map(|name| row.value(name));
    SideFigures {
        pieces: Option::<i64>::from_value(pieces).ok().flatten(),
        weight: Option::<Weight>::from_value(weight).ok().flatten(),
        volume: Option::<Volume>::from_value(volume).ok().flatten(),
        charge_weight: Option::<Weight>::from_value(charge).ok().flatten(),
        density: Option::<Density>::from_value(density).ok().flatten(),
    }
}
