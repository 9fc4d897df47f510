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
    Assumption world,
    int limit) {
  public CommitScope {
    if (participants < 2 || participants > 5) {
      throw new IllegalArgumentException("--participants must be 2 to 5");
    }
    if (crashes < 0 || losses < 0 || duplicates < 0 || delays < 0) {
      throw new IllegalArgumentException(
          "--crashes, --losses, --duplicates and --delays must not be negative");
    }
    if (limit < 1) {
      throw new IllegalArgumentException("--states must be 1 at least");
    }
  }

  Ledger ledger() {
    return new Ledger(crashes, losses, duplicates, delays, false, false);
  }

  @Override
  public String toString() {
    return "%d participants, %s; at most %d crashes, %d lost, %d doubled and %d late messages"
        .formatted(
            participants,
            world == Assumption.ASYNCHRONOUS ? "asynchronous" : "synchronous",
            crashes,
            losses,
            duplicates,
            delays);
  }
}
