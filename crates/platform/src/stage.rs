//! Work on many rows in pieces, so that nobody waits long for the writer.
//!
//! A piece is a transaction that is undone. What each row wrote is noted, and later pieces are told of it by writing it
//! again: the statements alone, without the rules. So a piece finds what it would find if all rows before it were
//! there. What was noted of all rows is kept in one transaction ([`Stage::keep`]), which is as short as so many rows
//! allow: all of them, or none.

mod kin;
mod lay;
mod lines;
mod notes;
mod numbers;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kernel::Msg;
use serde_json::Value as Json;

use crate::call::{Call, Tx};
use crate::document::one_at_a_time;
use crate::refusal::Refusal;
use crate::store::{Conn, StoreError};

pub use kin::Kin;
pub use lines::Place;
pub(crate) use lines::{LINES, resume, value_of, value_text};
use notes::Record;
pub(crate) use notes::{Noted, Recorder};
pub use numbers::Numbers;

/// How long a piece holds the writer before it makes room, but for the row it is at.
const HELD: Duration = Duration::from_millis(100);
/// Most rows of a piece.
const ROWS: usize = 500;
/// Most lines of the log that are kept in the transaction of their rows; more follow it.
const LINES_AT_ONCE: usize = 1_000;
/// How often work begins anew because others were quicker.
const ROUNDS: usize = 3;

/// Others changed the same kind of data each time.
const OVERTAKEN: Msg = Msg::new(
    "stage.overtaken",
    "处理期间其他人修改了同类数据，未保存任何内容，请稍后重试",
    "Others changed the same kind of data meanwhile; nothing was saved. Please try again later.",
);

/// How the work of this process is cut, and how many pieces there were.
pub struct Pieces {
    rows: AtomicUsize,
    lines: AtomicUsize,
    ended: AtomicUsize,
    between: Mutex<Option<Between>>,
}

/// What is done between two pieces.
type Between = Arc<dyn Fn(usize) + Send + Sync>;

impl Default for Pieces {
    fn default() -> Self {
        Self {
            rows: AtomicUsize::new(ROWS),
            lines: AtomicUsize::new(LINES_AT_ONCE),
            ended: AtomicUsize::new(0),
            between: Mutex::default(),
        }
    }
}

impl fmt::Debug for Pieces {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} pieces", self.ended.load(Ordering::SeqCst))
    }
}

impl Pieces {
    /// Cuts smaller, for tests: few rows make several pieces, and few lines follow their transaction.
    pub fn narrow(&self, rows: usize, lines: usize) {
        self.rows.store(rows, Ordering::SeqCst);
        self.lines.store(lines, Ordering::SeqCst);
    }

    /// Does something behind each piece, while nobody holds the writer; for tests, which are told how many there were.
    pub fn between(&self, work: impl Fn(usize) + Send + Sync + 'static) {
        *self.between.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(work));
    }

    /// How many there were since the process began.
    pub fn ended(&self) -> usize {
        self.ended.load(Ordering::SeqCst)
    }

    /// Counts a piece that has ended.
    pub fn end(&self) {
        let count = self.ended.fetch_add(1, Ordering::SeqCst) + 1;
        let between = self.between.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(work) = between {
            work(count);
        }
    }

    /// Most rows of a piece.
    pub fn rows(&self) -> usize {
        self.rows.load(Ordering::SeqCst).max(1)
    }
}

/// The time a piece has begun with.
pub struct Turn {
    begun: Instant,
    held: Duration,
}

impl Turn {
    /// One that begins now.
    pub fn begin() -> Self {
        Self { begun: Instant::now(), held: HELD }
    }

    /// The same with as much time as telling it of the rows before took: so that never takes more than half of all
    /// time.
    fn after(telling: Duration) -> Self {
        Self { begun: Instant::now(), held: Ord::max(HELD, telling) }
    }

    /// Whether others are to have the writer now.
    pub fn is_over(&self) -> bool {
        self.begun.elapsed() >= self.held
    }
}

/// Refuses to go on when the server stops, or nobody waits for the answer any more. A job hears of the first at its
/// steps.
pub fn need_time(call: &Call) -> Result<(), Refusal> {
    let stops = call.asked.job.is_none() && call.app.jobs.is_stopping();
    if stops || crate::store::has_gone() { Err(Refusal::later()) } else { Ok(()) }
}

