//! Item names: 1 to 8 bytes, none of them white space or NUL.

use super::BuildError;
use crate::text::blank::is_blank;
use std::fmt;

/// The name of an item, padded with NUL bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name([u8; Name::MAX]);

impl Name {
    /// The greatest number of bytes in a name.
    pub const MAX: usize = 8;

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

    /// Packs up to 8 bytes that are known to make a name.
    #[inline]
    pub(super) fn pack(bytes: &[u8]) -> Self {
        let mut packed = [0; Self::MAX];
        packed[..bytes.len()].copy_from_slice(bytes);
        Name(packed)
    }

    /// The bytes of the name, without padding.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        let length = self.0.iter().position(|&byte| byte == 0);
        &self.0[..length.unwrap_or(Self::MAX)]
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
