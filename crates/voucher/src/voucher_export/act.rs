//! 生成凭证, 导出凭证, 退回凭证.

use std::collections::{BTreeMap, BTreeSet};

use book::accounts::Accounts;
use book::origin::{self, Origin};
use book::posting::{self, Posting};
use book::rule::TOGETHER;
use book::{OBJECT, Rule, Source, Stamp, Wanted};
use charge::period;
use kernel::{Day, Id, parse_day};
use platform::call::{Answer, Call, Outcome};
use platform::page::Chosen;
use platform::prelude::*;
use serde_json::{Map, Value as Json, json};
use waybill::download::{Prepared, prepare};

use super::{ATTACHMENTS, DATE, MODE, NUMBER, PATH, WORD, seen};

/// Documents of one call.
const MOST: usize = 2_000;

const NONE: Msg = Msg::new("voucher_export.none", "请选择单据", "Choose documents.");
const TOO_MANY: Msg =
    Msg::new("voucher_export.many", "一次最多选择{n}张单据", "At most {n} documents are taken at once.");
const PART_POSTED: Msg = Msg::new(
    "voucher_export.posted",
    "{n}已生成凭证，请分开选择",
    "{n} has a voucher already: choose what has none, or all of one voucher.",
);
const NOT_POSTED: Msg = Msg::new("voucher_export.unposted", "{n}未生成凭证", "{n} has no voucher.");
const OTHER_BASIS: Msg = Msg::new(
    "voucher_export.basis",
    "挂账依据为{basis}，不能生成凭证",
    "The company posts {basis}: these documents get no voucher.",
);

/// The documents a call names, if its user sees all of them.
fn named(tx: &mut Tx<'_>, filled: &Filled<'_>, origin: &Origin) -> Result<Vec<Id>, Refusal> {
    let named = filled.body.get("ids").and_then(Json::as_array).into_iter().flatten();
    let ids: BTreeSet<Id> = named.filter_map(|id| id.as_str()?.parse().ok().map(Id)).collect();
    if ids.is_empty() {
        return Err(Refusal::business(NONE));
    }
    if ids.len() > MOST {
        return Err(Refusal::Business(TOO_MANY.with(&[("n", &MOST.to_string())])));
    }
    let ids: Vec<Id> = ids.into_iter().collect();
    let actor = tx.actor;
    seen::need_money(actor, origin)?;
    // What is not seen, or does not post any more, is told alike: the list is to be read again.
    let found = seen::among(tx, actor, origin, &ids)?;
    if found.len() == ids.len() { Ok(ids) } else { Err(Refusal::Stale(Json::Null)) }
}

/// What the dialog begins with, and the number that follows from date and word.
pub(super) fn first(
    conn: &mut dyn Conn,
    actor: &Actor,
    _: Option<Id>,
    chosen: &Chosen,
) -> Result<Map<String, Json>, Refusal> {
    let rule = book::rule(conn, actor.org_id)?;
    let (day, word): (Option<String>, Option<String>) = (chosen.get(DATE)?, chosen.get(WORD)?);
    let mut out = Map::new();
    match day.as_deref().and_then(parse_day) {
        Some(day) => {
            let word = word.unwrap_or(rule.word);
            let number = book::next_number(conn, actor.org_id, &period::month_of(day), &word)?;
            out.insert(NUMBER.name(), json!(number));
        }
        None if word.is_none() => {
            out.insert(WORD.name(), json!(rule.word));
            out.insert(MODE.name(), json!(rule.mode));
        }
        None => {}
    }
    Ok(out)
}

/// GET /css/voucherExport/maxVoucherNumber.
pub(super) fn next(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let day = parse_day(call.query("voucherDate")).unwrap_or(call.now().day());
    let word = call.query("word").to_owned();
    let number = call.read(|conn| {
        let word = if word.is_empty() { book::rule(conn, org)?.word } else { word };
        book::next_number(conn, org, &period::month_of(day), &word)
    })?;
    Ok(Answer::Data(json!(number)))
}

/// What the dialog of 生成凭证 says.
struct Asked {
    date: Option<Day>,
    word: String,
    number: Option<i64>,
    together: bool,
    attachments: Option<i64>,
}

