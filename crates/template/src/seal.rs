//! Seals and signatures on papers that are printed: which there are to choose from, what was chosen, and its traces.

use facts::sign::{self, Chosen, SEAL, SIGNATURE, Template, Wanted};
use kernel::{Findings, Id, Msg, Text};
use platform::access::Actor;
use platform::call::{Answer, App, Call, Tx};
use platform::log::{About, LogEntry};
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use print::{Picture, Seal};
use serde_json::{Value as Json, json};

use crate::pdf::{picture, picture_of};

/// Most seals and signatures on a paper.
const MOST: usize = 4;
/// Member of a print that names them.
const FIELD: &str = "sealIds";

const MANY: Msg =
    Msg::new("seal.many", "一份单证最多加盖{n}个印章或签字", "At most {n} seals and signatures are put on a paper.");
const UNKNOWN: Msg = Msg::new("seal.unknown", "印章不存在", "There is no such seal.");
const STOPPED: Msg = Msg::new("seal.stopped", "印章已停用：{name}", "The seal is stopped: {name}");
const OTHERS: Msg = Msg::new("seal.others", "不能使用他人的签字：{name}", "The signature is somebody else's: {name}");
const NOT_HERE: Msg = Msg::new("seal.not_here", "印章不适用于该单证：{name}", "The seal is not for this paper: {name}");

/// A seal's file, its width and where it lies.
#[derive(Debug, Clone)]
pub(crate) struct SealFile {
    pub(crate) id: Id,
    key: String,
    place: [Option<i64>; 3],
}

impl SealFile {
    /// That of an active template; none without a picture.
    pub(crate) fn of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<Self>, Refusal> {
        let mut select = sql::from(org, "sign_template");
        select
            .columns(["width_mm", "right_mm", "bottom_mm"])
            .and_where(sql::eq("id", id))
            .and_where(sql::eq("active", true));
        let Some(row) = conn.first(&select.into())? else { return Ok(None) };
        let place = [row.get(0)?, row.get(1)?, row.get(2)?];
        let key = picture_of(conn, org, ("sign_template", id))?;
        Ok(key.map(|key| Self { id, key, place }))
    }

    /// With its pixels; none where they can't be read.
    pub(crate) fn read(&self, app: &App, org: i64) -> Result<Option<Seal>, Refusal> {
        Ok(picture(&app.files.read(org, &self.key)?).map(|picture| stamp(picture, self.place)))
    }
}

/// A picture as a seal: its width and its distances from the right and the lower edge in millimetres, the usual ones
/// where its template names none.
pub fn stamp(picture: Picture, [width, right, bottom]: [Option<i64>; 3]) -> Seal {
    let millimetres =
        |given: Option<i64>, usual: u16| f32::from(given.and_then(|given| u16::try_from(given).ok()).unwrap_or(usual));
    Seal { picture, width: millimetres(width, 40), right: millimetres(right, 25), bottom: millimetres(bottom, 35) }
}

/// What is printed, as templates name it.
#[derive(Debug, Clone, Copy)]
pub struct Printed {
    /// Scope.
    pub scope: &'static str,
    /// Papers, each by the documents that sign on it: two where both sides do.
    pub papers: &'static [&'static [&'static str]],
    /// `zh` or `en`.
    pub language: &'static str,
    /// The default ones stand on it unless others are chosen.
    pub defaults: bool,
}

/// A template that may stand on what is printed.
struct Fit {
    template: Template,
    kind: &'static str,
    /// Papers it is for.
    documents: Vec<&'static str>,
    /// Those it is the default of.
    taken: Vec<&'static str>,
}

/// What there is for a user to put on what he prints.
struct Fits {
    all: Vec<Fit>,
    roles: Vec<Id>,
    /// Papers whose default seal is not for his roles.
    withheld: Vec<&'static str>,
}

impl Fits {
    fn of(conn: &mut dyn Conn, actor: &Actor, printed: Printed) -> Result<Self, Refusal> {
        let (org, user) = (actor.org_id, actor.user_id);
        let Printed { scope, language, .. } = printed;
        let mut fits = Self { all: Vec::new(), roles: sign::roles_of_user(conn, org, user)?, withheld: Vec::new() };
        for kind in [SEAL, SIGNATURE] {
            for document in printed.papers.concat() {
                let wanted = Wanted { kind, scope, document, language, user };
                let templates = sign::all(conn, org, &wanted)?;
                let taken = match sign::choose(&templates, &wanted, &fits.roles) {
                    Chosen::Template(template) if printed.defaults => Some(template.id),
                    Chosen::Forbidden if printed.defaults && kind == SEAL => {
                        fits.withheld.push(document);
                        None
                    }
                    _ => None,
                };
                for template in templates {
                    let is_taken = taken == Some(template.id);
                    fits.add(template, kind, document, is_taken);
                }
            }
        }
        // Defaults before the others, seals before signatures.
        fits.all.sort_by_key(|fit| (fit.taken.is_empty(), fit.kind != SEAL, fit.template.id));
        Ok(fits)
    }

