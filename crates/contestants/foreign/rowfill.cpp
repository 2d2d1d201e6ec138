// rowfill: a memo of values by the number of taken squares in each row, as digits.
#include <cstdio>
#include <unordered_map>

int rows, cols, counts[2][10][10];
std::unordered_map<long long, int> memory;

int rest(long long shape, int side) {
    auto known = memory.find(shape);
    if (known != memory.end()) return known->second;
    bool full = true;
    int best = 0;
    long long digit = 1;
    for (int row = 0, above = cols; row < rows; row++, digit *= 11) {
        int taken = shape / digit % 11;
        if (taken < above) {
            int value = counts[side][row][taken] - rest(shape + digit, 1 - side);
            if (full || value > best) best = value;
            full = false;
        }
        above = taken;
    }
    return memory[shape] = best;
}

int main() {
    if (scanf("%d %d", &rows, &cols) != 2) return 1;
    for (auto& side : counts)
        for (int row = 0; row < rows; row++)
            for (int col = 0; col < cols; col++)
                if (scanf("%d", &side[row][col]) != 1) return 1;
    printf("%d\n", rest(0, 0));
}
