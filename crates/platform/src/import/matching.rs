//! Which column of a file is meant for which field.

use std::collections::{BTreeMap, BTreeSet};

use crate::call::{Call, Tx};
use crate::document::FormPage;
use crate::field::Field;
use crate::refusal::Refusal;
use crate::store::{Conn, Value, sql};
use sea_query::OnConflict;

use super::Rows;
use super::sheet::{Line, Sheet};

/// Rows among which the headings are looked for.
const HEAD_WITHIN: usize = 10;
/// Headings remembered of a document, and how long they are: no longer one is matched twice by anybody.
const REMEMBERED_MAX: usize = 500;
const HEADING_MAX: usize = 200;

/// Headings a user has matched before, with their fields; an empty field: passed over.
pub type Remembered = BTreeMap<String, String>;

/// What stands before a column that holds one value in all rows.
const FIXED: char = '=';
/// Words other programs and people use for the usual columns, by their label here.
const USUAL: &[(&str, &[&str])] = &[
    ("代码", &["编码", "编号", "code"]),
    ("名称", &["名字", "中文名称", "name"]),
    ("简称", &["短名", "简名"]),
    ("全称", &["全名", "公司名称", "单位名称", "企业名称", "公司全称", "companyname"]),
    ("英文名", &["英文名称", "英文全称", "englishname", "companynameen"]),
    ("税号", &["纳税人识别号", "税务登记号", "纳税识别号", "taxno", "taxid", "vat"]),
    ("统一社会信用代码", &["信用代码", "社会信用代码", "组织机构代码"]),
    ("电话", &["联系电话", "电话号码", "固定电话", "座机", "tel", "telephone", "phonenumber"]),
    ("手机", &["手机号", "手机号码", "移动电话", "mobile"]),
    ("传真", &["传真号码", "传真号", "faxno"]),
    ("邮箱", &["电子邮箱", "电子邮件", "邮件", "email", "mail"]),
    ("地址", &["详细地址", "联系地址", "公司地址", "注册地址", "办公地址"]),
    ("国家", &["国别", "所属国家", "国家地区", "国家代码"]),
    ("州省", &["省份", "省", "州"]),
    ("城市", &["所在城市", "市"]),
    ("邮编", &["邮政编码", "zip", "zipcode", "postalcode"]),
    ("联系人", &["联络人", "联系人姓名", "主联系人", "contactperson"]),
    ("币种", &["币别", "货币"]),
    ("备注", &["说明", "注释", "备注说明", "remarks", "note"]),
];

/// What is known of headings: what a user matched before, and the words of other people's files.
#[derive(Default)]
pub struct Known {
    remembered: Remembered,
    headings: &'static [(&'static str, Field)],
}

impl Known {
    /// The columns that held one value in all rows of the file before, with the value.
    pub fn fixed(&self, columns: &[Field]) -> BTreeMap<String, String> {
        let own = |name: &str| columns.iter().any(|field| field.name() == name);
        let fixed = self.remembered.iter().filter_map(|(key, value)| Some((key.strip_prefix(FIXED)?, value)));
        fixed.filter(|(name, _)| own(name)).map(|(name, value)| (name.to_owned(), value.clone())).collect()
    }

    /// The column other people's word means.
    fn usual<'a>(&self, folded: &str, columns: &'a [Field]) -> Option<&'a Field> {
        let own = self.headings.iter().find(|(heading, _)| self::folded(heading) == folded).map(|(_, field)| field);
        let label = || USUAL.iter().find(|(_, words)| words.contains(&folded)).map(|(label, _)| *label);
        match own {
            Some(own) => columns.iter().find(|field| field.name() == own.name()),
            None => label().and_then(|label| columns.iter().find(|field| field.zh == label)),
        }
    }
}

/// A heading as it is compared: no blanks, marks, brackets or case.
fn folded(text: &str) -> String {
    let letters = text.chars().filter(|letter| !letter.is_whitespace() && !"*＊:：_-()（）/".contains(*letter));
    letters.flat_map(char::to_lowercase).collect()
}

