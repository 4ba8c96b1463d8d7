//! Why a message cannot be read, and what was unusual about one that could.

/// Reason in Chinese and English.
pub(crate) type Reason = (&'static str, &'static str);

/// Why a message cannot be read. Nothing of such a message is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImpError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// Reason in Chinese.
    pub zh: &'static str,
    /// Reason in English.
    pub en: &'static str,
}

/// Something unusual in a message that was read all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flag {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What it is, for programs.
    pub key: &'static str,
    /// What it is, in Chinese.
    pub zh: &'static str,
    /// What it is, in English.
    pub en: &'static str,
}

pub(crate) fn error(line: usize, column: usize, (zh, en): Reason) -> ImpError {
    ImpError { line, column, zh, en }
}

/// What can be unusual: a key and its text.
#[derive(Clone, Copy)]
pub(crate) struct Oddity(pub(crate) &'static str, pub(crate) Reason);

impl Oddity {
    pub(crate) fn at(self, line: usize, column: usize) -> Flag {
        let Self(key, (zh, en)) = self;
        Flag { line, column, key, zh, en }
    }
}

/// Reasons of refusals.
#[rustfmt::skip]
pub(crate) mod reasons {
    use super::Reason;

    pub(crate) const EMPTY: Reason = ("报文为空", "The message is empty.");
    pub(crate) const TOO_LARGE: Reason = ("报文过大", "The message is too large.");
    pub(crate) const NO_HEAD: Reason = ("无法识别报文类型", "The kind of message is not recognised.");
    pub(crate) const BAD_VERSION: Reason = ("报文版本号不正确", "The version is not a number.");
    pub(crate) const BAD_LETTER: Reason = ("包含无法识别的字符", "There is a character that cannot be read.");
    pub(crate) const NO_AWB: Reason = ("缺少主单号行", "The waybill line is missing.");
    pub(crate) const BAD_AWB: Reason = ("主单号不正确", "The waybill number is wrong.");
    pub(crate) const BAD_STATION: Reason = ("机场代码须为3位字母", "An airport code is three letters.");
    pub(crate) const BAD_QUANTITY: Reason = ("件数重量格式不正确", "Pieces and weight are malformed.");
    pub(crate) const BAD_VOLUME: Reason = ("体积格式不正确", "The volume is malformed.");
    pub(crate) const BAD_DENSITY: Reason = ("密度组格式不正确", "The density group is malformed.");
    pub(crate) const BAD_FLIGHT: Reason = ("航班号格式不正确", "The flight is malformed.");
    pub(crate) const BAD_DAY: Reason = ("日期格式不正确", "The date is malformed.");
    pub(crate) const BAD_TIME: Reason = ("时间格式不正确", "The time is malformed.");
    pub(crate) const MISSING: Reason = ("缺少必需的内容", "A required part is missing.");
    pub(crate) const BAD_AMOUNT: Reason = ("金额格式不正确", "The amount is malformed.");
    pub(crate) const BAD_WEIGHT: Reason = ("重量格式不正确", "The weight is malformed.");
    pub(crate) const BAD_PIECES: Reason = ("件数格式不正确", "The pieces are malformed.");
    pub(crate) const BAD_PAY: Reason = ("付款方式须为P或C", "The payment is P or C.");
    pub(crate) const BAD_CURRENCY: Reason = ("币种须为3位字母", "The currency is three letters.");
    pub(crate) const BAD_RATE: Reason = ("运价行格式不正确", "The rate line is malformed.");
    pub(crate) const BAD_SIZES: Reason = ("尺寸格式不正确", "The dimensions are malformed.");
    pub(crate) const BAD_CHARGE: Reason = ("杂费格式不正确", "The other charge is malformed.");
    pub(crate) const BAD_COLUMN: Reason = ("费用合计格式不正确", "The sums of charges are malformed.");
    pub(crate) const BAD_HOUSE: Reason = ("分单行格式不正确", "The house waybill line is malformed.");
    pub(crate) const BAD_ALLOCATION: Reason = ("舱位代码须为2位字母", "A space allocation code is two letters.");
    pub(crate) const REPEATED: Reason = ("报文段重复", "A block of the message occurs twice.");
}

/// What is read though it is unusual.
#[rustfmt::skip]
pub(crate) mod oddities {
    use super::Oddity;

    pub(crate) const ENVELOPE: Oddity = Oddity("envelope", ("报文前有电报信封", "An envelope precedes the message."));
    pub(crate) const VERSION: Oddity = Oddity("version", ("报文版本不常用", "The version is not the usual one."));
    pub(crate) const UNKNOWN: Oddity = Oddity("unknown", ("未识别的报文段，原样保留", "A block is not known and kept as it came."));
    pub(crate) const ABSENT: Oddity = Oddity("absent", ("缺少通常必有的报文段", "A block that is usually there is missing."));
    pub(crate) const LETTERS: Oddity = Oddity("letters", ("包含报文字符集以外的字符", "There are characters messages do not usually have."));
    pub(crate) const LONG: Oddity = Oddity("long", ("内容超过规定长度", "A part is longer than messages allow."));
    pub(crate) const POUNDS: Oddity = Oddity("pounds", ("重量单位为磅，已换算为千克", "The weight is in pounds and was turned into kilograms."));
    pub(crate) const MEASURE: Oddity = Oddity("measure", ("计量单位已换算", "A measure was turned into metric units."));
    pub(crate) const ROUNDED: Oddity = Oddity("rounded", ("小数位过多，已四舍五入", "Too many decimals were rounded."));
    pub(crate) const COUNTRY: Oddity = Oddity("country", ("国家代码不是2位字母", "A country is not two letters."));
    pub(crate) const DATE: Oddity = Oddity("date", ("日期不存在", "There is no such date."));
    pub(crate) const SHAPE: Oddity = Oddity("shape", ("行数与规定不符", "A block has more or fewer lines than it should."));
}
