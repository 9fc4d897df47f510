package tutti.engine.deployment;

import java.util.List;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.model.testing.Effort;

/** The concurrency controls that take their turn in a dear test, by the usual share. */
public final class SomeControls {
  private SomeControls() {}

  /** Returns others from run to run; all of them with {@code ./tutti test --all}. */
  public static List<ConcurrencyControlKind> inTurn() {
    return Effort.some(List.of(ConcurrencyControlKind.values()));
  }
}