    fn add(&mut self, template: Template, kind: &'static str, document: &'static str, taken: bool) {
        let taken = taken.then_some(document);
        match self.all.iter_mut().find(|fit| fit.template.id == template.id) {
            Some(fit) => {
                fit.documents.push(document);
                fit.taken.extend(taken);
            }
            None => {
                self.all.push(Fit { template, kind, documents: vec![document], taken: taken.into_iter().collect() });
            }
        }
    }
}

impl Fit {
    /// Papers it stands on when it is chosen: a default one on no other than without a choice.
    fn stands_on(&self) -> &[&'static str] {
        if self.taken.is_empty() { &self.documents } else { &self.taken }
    }
}

/// The seals and signatures a user may put on what he prints, the default ones marked; and whether one of these is not
/// for his roles.
pub fn offered_seals(conn: &mut dyn Conn, actor: &Actor, printed: Printed) -> Result<Json, Refusal> {
    let fits = Fits::of(conn, actor, printed)?;
    let mine = fits.all.iter().filter(|fit| fit.template.allows(&fits.roles));
    let seals: Vec<Json> = mine
        .map(|Fit { template, kind, taken, .. }| {
            json!({ "id": template.id, "name": template.name, "kind": kind, "isDefault": !taken.is_empty() })
        })
        .collect();
    Ok(json!({ "seals": seals, "withheld": !fits.withheld.is_empty() }))
}

/// A seal with its pixels, and the papers it stands on.
#[derive(Debug, Clone)]
struct Placed {
    id: Id,
    seal: Seal,
    documents: Vec<&'static str>,
}

/// The seals and signatures of a print.
#[derive(Debug, Clone, Default)]
pub struct Seals {
    placed: Vec<Placed>,
    /// Papers that go without one for want of a role.
    withheld: Vec<&'static str>,
}

impl Seals {
    /// What was chosen for a print; without a word the default ones. One that is not for the roles of who prints is left
    /// out, any other that can't stand there is refused. Pixels take a while, so they are read before any transaction.
    pub fn chosen(call: &Call, printed: Printed, asked: Option<&[Id]>) -> Result<Self, Refusal> {
        let actor = call.actor()?;
        let (files, withheld) = call.read(|conn| match asked {
            None => by_default(conn, actor, printed),
            Some(ids) => by_hand(conn, actor, printed, ids),
        })?;
        let mut placed = Vec::new();
        for (file, documents) in files {
            placed.extend(file.read(&call.app, actor.org_id)?.map(|seal| Placed { id: file.id, seal, documents }));
        }
        Ok(Self { placed, withheld })
    }

    fn standing<'a>(&'a self, documents: &'a [&str]) -> impl Iterator<Item = &'a Placed> {
        self.placed.iter().filter(|placed| placed.documents.iter().any(|document| documents.contains(document)))
    }

    /// Those that stand on some of the papers.
    pub fn on(&self, documents: &[&str]) -> Vec<Seal> {
        self.standing(documents).map(|placed| placed.seal.clone()).collect()
    }

    /// Notes that they stand there; the paper by its name, and what the line is about. Answers their templates, whose
    /// uses are counted when the print ends (`facts::sign::count_uses`).
    pub fn note(
        &self,
        tx: &mut Tx<'_>,
        documents: &[&str],
        (paper, about): (&str, About),
        page: &'static str,
    ) -> Result<Vec<Id>, Refusal> {
        let used: Vec<Id> = self.standing(documents).map(|placed| placed.id).collect();
        note_seals(tx, &used, (paper, about), page)?;
        Ok(used)
    }

