//! Full-text search for Chinese and English without a dictionary: texts are compared by pairs of neighbouring characters
//! and by words, weighed as BM25 weighs them. What a question asks with ("怎么", "在哪里") says nothing and is left out;
//! a small list of words of the trade stands for one another.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// How much of a question a text must cover, in hundredths.
pub(crate) const RELEVANCE: i64 = 40;
/// Below this a text says no more than a common word.
const SCORE_LEAST: f64 = 2.5;
/// How soon further mentions of a word count less, and how much long texts are held back.
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.5;
/// What another word of the same meaning counts.
const ALIKE: f64 = 0.6;
const ALIKE_COVER: f64 = 0.7;
/// Weight of a pair that reaches over the border of two words.
const BORDER: f64 = 1.5;
/// Letters of a question that are looked at.
const QUESTION_MAX: usize = 200;
/// What the words of a title, a heading and the further words count.
const TITLE: u32 = 2;
const HEADING: u32 = 4;

/// What a question asks with, the longest first.
const ASKING: &[&str] = &[
    "怎么样",
    "怎么办",
    "怎么做",
    "为什么",
    "能不能",
    "请问",
    "怎么",
    "怎样",
    "如何",
    "什么",
    "为啥",
    "哪里",
    "在哪",
    "哪儿",
    "哪个",
    "哪些",
    "可以",
    "能否",
    "不能",
    "还能",
    "是否",
    "一下",
    "一个",
    "一份",
    "一张",
    "我们",
    "时候",
    "需要",
    "应该",
    "告诉",
    "这个",
    "多少",
    "今天",
    "明天",
    "现在",
    "处理",
    "吗",
    "呢",
    "的",
    "了",
    "我",
    "要",
    "想",
    "把",
    "在",
    "是",
    "有",
    "还",
    "会",
    "去",
    "来",
    "给",
    "让",
    "被",
    "和",
    "与",
    "从",
    "里",
    "这",
    "那",
    "啊",
    "吧",
    "您",
    "你",
    "帮",
    "啥",
    "咋",
    "几",
];
/// The same in English.
const ASKING_EN: &[&str] = &[
    "the", "a", "an", "of", "to", "how", "do", "does", "i", "is", "are", "what", "where", "can", "and", "in", "for",
    "on", "my", "it",
];
/// Words of the trade that stand for one another.
const ALIKE_WORDS: &[&[&str]] = &[
    &["主单", "主单号", "总单", "总运单", "mawb"],
    &["分单", "分单号", "小单", "hawb"],
    &["客户", "客商", "往来单位", "货主"],
    &["柜号", "箱号", "集装箱号"],
    &["箱子", "集装箱", "柜子"],
    &["制单", "打单", "出单"],
    &["开票", "开发票", "发票"],
    &["付款", "打款", "付钱"],
    &["收款", "到账", "回款"],
    &["核销", "销账"],
    &["作废", "取消", "删掉", "删除"],
    &["解锁", "解除锁定", "开锁"],
    &["锁账", "锁单"],
    &["新建", "新增", "添加", "录入", "下单", "建"],
    &["密码", "口令"],
    &["员工", "同事", "用户", "人员", "账号"],
    &["离职", "辞职", "走人"],
    &["结账", "月结", "关账"],
    &["报销", "差旅"],
    &["权限", "授权"],
    &["追踪", "跟踪", "轨迹", "物流"],
    &["公告", "通知"],
    &["额度", "信用"],
    &["汇率", "外币"],
    &["邮箱", "邮件"],
    &["印章", "公章", "盖章"],
    &["模板", "模版"],
    &["审批", "审核"],
];

/// Where a text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Manual,
    Help,
    Release,
    Notice,
    Document,
}

/// A text that can be found alone.
#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) kind: Kind,
    pub(crate) title: String,
    pub(crate) heading: String,
    pub(crate) text: String,
    /// Its place in the product.
    pub(crate) url: String,
    counts: HashMap<String, u32>,
    length: u32,
}

impl Piece {
    pub(crate) fn new(kind: Kind, title: &str, heading: &str, text: &str, url: String) -> Self {
        let mut piece = Self {
            kind,
            title: title.to_owned(),
            heading: heading.to_owned(),
            text: text.to_owned(),
            url,
            counts: HashMap::new(),
            length: 0,
        };
        piece.count(heading, HEADING);
        piece.count(title, TITLE);
        piece.count(text, 1);
        piece
    }

    /// Further words it is found by.
    pub(crate) fn found_by(mut self, words: &str) -> Self {
        self.count(words, 1);
        self
    }

    fn count(&mut self, text: &str, weight: u32) {
        for token in tokens(&text.to_lowercase()) {
            *self.counts.entry(token).or_default() += weight;
            self.length += weight;
        }
    }

