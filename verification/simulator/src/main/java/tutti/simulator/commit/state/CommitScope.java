package tutti.simulator.commit.state;

import tutti.protocol.commit.Assumption;

/**
 * The bounds of the world in which a commit protocol is explored.
 *
 * @param participants the number of nodes that take part, including the coordinator's; 2 to 5
 * @param crashes the most crashes of nodes, each between any two effects
 * @param losses the most messages that are lost
 * @param duplicates the most messages that arrive twice
 * @param delays the most messages that arrive at any later time
 * @param refusals the most nodes that undo their part, refuse to promise it, or give up
 * @param silences the most timers that take silence for a crash, where there is no bound of delays
 * @param repeats the most timers that repeat a message; {@link #ANY} sets no bound
 * @param world the assumption about time: whether silence lasts as long as it is assumed to, and
 *     messages arrive within their bound
 * @param limit the most states of a transaction; an exploration that has more fails
 */
public record CommitScope(
    int participants,
    int crashes,
    int losses,
    int duplicates,
    int delays,
    int refusals,
    int silences,
    int repeats,
    Assumption world,
    int limit) {
  /** The value for no bound. */
  public static final int ANY = -1;

  public CommitScope {
    if (participants < 2 || participants > 5) {
      throw new IllegalArgumentException("--participants must be 2 to 5");
    }
    requireFew("--crashes", crashes);
    requireFew("--losses", losses);
    requireFew("--duplicates", duplicates);
    requireFew("--delays", delays);
    requireFew("--refusals", refusals);
    requireFew("--silences", silences);
    if (repeats != ANY) {
      requireFew("--repeats", repeats);
    }
    if (limit < 1) {
      throw new IllegalArgumentException("--states must be 1 at least");
    }
  }

  private static void requireFew(String flag, int number) {
    if (number < 0 || number >= FaultBudget.MOST) {
      throw new IllegalArgumentException(
          flag + " must be 0 to " + (FaultBudget.MOST - 1) + ", and not " + number);
    }
  }

  public FaultBudget ledger() {
    int again = repeats == ANY ? FaultBudget.MOST : repeats;
    return new FaultBudget(
        crashes * FaultBudget.CRASH
            + losses * FaultBudget.LOSS
            + duplicates * FaultBudget.DUPLICATE
            + delays * FaultBudget.DELAY
            + refusals * FaultBudget.REFUSAL
            + silences * FaultBudget.SILENCE
            + again * FaultBudget.REPEAT);
  }

  @Override
  public String toString() {
    return "%d participants, %s; at most %s crashes, %s lost, %s doubled and %s late messages, %s refusals%s%s"
        .formatted(
            participants,
            world == Assumption.ASYNCHRONOUS ? "asynchronous" : "synchronous",
            crashes,
            losses,
            duplicates,
            delays,
            refusals,
            world == Assumption.ASYNCHRONOUS ? ", " + silences + " silences taken for crashes" : "",
            repeats == ANY ? "" : ", " + repeats + " timers that say again");
  }
}
