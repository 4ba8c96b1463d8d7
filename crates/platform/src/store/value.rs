//! Values of the database, the same for both dialects, and their typed reading.

use std::fmt;

use kernel::{Amount, Day, Density, Id, Instant, Length, Percent, Price, Uuid, Volume, Weight, parse_day, show_day};

/// One value of a row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Value {
    /// Nothing.
    #[default]
    Null,
    /// A whole number: ids, scaled numbers, instants, counts.
    Int(i64),
    /// A text: names, codes, days.
    Text(String),
    /// Yes or no.
    Bool(bool),
    /// Bytes: hashes.
    Bytes(Vec<u8>),
}

/// A value was not of the type its column promises: a fault of the program, not of a user.
#[derive(Debug)]
pub struct CellError {
    wanted: &'static str,
    found: Value,
}

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column holds {:?} where {} is expected", self.found, self.wanted)
    }
}

impl std::error::Error for CellError {}

/// A type a column can hold.
pub trait Cell: Sized {
    /// Reads it.
    fn from_value(value: &Value) -> Result<Self, CellError>;
    /// Writes it.
    fn into_value(self) -> Value;
}

fn wrong<T>(wanted: &'static str, found: &Value) -> Result<T, CellError> {
    Err(CellError { wanted, found: found.clone() })
}

impl Cell for Value {
    fn from_value(value: &Value) -> Result<Self, CellError> {
        Ok(value.clone())
    }
    fn into_value(self) -> Value {
        self
    }
}

impl Cell for i64 {
    fn from_value(value: &Value) -> Result<Self, CellError> {
        match value {
            Value::Int(number) => Ok(*number),
            other => wrong("a whole number", other),
        }
    }
    fn into_value(self) -> Value {
        Value::Int(self)
    }
}

impl Cell for bool {
    fn from_value(value: &Value) -> Result<Self, CellError> {
        match value {
            Value::Bool(flag) => Ok(*flag),
            Value::Int(number) => Ok(*number != 0),
            other => wrong("yes or no", other),
        }
    }
    fn into_value(self) -> Value {
        Value::Bool(self)
    }
}

impl Cell for String {
    fn from_value(value: &Value) -> Result<Self, CellError> {
        match value {
            Value::Text(text) => Ok(text.clone()),
            Value::Null => Ok(Self::new()),
            other => wrong("a text", other),
        }
    }
    /// An empty text is stored as nothing.
    fn into_value(self) -> Value {
        if self.is_empty() { Value::Null } else { Value::Text(self) }
    }
}

impl Cell for &str {
    fn from_value(value: &Value) -> Result<Self, CellError> {
        wrong("an owned text", value)
    }
    fn into_value(self) -> Value {
        self.to_owned().into_value()
    }
}

impl Cell for Vec<u8> {
    fn from_value(value: &Value) -> Result<Self, CellError> {
        match value {
            Value::Bytes(bytes) => Ok(bytes.clone()),
            other => wrong("bytes", other),
        }
    }
    fn into_value(self) -> Value {
        Value::Bytes(self)
    }
}

impl<T: Cell> Cell for Option<T> {
    fn from_value(value: &Value) -> Result<Self, CellError> {
        if *value == Value::Null { Ok(None) } else { T::from_value(value).map(Some) }
    }
    fn into_value(self) -> Value {
        self.map_or(Value::Null, T::into_value)
    }
}

impl Cell for Id {
    fn from_value(value: &Value) -> Result<Self, CellError> {
        i64::from_value(value).map(Self)
    }
    fn into_value(self) -> Value {
        Value::Int(self.0)
    }
}

impl Cell for Uuid {
    fn from_value(value: &Value) -> Result<Self, CellError> {
        let text = String::from_value(value)?;
        Self::parse(&text).map_or_else(|| wrong("a uuid", value), Ok)
    }
    fn into_value(self) -> Value {
        Value::Text(self.as_str().to_owned())
    }
}

impl Cell for Instant {
    fn from_value(value: &Value) -> Result<Self, CellError> {
        i64::from_value(value).map(Self::from_millis)
    }
    fn into_value(self) -> Value {
        Value::Int(self.millis())
    }
}

impl Cell for Day {
    fn from_value(value: &Value) -> Result<Self, CellError> {
        let text = String::from_value(value)?;
        parse_day(&text).map_or_else(|| wrong("a day", value), Ok)
    }
    fn into_value(self) -> Value {
        Value::Text(show_day(self))
    }
}

macro_rules! scaled_cell {
    ($($name:ident),*) => {$(
        impl Cell for $name {
            fn from_value(value: &Value) -> Result<Self, CellError> { i64::from_value(value).map(Self::from_raw) }
            fn into_value(self) -> Value { Value::Int(self.raw()) }
        }
    )*};
}
scaled_cell!(Amount, Density, Length, Percent, Price, Volume, Weight);

/// One row, read by position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row(pub Vec<Value>);

impl Row {
    /// The value at a position; nothing behind the end.
    pub fn value(&self, position: usize) -> &Value {
        self.0.get(position).unwrap_or(&Value::Null)
    }

    /// The value at a position as its type.
    pub fn get<T: Cell>(&self, position: usize) -> Result<T, CellError> {
        T::from_value(self.value(position))
    }
}
