package tutti.simulator.invariant;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All invariants by their names, and what the cards name beside them. */
public final class Invariants {
  private Invariants() {}

  /** Those that are looked at at every step. */
  public static List<Invariant<?>> all() {
    List<Invariant<?>> all = new ArrayList<>();
    all.addAll(LockingInvariants.ALL);
    all.addAll(PathSensitiveInvariants.ALL);
    all.addAll(OptimisticInvariants.ALL);
    all.addAll(RecordInvariants.ALL);
    all.addAll(RecordLockInvariants.ALL);
    all.addAll(TwoPhaseInvariants.ALL);
    all.addAll(JournalInvariants.ALL);
    all.addAll(SessionInvariants.ALL);
    return all;
  }

  /**
   * Where what cannot be seen in one step is checked: a rule of {@code tutti.simulator.check} or of
   * the run, an invariant that says the same of this mechanism, or a test's class.
   */
  public static final Map<String, List<String>> ELSEWHERE =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("optimistic.I3", List.of("history")),
              Map.entry("optimistic.I6", List.of("OptimisticTest")),
              Map.entry("record-optimistic.I2", List.of("RecordOptimisticTest", "history")),
              Map.entry("record-optimistic.I3", List.of("history", "observed")),
              Map.entry("record-optimistic.I4", List.of("RecordOptimisticTest")),
              Map.entry("record-optimistic.I7", List.of("durable")),
              Map.entry("record-locks.I1", List.of("history", "RecordLocksTest")),
              Map.entry("record-locks.I3", List.of("history", "RecordLocksTest")),
              Map.entry("record-locks.I5", List.of("actor-serial")),
              Map.entry("record-locks.I6", List.of("actor-serial", "prefix")),
              Map.entry("record-locks.I7", List.of("fresh-reads")),
              Map.entry("two-phase-commit.I1", List.of("agreement", "actor-serial")),
              Map.entry("two-phase-commit.I5", List.of("resolved", "no-leaks")),
              Map.entry("paxos-commit.I1", List.of("agreement", "PaxosCommitExplorationTest")),
              Map.entry("paxos-commit.I2", List.of("PaxosCommitExplorationTest")),
              Map.entry("paxos-commit.I3", List.of("PaxosCommitExplorationTest")),
              Map.entry("paxos-commit.I4", List.of("PaxosCommitExplorationTest")),
              Map.entry("paxos-commit.I5", List.of("PaxosCommitExplorationTest")),
              Map.entry("paxos-commit.I6", List.of("PaxosCommitExplorationTest")),
              Map.entry("paxos-commit.I7", List.of("PaxosCommitExplorationTest")),
              Map.entry("paxos-commit.I8", List.of("PaxosCommitExplorationTest")),
              Map.entry("journal.I1", List.of("durable", "JournalCrashTest")),
              Map.entry("journal.I3", List.of("JournalCrashTest", "recovery")),
              Map.entry("journal.I4", List.of("JournalCrashTest")),
              Map.entry("journal.I5", List.of("JournalDamageTest", "recovery")),
              Map.entry("recovery.I1", List.of("durable", "actor-serial")),
              Map.entry("recovery.I2", List.of("prefix", "actor-serial")),
              Map.entry("recovery.I3", List.of("path-sensitive.I2", "actor-serial")),
              Map.entry("recovery.I5", List.of("actor-serial")),
              Map.entry("recovery.I6", List.of("actor-serial")),
              Map.entry("recovery.I7", List.of("durable", "resolved")),
              Map.entry("recovery.I9", List.of("path-sensitive.I2")),
              Map.entry("recovery.I10", List.of("agreement", "resolved")),
              Map.entry("recovery.I11", List.of("RelationalHistoryTest", "CheckpointOfRowsTest")),
              Map.entry("distribution.I2", List.of("two-phase-commit.I6")),
              Map.entry("distribution.I4", List.of("LateMessagesTest")),
              Map.entry("distribution.I7", List.of("RemoteCallsTest", "RemoteDurabilityTest")),
              Map.entry("distribution.I8", List.of("RemoteDurabilityTest")),
              Map.entry(
                  "distribution.I9", List.of("history", "ReadsAcrossNodesTest", "RemoteCallsTest")),
              Map.entry("snapshots.I1", List.of("history")),
              Map.entry("snapshots.I2", List.of("history")),
              Map.entry("snapshots.I3", List.of("SnapshotsTest", "history")),
              Map.entry("snapshots.I4", List.of("history")),
              Map.entry("snapshots.I5", List.of("SnapshotsTest", "no-leaks")),
              Map.entry("snapshots.I6", List.of("SnapshotStepsTest")),
              Map.entry("snapshots.I7", List.of("SnapshotStepsTest", "history"))));
}
