//! Declaring the columns of a table.

/// Declares the fields of a table as tokens of a type, and the list of them.
macro_rules! sheet {
    ($(#[$meta:meta])* $name:ident { $( $column:ident = $field:expr ),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        platform::pastey::paste! {
            impl $name {
                $(
                    #[doc = concat!("Column `", stringify!($column), "`.")]
                    pub const [<$column:upper>]: Field = ($field).column(stringify!($column));
                )*
                /// All of them in their order.
                pub const FIELDS: &'static [Field] = &[ $( Self::[<$column:upper>] ),* ];
            }
        }
    };
}
pub(crate) use sheet;
