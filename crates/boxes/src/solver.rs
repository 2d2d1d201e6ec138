//! The fast solver: chooses between tables and searches, by the number of open edges.

use std::collections::HashMap;

use board_core::{Control, Game, Halt, Margin, Oracle, Side, Step, Value};

use crate::rules::{Boxes, Edges, Position, Rules};
use crate::search::Search;
use crate::table::Table;

/// The margins of some positions of one game.
///
/// Where few edges are open, one table serves all positions if that costs less than a small one for each; else a [`Search`] does.
///
/// ```
/// use board_core::{Board, Control, Margin, Side};
/// use boxes::{Boxes, Edges, Rules};
///
/// let game = Boxes::new(Board::new(3, 3)?, Rules::Alternate)?;
/// // Open are the lowest row's bottom edges and its right end: one box to take for either player, and one to give.
/// let drawn = game.set(game.list(game.edges()).take(20)).expect("of the board");
/// let at = game.position(drawn, Side::First)?;
/// assert_eq!(boxes::margins(game, &[&at], &Control::new())?, [Margin(-1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// It needs more memory than the limit, or `control` stopped it.
pub fn margins(game: Boxes, positions: &[&Position], control: &Control<'_>) -> Result<Vec<Margin>, Halt> {
    let (small, large) = by_method(game, positions);
    let common = common(game, &small, control);
    let table = common.map(|common| Table::new(game, &common, control)).transpose()?;
    let searches = searches(game, &large, control)?;
    let margin = |at: &&Position| match (&table, Method::of(game, at)) {
        (Some(table), Method::Table) => Ok(table.value(at)),
        (None, Method::Table) => Ok(Table::new(game, at, control)?.value(at)),
        (_, Method::Search) => searched(&searches, at, control),
    };
    positions.iter().map(margin).collect()
}

/// How the value of a position is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    /// By a table of everything that can follow.
    Table,
    /// By a search.
    Search,
}

impl Method {
    /// The most open edges for which a table is made. With the extra turn a search is soon faster, as it skips most
    /// moves; without it few can be skipped, and a table is better as long as it fits into memory.
    const fn max_in_table(rules: Rules) -> u32 {
        match rules {
            Rules::Alternate => 33,
            Rules::ExtraTurn => 24,
        }
    }

    pub(crate) const fn of(game: Boxes, at: &Position) -> Self {
        if open(game, at).len() <= Self::max_in_table(game.rules()) { Self::Table } else { Self::Search }
    }
}

const fn open(game: Boxes, at: &Position) -> Edges {
    game.edges().difference(at.drawn())
}

/// The positions for tables, and those for searches.
fn by_method<'a>(game: Boxes, positions: &[&'a Position]) -> (Vec<&'a Position>, Vec<&'a Position>) {
    positions.iter().partition(|at| Method::of(game, at) == Method::Table)
}

/// One search for all positions, if it can have that many open edges; otherwise one for each.
fn searches(game: Boxes, positions: &[&Position], control: &Control<'_>) -> Result<Vec<Search>, Halt> {
    let Some(drawn) = positions.iter().map(|at| at.drawn()).reduce(Edges::intersection) else {
        return Ok(Vec::new());
    };
    if game.edges().difference(drawn).len() <= Search::MAX_OPEN
        && let Ok(common) = game.position(drawn, Side::First)
    {
        return Ok(vec![Search::new(game, &common, control)?]);
    }
    // All are kept, so each gets its share.
    let control = control.with_memory(control.memory() / positions.len() as u64);
    positions.iter().map(|at| Search::new(game, at, &control)).collect()
}

/// The margin of a position by the search that was made for it.
fn searched(searches: &[Search], at: &Position, control: &Control<'_>) -> Result<Margin, Halt> {
    let search = searches.iter().find(|search| search.covers(at));
    search.expect("the position follows one of those given").margin(at, control)
}

