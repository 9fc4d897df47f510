package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.container.Container;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.record.LogRecord.Look;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.record.Unfinished;
import tutti.model.ActorId;
import tutti.model.ActorState;

/** The records of a node's log, over all its crashes, and what a folder must have then. */
final class BranchLog {
  private final TestBank bank;

  /** The records in the log's order. */
  private final List<Event> log = new ArrayList<>();

  // The numbers of things that were found, to see that they are at all.
  private int foundInDoubt;
  private int queuedBehindDoubt;
  private int foundUnfinished;

  enum Kind {
    DECISION,
    VOTE,
    COMMITTED,
    ABORTED,
    FINISHED
  }

  /** A record of the log and what it says. */
  record Event(Kind kind, BranchKey key, long lsn, List<Claim> claims, Map<Integer, Long> relies) {
    boolean ofBranch() {
      return kind != Kind.DECISION && kind != Kind.FINISHED;
    }

    boolean commits() {
      return kind == Kind.DECISION || kind == Kind.COMMITTED;
    }
  }

  BranchLog(TestBank bank) {
    this.bank = bank;
  }

  int foundInDoubt() {
    return foundInDoubt;
  }

  int queuedBehindDoubt() {
    return queuedBehindDoubt;
  }

  int foundUnfinished() {
    return foundUnfinished;
  }

  void clear() {
    log.clear();
  }

  void add(Kind kind, BranchKey key, long lsn, List<Claim> claims, Map<Integer, Long> relies) {
    log.add(new Event(kind, key, lsn, claims, relies));
  }

  /** Forgets the records after the end of the log, none of which was durable. */
  void endsAt(long end, long durable) {
    for (Event event : log) {
      assertThat(event.lsn <= durable && event.lsn > end).as("a durable record is lost").isFalse();
    }
    log.removeIf(event -> event.lsn > end);
  }

  /** The newest record of each branch. */
  Map<BranchKey, Event> newest() {
    Map<BranchKey, Event> newest = new LinkedHashMap<>();
    log.stream().filter(Event::ofBranch).forEach(event -> newest.put(event.key, event));
    return newest;
  }

  private List<Event> inDoubt() {
    return newest().values().stream().filter(event -> event.kind == Kind.VOTE).toList();
  }

  /** Checks all that a node found in its folder. */
  void check(RecoveredNode node) {
    checkDecisions(node);
    checkBranches(node);
    checkActors(node);
    Map<Integer, Long> relied = new TreeMap<>();
    log.forEach(event -> event.relies.forEach((peer, lsn) -> relied.merge(peer, lsn, Math::max)));
    assertThat(node.folder.relied()).isEqualTo(relied);
  }

  private void checkDecisions(RecoveredNode node) {
    Set<TransactionId> found = new HashSet<>();
    node.folder
        .outcomes()
        .visit(
            (giver, incarnation, upTo) -> {
              throw new AssertionError("nothing can have expired");
            },
            outcome -> found.add(outcome.transaction()));
    List<Event> decisions = log.stream().filter(it -> it.kind == Kind.DECISION).toList();
    assertThat(found)
        .isEqualTo(decisions.stream().map(it -> it.key.id()).collect(Collectors.toSet()));
    assertThat(node.folder.keys().size()).isEqualTo(decisions.size());

    Map<BranchKey, Event> unfinished = new LinkedHashMap<>();
    for (Event event : log) {
      if (event.kind == Kind.DECISION && !event.relies.isEmpty()) {
        unfinished.put(event.key, event);
      } else if (event.kind == Kind.FINISHED) {
        unfinished.remove(event.key);
      }
    }
    List<Unfinished> there = node.folder.unfinished();
    assertThat(there.stream().map(Unfinished::key).collect(Collectors.toSet()))
        .isEqualTo(unfinished.keySet());
    for (Unfinished each : there) {
      Event decision = unfinished.get(each.key());
      assertThat(decision.relies.keySet()).containsAll(each.voters());
      assertThat(each.lsn()).isEqualTo(decision.lsn);
    }
    foundUnfinished += there.size();
  }

  private void checkBranches(RecoveredNode node) {
    Map<BranchKey, Event> expected =
        inDoubt().stream().collect(Collectors.toMap(Event::key, event -> event));
    List<PreparedBranch> there = node.folder.inDoubt();
    assertThat(there.stream().map(PreparedBranch::key).collect(Collectors.toSet()))
        .isEqualTo(expected.keySet());
    foundInDoubt += there.size();
    for (PreparedBranch branch : there) {
      Event vote = expected.get(branch.key());
      assertThat(branch.voteLsn()).isEqualTo(vote.lsn);
      assertThat(branch.work().looks())
          .isEqualTo(
              vote.claims.stream()
                  .filter(claim -> claim.call() == null)
                  .map(claim -> new Look(claim.cell().id(), claim.work()))
                  .toList());
    }
    for (Branch branch : node.found) {
      assertThat(described(branch.claims))
          .as("what %s holds", branch.key)
          .containsExactlyInAnyOrderElementsOf(described(expected.get(branch.key).claims));
    }
  }

  private static List<String> described(List<Claim> claims) {
    return claims.stream()
        .map(it -> it.cell().id() + " " + it.work() + " " + it.position() + " " + it.low())
        .toList();
  }

  /** Every actor stands where its decided actions lead, up to the first that is in doubt. */
  void checkActors(RecoveredNode node) {
    for (int i = 0; i < BranchReplayTest.ACTORS; i++) {
      ActorId id = new ActorId("Account", "a" + i);
      List<Claim> decided = actions(log.stream().filter(Event::commits).toList(), id);
      List<Claim> doubtful = actions(inDoubt(), id);
      long first = doubtful.isEmpty() ? Long.MAX_VALUE : doubtful.getFirst().position();
      List<Claim> applied = decided.stream().filter(it -> it.position() < first).toList();
      List<Claim> queued = decided.stream().filter(it -> it.position() > first).toList();
      queuedBehindDoubt += queued.size();
      Container container = node.directory.containerOf(id);
      Cell cell = container.actors().find(id);
      if (cell == null) {
        assertThat(decided).isEmpty();
        assertThat(doubtful).isEmpty();
        continue;
      }
      ActorState expected = bank.types().getFirst().blank("a" + i);
      for (Claim claim : applied) {
        expected = claim.call().action().apply(expected, claim.call().arguments(), seen(claim));
      }
      assertThat(cell.state()).as("%s after %d effects", id, applied.size()).isEqualTo(expected);
      assertThat(cell.version()).isEqualTo(applied.size());
      List<String> waiting = new ArrayList<>();
      cell.lock();
      long low = container.control().unapplied(cell, it -> waiting.add(named(it)));
      cell.unlock();
      assertThat(waiting).isEqualTo(queued.stream().map(BranchLog::named).toList());
      assertThat(low).isEqualTo(doubtful.isEmpty() ? cell.nextPosition() : first);
      for (Claim claim : decided) {
        assertThat(cell.nextPosition()).isGreaterThan(claim.position());
      }
      for (Claim claim : doubtful) {
        assertThat(cell.nextPosition()).isGreaterThan(claim.position());
      }
    }
  }

  private static Observations seen(Claim claim) {
    return (Observations) claim.around();
  }

  private static String named(Claim claim) {
    return claim.owner().id() + " at " + claim.position();
  }

  private static List<Claim> actions(List<Event> events, ActorId actor) {
    return events.stream()
        .flatMap(event -> event.claims.stream())
        .filter(claim -> claim.call() != null && claim.cell().id().equals(actor))
        .sorted(Comparator.comparingLong(Claim::position))
        .toList();
  }
}
