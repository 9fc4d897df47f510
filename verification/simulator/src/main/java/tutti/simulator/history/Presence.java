package tutti.simulator.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.simulator.history.ActorLog.Made;
import tutti.simulator.history.ActorLog.Seen;
import tutti.simulator.history.Operation.Outcome;
import tutti.simulator.history.Operation.Read;
import tutti.simulator.history.Operation.Write;

/**
 * The operations that happened, with the history sorted by actors. An operation in doubt happened
 * if a version that only it can have made was seen, built on or found in the end; then its other
 * versions were there too, and so were the versions before them, which may show that other
 * operations happened.
 */
final class Presence {
  /** The number of further looks at versions that several operations in doubt may have made. */
  private static final int ROUNDS = 8;

  final List<Operation> operations;
  final List<ActorLog> actors;

  /** Whether each operation happened. */
  final boolean[] live;

  private final Map<String, ActorLog> byName = new LinkedHashMap<>();

  /** The place in its {@link ActorLog#made} at which to look next, for each actor. */
  private final Map<ActorLog, Integer> looked = new HashMap<>();

  private final ArrayDeque<ActorLog> raised = new ArrayDeque<>();
  private final List<Made> ambiguous = new ArrayList<>();

  Presence(RecordedHistory history) {
    operations = List.copyOf(history.operations());
    live = new boolean[operations.size()];
    for (int i = 0; i < operations.size(); i++) {
      gather(i, history.last());
    }
    history.last().forEach((name, version) -> log(name, history.last()));
    actors = List.copyOf(byName.values());
    actors.forEach(ActorLog::sort);
    raised.addAll(actors);
    spread();
    for (int round = 0; round < ROUNDS && decideOne(); round++) {
      spread();
    }
    actors.forEach(actor -> actor.settle(live));
  }

  private void gather(int number, Map<String, Long> last) {
    Operation operation = operations.get(number);
    boolean committed = operation.outcome() == Outcome.COMMITTED;
    live[number] = committed;
    for (Write write : operation.writes()) {
      ActorLog actor = log(write.actor(), last);
      actor.made.add(new Made(number, write));
      if (committed) {
        actor.established = Math.max(actor.established, write.version());
      }
    }
    if (operation.outcome() == Outcome.ABORTED) {
      return;
    }
    for (Read read : operation.reads()) {
      ActorLog actor = log(read.actor(), last);
      actor.seen.add(new Seen(number, read));
      if (committed) {
        actor.established = Math.max(actor.established, read.follows());
      }
    }
  }

  private ActorLog log(String actor, Map<String, Long> last) {
    return byName.computeIfAbsent(
        actor, name -> new ActorLog(name, last.getOrDefault(name, ActorLog.UNKNOWN)));
  }

  /** Goes on until no further version is known to have been there. */
  private void spread() {
    for (ActorLog actor = raised.poll(); actor != null; actor = raised.poll()) {
      int at = looked.getOrDefault(actor, 0);
      while (at < actor.made.size() && actor.made.get(at).version() <= actor.established) {
        int end = endOfVersion(actor, at);
        judge(actor.made.subList(at, end));
        at = end;
      }
      looked.put(actor, at);
    }
  }

  private static int endOfVersion(ActorLog actor, int at) {
    int end = at + 1;
    while (end < actor.made.size()
        && actor.made.get(end).version() == actor.made.get(at).version()) {
      end++;
    }
    return end;
  }

  /** Judges the writes that report to have made one version, which was there. */
  private void judge(List<Made> claims) {
    Made only = null;
    int candidates = 0;
    for (Made claim : claims) {
      if (live[claim.operation()]) {
        return;
      }
      if (outcome(claim) == Outcome.IN_DOUBT) {
        only = claim;
        candidates++;
      }
    }
    if (candidates == 1 && only != null) {
      happened(only.operation());
    } else if (candidates > 1) {
      ambiguous.addAll(claims.stream().filter(c -> outcome(c) == Outcome.IN_DOUBT).toList());
    }
  }

  private void happened(int number) {
    live[number] = true;
    Operation operation = operations.get(number);
    for (Write write : operation.writes()) {
      raise(log(write.actor(), Map.of()), write.version());
    }
    for (Read read : operation.reads()) {
      raise(log(read.actor(), Map.of()), read.follows());
    }
  }

  private void raise(ActorLog actor, long version) {
    if (version > actor.established) {
      actor.established = version;
      raised.add(actor);
    }
  }

  /**
   * Chooses, for versions that several operations may have made, the one operation that fits the
   * other facts, if only one does.
   *
   * @return whether there was such an operation
   */
  private boolean decideOne() {
    boolean decided = false;
    int at = 0;
    while (at < ambiguous.size()) {
      Made first = ambiguous.get(at);
      int end = at + 1;
      while (end < ambiguous.size()
          && ambiguous.get(end).version() == first.version()
          && ambiguous.get(end).write().actor().equals(first.write().actor())) {
        end++;
      }
      List<Made> claims = ambiguous.subList(at, end);
      if (claims.stream().noneMatch(claim -> live[claim.operation()])) {
        List<Made> fitting = claims.stream().filter(claim -> fits(claim.operation())).toList();
        if (fitting.size() == 1) {
          happened(fitting.getFirst().operation());
          decided = true;
        }
      }
      at = end;
    }
    return decided;
  }

  /**
   * Whether no version that an operation would have made was made by another or is missing in the
   * end.
   */
  private boolean fits(int number) {
    for (Write write : operations.get(number).writes()) {
      ActorLog actor = log(write.actor(), Map.of());
      if (actor.last != ActorLog.UNKNOWN && write.version() > actor.last) {
        return false;
      }
      int at = actor.firstMade(write.version());
      while (at < actor.made.size() && actor.made.get(at).version() == write.version()) {
        if (live[actor.made.get(at).operation()]) {
          return false;
        }
        at++;
      }
    }
    return true;
  }

  private Outcome outcome(Made claim) {
    return operations.get(claim.operation()).outcome();
  }
}
