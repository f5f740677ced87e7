//! The texts of faults, as tables.

/// Implements [`Display`](std::fmt::Display) and [`Error`](std::error::Error) for a fault by a table
/// of messages: a pattern, and a text or a text with arguments, as `write!` takes them. After
/// `from`, and `through`, stand the causes that become the fault by `?`, and their variants. The
/// source of the first kind is the cause. A fault of the second kind says what its cause says, so
/// its source is that of the cause.
///
/// ```
/// #[derive(Debug)]
/// pub enum Fault {
///     Negative { number: i32 },
///     NoNumber(std::num::ParseIntError),
/// }
///
/// dlx3_base::messages! {
///     Fault {
///         Self::Negative { number } => ("-{} is negative", number.abs()),
///         Self::NoNumber(it) => "no number: {it}",
///     }
///     from { std::num::ParseIntError => NoNumber }
/// }
///
/// assert_eq!(Fault::Negative { number: -3 }.to_string(), "-3 is negative");
/// assert_eq!(Fault::from("".parse::<i32>().unwrap_err()).to_string().len(), 49);
/// ```
#[macro_export]
macro_rules! messages {
    (
        $fault:ident { $($case:pat => $message:tt),* $(,)? }
        $(from { $($cause:ty => $by:ident),* })?
        $(through { $($same:ty => $like:ident),* })?
    ) => {
        impl ::std::fmt::Display for $fault {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $($case => $crate::messages!(@write f, $message),)*
                }
            }
        }

        impl ::std::error::Error for $fault {
            #[allow(unreachable_patterns)]
            fn source(&self) -> Option<&(dyn ::std::error::Error + 'static)> {
                match self {
                    $($(Self::$by(it) => Some(it),)*)?
                    $($(Self::$like(it) => ::std::error::Error::source(it),)*)?
                    _ => None,
                }
            }
        }

        $($(
            impl From<$cause> for $fault {
                fn from(cause: $cause) -> Self {
                    Self::$by(cause)
                }
            }
        )*)?

        $($(
            impl From<$same> for $fault {
                fn from(cause: $same) -> Self {
                    Self::$like(cause)
                }
            }
        )*)?
    };
    (@write $f:ident, ($($text:tt)*)) => { write!($f, $($text)*) };
    (@write $f:ident, $text:literal) => { write!($f, $text) };
}
