//! Fields: what a column or an input is, declared once and read by server, contract and page.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use kernel::{Findings, Msg, Text, format_scaled, parse_scaled, show_second, typed};
use serde_json::{Value as Json, json};

use crate::rich_text::{self, Policy};
use crate::store::Value;
use crate::when::When;

/// Messages about single fields.
pub mod messages {
    use kernel::Msg;

    /// A required field is empty.
    pub const REQUIRED: Msg = Msg::new("field.required", "请填写{field}", "Please fill in {field}.");
    /// A text is too long.
    pub const TOO_LONG: Msg =
        Msg::new("field.too_long", "{field}不能超过{n}个字符", "{field} can't exceed {n} characters.");
    /// A value is not of its kind.
    pub const WRONG_KIND: Msg = Msg::new("field.wrong_kind", "{field}格式不正确", "{field} has the wrong format.");
    /// A number has too many decimals.
    pub const TOO_FINE: Msg =
        Msg::new("field.too_fine", "{field}最多{n}位小数", "{field} can have at most {n} decimals.");
    /// A number is outside its range.
    pub const OUT_OF_RANGE: Msg =
        Msg::new("field.out_of_range", "{field}须在{min}与{max}之间", "{field} must be between {min} and {max}.");
    /// Not one of the choices.
    pub const NO_CHOICE: Msg = Msg::new("field.no_choice", "{field}选项不存在", "{field} is not one of the choices.");
    /// The caller lacks the right to it.
    pub const NOT_YOURS: Msg =
        Msg::new("field.not_yours", "您没有修改{field}的权限", "You have no permission to change {field}.");
    /// It is given once.
    pub const FIXED: Msg = Msg::new("field.fixed", "{field}新增后不能修改", "{field} can't be changed afterwards.");
    /// Not the address of a picture that was kept.
    pub const NO_PICTURE: Msg = Msg::new("field.no_picture", "请上传图片", "Please upload a picture.");
}

/// Most bytes of a rich text with its markup.
const RICH_BYTES_MAX: usize = 512 * 1024;

/// How a value looks and is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A line of text.
    Text,
    /// A line of text, upper-cased.
    Upper,
    /// Several lines.
    LongText,
    /// A whole number.
    Int,
    /// A scaled number with so many stored decimals.
    Decimal(u32),
    /// Yes or no.
    Bool,
    /// A calendar day.
    Day,
    /// A moment.
    Instant,
    /// One of the field's choices.
    Select,
    /// A value of a dictionary, by category type.
    Dictionary(u32),
    /// The id of a row offered by a select.
    Reference(&'static str),
    /// The code of a row offered by a select.
    Code(&'static str),
    /// The ids of several rows offered by a select: a member of a form, never a column.
    Many(&'static str),
    /// A waybill number.
    Waybill,
    /// A state, shown as a tag.
    State,
    /// A colour.
    Color,
    /// Address of a picture of the own file store.
    Picture,
    /// Markdown: several lines, with room to write.
    Markdown,
    /// Files uploaded to this path: a member of a form, never a column.
    Files(&'static str),
    /// Rich text, reduced to its policy when it is read in and when it is shown.
    Rich(Policy),
}

/// A text that lives as long as the program, kept once: for labels of columns that the database names. There are to be
/// few of them.
pub fn lasting(text: &str) -> &'static str {
    static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(text) {
        return known;
    }
    let lasting: &'static str = Box::leak(text.to_owned().into_boxed_str());
    kept.insert(lasting);
    lasting
}

/// The select a reference names, without what it asks of it: `coop?role=customer`.
pub(crate) fn select_name(reference: &str) -> &str {
    reference.split('?').next().unwrap_or(reference)
}

/// One choice of a closed list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Stored value.
    pub value: &'static str,
    /// Chinese label.
    pub zh: &'static str,
    /// English label.
    pub en: &'static str,
    /// Tone of its tag: ready, warning, danger, info, done or neutral.
    pub tone: &'static str,
}

impl Choice {
    /// A choice without a tone.
    pub const fn new(value: &'static str, zh: &'static str, en: &'static str) -> Self {
        Self { value, zh, en, tone: "neutral" }
    }

    /// With a tone.
    pub const fn tone(mut self, tone: &'static str) -> Self {
        self.tone = tone;
        self
    }
}

/// A field of a document or list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Column in the table, snake_case.
    pub column: &'static str,
    /// Name on the wire when it is not the camelCase of the column.
    pub wire: &'static str,
    /// Chinese label.
    pub zh: &'static str,
    /// English label.
    pub en: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Must be filled.
    pub required: bool,
    /// What is said when it is not, in other words than the usual ones.
    pub ask: Option<Msg>,
    /// Most characters.
    pub length_max: usize,
    /// Least and greatest raw value of numbers.
    pub range: Option<(i64, i64)>,
    /// Decimals shown and typed; at most the stored ones.
    pub digits: u32,
    /// Unit shown behind the label.
    pub unit: &'static str,
    /// Member of the same row that names the currency of this money: it has the decimals of that.
    pub currency_of: &'static str,
    /// Choices of a select or state.
    pub choices: &'static [Choice],
    /// Pattern of the text for the page, with the message both sides use.
    pub pattern: Option<Pattern>,
    /// How a text is read beyond what its kind says.
    pub reading: Option<Reading>,
    /// Set by the system.
    pub read_only: bool,
    /// Given at creation, fixed afterwards.
    pub fixed: bool,
    /// A code whose letters stay as they are written.
    pub as_written: bool,
    /// First value of a new record, as JSON text.
    pub initial: &'static str,
    /// The log, and who may not change the row, are told its last characters alone.
    pub masked: bool,
    /// Shown only when.
    pub shown: Option<&'static When>,
    /// Must be filled when, and what is said when it is not, in other words than the usual ones.
    pub needed: Option<(&'static When, Option<Msg>)>,
    /// Keeps what it holds when.
    pub closed: Option<&'static When>,
}

/// How texts of a kind of datum are read: numbers of containers, codes of goods.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    /// What kind it is.
    pub name: &'static str,
    /// A text as it is stored.
    pub read: fn(&str) -> String,
}