/// Does work that others may overtake; it begins anew then, and is refused when they do it each time.
pub fn rounds<T>(mut work: impl FnMut() -> Result<Option<T>, Refusal>) -> Result<T, Refusal> {
    for _ in 0..ROUNDS {
        if let Some(done) = work()? {
            return Ok(done);
        }
    }
    Err(Refusal::business(OVERTAKEN))
}

/// Whether rows were worked through.
#[must_use]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worked {
    /// All of them.
    Through,
    /// Others wrote what stands in the way of a row that was found to be in order before: it has to begin anew.
    Overtaken,
}

/// What is done with one row, in the piece of a number: whether what it wrote stays.
pub type Work<'a, R> = &'a mut dyn FnMut(&mut Tx<'_>, usize, &R) -> Result<bool, Refusal>;

/// Rows as they would be.
pub struct Stage<'a> {
    call: &'a Call,
    trial: bool,
    noted: RefCell<Noted>,
    /// What each row that stays wrote, by its place.
    rows: Vec<Vec<Record>>,
    numbers: Numbers,
    holds_company: bool,
}

impl<'a> Stage<'a> {
    /// Of rows that are to be kept.
    pub fn new(call: &'a Call) -> Self {
        Self::of(call, false)
    }

    /// Of rows that are only looked at: what is costly and changes no outcome is left out ([`Tx::trial`]).
    pub fn trial(call: &'a Call) -> Self {
        Self::of(call, true)
    }

    fn of(call: &'a Call, trial: bool) -> Self {
        let (noted, numbers) = (RefCell::default(), Numbers::default());
        Self { call, trial, noted, rows: Vec::new(), numbers, holds_company: false }
    }

    /// Of rows whose rules may hold the company before they write ([`one_at_a_time`]): what is written again of them does
    /// so, too. Else it would be kept beside what others are about to write, or each might wait for the other.
    #[must_use]
    pub fn holding_company(mut self) -> Self {
        self.holds_company = true;
        self
    }

    /// Works through rows. Each stands behind all those before it, or those it has something in common with. Before a
    /// piece begins, `step` is told how many rows are done; its error ends the work.
    pub fn through<R>(
        &mut self,
        rows: &[R],
        kin: Option<&Kin>,
        step: &mut dyn FnMut(usize) -> Result<(), Refusal>,
        work: Work<'_, R>,
    ) -> Result<Worked, Refusal> {
        let (mut begin, mut number) = (0, 0);
        while begin < rows.len() {
            step(begin)?;
            need_time(self.call)?;
            let end = Ord::min(begin + self.call.app.pieces.rows(), rows.len());
            match self.piece((rows, begin..end, number), kin, work)? {
                Some(next) => begin = next,
                None => return Ok(Worked::Overtaken),
            }
            number += 1;
            self.call.app.pieces.end();
        }
        Ok(Worked::Through)
    }

    /// Works on rows until their time is over; answers where the next piece begins, or nothing when it was overtaken.
    fn piece<R>(
        &mut self,
        (rows, range, number): (&[R], Range<usize>, usize),
        kin: Option<&Kin>,
        work: Work<'_, R>,
    ) -> Result<Option<usize>, Refusal> {
        let dialect = self.call.app.store.dialect();
        let told = lay::batches(dialect, self.before(&range, kin));
        let (noted, numbers) = (&self.noted, &self.numbers);
        let holds_company = self.holds_company && !told.is_empty();
        let (mut stays, mut overtaken) = (Vec::new(), false);
        self.call.rehearse(noted, self.trial, |tx| {
            let telling = Instant::now();
            if holds_company {
                let org = tx.org();
                one_at_a_time(tx, org)?;
            }
            // As everybody does, numbers are taken before the rows that bear them.
            numbers.set(tx)?;
            if !lay::lay(tx, &told)? {
                overtaken = true;
                return Ok(());
            }
            let turn = Turn::after(telling.elapsed());
            for row in rows.get(range.clone()).unwrap_or_default() {
                noted.borrow_mut().begin();
                let is_kept = work(tx, number, row)?;
                let wrote = noted.borrow_mut().end()?;
                stays.push(if is_kept { wrote } else { Vec::new() });
                if turn.is_over() {
                    break;
                }
            }
            Ok(())
        })?;
        if overtaken {
            return Ok(None);
        }
        let next = range.start + stays.len();
        self.numbers.follow(stays.iter().flatten());
        self.rows.extend(stays);
        Ok(Some(next))
    }

