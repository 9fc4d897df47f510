package tutti.engine.runtime;

import org.jspecify.annotations.Nullable;

/** A platform thread of a driver: it runs steps, and carries virtual threads that are tasks. */
public class HostThread extends Thread {
  private @Nullable TaskContext context;

  /** A thread whose stack has the size that the virtual machine gives to all. */
  public HostThread(String name, Runnable body) {
    this(name, body, 0);
  }

  /**
   * @param stackBytes the size of its stack; 0 for the one that the virtual machine gives to all
   */
  @SuppressWarnings("this-escape") // Nothing overrides what the constructor calls.
  public HostThread(String name, Runnable body, long stackBytes) {
    super(null, FatalErrors.reporting(body), name, stackBytes, false);
    setDaemon(true);
  }

  /** The context of the code that runs on this thread now. Only code on this thread asks. */
  public final @Nullable TaskContext context() {
    return context;
  }

  /** Sets the context, before the thread starts or by code on this thread. */
  public final void context(@Nullable TaskContext newContext) {
    context = newContext;
  }
}