impl PartialEq for Reading {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
impl Eq for Reading {}

/// A check of a text's form, usable by both sides.
#[derive(Debug, Clone, Copy)]
pub struct Pattern {
    /// Regular expression for the page.
    pub expression: &'static str,
    /// The same check on the server.
    pub fits: fn(&str) -> bool,
    /// What both say.
    pub message: Msg,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.expression == other.expression && self.message == other.message
    }
}
impl Eq for Pattern {}

impl Field {
    /// A field of a kind with its labels.
    pub const fn new(kind: Kind, zh: &'static str, en: &'static str) -> Self {
        let digits = match kind {
            Kind::Decimal(scale) => scale,
            _ => 0,
        };
        Self {
            column: "",
            wire: "",
            zh,
            en,
            kind,
            required: false,
            ask: None,
            length_max: 200,
            range: None,
            digits,
            unit: "",
            currency_of: "",
            choices: &[],
            pattern: None,
            reading: None,
            read_only: false,
            fixed: false,
            as_written: false,
            initial: "",
            masked: false,
            shown: None,
            needed: None,
            closed: None,
        }
    }
    /// The select it is chosen from.
    pub fn select_asked(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Reference(source) | Kind::Code(source) | Kind::Many(source) => Some(select_name(source)),
            _ => None,
        }
    }
    /// A line of text.
    pub const fn text(zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::Text, zh, en)
    }
    /// An upper-cased line of text.
    pub const fn upper(zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::Upper, zh, en)
    }
    /// Several lines of text.
    pub const fn long(zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::LongText, zh, en)
    }
    /// Files, sent to this path one by one, named by the form when it is saved.
    pub const fn files(upload: &'static str, zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::Files(upload), zh, en)
    }
    /// Rich text of at most `max` visible characters.
    pub const fn rich_text(zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::Rich(Policy::Body), zh, en)
    }
    /// A line with bold, italic, underlined and coloured words.
    pub const fn rich_title(zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::Rich(Policy::Title), zh, en)
    }
    /// A text in Markdown.
    pub const fn markdown(zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::Markdown, zh, en)
    }
    /// A whole number.
    pub const fn int(zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::Int, zh, en)
    }
    /// A scaled number with `scale` stored decimals.
    pub const fn decimal(scale: u32, zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::Decimal(scale), zh, en)
    }
    /// Yes or no.
    pub const fn flag(zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::Bool, zh, en)
    }
    /// A day.
    pub const fn day(zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::Day, zh, en)
    }
    /// A moment.
    pub const fn instant(zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::Instant, zh, en)
    }
    /// One of a closed list.
    pub const fn select(choices: &'static [Choice], zh: &'static str, en: &'static str) -> Self {
        let mut field = Self::new(Kind::Select, zh, en);
        field.choices = choices;
        field
    }
    /// A state of a closed list, read-only.
    pub const fn state(choices: &'static [Choice], zh: &'static str, en: &'static str) -> Self {
        let mut field = Self::new(Kind::State, zh, en);
        field.choices = choices;
        field.read_only = true;
        field
    }
    /// A value of a dictionary.
    pub const fn dictionary(category: u32, zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::Dictionary(category), zh, en)
    }
    /// The id of a row of a select.
    pub const fn reference(select: &'static str, zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::Reference(select), zh, en)
    }
    /// The ids of several rows of a select.
    pub const fn many(select: &'static str, zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::Many(select), zh, en)
    }
    /// The code of a row of a select.
    pub const fn code(select: &'static str, zh: &'static str, en: &'static str) -> Self {
        Self::new(Kind::Code(select), zh, en)
    }
    /// Its column.
    #[must_use]
    pub const fn column(mut self, column: &'static str) -> Self {
        self.column = column;
        self
    }
    /// Its name on the wire.
    #[must_use]
    pub const fn wire(mut self, wire: &'static str) -> Self {
        self.wire = wire;
        self
    }
    /// Must be filled.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }
    /// Must be filled, and says so in its own words.
    #[must_use]
    pub const fn asks(mut self, message: Msg) -> Self {
        self.ask = Some(message);
        self.required()
    }
    /// At most so many characters.
    #[must_use]
    pub const fn max(mut self, characters: usize) -> Self {
        self.length_max = characters;
        self
    }
    /// Raw value within a range.
    #[must_use]
    pub const fn range(mut self, least: i64, greatest: i64) -> Self {
        self.range = Some((least, greatest));
        self
    }
    /// Decimals shown and typed.
    #[must_use]
    pub const fn digits(mut self, digits: u32) -> Self {
        self.digits = digits;
        self
    }
    /// Money of the currency that a member of the same row names, shown and typed with the decimals of that currency.
    #[must_use]
    pub const fn in_currency(mut self, member: &'static str) -> Self {
        self.currency_of = member;
        self
    }
    /// Unit.
    #[must_use]
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }
    /// Read as a kind of datum of its own.
    #[must_use]
    pub const fn read_as(mut self, reading: Reading) -> Self {
        self.reading = Some(reading);
        self
    }

    /// A check of the text's form.
    #[must_use]
    pub const fn pattern(mut self, expression: &'static str, fits: fn(&str) -> bool, message: Msg) -> Self {
        self.pattern = Some(Pattern { expression, fits, message });
        self
    }
    /// A picture that is uploaded for it.
    pub const fn picture(zh: &'static str, en: &'static str) -> Self {
        let shape = "^/platform/picture/[0-9a-f]{32}$";
        Self::new(Kind::Picture, zh, en).max(60).pattern(shape, rich_text::is_picture, messages::NO_PICTURE)
    }
    /// Set by the system.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }
    /// Typed in the dialog of an action, though no form changes it.
    #[must_use]
    pub const fn typed(mut self) -> Self {
        self.read_only = false;
        self
    }
    /// Fixed after creation.
    #[must_use]
    pub const fn fixed(mut self) -> Self {
        self.fixed = true;
        self
    }
    /// A code whose letters stay as they are written.
    #[must_use]
    pub const fn as_written(mut self) -> Self {
        self.as_written = true;
        self
    }
    /// Told by its last characters in the log and to those who may not change the row.
    #[must_use]
    pub const fn masked(mut self) -> Self {
        self.masked = true;
        self
    }
    /// The field among others that are asked for beside it: conditions about what is not asked for, or about the field
    /// itself, say nothing there.
    pub(crate) fn among(self, fields: &[Self]) -> Self {
        let others =
            |of: &&'static Self| of.column != self.column && fields.iter().any(|field| field.column == of.column);
        let asked = |when: &&'static When| when.fields().iter().all(others);
        let needed = self.needed.filter(|(when, _)| asked(when));
        Self { shown: self.shown.filter(asked), closed: self.closed.filter(asked), needed, ..self }
    }
    /// Shown only when a condition holds; what is not shown holds nothing.
    #[must_use]
    pub const fn shown_when(mut self, when: &'static When) -> Self {
        self.shown = Some(when);
        self
    }
    /// Must be filled when a condition holds.
    #[must_use]
    pub const fn required_when(mut self, when: &'static When) -> Self {
        self.needed = Some((when, None));
        self
    }
    /// Must be filled when a condition holds, and says so in its own words.
    #[must_use]
    pub const fn asks_when(mut self, when: &'static When, message: Msg) -> Self {
        self.needed = Some((when, Some(message)));
        self
    }
    /// Can't be changed when a condition holds.
    #[must_use]
    pub const fn read_only_when(mut self, when: &'static When) -> Self {
        self.closed = Some(when);
        self
    }
    /// First value of a new record, as JSON text.
    #[must_use]
    pub const fn initially(mut self, json: &'static str) -> Self {
        self.initial = json;
        self
    }

    /// Name on the wire.
    pub fn name(&self) -> String {
        if self.wire.is_empty() { camel_case(self.column) } else { self.wire.to_owned() }
    }

    /// Writes a stored value as JSON.
    pub fn render(&self, value: &Value, out: &mut String) {
        match (self.kind, value) {
            (_, Value::Null) | (_, Value::Bytes(_)) => out.push_str("null"),
            (Kind::Bool, Value::Int(number)) => out.push_str(if *number == 0 { "false" } else { "true" }),
            (_, Value::Bool(flag)) => out.push_str(if *flag { "true" } else { "false" }),
            (Kind::Decimal(scale), Value::Int(raw)) => push_decimal(*raw, scale, out),
            (Kind::Instant, Value::Int(millis)) => {
                push_text(&show_second(kernel::Instant::from_millis(*millis)), out);
            }
            (Kind::Reference(_), Value::Int(id)) => {
                out.push('"');
                out.push_str(itoa::Buffer::new().format(*id));
                out.push('"');
            }
            (_, Value::Int(number)) => out.push_str(itoa::Buffer::new().format(*number)),
            (Kind::Rich(policy), Value::Text(html)) => push_text(&rich_text::clean(policy, html), out),
            (_, Value::Text(text)) => push_text(text, out),
        }
    }

    /// Reads a typed-in JSON value; what is wrong is a finding at `place`.
    pub fn parse(&self, json: Option<&Json>, place: &str, findings: &mut Findings) -> Value {
        let value = match json {
            None | Some(Json::Null) => Value::Null,
            Some(json) => self.read(json, place, findings),
        };
        if value == Value::Null && self.required && findings.at(place).next().is_none() {
            findings.error(place, self.asked_for());
        }
        value
    }

    fn complain(&self, place: &str, message: Msg, arguments: &[(&str, &str)], findings: &mut Findings) -> Value {
        let mut zh = vec![("field", self.zh)];
        zh.extend_from_slice(arguments);
        let mut en = vec![("field", self.en)];
        en.extend_from_slice(arguments);
        findings.error(place, message.with_each(&zh, &en));
        Value::Null
    }

    fn read(&self, json: &Json, place: &str, findings: &mut Findings) -> Value {
        let text = match json {
            Json::String(text) => text.trim().to_owned(),
            Json::Number(number) => number.to_string(),
            Json::Bool(flag) if self.kind == Kind::Bool => return Value::Bool(*flag),
            _ => return self.complain(place, messages::WRONG_KIND, &[], findings),
        };
        if text.is_empty() {
            return Value::Null;
        }
        let meant = self.meant(&text);
        if meant.is_empty() {
            return self.complain(place, messages::WRONG_KIND, &[], findings);
        }
        let value = self.read_meant(meant.clone(), place, findings);
        // What nobody can see the change of needs no words.
        let told = value != Value::Null && meant != typed::spaced(&text) && self.tells(&text, &meant);
        if told && !self.masked {
            findings.note(place, typed::READ_AS.with(&[("typed", &text), ("read", &meant)]));
        }
        value
    }

    /// A text as the field's kind of datum is written, whatever writing it came in; what can't be understood stays.
    pub fn meant(&self, text: &str) -> String {
        let own = || text.to_owned();
        if let Some(reading) = self.reading {
            return (reading.read)(text);
        }
        match self.kind {
            Kind::Int => typed::measured(text, self.unit),
            Kind::Decimal(_) if !self.unit.is_empty() => typed::measured(text, self.unit),
            Kind::Decimal(_) => typed::number(text),
            Kind::Day => typed::day(text).map_or_else(own, kernel::show_day),
            Kind::Instant => typed::wall(text).and_then(typed::Wall::instant).map_or_else(own, show_second),
            Kind::Code(_) if self.as_written => typed::code(text),
            Kind::Upper | Kind::Code(_) | Kind::Waybill => typed::code(text).to_uppercase(),
            Kind::Text | Kind::LongText => typed::words(text).trim().to_owned(),
            _ => own(),
        }
    }

    /// Whether it is news that a text was read so: letters in capitals and seconds that were left out are none.
    fn tells(&self, text: &str, meant: &str) -> bool {
        match self.kind {
            Kind::Upper | Kind::Code(_) | Kind::Waybill => text.to_uppercase() != meant,
            Kind::Instant => kernel::Instant::parse(text).is_none(),
            _ => true,
        }
    }

    fn read_meant(&self, text: String, place: &str, findings: &mut Findings) -> Value {
        match self.kind {
            Kind::Int => self.read_number(&text, 0, place, findings),
            Kind::Decimal(scale) => self.read_number(&text, scale, place, findings),
            Kind::Bool => match flag_of(&text) {
                Some(flag) => Value::Bool(flag),
                None => self.complain(place, messages::WRONG_KIND, &[], findings),
            },
            Kind::Day => match kernel::parse_day(&text) {
                Some(day) => Value::Text(kernel::show_day(day)),
                None => self.complain(place, messages::WRONG_KIND, &[], findings),
            },
            Kind::Instant => match kernel::Instant::parse(&text) {
                Some(instant) => Value::Int(instant.millis()),
                None => self.complain(place, messages::WRONG_KIND, &[], findings),
            },
            Kind::Reference(_) => match text.parse() {
                Ok(id) => Value::Int(id),
                Err(_) => self.complain(place, messages::WRONG_KIND, &[], findings),
            },
            Kind::Select | Kind::State if !self.choices.is_empty() => {
                if self.choices.iter().any(|choice| choice.value == text) {
                    self.chosen(text)
                } else {
                    self.complain(place, messages::NO_CHOICE, &[], findings)
                }
            }
            Kind::Rich(policy) => self.read_rich(policy, &text, place, findings),
            _ => self.read_text(text, place, findings),
        }
    }

    /// That the caller may not change it.
    pub fn not_yours(&self) -> Text {
        messages::NOT_YOURS.with_each(&[("field", self.zh)], &[("field", self.en)])
    }

    /// Refuses another value of what is given once and for all.
    pub(crate) fn keep(&self, before: &Value, given: &Json, findings: &mut Findings) {
        let blank = given.is_null() || given.as_str().is_some_and(|text| text.trim().is_empty());
        if !self.fixed || self.read_only || blank || *before == Value::Null {
            return;
        }
        if self.read(given, "", &mut Findings::new()) != *before {
            findings.error(self.name(), messages::FIXED.with_each(&[("field", self.zh)], &[("field", self.en)]));
        }
    }

    /// What a number or a flag begins with; a text may be nothing.
    pub(crate) fn blank(&self) -> Option<Value> {
        let first = self.choices.first().map(|choice| self.chosen(choice.value.to_owned()));
        match (self.kind, first) {
            (Kind::Int | Kind::Decimal(_) | Kind::Instant, _) | (Kind::Select | Kind::State, Some(Value::Int(_))) => {
                Some(Value::Int(0))
            }
            (Kind::Bool, _) => Some(Value::Bool(false)),
            _ => None,
        }
    }

    /// A choice as its column stores it: a list of numbers is stored as numbers. `001` is a code.
    pub(crate) fn chosen(&self, text: String) -> Value {
        match text.parse() {
            Ok(number) if self.choices.is_empty() || self.has_numbers() => Value::Int(number),
            _ => Value::Text(text),
        }
    }

    /// Whether all of its choices are numbers, and stored as such.
    pub(crate) fn has_numbers(&self) -> bool {
        let is_number = |text: &str| text.parse::<i64>().is_ok_and(|number| number.to_string() == text);
        !self.choices.is_empty() && self.choices.iter().all(|choice| is_number(choice.value))
    }

    fn read_text(&self, text: String, place: &str, findings: &mut Findings) -> Value {
        if text.chars().count() > self.length_max {
            return self.complain(place, messages::TOO_LONG, &[("n", &self.length_max.to_string())], findings);
        }
        if let Some(pattern) = self.pattern.filter(|pattern| !(pattern.fits)(&text)) {
            findings.error(place, pattern.message.text());
            return Value::Null;
        }
        if text.contains('\0') || (!matches!(self.kind, Kind::LongText | Kind::Markdown) && text.contains(['\n', '\r']))
        {
            return self.complain(place, messages::WRONG_KIND, &[], findings);
        }
        Value::Text(text)
    }

    /// What is seen is counted; the markup around it has a limit of its own.
    fn read_rich(&self, policy: Policy, html: &str, place: &str, findings: &mut Findings) -> Value {
        let clean = rich_text::clean(policy, html);
        if rich_text::is_blank(&clean) {
            return Value::Null;
        }
        let seen = rich_text::words(&clean).chars().count();
        if seen > self.length_max || clean.len() > RICH_BYTES_MAX {
            return self.complain(place, messages::TOO_LONG, &[("n", &self.length_max.to_string())], findings);
        }
        Value::Text(clean)
    }

    fn read_number(&self, text: &str, scale: u32, place: &str, findings: &mut Findings) -> Value {
        let raw = match parse_scaled(text, scale) {
            Ok(raw) => raw,
            Err(kernel::ScaledError::TooManyDecimals) => {
                return self.complain(place, messages::TOO_FINE, &[("n", &scale.to_string())], findings);
            }
            Err(_) => return self.complain(place, messages::WRONG_KIND, &[], findings),
        };
        match self.range {
            Some((least, greatest)) if raw < least || raw > greatest => {
                let (min, max) = (exactly(least, scale), exactly(greatest, scale));
                self.complain(place, messages::OUT_OF_RANGE, &[("min", &min), ("max", &max)], findings)
            }
            _ => Value::Int(raw),
        }
    }

    /// The text of a value for people: labels of choices, decimals, days (exports and logs).
    pub fn show(&self, value: &Value, language: &str) -> String {
        let english = language.starts_with("en");
        match (self.kind, value) {
            (_, Value::Null | Value::Bytes(_)) => String::new(),
            (Kind::Bool, Value::Int(number)) => yes_no(*number != 0, english).to_owned(),
            (_, Value::Bool(flag)) => yes_no(*flag, english).to_owned(),
            (Kind::Decimal(scale), Value::Int(raw)) => format_scaled(*raw, scale, self.digits),
            (Kind::Instant, Value::Int(millis)) => show_second(kernel::Instant::from_millis(*millis)),
            (Kind::Select | Kind::State, Value::Int(number)) => self.label(&number.to_string(), english),
            (_, Value::Int(number)) => number.to_string(),
            (Kind::Rich(_), Value::Text(html)) => rich_text::words(html),
            (Kind::Select | Kind::State, Value::Text(text)) => self.label(text, english),
            (_, Value::Text(text)) if self.masked => tail(text),
            (_, Value::Text(text)) => text.clone(),
        }
    }

    fn label(&self, value: &str, english: bool) -> String {
        let choice = self.choices.iter().find(|choice| choice.value == value);
        choice.map_or(value, |choice| if english { choice.en } else { choice.zh }).to_owned()
    }

    /// The field as the page contract tells it.
    pub fn contract(&self) -> Json {
        let (kind, scale) = match self.kind {
            Kind::Text => ("text", None),
            Kind::Upper => ("upper", None),
            Kind::LongText => ("longText", None),
            Kind::Int => ("int", Some(0)),
            Kind::Decimal(scale) => ("decimal", Some(scale)),
            Kind::Bool => ("bool", None),
            Kind::Day => ("day", None),
            Kind::Instant => ("instant", None),
            Kind::Select | Kind::Dictionary(_) => ("select", None),
            Kind::Reference(_) | Kind::Code(_) => ("reference", None),
            Kind::Many(_) => ("multi", None),
            Kind::Waybill => ("waybill", None),
            Kind::State => ("state", None),
            Kind::Color => ("color", None),
            Kind::Picture => ("picture", None),
            Kind::Markdown => ("markdown", None),
            Kind::Files(_) => ("files", None),
            Kind::Rich(Policy::Body) => ("richText", None),
            Kind::Rich(Policy::Title) => ("richTitle", None),
        };
        let mut json = json!({ "name": self.name(), "label": { "zh": self.zh, "en": self.en }, "kind": kind });
        let mut put = |name: &str, value: Json| {
            if let Some(object) = json.as_object_mut() {
                object.insert(name.to_owned(), value);
            }
        };
        if self.required {
            put("required", json!(true));
        }
        if matches!(self.kind, Kind::Text | Kind::Upper | Kind::LongText | Kind::Markdown | Kind::Rich(_)) {
            put("maxLength", json!(self.length_max));
        }
        if let (Some((least, greatest)), Some(scale)) = (self.range, scale) {
            let number =
                |raw| format_scaled(raw, scale, scale).parse::<serde_json::Number>().map_or(Json::Null, Json::Number);
            put("min", number(least));
            put("max", number(greatest));
        }
        // Of files, bytes.
        if let (Kind::Files(_), Some((_, most))) = (self.kind, self.range) {
            put("max", json!(most));
        }
        if scale.is_some() {
            put("digits", json!(self.digits));
        }
        for (name, text) in [("unit", self.unit), ("currencyOf", self.currency_of)] {
            if !text.is_empty() {
                put(name, json!(text));
            }
        }
        if !self.choices.is_empty() {
            let choices = self
                .choices
                .iter()
                .map(|c| json!({ "value": c.value, "label": { "zh": c.zh, "en": c.en }, "tone": c.tone }));
            put("options", choices.collect());
        }
        match self.kind {
            Kind::Dictionary(category) => put("dictionary", json!(category)),
            Kind::Reference(select) | Kind::Code(select) | Kind::Many(select) => put("reference", json!(select)),
            Kind::Files(upload) => put("upload", json!(upload)),
            _ => {}
        }
        if let Some(pattern) = &self.pattern {
            put("pattern", json!(pattern.expression));
            put("patternMessage", json!({ "zh": pattern.message.zh, "en": pattern.message.en }));
        }
        if self.read_only {
            put("readOnly", json!(true));
        }
        if self.fixed {
            put("readOnlyOnEdit", json!(true));
        }
        for (name, when) in
            [("when", self.shown), ("requiredWhen", self.needed.map(|(when, _)| when)), ("readOnlyWhen", self.closed)]
        {
            if let Some(when) = when {
                put(name, when.contract());
            }
        }
        if !self.initial.is_empty() {
            put("initial", serde_json::from_str(self.initial).unwrap_or(Json::Null));
        }
        json
    }
}

