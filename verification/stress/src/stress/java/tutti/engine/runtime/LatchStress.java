package tutti.engine.runtime;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads that change two plain fields behind a {@link Latch}: no change is lost or torn. */
@JCStressTest
@Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "Both threads have changed both fields.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A change is lost.")
@State
public class LatchStress {
  private final Latch latch = new Latch();
  private int one;
  private int other;

  @Actor
  public void first() {
    change();
  }

  @Actor
  public void second() {
    change();
  }

  private void change() {
    latch.lock();
    one++;
    other = one;
    latch.unlock();
  }

  @Arbiter
  public void end(II_Result result) {
    result.r1 = one;
    result.r2 = other;
  }
}
