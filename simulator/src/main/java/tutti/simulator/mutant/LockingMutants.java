package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.TWO_PHASE_LOCKING;

import java.util.List;

/** Bugs of two-phase locking, and of what breaks its deadlocks. */
final class LockingMutants {
  private static final String[] FLAGS = {"--concurrency-control", "two-phase-locking"};
  private static final String[] SEVERAL = {
    "--concurrency-control", "two-phase-locking", "--nodes", "3"
  };

  private LockingMutants() {}

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(TWO_PHASE_LOCKING, "upgrade-without-waiting")
              .breaks("A lock becomes exclusive though others share it.")
              .from("lock upgrades: Gray and Reuter, §7.8")
              .expect("serial")
              .in("engine.concurrency.twophaselocking.Lock")
              .replace("? !sharedByOthers(owner)")
              .by("? true")
              .runs(400, FLAGS),
          Mutant.of(TWO_PHASE_LOCKING, "looks-past-an-exclusive-lock")
              .breaks("What only looks is let in beside an exclusive lock.")
              .from("reads without locks: Adya's G2, Jepsen on Galera and TiDB")
              .expect("serial")
              .in("engine.concurrency.twophaselocking.Lock")
              .replace("if (exclusive != null && exclusive.owner() != owner) { return false; }")
              .by(
                  "if (exclusive != null && exclusive.owner() != owner && wantsExclusive(request))"
                      + " { return false; }")
              .runs(400, FLAGS),
          Mutant.of(TWO_PHASE_LOCKING, "read-locks-let-go-at-once")
              .breaks("The lock of an observation is let go as soon as the value is known.")
              .from("short read locks: degree 2 consistency (Gray 1976), Adya's G2-item")
              .expect("serial")
              .in("engine.transaction.Attempt")
              .replace("transaction.hold(claim);")
              .by(
                  "if (question.work() instanceof Work.Observe) {"
                      + " Claims.abort(directory.containerOf(question.target()), claim); }"
                      + " else { transaction.hold(claim); }")
              .runs(400, "--concurrency-control", "two-phase-locking", "--nodes", "1"),
          Mutant.of(TWO_PHASE_LOCKING, "decided-effects-overlooked")
              .breaks("A read is answered although a decided effect is still to be applied.")
              .from("stale reads after an acknowledged write: Jepsen on Elasticsearch, MongoDB")
              .expect("fresh-reads")
              .in("engine.concurrency.twophaselocking.Lock")
              .replace("return exclusive == null || !exclusive.owner().readsWait();")
              .by("return exclusive == null || exclusive.owner().status() != null;")
              .runs(400, FLAGS),
          Mutant.of(TWO_PHASE_LOCKING, "who-gave-up-stays-in-the-queue")
              .breaks(
                  "A request that was withdrawn stays in the lock's queue, and is granted later.")
              .from("locks granted to waiters that timed out: a class of bug of lock managers")
              .expect("no-leaks", "resolved")
              .in("engine.concurrency.twophaselocking.Lock")
              .replace("all.remove(); upgrades")
              .by("upgrades")
              .runs(200, FLAGS),
          Mutant.of(TWO_PHASE_LOCKING, "waiter-not-woken")
              .breaks("When a lock is let go, nobody is granted it who waits.")
              .from("lost wake-ups")
              .expect("no-leaks", "waits-end", "resolved")
              .in("engine.concurrency.twophaselocking.TwoPhaseLocking")
              .replace(
                  "for (Request next = lock.nextGranted(); next != null; next = lock.nextGranted())"
                      + " { answers.add(next, grant(next, lock)); }")
              .by(
                  "Request next = lock.readable() ? null : lock.nextGranted();"
                      + " if (next != null) { answers.add(next, grant(next, lock)); }")
              .runs(200, FLAGS),
          Mutant.of(TWO_PHASE_LOCKING, "victim-keeps-its-locks")
              .breaks("The victim of a deadlock is tried again without letting go of its locks.")
              .from("deadlock victims: the cycle is found, and stays")
              .expect("no-leaks", "waits-end", "resolved")
              .in("engine.transaction.LayeredProtocol")
              .replace("if (together == null) { release(transaction, home);")
              .by(
                  "if (together == null) {"
                      + " if (!(failure instanceof Reason.Deadlock)) { release(transaction, home); }")
              .runs(200, "--concurrency-control", "two-phase-locking", "--nodes", "1"),
          Mutant.of(TWO_PHASE_LOCKING, "no-victim")
              .breaks("A deadlock is found, and nobody is stopped.")
              .from("undetected deadlocks that only a time-out ends")
              .expect("waits-end")
              .in("engine.transaction.DeadlockDetector")
              .replace("if (victim.ask.stop(new Reason.Deadlock(waits, 0))) { found.increment(); }")
              .by("if (waits.isEmpty()) { found.increment(); }")
              .runs(400, SEVERAL),
          Mutant.of(TWO_PHASE_LOCKING, "no-probes")
              .breaks("Deadlocks over several nodes are not looked for.")
              .from("global deadlocks: Chandy, Misra, Haas, 1983; phantom and missed cycles")
              .expect("waits-end")
              .in("engine.distribution.Distribution")
              .replace("waiters.eachRound(chasing::look);")
              .by("")
              .runs(400, SEVERAL));
}