/// What a client writes for yes and no.
pub fn flag_of(text: &str) -> Option<bool> {
    match text {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

fn yes_no(yes: bool, english: bool) -> &'static str {
    match (yes, english) {
        (true, false) => "是",
        (false, false) => "否",
        (true, true) => "Yes",
        (false, true) => "No",
    }
}

/// The last four characters of a number that not everybody reads whole.
pub fn tail(text: &str) -> String {
    let hidden = text.chars().count().saturating_sub(4);
    format!("****{}", text.chars().skip(hidden).collect::<String>())
}

/// `plan_weight` as `planWeight`.
pub fn camel_case(column: &str) -> String {
    let mut name = String::with_capacity(column.len());
    let mut upper = false;
    for letter in column.chars() {
        if letter == '_' {
            upper = true;
        } else if upper {
            name.push(letter.to_ascii_uppercase());
            upper = false;
        } else {
            name.push(letter);
        }
    }
    name
}

/// A scaled number without the zeros at its end.
fn push_decimal(raw: i64, scale: u32, out: &mut String) {
    let (mut digits, mut places) = (raw.unsigned_abs(), scale);
    while places > 0 && digits.is_multiple_of(10) {
        digits /= 10;
        places -= 1;
    }
    if raw < 0 {
        out.push('-');
    }
    let unit = 10u64.pow(places);
    let mut buffer = itoa::Buffer::new();
    out.push_str(buffer.format(digits / unit));
    if places > 0 {
        let part = buffer.format(digits % unit);
        let width = usize::try_from(places).unwrap_or(0);
        out.push('.');
        out.extend(std::iter::repeat_n('0', width.saturating_sub(part.len())));
        out.push_str(part);
    }
}

/// Writes a text as a JSON string.
pub fn push_text(text: &str, out: &mut String) {
    out.push('"');
    // Most texts need no escape; 0xe2 begins the two separators, and little else.
    let plain = |byte: u8| byte >= b' ' && !matches!(byte, b'"' | b'\\' | b'<' | 0xe2);
    if text.bytes().all(plain) {
        out.push_str(text);
        out.push('"');
        return;
    }
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // `<` escaped too: the text may stand inside a page's script element.
            '<' => out.push_str("\\u003c"),
            control if control < ' ' || control == '\u{2028}' || control == '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(control)));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

/// A scaled number with the decimals it has, and no more.
fn exactly(raw: i64, scale: u32) -> String {
    let text = format_scaled(raw, scale, scale);
    if scale == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEIGHT: Field =
        Field::decimal(3, "毛重", "Gross weight").column("plan_weight").range(1, 9_999_999_000).required();

    fn parse(field: Field, json: Json) -> (Value, Vec<String>) {
        let mut findings = Findings::new();
        let value = field.parse(Some(&json), "f", &mut findings);
        (value, findings.items.into_iter().map(|finding| finding.text.zh).collect())
    }

    #[test]
    fn numbers_are_read_exactly_or_refused() {
        assert_eq!(parse(WEIGHT, json!(480)), (Value::Int(480_000), vec![]));
        assert_eq!(parse(WEIGHT, json!("0.001")), (Value::Int(1), vec![]));
        assert_eq!(parse(WEIGHT, json!("0")).1, ["毛重须在0.001与9999999之间"]);
        assert_eq!(parse(WEIGHT, json!("1.2345")).1, ["毛重最多3位小数"]);
        assert_eq!(parse(WEIGHT, json!("abc")).1, ["毛重格式不正确"]);
        assert_eq!(parse(WEIGHT, Json::Null).1, ["请填写毛重"]);
    }

    /// Issue 25, A 5: whatever writing it came in, with what it was read as.
    #[test]
    fn what_was_typed_is_read_as_its_kind_and_told() {
        const KILOS: Field = Field::decimal(3, "毛重", "Gross weight").unit("KG");
        let told = |field: Field, text: &str| {
            let mut findings = Findings::new();
            let value = field.parse(Some(&json!(text)), "f", &mut findings);
            assert!(findings.items.is_empty(), "{text}: {findings:?}");
            (value, findings.notes.into_iter().map(|note| note.text.zh).collect::<Vec<_>>())
        };
        let as_read = |typed: &str, read: &str| vec![format!("“{typed}”已按“{read}”读取")];
        assert_eq!(told(KILOS, "50KG"), (Value::Int(50_000), as_read("50KG", "50")));
        assert_eq!(told(KILOS, "1,200.5"), (Value::Int(1_200_500), as_read("1,200.5", "1200.5")));
        assert_eq!(told(KILOS, "480"), (Value::Int(480_000), vec![]));
        let day = Field::day("日期", "Day");
        for text in ["2026年7月5日", "2026.7.5", "20260705", "46208"] {
            assert_eq!(told(day, text), (Value::Text("2026-07-05".into()), as_read(text, "2026-07-05")));
        }
        assert_eq!(told(day, "2026-07-05"), (Value::Text("2026-07-05".into()), vec![]));
        let moment = Field::instant("时间", "Time");
        let (value, notes) = told(moment, "2026年7月5日 8:05");
        assert_eq!(notes, as_read("2026年7月5日 8:05", "2026-07-05 08:05:00"));
        assert_eq!(told(moment, "2026-07-05T00:05:00Z").0, value);
        assert_eq!(told(moment, "2026-07-05 08:05"), (value, vec![]));
        let code = Field::upper("箱号", "Container");
        let wide = "ｃｓｑｕ３０５４３８３";
        assert_eq!(told(code, wide), (Value::Text("CSQU3054383".into()), as_read(wide, "CSQU3054383")));
        assert_eq!(told(code, "csqu3054383"), (Value::Text("CSQU3054383".into()), vec![]));
        let name = Field::text("名称", "Name");
        assert_eq!(told(name, "上海（测试）\u{a0}公司"), (Value::Text("上海（测试） 公司".into()), vec![]));
        assert_eq!(parse(KILOS, json!("50LB")).1, ["毛重格式不正确"]);
        assert_eq!(parse(day, json!("7/5")).1, ["日期格式不正确"]);
    }

    #[test]
    fn choices_that_are_numbers_are_stored_as_such_and_codes_as_they_are_written() {
        const NUMBERS: Field =
            Field::select(&[Choice::new("1", "一", "One"), Choice::new("12", "十二", "Twelve")], "数", "Number");
        const CODES: Field =
            Field::select(&[Choice::new("001", "一", "One"), Choice::new("12", "十二", "Twelve")], "码", "Code");
        assert_eq!(parse(NUMBERS, json!("12")), (Value::Int(12), vec![]));
        assert_eq!(parse(CODES, json!("001")), (Value::Text("001".into()), vec![]));
        assert_eq!(parse(CODES, json!("12")), (Value::Text("12".into()), vec![]));
        assert_eq!(parse(CODES, json!("1")).1, ["码选项不存在"]);
        assert_eq!((CODES.show(&Value::Text("001".into()), "zh-CN"), CODES.blank()), ("一".to_owned(), None));
    }

    #[test]
    fn money_names_the_member_that_tells_its_currency() {
        const AMOUNT: Field = Field::decimal(3, "金额", "Amount").digits(2).column("amount");
        assert_eq!(AMOUNT.in_currency("currency").contract()["currencyOf"], json!("currency"));
        assert_eq!(AMOUNT.contract().get("currencyOf"), None);
    }

    #[test]
    fn texts_have_their_limits() {
        const CODE: Field = Field::upper("代码", "Code").max(3);
        assert_eq!(parse(CODE, json!(" abc ")), (Value::Text("ABC".into()), vec![]));
        assert_eq!(parse(CODE, json!("abcd")).1, ["代码不能超过3个字符"]);
        assert_eq!(parse(CODE, json!("a\nb")).1, ["代码格式不正确"]);
        assert_eq!(parse(CODE, json!({})).1, ["代码格式不正确"]);
    }

    #[test]
    fn rich_texts_are_cleaned_when_read_in_and_when_shown() {
        const BODY: Field = Field::rich_text("内容", "Text").max(3).required();
        assert_eq!(parse(BODY, json!("<p>abc<script>x</script></p>")), (Value::Text("<p>abc</p>".into()), vec![]));
        assert_eq!(parse(BODY, json!("<p><b>abcd</b></p>")).1, ["内容不能超过3个字符"]);
        assert_eq!(parse(BODY, json!("<p><br></p>")).1, ["请填写内容"]);
        let mut out = String::new();
        BODY.render(&Value::Text("<p onclick=x>a</p>".into()), &mut out);
        assert_eq!(out, r#""\u003cp>a\u003c/p>""#);
        assert_eq!(BODY.show(&Value::Text("<p>a &amp; b</p>".into()), "zh-CN"), "a & b");
    }

    #[test]
    fn values_are_shown_as_json() {
        let mut out = String::new();
        WEIGHT.render(&Value::Int(480_500), &mut out);
        out.push(' ');
        Field::text("a", "a").render(&Value::Text("</script>\"\n".into()), &mut out);
        out.push(' ');
        Field::reference("coop", "a", "a").render(&Value::Int(7), &mut out);
        assert_eq!(out, r#"480.5 "\u003c/script>\"\n" "7""#);
        assert_eq!(WEIGHT.name(), "planWeight");
    }

    #[test]
    fn scaled_numbers_are_shown_without_zeros_at_their_end() {
        let values = [
            (0, "0"),
            (1, "0.001"),
            (-10, "-0.01"),
            (480_000, "480"),
            (-1_500, "-1.5"),
            (i64::MIN, "-9223372036854775.808"),
        ];
        for (raw, shown) in values {
            let mut out = String::new();
            WEIGHT.render(&Value::Int(raw), &mut out);
            assert_eq!(out, shown);
        }
    }
}
