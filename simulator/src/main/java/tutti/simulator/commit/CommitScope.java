package tutti.simulator.commit;

import tutti.protocol.commit.Assumption;

/**
 * How small a world it is in which a commit protocol is explored.
 *
 * @param participants nodes that take part, the coordinator's among them; 2 to 5
 * @param crashes of nodes, at most, between any two effects
 * @param losses messages that are lost, at most
 * @param duplicates messages that arrive twice, at most
 * @param delays messages that arrive as late as they like, at most
 * @param refusals nodes that undo their part, will not promise it, or give up, at most
 * @param silences timers that take silence for a crash, at most, where there is no bound
 * @param world what holds of time: whether silence lasts as long as it is said to, and messages
 *     arrive within their bound
 * @param limit so many states of a transaction at most; more fails
 */
public record CommitScope(
    int participants,
    int crashes,
    int losses,
    int duplicates,
    int delays,
    int refusals,
    int silences,
    Assumption world,
    int limit) {
  public CommitScope {
    if (participants < 2 || participants > 5) {
      throw new IllegalArgumentException("--participants must be 2 to 5");
    }
    if (Math.min(crashes, losses) < 0
        || Math.min(duplicates, delays) < 0
        || Math.min(refusals, silences) < 0) {
      throw new IllegalArgumentException("a number of faults must not be negative");
    }
    if (limit < 1) {
      throw new IllegalArgumentException("--states must be 1 at least");
    }
  }

  /** So many crash, lost, doubled and late messages, one refusal, and silence taken twice. */
  public static CommitScope of(
      Assumption world, int crashes, int losses, int duplicates, int delays) {
    return new CommitScope(3, crashes, losses, duplicates, delays, 1, 2, world, Integer.MAX_VALUE);
  }

  /** Where nobody refuses anything. */
  public CommitScope withoutRefusals() {
    return new CommitScope(
        participants, crashes, losses, duplicates, delays, 0, silences, world, limit);
  }

  public CommitScope withLimit(int states) {
    return new CommitScope(
        participants, crashes, losses, duplicates, delays, refusals, silences, world, states);
  }

  Ledger ledger() {
    return new Ledger(crashes, losses, duplicates, delays, refusals, silences, false, false);
  }

  @Override
  public String toString() {
    return "%d participants, %s; at most %d crashes, %d lost, %d doubled and %d late messages, %d refusals%s"
        .formatted(
            participants,
            world == Assumption.ASYNCHRONOUS ? "asynchronous" : "synchronous",
            crashes,
            losses,
            duplicates,
            delays,
            refusals,
            world == Assumption.ASYNCHRONOUS
                ? ", " + silences + " silences taken for crashes"
                : "");
  }
}
