package tutti.simulator.commit.state;

import tutti.protocol.commit.Assumption;

/**
 * The bounds of the world in which a commit protocol is explored.
 *
 * @param participants nodes that take part, the coordinator's among them; 2 to 5
 * @param crashes of nodes, at most, between any two effects
 * @param losses messages that are lost, at most
 * @param duplicates messages that arrive twice, at most
 * @param delays messages that arrive as late as they like, at most
 * @param refusals nodes that undo their part, will not promise it, or give up, at most
 * @param silences timers that take silence for a crash, at most, where there is no bound
 * @param repeats timers that say or ask again, at most; {@link #ANY} if as often as they like
 * @param world the assumption about time: whether silence lasts as long as it is said to, and
 *     messages arrive within their bound
 * @param limit the most states of a transaction; more fails
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