    /// What rows before a piece wrote that its rows have to find. Nobody's rules read the log.
    fn before(&self, range: &Range<usize>, kin: Option<&Kin>) -> impl Iterator<Item = &notes::Wrote> {
        let heads: Option<BTreeSet<usize>> = kin.map(|kin| kin.heads(range.clone()).collect());
        let meets = move |place: usize| match (&heads, kin) {
            (Some(heads), Some(kin)) => heads.contains(&kin.head(place)),
            _ => true,
        };
        let rows = self.rows.iter().enumerate().filter(move |(place, _)| meets(*place));
        rows.flat_map(|(_, row)| row).filter_map(Record::wrote).filter(|wrote| !lines::is_line(wrote))
    }

    /// The numbers the rows were given, for work that may have to begin anew.
    pub fn numbers(&self) -> Numbers {
        self.numbers.clone()
    }

    /// Begins with numbers that were reserved.
    #[must_use]
    pub fn from_numbers(mut self, numbers: Numbers) -> Self {
        self.numbers = numbers;
        self
    }

    /// Keeps what the rows wrote, all of it in one transaction that begins with `with`; nothing, when that says so or
    /// others have written what stands in the way. The lines of the log of many rows lie at `aside` until they are
    /// written, which is right behind it: with them the transaction would be twice as long.
    pub fn keep<T>(
        self,
        aside: Option<Place>,
        with: impl FnOnce(&mut Tx<'_>) -> Result<Option<T>, Refusal>,
    ) -> Result<Option<T>, Refusal> {
        let Self { call, rows, numbers, holds_company, .. } = self;
        let app = &call.app;
        let all = || rows.iter().flatten().filter_map(Record::wrote);
        let batches = lay::batches(app.store.dialect(), all().filter(|wrote| !lines::is_line(wrote)));
        let told = lines::of(all());
        let aside = aside.filter(|_| told.len() > app.pieces.lines.load(Ordering::SeqCst));
        let packed = aside.map(|place| Ok::<_, Refusal>((place, lines::pack(&told)?))).transpose()?;
        let topics: BTreeSet<_> = rows.iter().flatten().filter_map(Record::topic).collect();
        // Of many rows it takes much space.
        drop(rows);
        let mut overtaken = false;
        let kept = call.write(|tx| {
            // Its lines are among what was noted.
            tx.no_log_line();
            if holds_company {
                let org = tx.org();
                one_at_a_time(tx, org)?;
            }
            let done = with(tx)?;
            // Whoever takes a number writes its row behind it: were it the other way round here, each might wait for the
            // other.
            let is_free = done.is_some() && numbers.keep(tx)? && lay::lay(tx, &batches)?;
            match &packed {
                _ if !is_free => {}
                Some((place, packed)) => lines::put_aside(tx, *place, packed)?,
                None => lines::write(tx, &told)?,
            }
            topics.into_iter().for_each(|topic| tx.tell(topic));
            overtaken = !is_free;
            done.filter(|_| is_free).ok_or(Refusal::Stale(Json::Null))
        });
        match kept {
            Err(_) if overtaken => Ok(None),
            Err(refusal) => Err(refusal),
            Ok(done) => {
                app.pieces.end();
                if let Some(place) = aside {
                    // The rows are there: lines that can't be written now are written by the clock.
                    let written = lines::follow(app, place, &told);
                    written.unwrap_or_else(|fault| tracing::error!(?fault, "lines of the log will follow later"));
                }
                Ok(Some(done))
            }
        }
    }
}

/// Whether a statement that was made before met what others wrote since: a key that is taken.
fn is_taken(error: &StoreError) -> bool {
    matches!(error, StoreError::Unique(_))
}
