package tutti.server;

import tutti.model.Action;

/** Actions of the small application of tests, for tests in other packages. */
public final class TestActions {
  private TestActions() {}

  /** Returns an action that takes any arguments until it is evaluated. */
  public static Action any() {
    return new TestBank().types().getFirst().actions().getFirst();
  }
}
