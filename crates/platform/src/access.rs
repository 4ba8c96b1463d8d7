//! Who is calling and what they may do: sessions, effective permissions, data levels.
//!
//! Rules 4 to 7 of the people chapter: opaque tokens stored hashed, permissions judged anew at
//! every call by the org's permission version, deny by default.

mod company;
mod key;
mod rights;
mod secret;
mod session;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use kernel::{Id, Instant, Scope, is_recent};

use crate::refusal::Refusal;

pub use company::{Bar, PARTY_COLUMNS, join_party, may_work};
pub use key::{
    KEY_ACTIVE, KEY_EXPIRED, KEY_OVER, KEY_PERSONAL, KEY_READS, KEY_REVOKED, KEY_WHOLE, KeyOf, key_hint, new_key,
    revoke_keys, revoke_personal_keys,
};
pub(crate) use key::{KEY_NO_JOB, find_key, is_key, touch_key};
pub(crate) use rights::active_roles;
pub use rights::{RightsCache, load_rights, open_node, raise_permission_version};
pub use secret::{PasswordCost, hash_password, new_token, password_fits, random_bytes, secret_hash};
pub use session::{
    Entry, Found, IDLE, Limit, OVER, Opening, REPLACED, ROLELESS, SESSION_LIFE_MS, accounts_of, actor_of,
    end_org_sessions, end_other_sessions, end_session, end_sessions, end_user_sessions, find_session,
    has_other_account, has_other_person, is_elsewhere, lift_limit, live_at, names_of, note_proof, open_session,
    open_session_by,
};
pub(crate) use session::{end_over, note_over, session_of_hash, touch_session};

/// A proof of identity (password) holds so long for what asks for one.
const PROOF_MS: i64 = 10 * 60 * 1000;
/// Widest data level inside an org: every row of the org.
pub const LEVEL_ORG: i64 = 5;
/// Beyond the own org (Rule 5): the orders of every company of the group, on the pages of groups alone.
pub const LEVEL_GROUP: i64 = 6;
/// Pages of groups, and their buttons, begin so.
const OF_GROUP: &str = "jt_";

/// Whether a code belongs to a page of groups, which nobody below [`LEVEL_GROUP`] opens, whatever his roles hold.
pub fn is_of_group(code: &str) -> bool {
    code.starts_with(OF_GROUP)
}

/// What a page or operation asks of its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anyone, without a session.
    Public,
    /// Anyone with a session.
    LoggedIn,
    /// Holders of this page or button code.
    Code(&'static str),
    /// Holders of at least one of these codes.
    AnyOf(&'static [&'static str]),
}

impl Access {
    /// Holders of at least one of these codes; empty ones name nobody. Each set of codes is kept once.
    pub fn any_of(codes: &[&'static str]) -> Self {
        static KEPT: Mutex<BTreeSet<&'static [&'static str]>> = Mutex::new(BTreeSet::new());
        let mut named: Vec<&'static str> = codes.iter().copied().filter(|code| !code.is_empty()).collect();
        named.dedup();
        if let [one] = named.as_slice() {
            return Self::Code(one);
        }
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.get(named.as_slice()) {
            return Self::AnyOf(known);
        }
        let lasting: &'static [&'static str] = Vec::leak(named);
        kept.insert(lasting);
        Self::AnyOf(lasting)
    }

    /// The codes it names.
    pub fn codes(self) -> Vec<&'static str> {
        match self {
            Self::Public | Self::LoggedIn => Vec::new(),
            Self::Code(code) => vec![code],
            Self::AnyOf(codes) => codes.to_vec(),
        }
    }
}