impl Asked {
    fn of(filled: &Filled<'_>, rule: &Rule) -> Result<Self, Refusal> {
        let word: Option<String> = filled.get(WORD)?;
        Ok(Self {
            date: filled.get::<Option<String>>(DATE)?.as_deref().and_then(parse_day),
            word: word.filter(|word| !word.is_empty()).unwrap_or_else(|| rule.word.clone()),
            number: filled.get(NUMBER)?,
            together: filled.get::<String>(MODE)? == TOGETHER,
            attachments: filled.get(ATTACHMENTS)?,
        })
    }

    /// The date that was typed, else the last day of the documents' month if it is past, else today.
    fn date(&self, today: Day, postings: &[Posting]) -> Day {
        let last = postings.iter().map(|posting| posting.date).max().unwrap_or(today).last_of_month();
        self.date.unwrap_or(if last < today { last } else { today })
    }
}

/// 生成凭证: of documents without a voucher; those that have one in common are exported again or get another number.
pub(super) fn generate(tx: &mut Tx<'_>, filled: &mut Filled<'_>, origin: &'static Origin) -> Result<(), Refusal> {
    book::lock(tx)?;
    let ids = named(tx, filled, origin)?;
    let org = tx.org();
    let rule = book::rule(tx, org)?;
    let asked = Asked::of(filled, &rule)?;
    let posted = book::posted(tx, org, origin.table, &ids)?;
    let vouchers = match common(&posted, &ids)? {
        Some(stamp) => vec![again(tx, &stamp, asked.number)?],
        None => make(tx, (&rule, &asked), origin, &ids)?,
    };
    answer(tx, filled, &vouchers)
}

/// The voucher all documents have in common; none where none has one.
fn common(posted: &BTreeMap<Id, Stamp>, ids: &[Id]) -> Result<Option<Stamp>, Refusal> {
    let vouchers: BTreeSet<Id> = posted.values().map(|stamp| stamp.voucher).collect();
    let Some(first) = posted.values().next() else { return Ok(None) };
    if posted.len() == ids.len() && vouchers.len() == 1 {
        return Ok(Some(first.clone()));
    }
    Err(Refusal::Business(PART_POSTED.with(&[("n", &first.document)])))
}

/// 重新导出 with the same number, 换号 with another one.
fn again(tx: &mut Tx<'_>, stamp: &Stamp, number: Option<i64>) -> Result<(Id, String), Refusal> {
    let Some(number) = number.filter(|number| *number != stamp.number) else {
        let label = stamp.label();
        tx.log(LogEntry::of(OBJECT, stamp.voucher, &label, PATH).did("导出", "重新导出").level(Level::Low))?;
        return Ok((stamp.voucher, label));
    };
    let number = book::renumber(tx, stamp.voucher, Some(number))?;
    let label = format!("{}-{number}", stamp.word);
    let entry = LogEntry::of(OBJECT, stamp.voucher, &label, PATH).did("修改", "换号").level(Level::High);
    tx.log(entry.text(format!("凭证{}换号为{label}", stamp.label())))?;
    Ok((stamp.voucher, label))
}

/// Makes one voucher of all, or one of each with numbers counted up.
fn make(
    tx: &mut Tx<'_>,
    (rule, asked): (&Rule, &Asked),
    origin: &'static Origin,
    ids: &[Id],
) -> Result<Vec<(Id, String)>, Refusal> {
    if !origin.holds(rule) {
        let basis = book::rule::BASES.iter().find(|one| one.value == rule.post_by);
        let (zh, en) = basis.map_or(("", ""), |one| (one.zh, one.en));
        return Err(Refusal::Business(OTHER_BASIS.with_each(&[("basis", zh)], &[("basis", en)])));
    }
    let held = origin::hold(tx, origin, &ids.iter().copied().collect())?;
    if held.len() != ids.len() {
        return Err(Refusal::Stale(Json::Null));
    }
    let org = tx.org();
    let postings = book::postings(tx, org, (rule, origin), ids)?;
    let accounts = Accounts::of(tx, org)?;
    let date = asked.date(tx.now.day(), &postings);
    let groups: Vec<&[Posting]> = if asked.together { vec![&postings] } else { postings.chunks(1).collect() };
    let mut made = Vec::with_capacity(groups.len());
    for (place, group) in (0_i64..).zip(groups) {
        let wanted = Wanted {
            date,
            word: asked.word.clone(),
            number: asked.number.map(|number| number + place),
            kind: origin.kind,
            attachments: asked.attachments.unwrap_or_else(|| group.iter().map(|one| one.attachments).sum()),
            summary: match group {
                [one] => posting::summary(&rule.summary, one),
                several => posting::summary_of(origin.kind, date, several.len()),
            },
            entries: posting::entries(origin.kind, &accounts, group)?,
            sources: group.iter().map(|one| one.source.clone()).collect::<Vec<Source>>(),
        };
        let voucher = book::make(tx, &wanted)?;
        let label = voucher.label();
        let entry = LogEntry::of(OBJECT, voucher.id, &label, PATH).did("新建", "生成凭证").level(Level::High);
        tx.log(entry.text(format!("凭证{label}：{}", wanted.summary)))?;
        made.push((voucher.id, label));
    }
    Ok(made)
}

