// boxes: the boxes that the side to move gains minus those of the other side, by the set of drawn edges.
#include <cstdio>
#include <map>
#include <vector>

const int ALL = (1 << 24) - 1, UNKNOWN = 100;
std::map<std::pair<int, int>, int> edge_of;
std::vector<int> boxes;
std::vector<signed char> memory(1 << 24, UNKNOWN);

int closes(int drawn, int edge) {
    int closed = 0;
    for (int box : boxes) closed += (box & edge) && !(box & ~(drawn | edge));
    return closed;
}

int rest(int drawn) {
    if (drawn == ALL) return 0;
    if (memory[drawn] != UNKNOWN) return memory[drawn];
    int best = -UNKNOWN;
    for (int edge = 1; edge < ALL; edge <<= 1) {
        if (drawn & edge) continue;
        int value = closes(drawn, edge) - rest(drawn | edge);
        if (value > best) best = value;
    }
    memory[drawn] = (signed char)best;
    return best;
}

int main() {
    int next = 1;
    for (int dot = 1; dot <= 16; dot++) {
        for (int to : {dot + 1, dot + 4}) {
            if (to > 16 || (to == dot + 1 && dot % 4 == 0)) continue;
            edge_of[{dot, to}] = edge_of[{to, dot}] = next;
            next <<= 1;
        }
    }
    for (int dot = 1; dot <= 11; dot++) {
        if (dot % 4 == 0) continue;
        boxes.push_back(edge_of[{dot, dot + 1}] | edge_of[{dot, dot + 4}] | edge_of[{dot + 1, dot + 5}] |
                        edge_of[{dot + 4, dot + 5}]);
    }
    int cases;
    if (scanf("%d", &cases) != 1) return 1;
    for (int number = 1; number <= cases; number++) {
        int moves, drawn = 0, score[2] = {0, 0};
        if (scanf("%d", &moves) != 1) return 1;
        for (int move = 0; move < moves; move++) {
            int a, b;
            if (scanf("%d %d", &a, &b) != 2) return 1;
            int edge = edge_of[{a, b}];
            score[move % 2] += closes(drawn, edge);
            drawn |= edge;
        }
        int ahead = score[0] - score[1] + (moves % 2 ? -rest(drawn) : rest(drawn));
        printf("Case #%d: %s\n", number, ahead > 0 ? "Tom200" : "Jerry404");
    }
}
