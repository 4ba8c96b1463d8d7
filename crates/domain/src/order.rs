//! The order aggregate. Declarations of its fields, the draft read from a body, the rules over
//! drafts, nodes and moves, the page lock, and who sees an order. But for the last and for [`store`], everything here
//! is a value or a pure function.

mod check;
mod choices;
mod draft;
mod fields;
mod head;
mod lease;
mod messages;
mod moves;
mod node;
pub mod store;
mod visible;

pub use check::{
    Checked, CoopFact, Facts, FigureMark, FormRules, Side, SideFigures, Stored, check, figures, fixed, fixed_fields,
    mark_members, marks, outside, side_figures,
};
pub use choices::*;
pub use draft::{
    Draft, ECHOED, PARTY_ROLES, Party, Service, Sheet, party_of, read, read_party, read_rows, rows_json, sheet_json,
};
pub use fields::{
    Air, Dimensions, FORM_ORDER, Hawb, Head, Legs, PRICE_COLUMNS, PartyFields, SERVICES, ServiceDecl,
    is_operation_locked, is_price, sections,
};
pub use head::{
    EDIT_CODES, FILE_CODES, FORCE_STOP_CODES, OrderHead, PAGE_CODES, SHARE_CODES, TAKE_OVER_CODES, TRACK_CODES,
    code_of, form_page, head, head_of_id, need_papers_open, need_seen, page_slug,
};
pub use lease::lease_page;
pub use messages::*;
pub use moves::{CANCEL_REASONS, Lifecycle, MOVES, Move, MoveFacts, allowed, refuse};
pub use node::{NODES_AE, Node, NodeFacts, STATUS, node, status_shown};
pub use visible::{
    Ground, OrderView, Viewer, ground, need_visible, unless_hidden_by_lock, visible_in_group, visible_order,
};