fn key_of(form: &FormPage) -> Value {
    Value::Text(format!("import:{}", form.key))
}

/// What is known of the headings of a form's files.
pub fn known(call: &Call, form: &FormPage) -> Result<Known, Refusal> {
    let actor = call.actor()?;
    let remembered = call.read(|conn| remembered_by(conn, actor.org_id, actor.user_id, form))?;
    Ok(Known { remembered, headings: form.import.headings })
}

fn remembered_by(conn: &mut dyn Conn, org: i64, user: kernel::Id, form: &FormPage) -> Result<Remembered, Refusal> {
    let mut select = sql::from(org, "list_setting");
    select.column("body").and_where(sql::eq("user_id", user)).and_where(sql::eq("page_key", key_of(form)));
    let text: Option<String> = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

fn kept(text: &str) -> bool {
    !text.is_empty() && text.chars().count() <= HEADING_MAX
}

/// Keeps what was matched now, beside what was matched before.
pub fn remember(tx: &mut Tx<'_>, form: &FormPage, rows: &Rows) -> Result<(), Refusal> {
    let (org, user) = (tx.org(), tx.actor.user_id);
    let (headers, fields) = (&rows.headers, &rows.fields);
    let mut known = remembered_by(tx, org, user, form)?;
    // What held one value before is not one any more unless it is said again.
    known.retain(|key, _| !key.starts_with(FIXED));
    let fixed = rows.fixed.iter().filter(|(name, value)| fields.contains(name) && kept(value));
    known.extend(fixed.map(|(name, value)| (format!("{FIXED}{name}"), value.clone())));
    for (header, field) in headers.iter().zip(fields).filter(|(header, _)| kept(header)) {
        if known.len() < REMEMBERED_MAX || known.contains_key(&folded(header)) {
            known.insert(folded(header), field.clone());
        }
    }
    let body = serde_json::to_string(&known).map_err(|error| Refusal::broken(error.to_string()))?;
    let cells = [
        ("user_id", Value::Int(user.0)),
        ("page_key", key_of(form)),
        ("body", Value::Text(body)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut insert = sql::insert(org, "list_setting", &cells);
    insert.on_conflict(
        OnConflict::columns(["org_id", "user_id", "page_key"]).update_columns(["body", "updated_at"]).to_owned(),
    );
    tx.exec(&insert.into())?;
    Ok(())
}

/// The field of each heading: as remembered, else by label or name, else by the usual words; a field is taken once.
pub fn propose(headers: &[String], columns: &[Field], known: &Known) -> Vec<Option<String>> {
    let folded: Vec<String> = headers.iter().map(|header| folded(header)).collect();
    let sure = |folded: &str| {
        let label = |field: &&Field| {
            [field.zh, field.en].iter().any(|l| self::folded(l) == folded) || field.name().to_lowercase() == folded
        };
        let before = known.remembered.get(folded);
        let before = before.and_then(|name| columns.iter().find(|field| field.name() == *name));
        before.or_else(|| columns.iter().find(label)).map(Field::name)
    };
    let usual = |folded: &str| known.usual(folded, columns).map(Field::name);
    let mut taken = BTreeSet::new();
    let mut matched = vec![None; headers.len()];
    // What a heading says is surer than what people usually mean by it, wherever it stands.
    let ways: [&dyn Fn(&str) -> Option<String>; 2] = [&sure, &usual];
    for way in ways {
        for (folded, place) in folded.iter().zip(&mut matched).filter(|(folded, _)| !folded.is_empty()) {
            if place.is_none() {
                *place = way(folded).filter(|name| taken.insert(name.clone()));
            }
        }
    }
    matched
}

/// The row of headings: the one asked for, else of the first rows the one that names the most fields.
pub fn head_of<'a>(sheet: &'a Sheet, columns: &[Field], known: &Known, asked: Option<usize>) -> Option<&'a Line> {
    if let Some(asked) = asked {
        return sheet.lines.iter().find(|line| usize::try_from(line.number) == Ok(asked));
    }
    let hits = |line: &Line| propose(&line.cells, columns, known).iter().flatten().count();
    // Of equals the first: max_by_key would take the last.
    sheet.lines.iter().take(HEAD_WITHIN).rev().max_by_key(|line| hits(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: [Field; 3] = [
        Field::text("运单前缀", "Waybill prefix").column("prefix"),
        Field::text("中文名", "Chinese name").column("name_cn"),
        Field::text("英文名", "English name").column("name_en"),
    ];

    fn texts(all: &[&str]) -> Vec<String> {
        all.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn headings_are_found_by_label_name_and_memory() {
        let none = Known::default();
        let matched = propose(&texts(&["*中文名 ", "waybill  PREFIX", "nameEn", "英文名", "别的", ""]), &FIELDS, &none);
        let names: Vec<&str> = matched.iter().map(|name| name.as_deref().unwrap_or("-")).collect();
        assert_eq!(names, ["nameCn", "prefix", "nameEn", "-", "-", "-"], "a field is taken once");
        let remembered =
            Remembered::from([("公司".to_owned(), "nameCn".to_owned()), ("x".to_owned(), "gone".to_owned())]);
        let known = Known { remembered, headings: &[] };
        let matched = propose(&texts(&["公司", "X"]), &FIELDS, &known);
        assert_eq!(matched, [Some("nameCn".to_owned()), None]);
    }

    /// 28: the usual words are known, those of a form before those of everybody, and a label before both.
    #[test]
    fn usual_words_mean_the_columns_that_no_other_heading_names() {
        const PHONE: Field = Field::text("电话", "Phone").column("phone");
        const TAX: Field = Field::text("税号", "Tax number").column("tax_no");
        const FULL: Field = Field::text("全称", "Full name").column("full_name");
        let columns = [PHONE, TAX, FULL];
        let known = Known { remembered: Remembered::new(), headings: &[("客户全称", FULL)] };
        let names = |headers: &[&str]| -> Vec<String> {
            let matched = propose(&texts(headers), &columns, &known);
            matched.into_iter().map(|name| name.unwrap_or_else(|| "-".to_owned())).collect()
        };
        assert_eq!(names(&["客户全称", "联系电话", "纳税人识别号"]), ["fullName", "phone", "taxNo"]);
        assert_eq!(names(&["联系电话", "电话", "公司名称"]), ["-", "phone", "fullName"]);
        assert_eq!(names(&["公司名称", "客户全称", "无关"]), ["fullName", "-", "-"]);
    }

    /// 28: what held one value in all rows is known for the next file, and nothing of columns that are gone.
    #[test]
    fn one_value_for_all_rows_is_remembered_by_its_column() {
        let remembered = Remembered::from([
            ("=nameCn".to_owned(), "甲".to_owned()),
            ("=gone".to_owned(), "乙".to_owned()),
            ("公司".to_owned(), "nameCn".to_owned()),
        ]);
        let known = Known { remembered, headings: &[] };
        assert_eq!(known.fixed(&FIELDS), BTreeMap::from([("nameCn".to_owned(), "甲".to_owned())]));
    }

    #[test]
    fn the_headings_are_the_row_that_names_most() {
        let line = |number, cells: &[&str]| Line { number, cells: texts(cells) };
        let sheet = Sheet {
            most: 10,
            lines: vec![line(1, &["航司一览"]), line(3, &["中文名", "英文名"]), line(4, &["甲", "A"])],
        };
        let head = |asked| head_of(&sheet, &FIELDS, &Known::default(), asked).map(|line| line.number);
        assert_eq!((head(None), head(Some(1)), head(Some(2))), (Some(3), Some(1), None));
    }
}
