//! Seals, signatures and signature texts: which template a paper takes, and what its variables say.

use std::collections::BTreeMap;

use kernel::{Day, Id, Msg, show_day};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType, SelectStatement};
use platform::store::{Conn, sql};

use crate::{braces, org};

/// Stands for all scopes, and for all papers.
pub const ALL: &str = "*";
/// Kind: a text below which one signs.
pub const TEXT: &str = "签名文本";
/// Kind: the picture of a seal.
pub const SEAL: &str = "印章";
/// Kind: the picture of a user's signature.
pub const SIGNATURE: &str = "签字";
/// Kind: what stands below mails.
pub const MAIL: &str = "邮件签名";
/// A paper is given without its seal.
pub const NO_RIGHT: Msg =
    Msg::new("sign_template.no_right", "您没有使用该印章的权限", "You have no right to use this seal.");
/// Papers with a signature text of their own that the air waybill prints.
pub const MASTER_SHIPPER: &str = "主运单托运人或代理人";
/// The carrier's side of the master.
pub const MASTER_CARRIER: &str = "主运单承运人或代理人";
/// The house waybill.
pub const HOUSE: &str = "分运单";
/// The bill of lading.
pub const BILL_OF_LADING: &str = "海运提单";
/// Which of the company's seals a bill of lading bears.
pub const BILL_SEAL: &str = "提单章";
/// What a template may say of those who use it.
pub const VARIABLES: [&str; 8] = ["orgName", "orgEname", "userName", "userEname", "phone", "email", "date", "place"];

/// A template, as choosing needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// Row.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// Taken unless another is chosen.
    pub is_default: bool,
    /// Scope, or [`ALL`].
    pub scope: String,
    /// Paper, or [`ALL`].
    pub document: String,
    /// Text with its variables; of a mail in simple HTML.
    pub text: String,
    /// Whose signature it is; none for everybody's.
    pub user: Option<Id>,
    /// Who may use it; empty for all.
    pub roles: Vec<Id>,
}

/// For what a template is wanted, and by whom.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// Kind of template.
    pub kind: &'a str,
    /// Scope.
    pub scope: &'a str,
    /// Paper.
    pub document: &'a str,
    /// `zh` or `en`.
    pub language: &'a str,
    /// Who prints.
    pub user: Id,
}

/// What was found.
#[derive(Debug, PartialEq, Eq)]
pub enum Chosen<'a> {
    /// Nobody set one up.
    None,
    /// There is one, but not for the roles of who prints.
    Forbidden,
    /// This one.
    Template(&'a Template),
}

impl Template {
    /// Whether it is for everybody, or for one of these roles.
    pub fn allows(&self, roles: &[Id]) -> bool {
        self.roles.is_empty() || self.roles.iter().any(|role| roles.contains(role))
    }
}

/// Of the defaults of one kind and language: the scope's own before that of all scopes, then the
/// paper's own before that of all papers. The roles are judged last: whoever may not use what is
/// meant for the paper does not get another one in its place.
pub fn choose<'a>(templates: &'a [Template], wanted: &Wanted<'_>, roles: &[Id]) -> Chosen<'a> {
    let fits = |own: &str, asked: &str| own == asked || own == ALL;
    let best = templates
        .iter()
        .filter(|each| each.is_default)
        .filter(|each| fits(&each.scope, wanted.scope) && fits(&each.document, wanted.document))
        .filter(|each| each.user.is_none_or(|user| user == wanted.user))
        .max_by_key(|each| (each.scope != ALL, each.document != ALL));
    match best {
        None => Chosen::None,
        Some(best) if best.allows(roles) => Chosen::Template(best),
        Some(_) => Chosen::Forbidden,
    }
}

/// What a search of the org's active defaults found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Nobody set one up.
    None,
    /// There is one, but not for the roles of who prints.
    Forbidden,
    /// This one.
    Template(Template),
}

/// The template a paper takes; one that is not for who prints is as none.
pub fn find(conn: &mut dyn Conn, org: i64, wanted: &Wanted<'_>) -> Result<Option<Template>, Refusal> {
    Ok(match look(conn, org, wanted)? {
        Found::Template(template) => Some(template),
        Found::None | Found::Forbidden => None,
    })
}

/// The same, telling a withheld one from none.
pub fn look(conn: &mut dyn Conn, org: i64, wanted: &Wanted<'_>) -> Result<Found, Refusal> {
    let mut select = fitting(org, wanted);
    let defaults = templates(conn, org, select.and_where(sql::eq("is_default", true)))?;
    if defaults.is_empty() {
        return Ok(Found::None);
    }
    let roles = roles_of_user(conn, org, wanted.user)?;
    Ok(match choose(&defaults, wanted, &roles) {
        Chosen::Template(template) => Found::Template(template.clone()),
        Chosen::Forbidden => Found::Forbidden,
        Chosen::None => Found::None,
    })
}

