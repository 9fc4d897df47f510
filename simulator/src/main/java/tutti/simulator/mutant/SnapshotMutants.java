package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.SNAPSHOTS;

import java.util.List;

/** Bugs of snapshots. */
final class SnapshotMutants {
  private static final String[] ROWS = {
    "--workload", "rows", "--concurrency-control", "optimistic"
  };
  private static final String[] NODES = {
    "--workload", "rows", "--concurrency-control", "optimistic", "--nodes", "3"
  };

  private static final String[] CLOSED_LATE = {
    "--workload",
    "rows",
    "--concurrency-control",
    "optimistic",
    "--nodes",
    "3",
    "--faults",
    "provocation",
    "--provoke",
    "epoch-closed-late"
  };

  private SnapshotMutants() {}

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(SNAPSHOTS, "older-rows-are-not-kept")
              .breaks("Whoever overwrites a row does not keep it for the snapshots that are open.")
              .from("Silo §4.9: a snapshot that reads the present")
              .expect("history", "observed", "refused-rightly")
              .in("engine.snapshot.Snapshots")
              .replace("if (each.number() < writer) {")
              .by("if (each.number() < 0) {")
              .runs(100, ROWS),
          Mutant.of(SNAPSHOTS, "epoch-before-the-locks")
              .breaks("A transaction has the epoch of before it locked what it writes.")
              .from("Silo §4.4: the epoch is read between phase 1 and phase 2")
              .expect("history", "observed", "refused-rightly")
              .in("engine.transaction.Transaction")
              .replace("epoch = snapshots.epoch();")
              .by("epoch = Math.max(least, snapshots.epoch() - 1);")
              .runs(200, ROWS),
          Mutant.of(SNAPSHOTS, "epoch-open-while-transactions-end")
              .breaks("A snapshot is read before all of its epoch that were decided have ended.")
              .from("Silo §4.9 reads an epoch that no worker is in any more")
              .expect("history", "observed", "refused-rightly")
              .in("engine.node.NodesSnapshots")
              .replace("distribution != null && distribution.anyUnsettledUpTo(number)")
              .by("distribution != null && distribution.anyUnsettledUpTo(-1)")
              .replace("distribution != null && distribution.anyInDoubtUpTo(number)")
              .by("number < 0")
              .runs(300, NODES),
          Mutant.of(SNAPSHOTS, "nodes-do-not-rise")
              .breaks("A node does not rise to the epoch of a transaction that it prepares.")
              .from("epochs of several nodes that each go by their own (DESIGN §7.11)")
              .expect("history", "observed", "refused-rightly")
              .in("engine.distribution.Branch")
              .replace("ground.snapshots().raise(message.epoch());")
              .by("")
              .replace("epoch = Math.max(epoch, message.epoch());")
              .by("epoch = ground.snapshots().epoch();")
              .runs(300, NODES),
          Mutant.of(SNAPSHOTS, "snapshots-are-not-flushed")
              .breaks("A snapshot shows what is not on disk yet.")
              .from("early lock release without its dependency (DESIGN §7.11)")
              .expect("observed", "history")
              .in("engine.node.NodesSnapshots")
              .replace(".whenDurable( means.journal().end(),")
              .by(".whenDurable(0,")
              .runs(300, ROWS),
          Mutant.of(SNAPSHOTS, "older-rows-are-kept-for-ever")
              .breaks("A snapshot that nobody reads stays open.")
              .from("versions that nobody collects: memory that only grows")
              .expect("no-leaks")
              .in("engine.node.SnapshotOpener")
              .replace("opened.remove(snapshot); end(snapshot);")
              .by("opened.remove(snapshot);")
              .runs(20, ROWS),
          Mutant.of(SNAPSHOTS, "told-while-an-epoch-closes")
              .breaks("A client is told what comes after an epoch that not all nodes have closed.")
              .from("a client's second transaction in a snapshot that has not its first")
              .expect("history")
              .in("engine.snapshot.Snapshots")
              .replace("held.add(new Held(epoch, telling)); return true;")
              .by("")
              .runs(200, CLOSED_LATE),
          Mutant.of(SNAPSHOTS, "coordinator-keeps-its-epoch")
              .breaks("A coordinator does not rise to the epochs of the nodes that have executed.")
              .from("a transaction of an epoch that one of its nodes has closed (DESIGN §7.11)")
              .expect("history", "observed", "refused-rightly")
              .in("engine.distribution.Questions")
              .replace("ground.snapshots().raise(answer.epoch());")
              .by("")
              .replace("newest = Math.max(newest, member.epoch);")
              .by("newest = 0;")
              .runs(400, CLOSED_LATE),
          Mutant.of(SNAPSHOTS, "first-answer-ends-a-step")
              .breaks("A snapshot's next step begins when the first node has taken the one before.")
              .from("a barrier that waits for one: the drain of Chandy and Lamport's cut left out")
              .expect("history", "observed", "refused-rightly")
              .in("engine.node.NodesSnapshots")
              .replace("if (--missing > 0) {")
              .by("if (answers.size() != 1) {")
              .runs(300, CLOSED_LATE));
}
