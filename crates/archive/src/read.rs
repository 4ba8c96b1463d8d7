//! Reading: every record in its order, checked against its counts and sums.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use flate2::read::DeflateDecoder;
use platform::store::Value;

use crate::wire::{self, RowSum};
use crate::{Fault, Head, Summary, TableSum, seal};

/// What a reader does with what it finds.
pub(crate) trait Taker {
    /// A table begins.
    fn table(&mut self, name: &str, columns: &[String]) -> Result<(), Fault>;
    /// A row of it.
    fn row(&mut self, values: Vec<Value>) -> Result<(), Fault>;
    /// The table ends.
    fn table_end(&mut self) -> Result<(), Fault>;
    /// A file with its bytes, which have to be read to their end.
    fn file(&mut self, place: &str, bytes: &mut dyn Read) -> Result<(), Fault>;
}

/// Takes nothing: the checks are the reader's.
struct Nobody;

impl Taker for Nobody {
    fn table(&mut self, _: &str, _: &[String]) -> Result<(), Fault> {
        Ok(())
    }
    fn row(&mut self, _: Vec<Value>) -> Result<(), Fault> {
        Ok(())
    }
    fn table_end(&mut self) -> Result<(), Fault> {
        Ok(())
    }
    fn file(&mut self, _: &str, bytes: &mut dyn Read) -> Result<(), Fault> {
        io::copy(bytes, &mut io::sink())?;
        Ok(())
    }
}

/// Reads a backup to its end; any damage is found.
pub fn check(place: &Path, passphrase: Option<&str>) -> Result<Summary, Fault> {
    read(place, passphrase, &mut Nobody)
}

/// The head of a backup, with its passphrase proved.
pub(crate) fn head(place: &Path, passphrase: Option<&str>) -> Result<Head, Fault> {
    seal::open(BufReader::new(File::open(place)?), passphrase).map(|(_, head)| head)
}

/// Reads a backup and hands over what is in it.
pub(crate) fn read(place: &Path, passphrase: Option<&str>, taker: &mut dyn Taker) -> Result<Summary, Fault> {
    let (opener, head) = seal::open(BufReader::new(File::open(place)?), passphrase)?;
    let mut input = BufReader::new(DeflateDecoder::new(opener));
    let (mut tables, mut files) = (Vec::new(), 0);
    loop {
        match wire::take_byte(&mut input)? {
            wire::TABLE => tables.push(read_table(&mut input, taker)?),
            wire::FILE => {
                read_file(&mut input, taker)?;
                files += 1;
            }
            wire::END => break,
            _ => return Err(Fault::Damaged),
        }
    }
    let counts = (wire::take_u64(&mut input)?, wire::take_u64(&mut input)?);
    let rest = input.read(&mut [0])?;
    // The packed stream may end before the sealed one, whose last piece proves that nothing is missing.
    io::copy(input.get_mut().get_mut(), &mut io::sink())?;
    if counts == (u64::try_from(tables.len()).unwrap_or(u64::MAX), files) && rest == 0 {
        Ok(Summary { head, tables, files })
    } else {
        Err(Fault::Damaged)
    }
}

fn read_table(input: &mut impl Read, taker: &mut dyn Taker) -> Result<TableSum, Fault> {
    let name = wire::take_text(input)?;
    let width = wire::take_u64(input)?;
    let columns = (0..width).map(|_| wire::take_text(input)).collect::<Result<Vec<_>, _>>()?;
    taker.table(&name, &columns)?;
    let (mut sum, mut bytes) = (RowSum::default(), Vec::new());
    loop {
        match wire::take_byte(input)? {
            wire::ROW => {
                let values = columns.iter().map(|_| wire::take_value(input)).collect::<Result<Vec<_>, _>>()?;
                bytes.clear();
                values.iter().try_for_each(|value| wire::put_value(&mut bytes, value))?;
                sum.add(&bytes);
                taker.row(values)?;
            }
            wire::TABLE_END => break,
            _ => return Err(Fault::Damaged),
        }
    }
    let told = (wire::take_u64(input)?, u128::from_le_bytes(wire::take(input)?));
    if told != (sum.rows, sum.sum) {
        return Err(Fault::Damaged);
    }
    taker.table_end()?;
    Ok(TableSum { name, rows: sum.rows, sum: sum.sum })
}

fn read_file(input: &mut impl Read, taker: &mut dyn Taker) -> Result<(), Fault> {
    let place = wire::take_text(input)?;
    let size = wire::take_u64(input)?;
    let mut bytes = input.take(size);
    taker.file(&place, &mut bytes)?;
    if bytes.limit() == 0 { Ok(()) } else { Err(Fault::Damaged) }
}