    /// Title and heading.
    pub(crate) fn name(&self) -> String {
        if self.heading.is_empty() || self.heading == self.title {
            self.title.clone()
        } else {
            format!("{} · {}", self.title, self.heading)
        }
    }
}

/// A text that answers a question.
#[derive(Debug, Clone)]
pub(crate) struct Hit {
    pub(crate) piece: Arc<Piece>,
    score: f64,
}

impl Hit {
    /// How well it answers.
    pub(crate) fn score(&self) -> f64 {
        self.score
    }
}

/// Texts to be searched together.
#[derive(Debug)]
pub(crate) struct Index {
    pieces: Vec<Arc<Piece>>,
    holders: HashMap<String, u32>,
    average: f64,
}

impl Index {
    pub(crate) fn new(pieces: Vec<Arc<Piece>>) -> Self {
        let mut holders: HashMap<String, u32> = HashMap::new();
        let mut all = 0.0;
        for piece in &pieces {
            all += f64::from(piece.length);
            for token in piece.counts.keys() {
                *holders.entry(token.clone()).or_default() += 1;
            }
        }
        let average = (all / count(pieces.len())).max(1.0);
        Self { pieces, holders, average }
    }

    /// The texts that cover so many hundredths of a question at least, best first.
    pub(crate) fn find(&self, question: &str, least: i64) -> Vec<Hit> {
        let asked = Asked::read(question, self);
        let least = f64::from(i32::try_from(least).unwrap_or(100)) / 100.0;
        let mut hits: Vec<Hit> = self
            .pieces
            .iter()
            .filter_map(|piece| {
                let (score, cover) = self.score(&asked, piece);
                let fits = cover >= least && score >= SCORE_LEAST;
                fits.then(|| Hit { piece: piece.clone(), score })
            })
            .collect();
        hits.sort_by(|one, other| other.score.total_cmp(&one.score));
        hits
    }

    /// How rare a token is.
    fn rarity(&self, token: &str) -> f64 {
        let (all, holders) = (count(self.pieces.len()), self.holders.get(token).copied().map_or(0.0, f64::from));
        (1.0 + (all - holders + 0.5) / (holders + 0.5)).ln()
    }

    /// Score of a piece, and which part of the question it covers.
    fn score(&self, asked: &Asked, piece: &Piece) -> (f64, f64) {
        let weigh = |token: &str| {
            let times = piece.counts.get(token).copied().map_or(0.0, f64::from);
            let held = SATURATION * (1.0 - LENGTH + LENGTH * f64::from(piece.length) / self.average);
            self.rarity(token) * times * (SATURATION + 1.0) / (times + held)
        };
        let (mut score, mut covered) = (0.0, 0.0);
        for term in &asked.terms {
            if piece.counts.contains_key(&term.token) {
                score += weigh(&term.token);
                covered += term.weight;
                continue;
            }
            let alike = term.alike.iter().filter(|words| words.iter().all(|word| piece.counts.contains_key(word)));
            let best = alike.map(|words| words.iter().map(|word| weigh(word)).sum::<f64>() / count(words.len()));
            let best = best.fold(0.0, f64::max);
            if best > 0.0 {
                score += ALIKE * best;
                covered += ALIKE_COVER * term.weight;
            }
        }
        let cover = if asked.weight > 0.0 { covered / asked.weight } else { 0.0 };
        let heading: Vec<String> = tokens(&piece.heading.to_lowercase());
        let named = heading.iter().filter(|token| asked.terms.iter().any(|term| term.token == **token)).count();
        (score * cover * (1.0 + 0.5 * count(named) / count(heading.len().max(1))), cover)
    }
}

/// A number of things; there are never so many that it would be rounded.
fn count(things: usize) -> f64 {
    f64::from(u32::try_from(things).unwrap_or(u32::MAX))
}

/// A question, ready to be compared.
struct Asked {
    terms: Vec<Term>,
    weight: f64,
}

struct Term {
    token: String,
    weight: f64,
    /// Tokens of each word that stands for the one it belongs to.
    alike: Vec<Vec<String>>,
}

