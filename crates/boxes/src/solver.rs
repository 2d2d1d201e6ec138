//! The fast solver: chooses between tables and searches, by the number of open edges.

use std::collections::HashMap;
use std::slice;

use board_core::{Control, Game, Halt, Margin, Oracle, Side, Solve, Step, Value};

use crate::rules::{Boxes, Edges, Position, Rules};
use crate::search::Search;
use crate::table::Table;

/// Gives the values of some positions of one game, and of everything that a report on them needs.
///
/// For positions with few open edges (up to 33 when the turn always passes, 24 with the extra turn) it has a [`Table`]
/// of everything that can follow. Positions with more are searched when the solver is made ([`Search::margin`] gives
/// the time that this takes), and so are the positions after all their moves; the same is done along the line of best
/// play until few enough edges are open for a table of the rest.
///
/// ```
/// use boxes::{Board, Boxes, Control, Edges, Margin, Oracle, Rules, Side, Solve, Solver};
///
/// // 28 edges: a table would take 256 MiB.
/// let game = Boxes::new(Board::new(1, 9)?, Rules::ExtraTurn)?;
/// let start = game.position(Edges::default(), Side::First)?;
/// let solver = Solver::new(&game, &[start], &Control::new().with_memory(16 << 20))?;
/// assert_eq!(solver.value(&start), Margin(-1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    tables: Vec<Table>,
    /// The margins found by searches, by the drawn edges.
    searched: HashMap<Edges, Margin>,
}

/// How the value of a position is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// By a [`Table`] of everything that can follow it.
    Table,
    /// By a [`Search`].
    Search,
}

impl Method {
    /// The maximum number of open edges for which a table is made. With the extra turn a search is soon faster, as it
    /// skips most moves. Without it few moves can be skipped, and a table is better as long as it fits in memory.
    const fn max_in_table(rules: Rules) -> u32 {
        match rules {
            Rules::Alternate => 33,
            Rules::ExtraTurn => 24,
        }
    }

    const fn of(game: &Boxes, at: &Position) -> Self {
        if open(game, at).len() <= Self::max_in_table(game.rules()) { Self::Table } else { Self::Search }
    }

    /// The positions whose values are found in this way.
    fn filter<'a>(
        self,
        game: &'a Boxes,
        positions: &'a [Position],
    ) -> impl Iterator<Item = &'a Position> + Clone + use<'a> {
        positions.iter().filter(move |at| Self::of(game, at) == self)
    }
}

const fn open(game: &Boxes, at: &Position) -> Edges {
    game.edges().difference(at.drawn())
}

impl Solver {
    /// How the solver finds the value of a position; `None` if it does not cover it.
    #[must_use]
    pub fn method(&self, at: &Position) -> Option<Method> {
        if self.table(at).is_some() {
            Some(Method::Table)
        } else {
            self.searched.contains_key(&at.drawn()).then_some(Method::Search)
        }
    }

    /// Checks that a solver of a position is within the limits of `control`, without making it.
    ///
    /// # Errors
    /// If it needs more memory, or is expected to take more time, than allowed.
    pub fn check(game: &Boxes, at: &Position, control: &Control<'_>) -> Result<(), Halt> {
        match Method::of(game, at) {
            Method::Table => Table::check(game, open(game, at), control),
            Method::Search => Search::check(game, open(game, at), control).map(drop),
        }
    }

    fn table(&self, at: &Position) -> Option<&Table> {
        self.tables.iter().find(|table| table.covers(at))
    }
}

impl Oracle<Boxes> for Solver {
    /// # Panics
    /// If the solver does not cover the position.
    fn value(&self, at: &Position) -> Margin {
        let searched = || *self.searched.get(&at.drawn()).expect("the solver covers the position");
        self.table(at).map_or_else(searched, |table| table.value(at))
    }

    fn covers(&self, at: &Position) -> bool {
        self.method(at).is_some()
    }
}

impl Solve<Boxes> for Solver {
    /// Makes one table for all positions with few open edges if that costs less than a small table for each, otherwise
    /// a table for each; and searches the others.
    fn new(game: &Boxes, positions: &[Position], control: &Control<'_>) -> Result<Self, Halt> {
        let searches = searches(game, positions, control)?;
        let mut searcher = Searcher { game, searches, searched: HashMap::new(), control };
        let ends = Method::Search.filter(game, positions).map(|at| searcher.follow(at));
        let ends = ends.collect::<Result<Vec<Position>, Halt>>()?;
        // The searches are no longer needed.
        let mut solver = Self { tables: Vec::new(), searched: searcher.searched };
        let small = Method::Table.filter(game, positions).chain(&ends);
        if let Some(common) = common(game, small.clone(), control) {
            solver.tables.push(Table::new(game, &[common], control)?);
            return Ok(solver);
        }
        let needed = small.clone().map(|at| Table::memory_needed(open(game, at).len())).fold(0, u64::saturating_add);
        let count = small.clone().count();
        if count > 1 {
            control.reserve(format!("{} for {count} positions", game.board().title()), needed)?;
        }
        for at in small {
            solver.tables.push(Table::new(game, slice::from_ref(at), control)?);
        }
        Ok(solver)
    }