/// All active ones that are for a paper; of signatures those of who prints.
pub fn all(conn: &mut dyn Conn, org: i64, wanted: &Wanted<'_>) -> Result<Vec<Template>, Refusal> {
    let found = templates(conn, org, &fitting(org, wanted))?;
    Ok(found.into_iter().filter(|each| each.user.is_none_or(|user| user == wanted.user)).collect())
}

fn fitting(org: i64, wanted: &Wanted<'_>) -> SelectStatement {
    let mut select = sql::from(org, "sign_template");
    select
        .columns(["id", "business_scope", "document", if wanted.kind == MAIL { "mail_text" } else { "sign_text" }])
        .columns(["user_id", "name", "is_default"])
        .and_where(sql::eq("kind", wanted.kind.to_owned()))
        .and_where(sql::eq("language", wanted.language.to_owned()))
        .and_where(sql::is_in(sql::col("business_scope"), [ALL.to_owned(), wanted.scope.to_owned()]))
        .and_where(sql::is_in(sql::col("document"), [ALL.to_owned(), wanted.document.to_owned()]))
        .and_where(sql::eq("active", true));
    if (wanted.kind, wanted.document) == (SEAL, BILL_OF_LADING) {
        // What stands for all papers is on no bill of lading, unless it is the seal of bills.
        select.and_where(sql::eq("document", BILL_OF_LADING.to_owned()).or(sql::eq("seal_type", BILL_SEAL.to_owned())));
    }
    select
}

fn templates(conn: &mut dyn Conn, org: i64, select: &SelectStatement) -> Result<Vec<Template>, Refusal> {
    let mut found = Vec::new();
    for row in conn.query(&select.clone().into())? {
        let id = row.get(0)?;
        found.push(Template {
            id,
            scope: row.get(1)?,
            document: row.get(2)?,
            text: row.get(3)?,
            user: row.get(4)?,
            name: row.get(5)?,
            is_default: row.get(6)?,
            roles: roles_of_template(conn, org, id)?,
        });
    }
    Ok(found)
}

/// Whether a template is for everybody, or for a role a user holds.
pub fn may_use(conn: &mut dyn Conn, org: i64, template: Id, user: Id) -> Result<bool, Refusal> {
    let roles = roles_of_template(conn, org, template)?;
    Ok(roles.is_empty() || roles_of_user(conn, org, user)?.iter().any(|role| roles.contains(role)))
}

fn roles_of_template(conn: &mut dyn Conn, org: i64, template: Id) -> Result<Vec<Id>, Refusal> {
    ids(conn, sql::from(org, "sign_template_role").column("role_id").and_where(sql::eq("template_id", template)))
}

