package tutti.engine.procedure;

import tutti.engine.container.Container;

/**
 * Calls of actors of this node: on their caller's executor if they live in its container, else as
 * tasks of theirs (docs/rulings.md#runtime).
 */
record LocalCalls(ProcedureExecution execution) implements Performer {
  /** The number of calls that run on one stack; the next one gets a stack of its own. */
  private static final int CALLS_ON_A_STACK = 64;

  @Override
  public void perform(SubTransaction<?> call) {
    Container at = execution.containerOf(call.actor());
    if (at != call.callerHome()) {
      start(call, at, () -> {});
    } else if (call.depth() > 1
        && (call.depth() % CALLS_ON_A_STACK == 0 || !execution.runner().inlineCalls())) {
      start(call, at, () -> {});
      call.awaitEnd();
      call.backToCaller();
    } else {
      call.run(at);
    }
  }

  /**
   * Runs a call in a task of its own.
   *
   * @param tell is run at its end, before the task has
   */
  void start(SubTransaction<?> call, Container at, Runnable tell) {
    call.startsElsewhere();
    execution.taskStarts();
    at.route(call.actor())
        .start(
            () -> {
              try {
                call.run(at);
              } finally {
                call.over();
                tell.run();
                execution.taskEnds();
              }
            });
  }
}
