//! Full-text search for Chinese and English without a dictionary: texts are compared by pairs of neighbouring characters
//! and by words, weighed as BM25 weighs them. What a question asks with ("怎么", "在哪里") says nothing and is left out;
//! a small list of words of the trade stands for one another.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// How much of a question a text must cover, in hundredths.
pub(crate) const RELEVANCE: i64 = 40;
/// How much of a heading a question must name for its text to answer though a story around it is not covered: the part of
/// the heading's letters, what the named words weigh, and the least part of the question.
const HEADING_NAMED: f64 = 0.6;
const HEADING_WEIGHT: f64 = 6.0;
const HEADING_COVER: f64 = 0.15;
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
/// What a story is told with; it says nothing of what is asked. The longest of those that begin alike first.
const FILLERS: &[&str] = &[
    "有没有办法",
    "有办法吗",
    "什么办法",
    "有没有",
    "没有办法",
    "的地方",
    "是不是",
    "可不可以",
    "要不要",
    "该不该",
    "发现",
    "已经",
    "突然",
    "刚刚",
    "刚才",
    "老是",
    "总是",
    "一直",
    "然后",
    "后来",
    "但是",
    "不过",
    "结果",
    "因为",
    "所以",
    "如果",
    "的话",
    "之前",
    "之后",
    "以后",
    "以前",
    "当时",
    "那边",
    "这边",
    "这里",
    "那里",
    "这种",
    "这样",
    "那个",
    "这票",
    "那票",
    "这批",
    "那批",
    "这单",
    "这笔",
    "那笔",
    "这张",
    "那张",
    "这家",
    "那家",
    "有个",
    "有几个",
    "几个",
    "一票",
    "一笔",
    "一堆",
    "一家",
    "一点",
    "不想",
    "不知道",
    "不晓得",
    "不会",
    "什么原因",
    "步骤",
    "流程是",
    "系统里",
    "系统上",
    "系统",
    "麻烦",
    "请教",
    "求助",
    "老板说",
    "客户说",
    "客户要",
    "销售说",
    "领导说",
    "航司说",
    "财务说",
    "代理说",
    "他们",
    "给他",
    "让他",
    "把他",
    "叫他",
    "跟他",
    "自己",
    "大家",
    "人家",
    "对方",
    "再",
    "先",
    "就",
    "又",
    "才",
    "也",
    "能",
    "呀",
    "哦",
    "嘛",
];
/// Words of the trade that stand for one another: how desks type, and how the manual writes. One character stands for a
/// word only where it stands alone.
const ALIKE_WORDS: &[&[&str]] = &[
    &["主单", "主单号", "总单", "总运单", "mawb"],
    &["主单号", "空白运单", "运单号"],
    &["分单", "分单号", "小单", "hawb"],
    &["客户", "客商", "往来单位", "货主"],
    &["柜号", "箱号", "集装箱号", "封号", "铅封号"],
    &["箱子", "集装箱", "柜子"],
    &["制单", "打单", "出单"],
    &["打印", "打出来", "打一张", "打"],
    &["开票", "开发票", "发票"],
    &["收票", "进项", "来票", "票到", "供应商发票", "收到发票"],
    &["红冲", "冲红", "冲掉", "重开", "开错", "冲"],
    &["付款", "打款", "付钱", "汇款", "转账", "付出去"],
    &["收款", "到账", "回款", "进账", "打进来", "收到钱", "打过来"],
    &["银行流水", "流水", "网银流水", "水单"],
    &["认领", "认款", "认", "谁的款", "哪家的款"],
    &["核销", "销账", "核账", "勾销", "核掉"],
    &["预收", "多付", "多打", "多出来", "打多", "付多"],
    &["押金", "押箱", "押箱费", "箱押金"],
    &["分摊", "平摊", "均摊", "摊到", "摊给", "摊"],
    &["作废", "取消", "删掉", "删除", "废掉", "删", "撤单"],
    &["取消订单", "不走", "退关", "单子取消", "取消这票"],
    &["订单", "单子"],
    &["撤销", "撤回", "撤掉", "撤", "退回来", "退回", "倒回"],
    &["反结账", "反结", "反月结", "重新打开", "开账"],
    &["解锁", "解除锁定", "开锁", "解开"],
    &["锁账", "锁单", "锁了账", "财务锁", "锁掉"],
    &["停用", "停掉", "停", "禁用", "关掉", "冻结", "注销", "锁定"],
    &["新建", "新增", "添加", "录入", "下单", "建", "开个", "加个", "新开", "开一个"],
    &["登记", "录入", "录", "登", "补录", "补登", "录到", "录进", "录在", "填在", "填写", "填"],
    &["修改", "改", "更改", "变更", "改掉", "改动", "改成", "调整", "变"],
    &["批量", "一次性", "一起", "一次", "一口气", "多票", "几十票", "十几票", "整批"],
    &["导入", "导进", "导到", "传进", "传到", "倒进"],
    &["导出", "导出来", "导成", "拉出来", "下载", "导"],
    &["发送", "发给", "寄给", "发出去", "发个", "发"],
    &["重发", "重新发", "再发", "重新发送", "补发"],
    &["拒绝", "拒收", "打回", "没过", "退", "失败", "驳回"],
    &["密码", "口令"],
    &["忘记", "忘", "记不得", "记不住", "想不起"],
    &["登录", "登陆", "登不上", "登不进", "登入", "进不去", "上不去"],
    &["员工", "同事", "用户", "人员", "账号", "新人"],
    &["离职", "辞职", "走人", "不干"],
    &["查", "查询", "查看", "查到", "查一查"],
    &["结账", "月结", "关账"],
    &["月末", "月底"],
    &["报销", "差旅", "车票", "住宿", "住宿费", "打车费", "餐费", "报"],
    &["权限", "授权", "开通"],
    &["看不到", "看不见", "不显示", "找不到"],
    &["追踪", "跟踪", "轨迹", "物流", "到哪", "动态"],
    &["分享", "链接", "二维码"],
    &["公告", "通知"],
    &["额度", "信用", "授信"],
    &["超额", "超限", "额度用完", "额度满", "额度不够"],
    &["逾期", "超期", "拖欠", "拖款", "欠款", "欠"],
    &["催款", "催款函", "催收", "催账", "催钱", "催"],
    &["汇率", "外币", "牌价", "美金汇率"],
    &["邮箱", "邮件"],
    &["印章", "公章", "盖章"],
    &["模板", "模版"],
    &["审批", "审核", "批一下", "批"],
    &["委托他人", "代批", "代审", "代", "替", "代我", "替我"],
    &["拆单", "拆开", "拆成", "拆票", "分票", "分成", "拆"],
    &["领单", "领用", "领来", "号段", "连号"],
    &["黑名单", "拉黑", "拉进黑名单"],
    &["实际件重", "实际重量", "出重", "实重", "过磅重"],
    &["过磅", "称重", "磅单", "上磅"],
    &["收发货人", "收货人", "发货人", "收件人", "发件人"],
    &["到货通知", "到货"],
    &["日志", "谁改", "谁动", "改过", "改动记录", "操作记录"],
    &["对账单", "供应商账单", "对账"],
    &["杂费", "加班费", "打包费", "仓储费"],
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
    /// What its heading is about, in small letters.
    subject: String,
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
            subject: without_asking(&heading.to_lowercase()),
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

    /// The texts that cover so many hundredths of a question at least, or whose heading it names, best first.
    pub(crate) fn find(&self, question: &str, least: i64) -> Vec<Hit> {
        let asked = Asked::read(question, self);
        let least = f64::from(i32::try_from(least).unwrap_or(100)) / 100.0;
        let mut hits: Vec<Hit> = self
            .pieces
            .iter()
            .filter_map(|piece| {
                let fit = self.score(&asked, piece);
                fit.answers(least).then(|| Hit { piece: piece.clone(), score: fit.score })
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

    /// How well a piece answers a question.
    fn score(&self, asked: &Asked, piece: &Piece) -> Fit {
        let weigh = |token: &String| {
            let times = piece.counts.get(token).copied().map_or(0.0, f64::from);
            let held = SATURATION * (1.0 - LENGTH + LENGTH * f64::from(piece.length) / self.average);
            self.rarity(token) * times * (SATURATION + 1.0) / (times + held)
        };
        let (mut score, mut covered) = (0.0, 0.0);
        let mut said: Vec<&str> = Vec::new();
        for term in &asked.terms {
            if piece.counts.contains_key(&term.token) {
                score += weigh(&term.token);
                covered += term.weight;
                said.push(&term.token);
                continue;
            }
            let alike =
                term.alike.iter().filter(|word| word.tokens.iter().all(|token| piece.counts.contains_key(token)));
            let best = alike.map(|word| word.tokens.iter().map(weigh).sum::<f64>() / count(word.tokens.len()));
            let best = best.fold(0.0, f64::max);
            if best > 0.0 {
                score += ALIKE * best;
                covered += ALIKE_COVER * term.weight;
            }
            let words = term.alike.iter().map(|word| word.text);
            said.extend(words.filter(|word| word.chars().nth(1).is_some() && piece.subject.contains(word)));
        }
        let cover = if asked.weight > 0.0 { covered / asked.weight } else { 0.0 };
        let named = named(&piece.subject, &said);
        Fit { score: score * cover * (1.0 + named), cover, covered, named }
    }
}

/// How a text answers a question.
struct Fit {
    score: f64,
    /// The part of the question it covers, and what that weighs.
    cover: f64,
    covered: f64,
    /// The part of its heading that the question names.
    named: f64,
}

impl Fit {
    /// Whether it answers at all: it covers so much of the question, or the question names its heading.
    fn answers(&self, least: f64) -> bool {
        let by_heading =
            self.named >= HEADING_NAMED && self.covered >= HEADING_WEIGHT && self.cover >= HEADING_COVER.min(least);
        self.score >= SCORE_LEAST && (self.cover >= least || by_heading)
    }
}

/// The part of a text's letters that some words cover.
fn named(text: &str, words: &[&str]) -> f64 {
    let letters = text.char_indices().filter(|(_, letter)| letter.is_alphanumeric());
    let places: BTreeSet<usize> = letters.map(|(place, _)| place).collect();
    let found = |word: &&str| text.match_indices(*word).map(|(at, word)| at..at + word.len()).collect::<Vec<_>>();
    let covered: Vec<_> = words.iter().flat_map(found).collect();
    let named = places.iter().filter(|place| covered.iter().any(|range| range.contains(place))).count();
    count(named) / count(places.len().max(1))
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
    /// The words that stand for the one it belongs to.
    alike: Vec<Alike>,
}

struct Alike {
    text: &'static str,
    tokens: Vec<String>,
}

impl Asked {
    fn read(question: &str, index: &Index) -> Self {
        let shortened: String = question.chars().take(QUESTION_MAX).collect();
        let text = without_asking(&shortened.to_lowercase());
        let mut alike: BTreeMap<String, Vec<Alike>> = BTreeMap::new();
        for group in ALIKE_WORDS {
            let Some(said) = group.iter().filter(|word| text.contains(**word)).max_by_key(|word| word.len()) else {
                continue;
            };
            for token in tokens(said) {
                let others = group.iter().filter(|word| !text.contains(**word));
                let others = others.map(|word| Alike { text: word, tokens: tokens(word) });
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
        let chinese = FILLERS.iter().chain(ASKING).find_map(|word| rest.strip_prefix(word));
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
    fn a_story_around_a_heading_does_not_hide_it() {
        let index = index(&[
            ("撤销核销", "选中核销单点撤销核销"),
            ("停用供应商", "在供应商资料中停用"),
            ("打印运单", "选格打或套打"),
        ]);
        let story = "昨天水果那家的核销做错了，怎么撤回来";
        assert_eq!(headings(&index, story), ["撤销核销"]);
        assert_eq!(headings(&index, "车队涨价谈崩了不合作，这家供应商要停掉"), ["停用供应商"]);
        // One common word of a heading is not its subject, and a story alone finds nothing.
        assert!(headings(&index, "办公室打印机卡纸了叫谁来修，墨盒也快没墨了").is_empty());
        assert!(headings(&index, "昨天出纳小王赶着下班没有看仔细，现在老板发火").is_empty());
    }

    #[test]
    fn fillers_are_left_out_and_words_of_the_trade_that_hold_their_letters_stay() {
        assert_eq!(without_asking("客户说这票不走了"), "  不走 ");
        for word in ["申请付款", "其他业务", "成都", "紧急", "委托书"] {
            assert_eq!(without_asking(word), word);
        }
    }

    #[test]
    fn the_part_of_a_heading_that_is_named_is_counted_by_letters() {
        assert!((named("撤销核销", &["核销", "撤销"]) - 1.0).abs() < f64::EPSILON);
        assert!((named("撤销核销", &["核销"]) - 0.5).abs() < f64::EPSILON);
        assert!(named("", &["核销"]).abs() < f64::EPSILON && named("核销", &[]).abs() < f64::EPSILON);
    }

    #[test]
    fn a_word_of_the_trade_stands_for_another() {
        let index = index(&[("撤销核销", "选中核销单"), ("密码", "修改密码"), ("箱号", "逐箱填写箱号")]);
        assert_eq!(headings(&index, "柜号"), ["箱号"]);
        assert_eq!(headings(&index, "修改口令"), ["密码"]);
    }
}