/// The active roles a user holds.
pub fn roles_of_user(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Vec<Id>, Refusal> {
    let mut held = sql::from(org, "user_role");
    held.column(("user_role", "role_id"))
        .join(JoinType::InnerJoin, "role", sql::same_org("role", "user_role", "role_id"))
        .and_where(sql::of_eq("user_role", "user_id", user))
        .and_where(sql::of_eq("role", "active", true));
    ids(conn, &held)
}

fn ids(conn: &mut dyn Conn, select: &SelectStatement) -> Result<Vec<Id>, Refusal> {
    Ok(conn.query(&select.clone().into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Notes that templates stood on papers, each as often as it is named. Their rows are taken in the order of their ids,
/// so that those who print at once wait for each other and never in a circle: a print counts all of them at its end.
pub fn count_uses(conn: &mut dyn Conn, org: i64, used: impl IntoIterator<Item = Id>) -> Result<(), Refusal> {
    let mut times = BTreeMap::<Id, i64>::new();
    for id in used {
        *times.entry(id).or_default() += 1;
    }
    for (id, times) in times {
        let mut update = sql::update(org, "sign_template", &[]);
        update.value("used", sql::col("used").add(times)).and_where(sql::eq("id", id));
        conn.exec(&update.into())?;
    }
    Ok(())
}

/// What the variables stand for.
pub type Values = BTreeMap<&'static str, String>;

/// The values for a user of an org, on a day, at a place.
pub fn values(conn: &mut dyn Conn, (own, user): (i64, Id), day: Day, place: &str) -> Result<Values, Refusal> {
    let mut select = sql::from(own, "app_user");
    select
        .columns([("app_user", "name_cn"), ("app_user", "name_en"), ("app_user", "email")])
        .column(("login", "phone"))
        .join(JoinType::InnerJoin, "login", sql::of("login", "id").equals(("app_user", "login_id")))
        .and_where(sql::of_eq("app_user", "id", user));
    let own = org(conn, own)?;
    let row = conn.first(&select.into())?.unwrap_or_default();
    Ok(BTreeMap::from([
        ("orgName", own.name),
        ("orgEname", own.name_en),
        ("userName", row.get(0)?),
        ("userEname", row.get(1)?),
        ("email", row.get(2)?),
        ("phone", row.get(3)?),
        ("date", show_day(day)),
        ("place", place.to_owned()),
    ]))
}

/// Names in braces that are no variable, each once.
pub fn unknown(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for name in braces::names(text) {
        if !VARIABLES.contains(&name) && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The text with the values in place of the variables. A value is never read as a variable again.
pub fn fill(text: &str, values: &Values) -> String {
    braces::fill(text, |name| values.get(name).map_or("", String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: i64, scope: &str, document: &str) -> Template {
        let (scope, document) = (scope.to_owned(), document.to_owned());
        let (name, text, roles) = (String::new(), String::new(), Vec::new());
        Template { id: Id(id), name, is_default: true, scope, document, text, user: None, roles }
    }

    fn chosen(defaults: &[Template], scope: &str, document: &str, user: i64, roles: &[i64]) -> i64 {
        let wanted = Wanted { kind: "印章", scope, document, language: "zh", user: Id(user) };
        let roles: Vec<Id> = roles.iter().copied().map(Id).collect();
        match choose(defaults, &wanted, &roles) {
            Chosen::None => 0,
            Chosen::Forbidden => -1,
            Chosen::Template(template) => template.id.0,
        }
    }

    #[test]
    fn the_scope_goes_before_all_scopes_and_the_paper_before_all_papers() {
        let all = [row(1, ALL, ALL), row(2, ALL, "账单"), row(3, "AE", ALL), row(4, "AE", "账单")];
        assert_eq!(chosen(&all, "AE", "账单", 7, &[]), 4);
        assert_eq!(chosen(&all[..3], "AE", "账单", 7, &[]), 3, "the scope weighs more than the paper");
        assert_eq!(chosen(&all, "AE", "托书", 7, &[]), 3);
        assert_eq!(chosen(&all, "SE", "账单", 7, &[]), 2);
        assert_eq!(chosen(&all, "SE", "托书", 7, &[]), 1);
        assert_eq!(chosen(&all[2..], "SE", "托书", 7, &[]), 0);
        assert_eq!(chosen(&[], "AE", "账单", 7, &[]), 0);
        let unasked = Template { is_default: false, ..row(5, "AE", "账单") };
        assert_eq!(chosen(&[unasked], "AE", "账单", 7, &[]), 0, "one that is no default is chosen by hand alone");
    }

    #[test]
    fn a_template_is_for_its_roles_and_a_signature_for_its_user() {
        let sealed = Template { roles: vec![Id(50), Id(51)], ..row(1, "AE", "账单") };
        let defaults = [sealed, row(2, ALL, ALL)];
        assert_eq!(chosen(&defaults, "AE", "账单", 7, &[51]), 1);
        assert_eq!(chosen(&defaults, "AE", "账单", 7, &[52]), -1, "another one does not stand in for it");
        assert_eq!(chosen(&defaults, "AE", "账单", 7, &[]), -1);
        assert_eq!(chosen(&defaults, "AI", "账单", 7, &[]), 2);
        let signed = [Template { user: Some(Id(7)), ..row(3, "AE", ALL) }, row(4, ALL, ALL)];
        assert_eq!(chosen(&signed, "AE", "账单", 7, &[]), 3);
        assert_eq!(chosen(&signed, "AE", "账单", 8, &[]), 4);
    }

    #[test]
    fn variables_are_filled_once_and_unknown_ones_named() {
        let values = Values::from([("orgEname", "DEMO {date}".to_owned()), ("date", "2026-07-15".to_owned())]);
        assert_eq!(fill("AS AGENT FOR {orgEname}", &values), "AS AGENT FOR DEMO {date}");
        assert_eq!(fill("{date}{date}", &values), "2026-07-152026-07-15");
        assert_eq!(fill("{place}|", &values), "|", "what has no value stays empty");
        assert_eq!(fill("{date", &values), "{date");
        assert_eq!(fill("", &values), "");
        assert_eq!(unknown("{orgName} {orgname} {x}{x} {} { date}"), ["orgname", "x", "", " date"]);
        let known: String = VARIABLES.iter().map(|name| format!("{{{name}}}")).collect();
        assert!(unknown(&known).is_empty());
        assert!(unknown("no } variable {").is_empty());
    }
}