/// Somebody with a session: the proof handlers work with.
#[derive(Debug, Clone)]
pub struct Actor {
    /// Org of the session.
    pub org_id: i64,
    /// Org's code and name.
    pub org_code: String,
    /// Org's name.
    pub org_name: String,
    /// Account.
    pub user_id: Id,
    /// Person.
    pub login_id: Id,
    /// Shown name.
    pub name: String,
    /// 0 phone, 1 e-mail, 2 admin.
    pub login_type: i64,
    /// `superAdmin`, `admin` or empty.
    pub admin_role: String,
    /// Moment of the call.
    pub now: Instant,
    /// Session of the call.
    pub session_id: Id,
    /// When the caller last proved here who he is, in milliseconds; 0: never, as another system said it.
    pub proved_at: i64,
    /// What the session may do, when that is little.
    pub limit: Option<Limit>,
    /// The key of the API the call came with, in place of a session.
    pub key: Option<Arc<KeyOf>>,
    /// Rights that change only with the org's permission version.
    pub rights: Arc<Rights>,
}

/// What a user may do and see.
#[derive(Debug, Clone, Default)]
pub struct Rights {
    /// Codes of effective pages and buttons.
    pub codes: BTreeSet<String>,
    /// Data level of orders per scope (1 to 5).
    pub order_levels: BTreeMap<&'static str, i64>,
    /// Scopes whose orders are seen in every company of the group.
    pub group_scopes: BTreeSet<&'static str>,
    /// The companies of the group, the own among them; none below level 6, or where the head keeps its view from a child.
    pub group_orgs: Vec<i64>,
    /// Data level of partners.
    pub coop_level: i64,
    /// Data level of inquiries.
    pub inquiry_level: i64,
    /// Departments, the main one first, with their codes; departments below begin with a code.
    pub depts: Vec<(Id, String)>,
    /// Active workgroups.
    pub workgroups: Vec<Id>,
    /// What is seen beyond the level.
    pub extra: Targets,
    /// What is not seen in spite of the level.
    pub except: Targets,
    /// Until when these hold although nothing was changed: the end of the first grant that ends by itself.
    until: Option<i64>,
}

/// Departments, workgroups and customers named for one user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Targets {
    /// Departments.
    pub depts: Vec<Id>,
    /// Workgroups.
    pub workgroups: Vec<Id>,
    /// Customers.
    pub coops: Vec<Id>,
}

impl Targets {
    /// Whether nothing is named.
    pub fn is_empty(&self) -> bool {
        self.depts.is_empty() && self.workgroups.is_empty() && self.coops.is_empty()
    }
}

impl Actor {
    /// Whether the actor holds a page or button code.
    pub fn has(&self, code: &str) -> bool {
        self.rights.codes.contains(code)
    }

    /// Refuses without the code.
    pub fn need(&self, code: &str) -> Result<(), Refusal> {
        if self.has(code) { Ok(()) } else { Err(Refusal::Forbidden) }
    }

    /// Refuses when the caller has not proved within ten minutes who he is.
    pub fn need_proof(&self) -> Result<(), Refusal> {
        let fresh = is_recent(Instant::from_millis(self.proved_at), self.now, PROOF_MS + 1);
        if self.has_proved() && fresh { Ok(()) } else { Err(Refusal::Prove) }
    }

    /// Refuses when the caller never proved in this session who he is: what would make a borrowed name a password.
    pub fn need_any_proof(&self) -> Result<(), Refusal> {
        if self.has_proved() { Ok(()) } else { Err(Refusal::Prove) }
    }

    fn has_proved(&self) -> bool {
        self.proved_at > 0
    }

    /// The same person with the same rights, at work on the rows of another org.
    #[must_use]
    pub(crate) fn in_org(mut self, org: i64) -> Self {
        self.org_id = org;
        self
    }

    /// Whether an access is granted.
    pub fn may(&self, access: Access) -> bool {
        match access {
            Access::Public | Access::LoggedIn => true,
            Access::Code(code) => self.has(code),
            Access::AnyOf(codes) => codes.iter().any(|code| self.has(code)),
        }
    }

    /// Data level of orders of a scope.
    pub fn order_level(&self, scope: Scope) -> i64 {
        self.rights.order_levels.get(scope.code()).copied().unwrap_or(LEVEL_ORG)
    }
}
