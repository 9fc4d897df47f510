package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.PATH_SENSITIVE;

import java.util.List;

/** Bugs of path-sensitive concurrency control. */
final class PathSensitiveMutants {
  private static final String[] FLAGS = {"--concurrency-control", "path-sensitive"};

  private PathSensitiveMutants() {}

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(PATH_SENSITIVE, "commutativity-unchecked")
              .breaks("Actions are in progress together that do not commute.")
              .from("PSAC §6.2, Figure 9: independence alone is not serializability")
              .expect("serial")
              .in("engine.concurrency.pathsensitive.Judge")
              .replace("this.byTree = new TreeJudge(serializable, fairness);")
              .by("this.byTree = new TreeJudge(false, fairness);")
              .replace("this.byIntervals = new IntervalJudge(serializable, fairness);")
              .by("this.byIntervals = new IntervalJudge(false, fairness);")
              .runs(400, "--concurrency-control", "path-sensitive", "--isolation", "serializable"),
          Mutant.of(PATH_SENSITIVE, "aborts-left-out-of-the-tree")
              .breaks("The outcomes in which an action aborts are not in the tree.")
              .from("a dirty read's kin: deciding on what is not committed (Adya's G1a)")
              .expect("actor-serial", "invariants", "no-failure", "recovery")
              .in("engine.concurrency.pathsensitive.OutcomeTree")
              .replace("if (branches) { merged.add(state); }")
              .by("")
              .runs(
                  300,
                  "--nodes",
                  "2",
                  "--concurrency-control",
                  "path-sensitive",
                  "-D",
                  "tutti.path-sensitive.intervals=false"),
          Mutant.of(PATH_SENSITIVE, "interval-of-one-outcome")
              .breaks("Intervals are asked about the outcome alone in which nobody commits.")
              .from("escrow locking done wrong: O'Neil, TODS 1986")
              .expect("actor-serial", "invariants", "no-failure", "recovery")
              .in("engine.concurrency.pathsensitive.FieldRange")
              .replace("return lower <= low() && high() <= upper;")
              .by("return lower <= decided && decided <= upper;")
              .runs(400, FLAGS),
          Mutant.of(PATH_SENSITIVE, "aborted-delta-counts")
              .breaks("An interval keeps what an aborted action would have added.")
              .from("escrow quantities that are not given back: O'Neil, TODS 1986")
              .expect("actor-serial", "invariants", "no-failure", "recovery")
              .in("engine.concurrency.pathsensitive.FieldRange")
              .replace("if (committed) { decided += delta; }")
              .by("decided += delta;")
              .runs(400, FLAGS),
          Mutant.of(PATH_SENSITIVE, "observed-not-protected")
              .breaks("Nobody respects what another transaction has observed.")
              .from("write skew and phantoms: Adya's G2; Jepsen on PostgreSQL 12.3")
              .expect("serial")
              .in("engine.concurrency.pathsensitive.LookClaim")
              .replace("case ACTIVE, PREPARED -> true;")
              .by("case ACTIVE, PREPARED -> false;")
              .runs(400, "--concurrency-control", "path-sensitive", "--isolation", "serializable"),
          Mutant.of(PATH_SENSITIVE, "applied-as-decided")
              .breaks("Effects are applied in the order of the decisions, not in that of arrival.")
              .from("PSAC Listing 1: the queue left out")
              .expect("actor-serial", "durable", "prefix", "invariants")
              .in("engine.concurrency.pathsensitive.PathSensitive")
              .replace("lane.decided(action, lsn);")
              .by("lane.decided(action, lsn); apply(cell, action, lsn); lane.remove(action);")
              .runs(400, "--concurrency-control", "path-sensitive", "--isolation", "object"),
          Mutant.of(PATH_SENSITIVE, "queued-effects-overlooked")
              .breaks("A read is answered while acknowledged effects are queued.")
              .from("early acknowledgement without read-your-writes; CRAQ's dirty versions")
              .expect("fresh-reads")
              .in("engine.concurrency.pathsensitive.Lane")
              .replace("if (queued > 0) { return false; } for")
              .by("for")
              .replace("if (action.owner().readsWait()) { return false; }")
              .by("if (action.owner().readsWait()) { continue; }")
              .runs(400, FLAGS),
          Mutant.of(PATH_SENSITIVE, "delayed-not-tried-again")
              .breaks("Who was delayed is not tried again before the actor is idle.")
              .from("lost wake-ups; PSAC Listing 1 retries only after the head")
              .expect("no-leaks", "waits-end", "resolved")
              .in("engine.concurrency.pathsensitive.PathSensitive")
              .replace("Answers answers = lane.firstDelayed() == null ? null : retry(lane);")
              .by("Answers answers = lane.firstLook() == null ? null : retry(lane);")
              .runs(200, FLAGS),
          Mutant.of(PATH_SENSITIVE, "low-too-high")
              .breaks("The log says of every action that all that arrived before it was decided.")
              .from("recovery that trusts a too optimistic low-water mark")
              .expect("recovery", "durable", "prefix", "actor-serial")
              .in("engine.concurrency.pathsensitive.Lane")
              .replace("long low = head == null ? position : head.position();")
              .by("long low = position;")
              .runs(400, FLAGS));
}
