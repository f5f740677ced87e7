//! Generated problems, for tests, benchmarks and the differential fuzzer: none has to be kept.
//! Classic families are those of the library, `dlx3::families`. [`covers`], [`crews`], [`packings`],
//! [`colors`], [`constraints`] and [`sums`] make a certain problem of a given size, [`yardsticks`] lists those that speed is
//! measured on, and [`random`] and [`shapes`] draw problems; [`runs`] draws command lines.

pub mod colors;
pub mod constraints;
pub mod covers;
pub mod crews;
pub mod packings;
pub mod random;
pub mod runs;
pub mod shapes;
pub mod sums;
pub mod yardsticks;

pub use dlx3::families::dice;
