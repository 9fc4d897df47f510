package tutti.simulator.commit.state;

/**
 * The faults that may still happen, and the outcomes that can no longer be taken back.
 *
 * @param crashes the number of crashes that may still happen; likewise the others
 * @param refusals nodes that refuse to go on
 * @param silences timers that take silence for a crash where no bound limits a silence
 * @param repeats timers that say or ask again; {@link #MOST} if there is no limit
 * @param toldCommit whether the client was told of a commit; likewise of an abort
 * @param shown whether a crash took from a participant's log a commit that others may have seen
 */
public record FaultBudget(
    int crashes,
    int losses,
    int duplicates,
    int delays,
    int refusals,
    int silences,
    int repeats,
    boolean toldCommit,
    boolean toldAbort,
    boolean shown) {

  /** The units of each fault, and their highest number, in {@link #packed}. */
  public static final int CRASH = 1;

  public static final int LOSS = 1 << 4;
  public static final int DUPLICATE = 1 << 8;
  public static final int DELAY = 1 << 12;
  public static final int REFUSAL = 1 << 16;
  static final int SILENCE = 1 << 20;
  static final int REPEAT = 1 << 24;
  static final int MOST = 15;
  public static final int TOLD = 3 << 28;

  /** The bits of {@link #packed} for the outcomes that can no longer be taken back. */
  public static final int KNOWN = 7 << 28;

  /** The ledger as one number; there are at most {@link #MOST} of each fault. */
  public int packed() {
    return crashes * CRASH
        | losses * LOSS
        | duplicates * DUPLICATE
        | delays * DELAY
        | refusals * REFUSAL
        | silences * SILENCE
        | repeats * REPEAT
        | (toldCommit ? 1 << 28 : 0)
        | (toldAbort ? 1 << 29 : 0)
        | (shown ? 1 << 30 : 0);
  }

  static FaultBudget of(int packed) {
    return new FaultBudget(
        packed & MOST,
        packed >> 4 & MOST,
        packed >> 8 & MOST,
        packed >> 12 & MOST,
        packed >> 16 & MOST,
        packed >> 20 & MOST,
        packed >> 24 & MOST,
        (packed & 1 << 28) != 0,
        (packed & 1 << 29) != 0,
        (packed & 1 << 30) != 0);
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

  /** The ledger with one crash less; likewise the others. */
  public FaultBudget crash() {
    return less(1, 0, 0, 0);
  }

  public FaultBudget refuse() {
    return less(0, 1, 0, 0);
  }

  public FaultBudget silence() {
    return less(0, 0, 1, 0);
  }

  public FaultBudget repeat() {
    return repeats == MOST ? this : less(0, 0, 0, 1);
  }

  private FaultBudget less(int crash, int refusal, int silence, int repeat) {
    return new FaultBudget(
        crashes - crash,
        losses,
        duplicates,
        delays,
        refusals - refusal,
        silences - silence,
        repeats - repeat,
        toldCommit,
        toldAbort,
        shown);
  }

  public FaultBudget told(boolean commit) {
    return new FaultBudget(
        crashes,
        losses,
        duplicates,
        delays,
        refusals,
        silences,
        repeats,
        toldCommit || commit,
        toldAbort || !commit,
        shown);
  }

  /** The ledger after the loss of a commit that others may have seen. */
  public FaultBudget show() {
    return of(packed() | 1 << 30);
  }

  /** The ledger of a world in which nothing goes wrong any more. */
  public FaultBudget calm() {
    return new FaultBudget(0, 0, 0, 0, 0, 0, MOST, toldCommit, toldAbort, shown);
  }
}
