//! Generated problems for tests, benchmarks and the differential fuzzer: none needs a file. Classic
//! families come from the library, `dlx3::families`. [`covers`], [`crews`], [`packings`],
//! [`colors`], [`constraints`] and [`sums`] make problems of given sizes. [`yardsticks`] lists the
//! problems on which speed is measured. [`random`] and [`shapes`] draw problems, and [`runs`] draws
//! command lines.

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
