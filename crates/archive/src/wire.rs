//! The records inside a backup: tables with their rows, files, the end.

use std::io::{Error, ErrorKind, Read, Result, Write};

use platform::store::Value;
use ring::digest;

/// A table begins: its name and its columns.
pub(crate) const TABLE: u8 = b'T';
/// A row of the table.
pub(crate) const ROW: u8 = b'R';
/// The table ends: number and sum of its rows.
pub(crate) const TABLE_END: u8 = b'E';
/// A file: its place below the folder of files, its size, its bytes.
pub(crate) const FILE: u8 = b'F';
/// The backup ends: number of its tables and files.
pub(crate) const END: u8 = b'Z';

const NULL: u8 = 0;
const INT: u8 = 1;
const TEXT: u8 = 2;
const NO: u8 = 3;
const YES: u8 = 4;
const BYTES: u8 = 5;

/// Longest text or bytes of one cell; a longer one is no cell of this product.
const CELL_MAX: u32 = 256 * 1024 * 1024;

pub(crate) fn put_u64(out: &mut impl Write, number: u64) -> Result<()> {
    out.write_all(&number.to_le_bytes())
}

pub(crate) fn put_bytes(out: &mut impl Write, bytes: &[u8]) -> Result<()> {
    let length = u32::try_from(bytes.len()).map_err(|_| Error::other("a cell is too long"))?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(bytes)
}

pub(crate) fn put_value(out: &mut impl Write, value: &Value) -> Result<()> {
    match value {
        Value::Null => out.write_all(&[NULL]),
        Value::Bool(flag) => out.write_all(&[if *flag { YES } else { NO }]),
        Value::Int(number) => {
            out.write_all(&[INT])?;
            out.write_all(&number.to_le_bytes())
        }
        Value::Text(text) => {
            out.write_all(&[TEXT])?;
            put_bytes(out, text.as_bytes())
        }
        Value::Bytes(bytes) => {
            out.write_all(&[BYTES])?;
            put_bytes(out, bytes)
        }
    }
}

pub(crate) fn take<const N: usize>(input: &mut impl Read) -> Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

pub(crate) fn take_u64(input: &mut impl Read) -> Result<u64> {
    take(input).map(u64::from_le_bytes)
}

pub(crate) fn take_byte(input: &mut impl Read) -> Result<u8> {
    take::<1>(input).map(|[byte]| byte)
}

pub(crate) fn take_bytes(input: &mut impl Read) -> Result<Vec<u8>> {
    let length = u32::from_le_bytes(take(input)?);
    if length > CELL_MAX {
        return Err(ErrorKind::InvalidData.into());
    }
    let mut bytes = Vec::new();
    input.take(length.into()).read_to_end(&mut bytes)?;
    if u32::try_from(bytes.len()) == Ok(length) { Ok(bytes) } else { Err(ErrorKind::UnexpectedEof.into()) }
}

pub(crate) fn take_text(input: &mut impl Read) -> Result<String> {
    String::from_utf8(take_bytes(input)?).map_err(|_| ErrorKind::InvalidData.into())
}

pub(crate) fn take_value(input: &mut impl Read) -> Result<Value> {
    Ok(match take_byte(input)? {
        NULL => Value::Null,
        INT => Value::Int(i64::from_le_bytes(take(input)?)),
        TEXT => Value::Text(take_text(input)?),
        NO => Value::Bool(false),
        YES => Value::Bool(true),
        BYTES => Value::Bytes(take_bytes(input)?),
        _ => return Err(ErrorKind::InvalidData.into()),
    })
}

/// Counts rows and sums their hashes.
#[derive(Debug, Default)]
pub(crate) struct RowSum {
    pub(crate) rows: u64,
    pub(crate) sum: u128,
}

impl RowSum {
    /// Adds a row as it stands in the file.
    pub(crate) fn add(&mut self, encoded: &[u8]) {
        let hash = digest::digest(&digest::SHA256, encoded);
        let half = hash.as_ref().first_chunk::<16>().copied().unwrap_or_default();
        self.rows += 1;
        self.sum = self.sum.wrapping_add(u128::from_le_bytes(half));
    }
}