/// An oracle for some positions of one game, and for what a report on them asks for.
///
/// Positions with few open edges have a [`Table`] of everything that can follow. Those with many are searched when the solver is
/// made, with all their moves and the same along the line of best play, the first of several best moves each time,
/// until few enough edges are open for a table of the rest. Nothing is searched later.
pub struct Solver {
    tables: Vec<Table>,
    /// What was searched, by the drawn edges.
    searched: HashMap<Edges, Margin>,
}

/// Searches positions once each.
struct Searcher<'a> {
    game: Boxes,
    searches: Vec<Search>,
    searched: HashMap<Edges, Margin>,
    control: &'a Control<'a>,
}

impl Solver {
    /// Makes one table for all positions with few open edges, if that costs less than a small one for each, or these; and
    /// searches the others.
    ///
    /// # Errors
    /// It needs more memory than the limit, or `control` stopped it.
    pub fn new(game: Boxes, positions: &[&Position], control: &Control<'_>) -> Result<Self, Halt> {
        let (small, large) = by_method(game, positions);
        let searches = searches(game, &large, control)?;
        let mut searcher = Searcher { game, searches, searched: HashMap::new(), control };
        let ends: Result<Vec<Position>, Halt> = large.iter().map(|at| searcher.follow(at)).collect();
        let ends = ends?;
        let mut solver = Self { tables: Vec::new(), searched: searcher.searched };
        let small: Vec<&Position> = small.into_iter().chain(&ends).collect();
        if let Some(common) = common(game, &small, control) {
            solver.tables.push(Table::new(game, &common, control)?);
            return Ok(solver);
        }
        let needed = |at: &&Position| Table::memory_needed(open(game, at).len());
        let needed = small.iter().map(needed).fold(0, u64::saturating_add);
        if small.len() > 1 {
            control.allow(format!("{} for {} positions", game.board().title(), small.len()), needed)?;
        }
        for at in small {
            solver.tables.push(Table::new(game, at, control)?);
        }
        Ok(solver)
    }

    /// Whether the value of the position is known.
    #[must_use]
    pub fn covers(&self, at: &Position) -> bool {
        self.known(at).is_some()
    }

    fn known(&self, at: &Position) -> Option<Margin> {
        let table = self.tables.iter().find(|table| table.covers(at));
        table.map(|table| table.value(at)).or_else(|| self.searched.get(&at.drawn()).copied())
    }
}

impl Searcher<'_> {
    /// Searches a position and all its moves, and goes on with the best, the first of several, until so few edges are
    /// open that the rest is for a table.
    fn follow(&mut self, from: &Position) -> Result<Position, Halt> {
        // The table of the rest is beside what the search takes, so it should be small.
        const MAX_IN_TABLE: u32 = 16;
        let (game, mut at) = (self.game, *from);
        while open(game, &at).len() > MAX_IN_TABLE {
            let mut best: Option<(Margin, Position)> = None;
            for edge in game.moves(&at) {
                let Step { to, gain } = game.play(&at, edge);
                let same_mover = game.to_move(&to) == game.to_move(&at);
                let value = self.search(&to)?.lift(gain, same_mover);
                if best.is_none_or(|(most, _)| value > most) {
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

impl Oracle<Boxes> for Solver {
    /// # Panics
    /// The solver does not cover the position.
    fn value(&self, at: &Position) -> Margin {
        self.known(at).expect("a position that the solver was made for, or on its line of best play")
    }
}

/// A position from which all of these can follow, if one table from there fits into memory and costs no more than one for
/// each.
fn common(game: Boxes, positions: &[&Position], control: &Control<'_>) -> Option<Position> {
    // What a table costs besides its values, its patterns, counted in values.
    const PATTERNS: u128 = 1 << 13;
    let cost = |open: Edges| PATTERNS + (1_u128 << open.len().min(64));
    let drawn = positions.iter().map(|at| at.drawn()).reduce(Edges::intersection)?;
    let all_open = game.edges().difference(drawn);
    let each: u128 = positions.iter().map(|at| cost(open(game, at))).sum();
    let fits = Table::memory_needed(all_open.len()) <= control.memory();
    (fits && cost(all_open) <= each).then(|| game.position(drawn, Side::First).ok())?
}
