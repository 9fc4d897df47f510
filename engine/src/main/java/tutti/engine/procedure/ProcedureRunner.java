package tutti.engine.procedure;

import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.Directory;
import tutti.engine.transaction.Procedures;
import tutti.model.Application;

/** Runs the procedures of one application on one node. Thread-safe. */
public final class ProcedureRunner implements Procedures {
  private final RelationalApplication application;
  private final Directory directory;
  private final Scheduler scheduler;
  private final boolean inlineCalls;

  private ProcedureRunner(
      RelationalApplication application,
      Directory directory,
      Scheduler scheduler,
      boolean inlineCalls) {
    this.application = application;
    this.directory = directory;
    this.scheduler = scheduler;
    this.inlineCalls = inlineCalls;
  }

  /**
   * For an application, of whatever kind it is.
   *
   * @param inlineCalls whether calls within a container run in their callers' tasks
   */
  public static Procedures of(
      Application application, Directory directory, Scheduler scheduler, boolean inlineCalls) {
    return application instanceof RelationalApplication relational
        ? new ProcedureRunner(relational, directory, scheduler, inlineCalls)
        : Procedures.NONE;
  }

  @Override
  public Execution begin(Host host) {
    return new ProcedureExecution(this, host);
  }

  boolean inlineCalls() {
    return inlineCalls;
  }

  RelationalApplication application() {
    return application;
  }

  Directory directory() {
    return directory;
  }

  Scheduler scheduler() {
    return scheduler;
  }
}
