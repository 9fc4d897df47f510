package tutti.engine.runtime;

/**
 * Unwinds the step of a machine that has failed, where its process goes on without the node: in an
 * embedded node or a test with a hook of its own ({@link RealScheduler}). An error, and no
 * exception, so that no code of the node takes it for a trouble that it can go on after.
 */
public final class ProcessEnded extends Error {
  private static final long serialVersionUID = 1L;

  /** Makes the end of the process that this failure asks for. */
  public ProcessEnded(MachineFailure failure) {
    super(failure.text(), failure.cause());
  }
}
