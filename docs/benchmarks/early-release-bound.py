#!/usr/bin/env python3
"""What early release could give at most to the bank and to loan, whatever the engine is like.

Transactions begin and commit in no time, on a network without processors: clients one after another, each with
transactions of operations that take a millisecond, and half of one more on another node. Under locks a transaction begins
when all its objects are free at one moment, and holds them to its end. Under early release it has a place at all its objects
from its begin; an object is free for the next one when it is visited for the last time, and the transaction ends when those
before it at its objects have ended.
"""
import heapq
import random

CLIENTS, TRANSACTIONS = 24, 20000  # clients of a node; transactions of a run


def throughput(draw, early, nodes=4, seed=1):
    """Transactions in a second, of the middle half of the run. draw gives objects in the order of their visits, each with
    the number of visits that follow below it before it is left."""
    rnd = random.Random(seed)
    operation = 1 + 0.5 * (nodes - 1) / nodes
    free = [(client * 0.01, client) for client in range(CLIENTS * nodes)]
    heapq.heapify(free)
    released, ended, ends = {}, {}, []
    for _ in range(TRANSACTIONS):
        now, client = heapq.heappop(free)
        visits = draw(rnd)
        left = {}
        if early:
            settled, below = now, []
            for i, (thing, inner) in enumerate(visits):
                now = max(now, released.get(thing, 0)) + operation
                settled = max(settled, ended.get(thing, 0))
                below.append((i + inner, thing))
                while below and below[-1][0] == i:
                    left[below.pop()[1]] = now
            end = max(now, settled)
        else:
            begin = max([now] + [ended.get(thing, 0) for thing, _ in visits])
            end = begin + operation * len(visits)
        for thing, _ in visits:
            released[thing] = left.get(thing, end)
            ended[thing] = max(ended.get(thing, 0), end)
        ends.append(end)
        heapq.heappush(free, (end, client))
    ends.sort()
    first, last = len(ends) // 4, 3 * len(ends) // 4
    return (last - first) / (ends[last] - ends[first]) * 1000


def bank(accounts, audits=0.2):
    def draw(rnd):
        chosen = range(accounts) if rnd.random() < audits else rnd.sample(range(accounts), 2)
        order = list(chosen)
        rnd.shuffle(order)
        return [(account, 0) for account in order]
    return draw


def tree(size):
    """For each visit of a loan, in order, how many visits its calls make: each calls two more, as evenly as it goes."""
    inner = []

    def call(calls):
        for part in (calls // 2, calls - calls // 2):
            if part > 0:
                inner.append(part - 1)
                call(part - 1)
    call(size)
    return inner


def loan(funds, size=30):
    inner = tree(size)
    return lambda rnd: list(zip(rnd.sample(range(funds), size), inner))


for name, draw in (("bank, 32 accounts", bank(32)), ("bank, 4 accounts", bank(4)), ("loan, 64 funds", loan(64)),
                   ("loan, 256 funds", loan(256))):
    print(f"{name}: {throughput(draw, True) / throughput(draw, False):.2f}")

for nodes in (2, 4, 6, 8, 10):
    early, locks = (throughput(bank(8 * nodes), early, nodes) for early in (True, False))
    print(f"bank, {nodes} nodes: {early:.0f} and {locks:.0f} a second, {early / locks:.2f}")
