//! All positions of a small board with their values, for the tests of lemmas.

use board_core::memo::bits;
use board_core::{Board, Control, Margin, Oracle, Side, Solve};

use super::{Graph, Open};
use crate::rules::{Boxes, Edges, Rules};
use crate::table::Table;

/// A graph of all edges of a board, or of some, and the table of their values.
pub(super) struct Whole {
    pub(super) graph: Graph,
    game: Boxes,
    drawn: Edges,
    table: Table,
}

impl Whole {
    pub(super) fn new(rows: u32, cols: u32, rules: Rules) -> Self {
        let game = Boxes::new(Board::new(rows, cols).expect("in range"), rules).expect("few edges");
        Self::of(game, game.edges())
    }

    /// Creates the graph and the table for the positions in which some of these edges are open.
    pub(super) fn of(game: Boxes, open: Edges) -> Self {
        let drawn = game.edges().difference(open);
        let start = game.position(drawn, Side::First).expect("edges of the board");
        let table = Table::new(&game, &[start], &Control::new()).expect("few edges");
        Self { graph: Graph::new(game, open).expect("few edges"), game, drawn, table }
    }

    /// The same with the extra turn, for edges given as text.
    pub(super) fn of_edges(rows: u32, cols: u32, edges: &[&str]) -> Self {
        let game = Boxes::new(Board::new(rows, cols).expect("in range"), Rules::ExtraTurn).expect("few edges");
        let edges = edges.iter().map(|edge| edge.parse().expect("an edge"));
        Self::of(game, game.set(edges).expect("edges of the board"))
    }

    pub(super) fn positions(&self) -> impl Iterator<Item = Open> {
        (0..1 << self.graph.len()).map(|edges| self.graph.position(edges))
    }

    pub(super) fn value(&self, open: &Open) -> i32 {
        self.value_of(open.edges)
    }

    pub(super) fn value_of(&self, edges: u64) -> i32 {
        let open = bits(edges).map(|edge| self.graph.numbers[edge as usize]).fold(Edges::default(), Edges::with);
        let drawn = self.drawn.union(self.game.edges().difference(open));
        let Margin(points) = self.table.value(&self.game.position(drawn, Side::First).expect("edges of the board"));
        i32::try_from(points).expect("few boxes")
    }

    /// The worth of drawing an edge, with the extra turn.
    pub(super) fn worth(&self, open: &Open, edge: u32) -> i32 {
        let mut after = *open;
        let gain = self.graph.draw(&mut after, edge);
        if gain > 0 { gain + self.value(&after) } else { -self.value(&after) }
    }
}
