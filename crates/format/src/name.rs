//! Item names: bytes other than white space and NUL, up to 8 of them in DLX3.

use super::BuildError;
use dlx3_base::text::blank::is_blank;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// The longest name stored in a word, as DLX3 stores names.
const SHORT: usize = Name::MOST_OF_DLX3;

/// The name of an item.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Name(Bytes);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Bytes {
    /// Padded with NUL bytes.
    Short([u8; SHORT]),
    /// A longer name.
    Long(Arc<[u8]>),
}

impl Name {
    /// The greatest number of bytes in a name.
    pub const MAX: usize = 255;

    /// The greatest number of bytes in a name that DLX3 reads.
    pub const MOST_OF_DLX3: usize = 8;

    /// Packs a name.
    ///
    /// # Errors
    /// [`BuildError::EmptyName`], [`BuildError::LongName`] and
    /// [`BuildError::BlankInName`].
    pub fn new(bytes: &[u8]) -> Result<Self, BuildError> {
        if bytes.is_empty() {
            return Err(BuildError::EmptyName);
        }
        if bytes.len() > Self::MAX {
            return Err(BuildError::LongName);
        }
        if bytes.iter().any(|&byte| is_blank(byte) || byte == 0) {
            return Err(BuildError::BlankInName);
        }
        Ok(Self::pack(bytes))
    }

    /// Packs bytes that are known to be a name.
    #[inline]
    pub(super) fn pack(bytes: &[u8]) -> Self {
        if bytes.len() > SHORT {
            return Name(Bytes::Long(bytes.into()));
        }
        let mut packed = [0; SHORT];
        packed[..bytes.len()].copy_from_slice(bytes);
        Name(Bytes::Short(packed))
    }

    /// The decimal digits of a number.
    #[inline]
    pub(super) fn of_number(number: u32) -> Self {
        let length = number.checked_ilog10().unwrap_or(0) as usize + 1;
        if length > SHORT {
            return Self::pack(number.to_string().as_bytes());
        }
        let (mut packed, mut left) = ([0; SHORT], number);
        for place in (0..length).rev() {
            packed[place] = b'0' + (left % 10) as u8;
            left /= 10;
        }
        Name(Bytes::Short(packed))
    }

    /// The bytes of a name longer than DLX3's.
    pub(super) fn shared(&self) -> Option<Arc<[u8]>> {
        match &self.0 {
            Bytes::Short(_) => None,
            Bytes::Long(bytes) => Some(Arc::clone(bytes)),
        }
    }

    /// The bytes of the name.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Bytes::Short(packed) => {
                let length = packed.iter().position(|&byte| byte == 0);
                &packed[..length.unwrap_or(SHORT)]
            }
            Bytes::Long(bytes) => bytes,
        }
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.as_bytes()))
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{self}'")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_number_is_its_digits() {
        for number in [0, 9, 10, 324, 99_999_999, 100_000_000, u32::MAX] {
            let name = Name::of_number(number);
            assert_eq!(name, Name::new(number.to_string().as_bytes()).unwrap());
        }
    }
}
