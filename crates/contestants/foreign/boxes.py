# boxes: whether the side to move wins, by the set of open edges and its current lead.
import sys

edges = {}
for dot in range(1, 17):
    for to in dot + 1, dot + 4:
        if to <= 16 and not (to == dot + 1 and dot % 4 == 0):
            edges[dot, to] = edges[to, dot] = 1 << len(edges) // 2
# The boxes on either side of each edge, without the edge.
beside = {edge: [] for edge in edges.values()}
for dot in range(1, 12):
    if dot % 4:
        sides = [edges[pair] for pair in ((dot, dot + 1), (dot, dot + 4), (dot + 1, dot + 5), (dot + 4, dot + 5))]
        for side in sides:
            beside[side].append(sum(sides) - side)
memory = {}


def closes(free, edge):
    closed = 0
    for others in beside[edge]:
        if not free & others:
            closed += 1
    return closed


def wins(free, ahead):
    if not free:
        return ahead > 0
    key = free << 5 | ahead + 9
    if key not in memory:
        memory[key] = False
        left = free
        while left:
            edge = left & -left
            left -= edge
            if not wins(free - edge, -ahead - closes(free, edge)):
                memory[key] = True
                break
    return memory[key]


numbers = map(int, sys.stdin.read().split())
for case in range(1, next(numbers) + 1):
    free, ahead, moves = (1 << 24) - 1, 0, next(numbers)
    for _ in range(moves):
        edge = edges[next(numbers), next(numbers)]
        ahead = -ahead - closes(free, edge)
        free -= edge
    first = wins(free, ahead) if moves % 2 == 0 else not wins(free, ahead)
    print(f"Case #{case}: {'Tom200' if first else 'Jerry404'}")
