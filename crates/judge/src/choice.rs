//! Closed sets of named choices.

/// A closed set of values that a user chooses by name, such as the kinds of cases of a problem or its opponents.
///
/// ```
/// use board_judge::Choice;
///
/// #[derive(Clone, Copy, PartialEq, Eq, Debug)]
/// enum Size {
///     Small,
///     Large,
/// }
///
/// impl Choice for Size {
///     const ALL: &'static [Self] = &[Self::Small, Self::Large];
///
///     fn text(self) -> (&'static str, &'static str) {
///         match self {
///             Self::Small => ("small", "up to 4 x 4"),
///             Self::Large => ("large", "20 x 20"),
///         }
///     }
/// }
///
/// assert_eq!(Size::named("large"), Some(Size::Large));
/// assert_eq!(Size::named("huge"), None);
/// ```
pub trait Choice: Copy + Eq + Send + Sync + 'static {
    /// All values, in the order in which they are listed; the first is the default.
    const ALL: &'static [Self];

    /// Returns the name, of lower-case letters, digits and hyphens, and a short description.
    fn text(self) -> (&'static str, &'static str);

    /// Returns the name.
    #[must_use]
    fn name(self) -> &'static str {
        self.text().0
    }

    /// Returns the short description.
    #[must_use]
    fn about(self) -> &'static str {
        self.text().1
    }

    /// Returns the value with this name.
    #[must_use]
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|choice| choice.name() == name)
    }
}
