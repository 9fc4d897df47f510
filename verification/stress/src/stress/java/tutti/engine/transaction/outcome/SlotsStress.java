package tutti.engine.transaction.outcome;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Threads that use {@link Slots} at one moment, the first of which makes their part. */
public final class SlotsStress {
  private static final int SIZE = 1 << 10;

  private SlotsStress() {}

  /** Two slots of one part: both threads put their value, and both values stay. */
  @JCStressTest
  @Outcome(id = "1, 1, 2", expect = Expect.ACCEPTABLE, desc = "Both values are there.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "A value went with a part that was made twice.")
  @State
  public static class Neighbours {
    private final Slots slots = new Slots(SIZE);

    @Actor
    public void first(III_Result result) {
      result.r1 = slots.compareAndSet(5, null, "first") ? 1 : 0;
    }

    @Actor
    public void second(III_Result result) {
      result.r2 = slots.compareAndSet(6, null, "second") ? 1 : 0;
    }

    @Arbiter
    public void end(III_Result result) {
      result.r3 = (slots.get(5) == null ? 0 : 1) + (slots.get(6) == null ? 0 : 1);
    }
  }

  /** One slot: exactly one thread takes it. */
  @JCStressTest
  @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "The first thread has taken it.")
  @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "The second thread has taken it.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Both or none have taken it, or the value is lost.")
  @State
  public static class OneSlot {
    private final Slots slots = new Slots(SIZE);

    @Actor
    public void first(III_Result result) {
      result.r1 = slots.compareAndSet(5, null, 1) ? 1 : 0;
    }

    @Actor
    public void second(III_Result result) {
      result.r2 = slots.compareAndSet(5, null, 2) ? 1 : 0;
    }

    @Arbiter
    public void end(III_Result result) {
      result.r3 = slots.get(5) instanceof Integer value ? value : 0;
    }
  }
}
