//! Links behind which customers answer bills: a secret for one bill, of which the hash is kept, good for 30 days. Mailing a bill
//! again makes a new link and ends the old one.

use kernel::{Id, Instant};
use platform::access::{new_token, secret_hash};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, Row, Value, sql};

use super::{Kind, Shown};

/// Their table.
pub(super) const TABLE: &str = "bill_link";
/// Address of the page they lead to.
const PAGE: &str = "/bill_confirm";
/// How long one works.
const LIFE_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Longest code looked at.
const CODE_MAX: usize = 200;

/// What a customer said behind a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    pub answer: String,
    pub at: Instant,
    pub by: String,
    pub remark: String,
}

/// A link as it is stored.
#[derive(Debug, Clone)]
pub(super) struct Link {
    pub org: i64,
    pub id: Id,
    /// What the mails of its kind of bill are kept by.
    pub of: String,
    pub bill: Id,
    pub paper: Vec<u8>,
    pub expires: Instant,
    pub is_ended: bool,
    pub said: Option<Said>,
}

const COLUMNS: [&str; 11] = [
    "org_id",
    "id",
    "kind",
    "object_id",
    "paper",
    "expire_at",
    "ended_at",
    "answer",
    "answered_at",
    "answered_by",
    "answer_remark",
];

impl Link {
    fn read(row: &Row) -> Result<Self, Refusal> {
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        let at: Option<Instant> = row.get(8)?;
        let said = match at {
            Some(at) => Some(Said { answer: text(7)?, at, by: text(9)?, remark: text(10)? }),
            None => None,
        };
        Ok(Self {
            org: row.get(0)?,
            id: row.get(1)?,
            of: row.get(2)?,
            bill: row.get(3)?,
            paper: row.get(4)?,
            expires: row.get(5)?,
            is_ended: row.get::<Option<i64>>(6)?.is_some(),
            said,
        })
    }

    /// The link of a code, whatever became of it.
    pub(super) fn of_code(conn: &mut dyn Conn, code: &str) -> Result<Option<Self>, Refusal> {
        let code: String = code.trim().chars().take(CODE_MAX).collect();
        let mut select = sql::from_global("bill_link");
        select.columns(COLUMNS).and_where(sql::eq("code_hash", secret_hash(&code)));
        conn.first(&select.into())?.as_ref().map(Self::read).transpose()
    }

    /// Writes down what the customer said; what follows from it is part of the paper he saw.
    pub(super) fn answer(&self, tx: &mut Tx<'_>, said: &Said, shown: &Shown) -> Result<(), Refusal> {
        let cells = [
            ("answer", said.answer.clone().into_value()),
            ("answered_at", said.at.into_value()),
            ("answered_by", said.by.clone().into_value()),
            ("answer_remark", said.remark.clone().into_value()),
            ("paper", Value::Bytes(shown.paper())),
        ];
        let mut update = sql::update(self.org, TABLE, &cells);
        tx.exec(&update.and_where(sql::eq("id", self.id)).to_owned().into())?;
        Ok(())
    }
}

impl Shown {
    /// What tells whether a bill still says the same.
    pub(super) fn paper(&self) -> Vec<u8> {
        secret_hash(&self.figures)
    }
}

impl Kind {
    /// Makes the link of a bill that goes out, and ends those before it; none of one its sender does not see all of. Answers
    /// the address.
    pub(super) fn link(&self, tx: &mut Tx<'_>, bill: Id, base: &str) -> Result<Option<String>, Refusal> {
        let (actor, org, now) = (tx.actor, tx.org(), tx.now);
        if !(self.asked.whole)(tx, actor, bill)? {
            return Ok(None);
        }
        let mut end = sql::update(org, TABLE, &[("ended_at", now.into_value())]);
        end.and_where(sql::eq("kind", self.mail.of.to_owned()))
            .and_where(sql::eq("object_id", bill))
            .and_where(sql::col("ended_at").is_null());
        tx.exec(&end.into())?;
        let (code, shown) = (new_token()?, (self.asked.shown)(tx, org, bill)?);
        let cells = [
            ("id", tx.new_id().into_value()),
            ("kind", self.mail.of.into_value()),
            ("object_id", bill.into_value()),
            ("code_hash", Value::Bytes(secret_hash(&code))),
            ("paper", Value::Bytes(shown.paper())),
            ("expire_at", now.plus_millis(LIFE_MS).into_value()),
            ("created_by", actor.user_id.into_value()),
            ("created_at", now.into_value()),
        ];
        tx.exec(&sql::insert(org, TABLE, &cells).into())?;
        Ok(Some(format!("{}{PAGE}?code={code}", base.trim_end_matches('/'))))
    }
}