    /// What a print of some of the papers answers, with a word when one of them went without a seal.
    pub fn answer(&self, data: Json, documents: &[&str]) -> Answer {
        with_seals(data, self.withheld.iter().any(|document| documents.contains(document)))
    }
}

/// Files with the papers they stand on, and the papers a seal is withheld from.
type Files = (Vec<(SealFile, Vec<&'static str>)>, Vec<&'static str>);

fn by_default(conn: &mut dyn Conn, actor: &Actor, printed: Printed) -> Result<Files, Refusal> {
    let Fits { all, withheld, .. } = Fits::of(conn, actor, printed)?;
    let mut files = Vec::new();
    for Fit { template, taken, .. } in all.into_iter().filter(|fit| !fit.taken.is_empty()) {
        files.extend(SealFile::of(conn, actor.org_id, template.id)?.map(|file| (file, taken)));
    }
    Ok((files, withheld))
}

fn by_hand(conn: &mut dyn Conn, actor: &Actor, printed: Printed, ids: &[Id]) -> Result<Files, Refusal> {
    let many = || Refusal::field(FIELD, MANY.with(&[("n", &MOST.to_string())]));
    // As many as can stand on all papers together; more need not be looked up.
    if ids.len() > MOST * printed.papers.len() {
        return Err(many());
    }
    let fits = Fits::of(conn, actor, printed)?;
    let (mut files, mut withheld, mut findings) = (Vec::<(SealFile, Vec<_>)>::new(), Vec::new(), Findings::new());
    for (place, id) in ids.iter().enumerate() {
        match fits.all.iter().find(|fit| fit.template.id == *id) {
            None => findings.error(format!("{FIELD}.{place}"), why_not(conn, actor, *id)?),
            Some(fit) if !fit.template.allows(&fits.roles) => withheld.extend(&fit.documents),
            Some(_) if files.iter().any(|(file, _)| file.id == *id) => {}
            Some(fit) => {
                let file = SealFile::of(conn, actor.org_id, *id)?;
                files.extend(file.map(|file| (file, fit.stands_on().to_vec())));
            }
        }
    }
    Refusal::unless_clean(&findings, &[])?;
    let stand_on = |paper: &[&str]| files.iter().filter(|(_, on)| on.iter().any(|one| paper.contains(one))).count();
    if printed.papers.iter().any(|paper| stand_on(paper) > MOST) { Err(many()) } else { Ok((files, withheld)) }
}

/// Why a template can't stand on a paper.
fn why_not(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Text, Refusal> {
    let mut select = sql::from(actor.org_id, "sign_template");
    select
        .columns(["name", "active", "user_id"])
        .and_where(sql::eq("id", id))
        .and_where(sql::is_in(sql::col("kind"), [SEAL, SIGNATURE].map(str::to_owned)));
    let Some(row) = conn.first(&select.into())? else { return Ok(UNKNOWN.text()) };
    let (name, active, user): (String, bool, Option<Id>) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let why = match user {
        _ if !active => STOPPED,
        Some(user) if user != actor.user_id => OTHERS,
        _ => NOT_HERE,
    };
    Ok(why.with(&[("name", &name)]))
}

/// Data of an answer, with a word beside it when a seal was left out for want of a role.
pub fn with_seals(data: Json, withheld: bool) -> Answer {
    let said = || sign::NO_RIGHT.text();
    if withheld { Answer::Noted(said(), Box::new(Answer::Said(said(), data))) } else { Answer::Data(data) }
}

/// Notes who put seals and signatures on a paper: a line of the log for each. Their uses are counted when the print ends.
pub fn note_seals(
    tx: &mut Tx<'_>,
    used: &[Id],
    (paper, about): (&str, About),
    page: &'static str,
) -> Result<(), Refusal> {
    let org = tx.org();
    for id in used {
        let mut select = sql::from(org, "sign_template");
        select.columns(["name", "kind"]).and_where(sql::eq("id", *id));
        let row = tx.first(&select.into())?.unwrap_or_default();
        let (name, kind): (String, String) = (row.get(0)?, row.get(1)?);
        let (function, put) =
            if kind == SEAL { ("使用印章", "加盖印章") } else { ("使用签字", "加签字") };
        let text = format!("{paper}：{put} {name}");
        let entry = LogEntry::of("sign_template", *id, name, page).did("打印", function).text(text);
        tx.log(entry.about(about.clone()))?;
    }
    Ok(())
}
