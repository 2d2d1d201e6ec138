// chase by retrograde analysis: backwards from the captures, counting the moves that the losing side has left.
#include <cstdio>
#include <queue>
#include <vector>

int n;

std::vector<int> reach(int side, int from) {
    std::vector<int> squares;
    int row = from / n, col = from % n;
    for (int far = 1; far <= side + 1; far++) {
        if (row >= far) squares.push_back(from - far * n);
        if (row + far < n) squares.push_back(from + far * n);
        if (col >= far) squares.push_back(from - far);
        if (col + far < n) squares.push_back(from + far);
    }
    return squares;
}

struct Position { int side, piece[2]; };

int main() {
    int x1, y1, x2, y2;
    if (scanf("%d %d %d %d %d", &n, &x1, &y1, &x2, &y2) != 5) return 1;
    int squares = n * n;
    auto place = [&](const Position& at) { return (at.side * squares + at.piece[0]) * squares + at.piece[1]; };
    // Positive: won in this many plies; negative: lost in this many.
    std::vector<int> plies(2 * squares * squares), left(2 * squares * squares);
    std::queue<Position> decided;
    for (int side = 0; side < 2; side++)
        for (int white = 0; white < squares; white++)
            for (int black = 0; black < squares; black++) {
                if (white == black) continue;
                Position at = {side, {white, black}};
                for (int to : reach(side, at.piece[side])) {
                    left[place(at)]++;
                    if (to == at.piece[1 - side] && !plies[place(at)]) {
                        plies[place(at)] = 1;
                        decided.push(at);
                    }
                }
            }
    while (!decided.empty()) {
        Position after = decided.front();
        decided.pop();
        int known = plies[place(after)];
        // A move can be made in both directions.
        int side = 1 - after.side;
        for (int from : reach(side, after.piece[side])) {
            Position at = after;
            at.side = side;
            at.piece[side] = from;
            if (at.piece[0] == at.piece[1] || plies[place(at)]) continue;
            if (known < 0) {
                plies[place(at)] = 1 - known;
            } else if (--left[place(at)] == 0) {
                plies[place(at)] = -1 - known;
            } else {
                continue;
            }
            decided.push(at);
        }
    }
    int answer = plies[place({0, {(x1 - 1) * n + y1 - 1, (x2 - 1) * n + y2 - 1}})];
    if (answer == 0) puts("DRAW");
    else printf("%s %d\n", answer > 0 ? "WHITE" : "BLACK", answer > 0 ? answer : -answer);
}
