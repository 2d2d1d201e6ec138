// bo by a table for each piece: won, lost or drawn for the player to move, from the target outwards.
#include <cstdio>
#include <vector>

const int MOST = 1000;
enum { DRAWN, LOST, WON };
// By steps down and right to the target.
char value[5][MOST][MOST];

int main() {
    const std::vector<std::vector<std::pair<int, int>>> steps = {
        {}, {{0, 1}, {1, 0}, {1, 1}}, {}, {{1, 2}, {2, 1}}, {},
    };
    for (int piece = 1; piece <= 4; piece++) {
        // Rook and queen: whether a lost square is ahead in the row, in the column, on the diagonal.
        std::vector<char> in_row(MOST), in_col(MOST), on_diagonal(2 * MOST);
        for (int down = 0; down < MOST; down++) {
            for (int right = 0; right < MOST; right++) {
                char& here = value[piece][down][right];
                if (piece == 2 || piece == 4) {
                    char& diagonal = on_diagonal[down - right + MOST];
                    here = in_row[down] || in_col[right] || (piece == 4 && diagonal) ? WON : LOST;
                    if (here == LOST) in_row[down] = in_col[right] = diagonal = true;
                    continue;
                }
                bool can_move = false, can_draw = false, can_win = false;
                for (auto [rows, cols] : steps[piece]) {
                    if (rows > down || cols > right) continue;
                    char after = value[piece][down - rows][right - cols];
                    can_move = true;
                    can_draw |= after == DRAWN;
                    can_win |= after == LOST;
                }
                if (down == 0 && right == 0) here = LOST;
                else if (!can_move) here = DRAWN;
                else here = can_win ? WON : can_draw ? DRAWN : LOST;
            }
        }
    }
    int cases;
    if (scanf("%d", &cases) != 1) return 1;
    while (cases--) {
        int piece, rows, cols;
        if (scanf("%d %d %d", &piece, &rows, &cols) != 3) return 1;
        puts(std::vector<const char*>{"D", "G", "B"}[value[piece][rows - 1][cols - 1]]);
    }
}
