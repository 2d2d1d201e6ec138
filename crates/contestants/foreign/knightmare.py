# knightmare with a formula for the distances: straight home if that is fast enough, otherwise past the other target.
LEAPS = [(2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)]


def read():
    return tuple(map(int, input().split()))


rows, cols = read()
numbers = read()
knights = [numbers[:2], numbers[2:]]
targets = [(rows // 2, cols // 2), (rows // 2 + 1, cols // 2)]


def attacks(a, b):
    return abs((a[0] - b[0]) * (a[1] - b[1])) == 2


def distance(a, b):
    y, x = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])))
    if (x, y) == (1, 0):
        return 3
    if (x, y) == (2, 2):
        return 4
    if (x, y) == (1, 1) and any(row in (1, rows) and col in (1, cols) for row, col in (a, b)):
        return 4
    apart = x - y
    return apart - 2 * ((apart - y) // 3 if y > apart else (apart - y) // 4)


def reach(square):
    squares = [(square[0] + down, square[1] + right) for down, right in LEAPS]
    return [(row, col) for row, col in squares if 1 <= row <= rows and 1 <= col <= cols]


# Every move changes the colour of the knight's square, so only one side can ever capture.
hunter = 0 if sum(numbers) % 2 else 1
prey = 1 - hunter
tempo = hunter == 0
home = distance(knights[prey], targets[prey]) + tempo
first_home = distance(knights[hunter], targets[hunter]) < home
guards = distance(knights[hunter], targets[prey]) <= home
captures = hunter == 0 and attacks(*knights)
me = hunter if first_home or guards or captures else prey
other = 1 - me
goal = me if me == prey or first_home else other
print(["WHITE", "BLACK"][me], flush=True)

mine = me == 0
while True:
    if not mine:
        knights[other] = read()
        if knights[other][0] < 0:
            break
    else:
        if knights[me] == targets[goal]:
            goal = me
        wins = True
        if attacks(*knights):
            to = knights[other]
        elif attacks(knights[me], targets[me]) and not attacks(knights[other], targets[me]):
            to = targets[me]
        else:
            wins = False
            to = min(reach(knights[me]), key=lambda square: distance(square, targets[goal]))
        knights[me] = to
        print(*to, flush=True)
        if wins:
            break
    mine = not mine
