//! Orders of all eight scopes. A scope is a [`Profile`]: its sections and fields, the rows below it, its places, nodes,
//! rules, and what stands against its moves. The draft, its rules, its tables and its moves are one for all of them.

pub mod air;
mod applied;
mod bearers;
mod business;
pub mod carriage;
mod charge_unit;
mod check;
mod choices;
pub mod config;
pub mod differs;
mod draft;
mod event;
mod head;
mod hung;
mod known;
mod lane;
mod lease;
pub mod listed;
mod messages;
mod money;
mod moves;
mod node;
pub mod part;
mod parts;
mod place;
mod profile;
mod read;
mod returned;
mod sheet;
pub mod signing;
mod spelling;
pub mod split;
pub mod store;
mod told;
mod visible;

pub use air::{
    Air, Dimensions, FORM_ORDER, Hawb, Head, Legs, PRICE_COLUMNS, PartyFields, SERVICES, ServiceDecl, is_price,
};
pub use applied::{apply_templates, hold_for_templates};
pub use bearers::{Bearers, by_numbers, nameable};
pub use business::{Business, MONEY_ONLY, OPENING, counts, days_differ};
pub use carriage::{Boxes, Detail, PlanBoxes, Services, Stops};
pub use charge_unit::{ChargeUnit, charge_factor};
pub use check::{
    Around, Checked, FigureMark, Side, SideFigures, check, figures, fixed, mark_members, marks, outside, side_figures,
};
pub use choices::*;
pub use draft::{Draft, PARTY_ROLES, Party, Service, party_of};
pub use event::{EventCode, Fills, event, events_of};
pub use head::{
    EDIT_CODES, FILE_CODES, FORCE_STOP_CODES, OrderHead, PAGE_CODES, SHARE_CODES, TAKE_OVER_CODES, TRACK_CODES,
    code_of, form_page, head, head_of_id, need_papers_open, need_seen, page_slug, scope_of,
};
pub use hung::{Bill, Hung, bills};
pub use known::{CoopFact, Facts, gather, number_exists, similar};
pub use lane::{LANES, laned};
pub use lease::lease_page;
pub use messages::*;
pub use money::{
    FREE_DAYS_MAX, FREE_STORAGE_DAYS, decided_free_days, percentages, percentages_anew, subject, subject_of,
};
pub use moves::{DONE, Guard, Lifecycle, Move, MoveFacts, SPLITS_WEIGHED, allowed, refuse};
pub use node::{
    By, Cargo, Happened, Node, Progress, STATUS, Step, follows_cargo, lifecycle_of_state, node, nodes, reached, states,
    status_shown, step,
};
pub use parts::{BOXES, CONFIRM_DIMENSIONS, HOUSES, LEGS, PLAN_BOXES, PLAN_DIMENSIONS, STOPS};
pub use place::{Place, PlaceKind, may_name, nation, place, place_names, unknown_place};
pub use profile::{ByScope, Profile, carried, carried_of, profile};
pub use read::{read, read_party, read_rows};
pub use returned::{BOX_MOVES, need_returned};
pub use sheet::{Sheet, rows_json, sheet_json};
pub use spelling::spellings;
pub use told::{OrderEvent, order_events};
pub use trade::container::{BoxCount, CONTAINER_TYPES, ContainerType, box_text, container_type, teu};
pub use visible::{need_visible, unless_hidden_by_lock, visible_in_group, visible_order};
