# rowfill: a memo of values by the number of taken squares in each row, four bits each.
import sys

rows, cols, *numbers = map(int, sys.stdin.read().split())
black, white = numbers[: rows * cols], numbers[rows * cols :]
full = sum(cols << 4 * row for row in range(rows))
memory = {full: 0}


def rest(shape, mine, other):
    if shape in memory:
        return memory[shape]
    best = None
    above = cols
    for row in range(rows):
        taken = shape >> 4 * row & 15
        if taken < above:
            value = mine[row * cols + taken] - rest(shape + (1 << 4 * row), other, mine)
            if best is None or value > best:
                best = value
        if taken == 0:
            break
        above = taken
    memory[shape] = best
    return best


print(rest(0, black, white))
