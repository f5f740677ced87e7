//! Times on command lines, and times for people.

use std::time::Duration;

/// `500ms`, `90s`, `1.5m`, `2h`, `3d`; a number alone is seconds.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    time_of(text)
        .ok_or_else(|| "a time is a number of seconds, or a number and ms, s, m, h or d".to_owned())
}

fn time_of(text: &str) -> Option<Duration> {
    let number = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let milliseconds: u64 = match &text[number.len()..] {
        "ms" => 1,
        "s" | "" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return None,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(fraction) || !is_number(whole) || fraction.is_empty() {
        return None;
    }
    let time = Duration::from_millis(whole.parse::<u64>().ok()?.checked_mul(milliseconds)?);
    // More digits would say less than a tenth of a millisecond, even of a day.
    let fraction = &fraction[..fraction.len().min(9)];
    let scale = 10u64.pow(fraction.len() as u32);
    let nanoseconds = u128::from(fraction.parse::<u64>().ok()?) * 1_000_000;
    let rest = nanoseconds * u128::from(milliseconds) / u128::from(scale);
    time.checked_add(Duration::from_nanos(u64::try_from(rest).ok()?))
}

/// A time in seconds, for people.
pub fn for_people(seconds: f64) -> String {
    let units = [(60.0, "s"), (60.0, "min"), (24.0, "h"), (365.0, "days")];
    let mut time = seconds;
    for (many, unit) in units {
        // Up to two of the next unit, this one says more.
        if time < 2.0 * many {
            return format!("{time:.0} {unit}");
        }
        time /= many;
    }
    match time < 1e6 {
        true => format!("{time:.0} years"),
        false => "a million years or more".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("15m"), Ok(Duration::from_secs(900)));
        assert_eq!(parse_time("2h"), Ok(Duration::from_secs(7200)));
        assert_eq!(parse_time("3d"), Ok(Duration::from_secs(259_200)));
        assert_eq!(parse_time("0.25"), Ok(Duration::from_millis(250)));
        assert_eq!(parse_time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("0.5d"), Ok(Duration::from_secs(43_200)));
        let third = Duration::from_nanos(333_333_333);
        assert_eq!(parse_time("333.333333333333333ms"), Ok(third));
        for wrong in [
            "",
            "s",
            "-1s",
            "1 s",
            "1w",
            ".5s",
            "1.s",
            "1.5.2s",
            "1e3",
            "inf",
            "99999999999999999h",
            "é",
        ] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_have_a_unit_that_people_can_grasp() {
        let times = [0.4, 119.0, 7000.0, 86_400.0, 1e7, 1e9, 1e90].map(for_people);
        let shown = ["0 s", "119 s", "117 min", "24 h", "116 days", "32 years"];
        assert_eq!(times[..6], shown);
        assert_eq!(times[6], "a million years or more");
    }
}
