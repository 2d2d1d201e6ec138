//! A report as JSON. The schema is `docs/explain.schema.json` of the repository.

use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use super::report::{Field, Report, ReportedMove};
use crate::game::{Margin, Outcome, Side, ValueKind};

impl Report {
    /// Returns the report as one JSON object in one line, without a line end.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "serializing strings and numbers does not fail")]
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers can always be written as JSON")
    }

    /// The points of the player to move so far, minus those of the opponent.
    fn lead(&self) -> i128 {
        let points = |side: Side| i128::from(self.score[side as usize]);
        points(self.to_move) - points(self.to_move.other())
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lead = self.lead();
        let moves: Vec<JsonMove<'_>> = self.moves.iter().map(|listed| JsonMove { listed, lead }).collect();
        let line: Vec<&str> = self.line.iter().map(|ply| ply.text.as_str()).collect();
        let mut object = serializer.serialize_struct("Report", 9)?;
        object.serialize_field("game", self.game)?;
        object.serialize_field("position", &JsonPosition(self))?;
        object.serialize_field("to_move", self.sides[self.to_move as usize])?;
        object.serialize_field("value", &JsonValue { value: self.value, lead })?;
        object.serialize_field("moves", &moves)?;
        object.serialize_field("moves_total", &Integer::from(self.moves_total))?;
        object.serialize_field("line", &line)?;
        object.serialize_field("line_total", &self.line_total.map(Integer::from))?;
        object.serialize_field("method", &self.method)?;
        object.end()
    }
}

struct JsonPosition<'a>(&'a Report);

impl Serialize for JsonPosition<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("input", &self.0.input)?;
        for (name, field) in &self.0.fields {
            match field {
                Field::Number(number) => object.serialize_entry(name, &Integer::from(*number))?,
                Field::Text(text) => object.serialize_entry(name, text)?,
            }
        }
        object.end()
    }
}

struct JsonMove<'a> {
    listed: &'a ReportedMove,
    lead: i128,
}

impl Serialize for JsonMove<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Move", 3)?;
        object.serialize_field("move", &self.listed.text)?;
        object.serialize_field("value", &JsonValue { value: self.listed.value, lead: self.lead })?;
        object.serialize_field("optimal", &self.listed.optimal)?;
        object.end()
    }
}

struct JsonValue {
    value: ValueKind,
    lead: i128,
}

impl Serialize for JsonValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        match self.value {
            ValueKind::Outcome(outcome) => {
                let result = match outcome {
                    Outcome::Win(_) => "win",
                    Outcome::Draw => "draw",
                    Outcome::Loss(_) => "loss",
                };
                object.serialize_entry("kind", "outcome")?;
                object.serialize_entry("result", result)?;
                if let Some(plies) = outcome.plies() {
                    object.serialize_entry("plies", &Integer::from(plies))?;
                }
            }
            ValueKind::Margin(Margin(points)) => {
                object.serialize_entry("kind", "margin")?;
                object.serialize_entry("points", &Integer::from(points))?;
                object.serialize_entry("total", &Integer(Sign::of(self.lead + i128::from(points))))?;
            }
        }
        object.end()
    }
}

/// An integer, written as a string from 2^53 on: many JSON parsers store numbers as floats, which cannot distinguish
/// 2^53 from 2^53 + 1.
struct Integer(Sign);

/// Negative numbers fit `i128`; positive ones need not.
enum Sign {
    Negative(i128),
    Natural(u128),
}

impl Sign {
    fn of(number: i128) -> Self {
        u128::try_from(number).map_or(Self::Negative(number), Self::Natural)
    }
}

impl From<u128> for Integer {
    fn from(number: u128) -> Self {
        Self(Sign::Natural(number))
    }
}

impl From<u64> for Integer {
    fn from(number: u64) -> Self {
        Self(Sign::Natural(number.into()))
    }
}

impl From<i64> for Integer {
    fn from(number: i64) -> Self {
        Self(Sign::of(number.into()))
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// The largest integer that I-JSON (RFC 7493) lets a reader rely on.
        const EXACT: i64 = (1 << 53) - 1;
        match self.0 {
            Sign::Natural(number) => match i64::try_from(number) {
                Ok(small) if small <= EXACT => serializer.serialize_i64(small),
                _ => serializer.collect_str(&number),
            },
            Sign::Negative(number) => match i64::try_from(number) {
                Ok(small) if small >= -EXACT => serializer.serialize_i64(small),
                _ => serializer.collect_str(&number),
            },
        }
    }
}
