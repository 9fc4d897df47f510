package tutti.simulator.commit.state;

/**
 * The faults that may still happen, and the outcomes that can no longer be taken back.
 *
 * @param packed all of it as one number: four bits for the number of each fault, and behind them a
 *     bit for each outcome
 */
public record FaultBudget(int packed) {
  /** The units of each fault, and their highest number, in {@link #packed}. */
  public static final int CRASH = 1;

  public static final int LOSS = 1 << 4;
  public static final int DUPLICATE = 1 << 8;
  public static final int DELAY = 1 << 12;

  /** A node that refuses to go on. */
  public static final int REFUSAL = 1 << 16;

  /** A timer that takes silence for a crash where no bound limits a silence. */
  public static final int SILENCE = 1 << 20;

  /** A timer that says or asks again; there is no limit if there are {@link #MOST}. */
  static final int REPEAT = 1 << 24;

  static final int MOST = 15;

  private static final int TOLD_COMMIT = 1 << 28;
  private static final int TOLD_ABORT = 1 << 29;

  /** A crash took from a participant's log a commit that others may have seen. */
  private static final int SHOWN = 1 << 30;

  public static final int TOLD = TOLD_COMMIT | TOLD_ABORT;

  /** The bits of {@link #packed} for the outcomes that can no longer be taken back. */
  public static final int KNOWN = TOLD | SHOWN;

  /** The budget of a node's move, of which each kind that a move can cost is there once. */
  public static FaultBudget ofMove(boolean crashes) {
    return new FaultBudget((crashes ? CRASH : 0) + REFUSAL + SILENCE + REPEAT);
  }

  /** Whether a ledger covers the timers that are to be spent. */
  public static boolean covers(int packed, int spent) {
    return (!has(spent, SILENCE) || has(packed, SILENCE))
        && (!has(spent, REPEAT) || has(packed, REPEAT));
  }

  public static int spend(int packed, int spent) {
    boolean free = (packed & REPEAT * MOST) == REPEAT * MOST;
    return packed - (free ? spent & ~(REPEAT * MOST) : spent);
  }

  /** Whether some of a kind are left. */
  public static boolean has(int packed, int one) {
    return (packed & one * MOST) != 0;
  }

  /** The number of faults of a kind, given by its unit, that may still happen. */
  public int left(int one) {
    return (packed & one * MOST) / one;
  }

  public boolean toldCommit() {
    return (packed & TOLD_COMMIT) != 0;
  }

  public boolean toldAbort() {
    return (packed & TOLD_ABORT) != 0;
  }

  public boolean shown() {
    return (packed & SHOWN) != 0;
  }

  /** The ledger with one crash less; likewise the others. */
  public FaultBudget crash() {
    return new FaultBudget(packed - CRASH);
  }

  public FaultBudget refuse() {
    return new FaultBudget(packed - REFUSAL);
  }

  public FaultBudget silence() {
    return new FaultBudget(packed - SILENCE);
  }

  public FaultBudget repeat() {
    return left(REPEAT) == MOST ? this : new FaultBudget(packed - REPEAT);
  }

  public FaultBudget told(boolean commit) {
    return new FaultBudget(packed | (commit ? TOLD_COMMIT : TOLD_ABORT));
  }

  /** The ledger after the loss of a commit that others may have seen. */
  public FaultBudget show() {
    return new FaultBudget(packed | SHOWN);
  }

  /** The ledger of a world in which nothing goes wrong any more. */
  public FaultBudget calm() {
    return new FaultBudget(packed & KNOWN | MOST * REPEAT);
  }
}