/// Tells the vouchers, and where their file is fetched.
fn answer(tx: &mut Tx<'_>, filled: &mut Filled<'_>, vouchers: &[(Id, String)]) -> Result<(), Refusal> {
    let ids: Vec<Id> = vouchers.iter().map(|(id, _)| *id).collect();
    let file = book::format::export(tx, (None, &ids))?;
    let (org, now) = (tx.org(), tx.now);
    let url = prepare(tx, org, now, Prepared { name: file.name, mime: file.mime, bytes: file.bytes })?;
    let told = vouchers.iter().map(|(id, label)| json!({ "id": id, "voucherNumber": label }));
    filled.answer("vouchers", told.collect());
    filled.answer("fileUrl", json!(url));
    Ok(())
}

/// The vouchers of documents, each once; a document without one is refused.
fn vouchers(tx: &mut Tx<'_>, filled: &Filled<'_>, origin: &Origin) -> Result<Vec<(Id, String)>, Refusal> {
    let ids = named(tx, filled, origin)?;
    let org = tx.org();
    let mut posted = book::posted(tx, org, origin.table, &ids)?;
    if posted.len() != ids.len() {
        let missing: Vec<Id> = ids.iter().copied().filter(|id| !posted.contains_key(id)).collect();
        let rule = book::rule(tx, org)?;
        let first = book::postings(tx, org, (&rule, origin), missing.get(..1).unwrap_or_default())?;
        let number = first.first().map(|one| one.source.number.clone()).unwrap_or_default();
        return Err(Refusal::Business(NOT_POSTED.with(&[("n", &number)])));
    }
    if origin.table == book::RUN {
        // What takes a run back in the next month goes with it.
        let reversed = book::posted(tx, org, book::RUN_REVERSAL, &ids)?;
        posted.extend(reversed.into_iter().map(|(id, stamp)| (Id(-id.0), stamp)));
    }
    let each: BTreeMap<Id, String> = posted.into_values().map(|stamp| (stamp.voucher, stamp.label())).collect();
    Ok(each.into_iter().collect())
}

/// 导出凭证: the vouchers of documents again, in the format of the company.
pub(super) fn export(tx: &mut Tx<'_>, filled: &mut Filled<'_>, origin: &'static Origin) -> Result<(), Refusal> {
    let vouchers = vouchers(tx, filled, origin)?;
    for (id, label) in &vouchers {
        tx.log(LogEntry::of(OBJECT, *id, label, PATH).did("导出", "导出凭证").level(Level::Low))?;
    }
    answer(tx, filled, &vouchers)
}

/// 退回凭证: every document of the vouchers waits for one again.
pub(super) fn give_back(tx: &mut Tx<'_>, filled: &mut Filled<'_>, origin: &'static Origin) -> Result<(), Refusal> {
    book::lock(tx)?;
    let vouchers = vouchers(tx, filled, origin)?;
    for (id, label) in &vouchers {
        book::give_back(tx, *id)?;
        let entry = LogEntry::of(OBJECT, *id, label, PATH).did("修改", "退回凭证").level(Level::High);
        tx.log(entry.text(format!("凭证{label}退回")))?;
    }
    filled.answer("returned", json!(vouchers.len()));
    Ok(())
}
