package tutti.engine.runtime;

/**
 * Unwinds the step of a machine that has failed, where the process continues without the node: in
 * an embedded node or a test with a hook of its own ({@link RealScheduler}). This is an error and
 * no exception, so that no code of the node mistakes it for trouble after which it can continue.
 */
public final class ProcessEnded extends Error {
  private static final long serialVersionUID = 1L;

  /** Makes the end of the process that this failure asks for. */
  public ProcessEnded(MachineFailure failure) {
    super(failure.text(), failure.cause());
  }
}
