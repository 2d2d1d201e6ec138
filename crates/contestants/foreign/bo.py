# bo by the known rule of each piece; the queen's lost squares are floor(k * golden ratio) and k more, in integer arithmetic.
import sys
from math import isqrt


def winner(piece, down, right):
    least, apart = min(down, right), abs(down - right)
    if piece == 1:
        return "G" if down % 2 == right % 2 == 0 else "B"
    if piece == 2:
        return "B" if apart else "G"
    if piece == 3:
        if (down + right) % 3:
            return "D"
        return {0: "G" if down % 3 == 0 else "D", 1: "B" if least % 3 == 1 else "D"}.get(apart, "D")
    return "G" if least == (apart + isqrt(5 * apart * apart)) // 2 else "B"


lines = sys.stdin.read().split("\n")
for line in lines[1 : int(lines[0]) + 1]:
    piece, rows, cols = map(int, line.split())
    print(winner(piece, rows - 1, cols - 1))
