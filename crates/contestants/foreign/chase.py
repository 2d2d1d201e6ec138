# chase, all squares of black at once: for each square of white the set of black's squares is the bits of a number.
n, x1, y1, x2, y2 = map(int, input().split())
# Two extra columns, so that no step to the side leads to another row.
wide = n + 2
squares = [row * wide + col for row in range(n) for col in range(n)]
board = sum(1 << square for square in squares)


def near(black):
    """The squares from which black can go to one of these squares."""
    steps = 0
    for step in 1, 2, wide, 2 * wide:
        steps |= black << step | black >> step
    return steps & board


def beside(white):
    return [white + step for step in (-wide, -1, 1, wide) if white + step >= 0 and board >> white + step & 1]


moves = {white: beside(white) for white in squares}
# The positions known to be won or lost so far, by white's square: with white to move, with black to move.
white_wins, white_loses, black_wins, black_loses = ({white: 0 for white in squares} for _ in range(4))
white, black = (x1 - 1) * wide + y1 - 1, (x2 - 1) * wide + y2 - 1

for plies in range(1, 4 * n + 1):
    wins, loses, wins_b, loses_b = {}, {}, {}, {}
    for at in squares:
        some, every, captures = 0, board, 0
        for to in moves[at]:
            some |= black_loses[to]
            every &= black_wins[to]
            captures |= 1 << to
        wins[at] = some | captures
        loses[at] = every & ~captures
        wins_b[at] = near(white_loses[at] | 1 << at)
        loses_b[at] = board & ~near(board & ~white_wins[at])
    white_wins, white_loses, black_wins, black_loses = wins, loses, wins_b, loses_b
    if white_wins[white] >> black & 1:
        print("WHITE", plies)
        break
    if white_loses[white] >> black & 1:
        print("BLACK", plies)
        break
else:
    print("DRAW")