    /// Finds each value by the faster method, and follows no lines.
    fn values(game: &Boxes, positions: &[Position], control: &Control<'_>) -> Result<Vec<Margin>, Halt> {
        let common = common(game, Method::Table.filter(game, positions), control);
        let table = common.map(|common| Table::new(game, &[common], control)).transpose()?;
        let searches = searches(game, positions, control)?;
        let margin = |at: &Position| match (&table, Method::of(game, at)) {
            (Some(table), Method::Table) => Ok(table.value(at)),
            (None, Method::Table) => Ok(Table::new(game, slice::from_ref(at), control)?.value(at)),
            (_, Method::Search) => searched(&searches, at, control),
        };
        positions.iter().map(margin).collect()
    }
}

/// Makes one search for all positions with many open edges if their edges fit in one, otherwise one for each.
fn searches(game: &Boxes, positions: &[Position], control: &Control<'_>) -> Result<Vec<Search>, Halt> {
    let large = Method::Search.filter(game, positions);
    let Some(drawn) = large.clone().map(Position::drawn).reduce(Edges::intersection) else {
        return Ok(Vec::new());
    };
    if game.edges().difference(drawn).len() <= Search::MAX_OPEN
        && let Ok(common) = game.position(drawn, Side::First)
    {
        return Ok(vec![Search::new(game, &[common], control)?]);
    }
    // All of them exist at the same time, so each gets its share of the memory.
    let control = control.with_memory(control.memory() / large.clone().count() as u64);
    large.map(|at| Search::new(game, slice::from_ref(at), &control)).collect()
}

/// The margin of a position by the search that was made for it.
fn searched(searches: &[Search], at: &Position, control: &Control<'_>) -> Result<Margin, Halt> {
    let search = searches.iter().find(|search| search.covers(at));
    search.expect("a search covers the position").margin(at, control)
}

/// Returns a position from which all of these can follow, if one table from there fits in memory and costs no more than
/// one for each.
fn common<'a>(
    game: &Boxes,
    positions: impl Iterator<Item = &'a Position> + Clone,
    control: &Control<'_>,
) -> Option<Position> {
    // The cost of a table besides its values, that is of its patterns, in values.
    const PATTERNS: u128 = 1 << 13;
    let cost = |open: Edges| PATTERNS + (1_u128 << open.len().min(64));
    let drawn = positions.clone().map(Position::drawn).reduce(Edges::intersection)?;
    let all_open = game.edges().difference(drawn);
    let each: u128 = positions.map(|at| cost(open(game, at))).sum();
    let fits = Table::memory_needed(all_open.len()) <= control.memory();
    (fits && cost(all_open) <= each).then(|| game.position(drawn, Side::First).ok())?
}

/// Searches each position once.
struct Searcher<'a> {
    game: &'a Boxes,
    searches: Vec<Search>,
    searched: HashMap<Edges, Margin>,
    control: &'a Control<'a>,
}

impl Searcher<'_> {
    /// Searches a position and all its moves, and goes on with the best move, the first of equally good ones, until few
    /// enough edges are open for a table.
    fn follow(&mut self, from: &Position) -> Result<Position, Halt> {
        // A larger table would not pay for the rest of a line.
        const MAX_IN_TABLE: u32 = 16;
        let (game, mut at) = (self.game, *from);
        while open(game, &at).len() > MAX_IN_TABLE {
            let mut best: Option<(Margin, Position)> = None;
            for edge in game.moves(&at) {
                let Step { to, gain } = game.play(&at, edge);
                let same_mover = game.to_move(&to) == game.to_move(&at);
                let value = self.search(&to)?.lift(gain, same_mover);
                if best.is_none_or(|(max, _)| value > max) {
                    best = Some((value, to));
                }
            }
            let (value, to) = best.expect("many edges are open");
            self.searched.insert(at.drawn(), value);
            at = to;
        }
        Ok(at)
    }

    fn search(&mut self, at: &Position) -> Result<Margin, Halt> {
        if let Some(&known) = self.searched.get(&at.drawn()) {
            return Ok(known);
        }
        let margin = searched(&self.searches, at, self.control)?;
        self.searched.insert(at.drawn(), margin);
        Ok(margin)
    }
}
