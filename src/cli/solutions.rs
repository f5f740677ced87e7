//! What all programs that read solutions have in common.

use super::Process;

impl Process {
    /// Says so on stderr if no solution has come. That is no fault: the problem may have none.
    pub fn tell_if_no_solutions(&mut self, solutions: u64) {
        if solutions == 0 {
            self.say("no solutions came; was m1 forgotten?");
        }
    }
}
