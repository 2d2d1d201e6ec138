// knightmare: straight home if that is fast enough, otherwise past the other target; captures what it can.
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <vector>

int rows, cols;
struct Square { int row, col; };

bool operator==(Square a, Square b) { return a.row == b.row && a.col == b.col; }

bool attacks(Square a, Square b) { return abs((a.row - b.row) * (a.col - b.col)) == 2; }

std::vector<Square> reach(Square from) {
    std::vector<Square> squares;
    for (int row = from.row - 2; row <= from.row + 2; row++)
        for (int col = from.col - 2; col <= from.col + 2; col++)
            if (row >= 1 && row <= rows && col >= 1 && col <= cols && attacks(from, {row, col})) squares.push_back({row, col});
    return squares;
}

struct Distances {
    std::vector<int> moves;

    int& operator[](Square at) { return moves[at.row * (cols + 1) + at.col]; }

    explicit Distances(Square target) : moves((rows + 1) * (cols + 1), -1) {
        std::queue<Square> found;
        found.push(target);
        (*this)[target] = 0;
        for (; !found.empty(); found.pop())
            for (Square to : reach(found.front()))
                if ((*this)[to] < 0) {
                    (*this)[to] = (*this)[found.front()] + 1;
                    found.push(to);
                }
    }
};

int main() {
    Square knight[2];
    if (scanf("%d %d %d %d %d %d", &rows, &cols, &knight[0].row, &knight[0].col, &knight[1].row, &knight[1].col) != 6) return 1;
    Square target[2] = {{rows / 2, cols / 2}, {rows / 2 + 1, cols / 2}};
    Distances to[2] = {Distances(target[0]), Distances(target[1])};

    // Every move changes the colour of the knight's square, so only one side can ever capture.
    int hunter = (knight[0].row + knight[0].col + knight[1].row + knight[1].col) % 2 ? 0 : 1, prey = 1 - hunter;
    int tempo = hunter == 0;
    bool first_home = to[hunter][knight[hunter]] < to[prey][knight[prey]] + tempo;
    bool guards = to[prey][knight[hunter]] <= to[prey][knight[prey]] + tempo;
    bool captures = hunter == 0 && attacks(knight[0], knight[1]);
    int me = first_home || guards || captures ? hunter : prey;
    bool goes_home = me == prey || first_home;
    puts(me == 0 ? "WHITE" : "BLACK");
    fflush(stdout);

    for (bool mine = me == 0;; mine = !mine) {
        if (!mine) {
            Square& other = knight[1 - me];
            if (scanf("%d %d", &other.row, &other.col) != 2 || other.row < 0) return 0;
            continue;
        }
        if (knight[me] == target[1 - me]) goes_home = true;
        Square next = knight[me];
        bool wins = true;
        if (attacks(knight[me], knight[1 - me])) {
            next = knight[1 - me];
        } else if (attacks(knight[me], target[me]) && !attacks(knight[1 - me], target[me])) {
            next = target[me];
        } else {
            wins = false;
            Distances& way = to[goes_home ? me : 1 - me];
            for (Square square : reach(knight[me]))
                if (way[square] < way[next]) next = square;
        }
        knight[me] = next;
        printf("%d %d\n", next.row, next.col);
        fflush(stdout);
        if (wins) return 0;
    }
}