impl Asked {
    fn read(question: &str, index: &Index) -> Self {
        let shortened: String = question.chars().take(QUESTION_MAX).collect();
        let text = without_asking(&shortened.to_lowercase());
        let mut alike: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
        for group in ALIKE_WORDS {
            let Some(said) = group.iter().filter(|word| text.contains(**word)).max_by_key(|word| word.len()) else {
                continue;
            };
            for token in tokens(said) {
                let others = group.iter().filter(|word| !text.contains(**word)).map(|word| tokens(word));
                alike.entry(token).or_default().extend(others);
            }
        }
        let mut once = BTreeSet::new();
        let all: Vec<String> = tokens(&text).into_iter().filter(|token| once.insert(token.clone())).collect();
        let known = |token: &String| index.holders.contains_key(token);
        let letters: BTreeSet<char> = all.iter().filter(|token| known(token)).flat_map(|token| token.chars()).collect();
        let terms: Vec<Term> = all
            .into_iter()
            .map(|token| {
                let alike = alike.remove(&token).unwrap_or_default();
                let border = !known(&token)
                    && alike.is_empty()
                    && token.chars().all(is_chinese)
                    && token.chars().any(|letter| letters.contains(&letter));
                Term { weight: if border { BORDER } else { index.rarity(&token) }, token, alike }
            })
            .collect();
        Self { weight: terms.iter().map(|term| term.weight).sum(), terms }
    }
}

/// A question in small letters without the words it asks with; other words stay apart where one stood.
pub(crate) fn without_asking(question: &str) -> String {
    let mut out = String::new();
    let mut rest = question;
    while let Some(letter) = rest.chars().next() {
        let chinese = ASKING.iter().find_map(|word| rest.strip_prefix(word));
        if let Some(behind) = chinese {
            out.push(' ');
            rest = behind;
        } else if letter.is_ascii_alphanumeric() {
            let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            out.push_str(if ASKING_EN.contains(&word) { " " } else { word });
            rest = behind;
        } else {
            out.push(letter);
            rest = rest.get(letter.len_utf8()..).unwrap_or_default();
        }
    }
    out
}

pub(crate) fn is_chinese(letter: char) -> bool {
    ('\u{3400}'..='\u{9fff}').contains(&letter)
}

/// Pairs of neighbouring Chinese characters (one that stands alone by itself), and words of letters and digits.
fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut run: Vec<char> = Vec::new();
    let mut chinese = false;
    for letter in text.chars().chain([' ']) {
        let belongs = is_chinese(letter) || letter.is_ascii_alphanumeric();
        if !run.is_empty() && (!belongs || is_chinese(letter) != chinese) {
            take(&mut found, &run, chinese);
            run.clear();
        }
        if belongs {
            chinese = is_chinese(letter);
            run.push(letter);
        }
    }
    found
}

fn take(found: &mut Vec<String>, run: &[char], chinese: bool) {
    if chinese && run.len() > 1 {
        found.extend(run.windows(2).map(|pair| pair.iter().collect::<String>()));
    } else {
        found.push(run.iter().collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These texts among many others.
    fn index(texts: &[(&str, &str)]) -> Index {
        let piece = |heading: &str, text: &str| Arc::new(Piece::new(Kind::Help, "手册", heading, text, String::new()));
        let others = (0..80).map(|number| piece(&format!("其余{number}"), &format!("无关内容{number}")));
        Index::new(texts.iter().map(|(heading, text)| piece(heading, text)).chain(others).collect())
    }

    fn headings(index: &Index, question: &str) -> Vec<String> {
        index.find(question, RELEVANCE).into_iter().map(|hit| hit.piece.heading.clone()).collect()
    }

    #[test]
    fn texts_are_pairs_of_characters_and_words() {
        assert_eq!(tokens("解锁订单 fwb报文 锁"), ["解锁", "锁订", "订单", "fwb", "报文", "锁"]);
        assert_eq!(tokens("，。"), Vec::<String>::new());
        assert_eq!(without_asking("请问如何解锁订单吗"), "  解锁订单 ");
        assert_eq!(without_asking("how do i unlock an order"), "      unlock   order");
    }

    #[test]
    fn the_text_whose_heading_asks_the_same_comes_first() {
        let texts = [
            ("如何解锁订单", "选中订单点解锁"),
            ("锁账", "锁账后不能修改，需要时解锁订单"),
            ("打印运单", "选格打或套打"),
        ];
        let index = index(&texts);
        assert_eq!(headings(&index, "怎么解锁订单？"), ["如何解锁订单", "锁账"]);
        assert_eq!(headings(&index, "运单怎么打印"), ["打印运单"]);
        assert!(headings(&index, "今天天气怎么样").is_empty());
        assert!(headings(&index, "怎么").is_empty() && headings(&index, "").is_empty());
    }

    #[test]
    fn a_word_of_the_trade_stands_for_another() {
        let index = index(&[("撤销核销", "选中核销单"), ("密码", "修改密码"), ("箱号", "逐箱填写箱号")]);
        assert_eq!(headings(&index, "柜号"), ["箱号"]);
        assert_eq!(headings(&index, "修改口令"), ["密码"]);
    }
}
