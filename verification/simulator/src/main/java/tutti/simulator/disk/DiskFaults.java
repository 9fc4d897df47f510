package tutti.simulator.disk;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The faults of a {@link SimulatedDisk}: none until one is set. */
public final class DiskFaults {
  enum Operation {
    READ,
    WRITE,
    FORCE
  }

  private boolean failWrites;
  private boolean failForces;
  private long space = Long.MAX_VALUE;
  private long operations;
  private long interruptAt = Long.MAX_VALUE;
  private @Nullable Runnable interruption;

  public void failWrites(boolean on) {
    failWrites = on;
  }

  public void failForces(boolean on) {
    failForces = on;
  }

  /** Returns whether changes or forces fail now. */
  public boolean failing() {
    return failWrites || failForces;
  }

  /** Limits the bytes of all files together. */
  public void space(long bytes) {
    space = bytes;
  }

  /** Returns whether the space is limited. */
  public boolean limited() {
    return space < Long.MAX_VALUE;
  }

  /**
   * Returns whether something failed since there was no room for it; then there is room from now
   * on.
   *
   * @param failure the exception
   */
  public boolean wasFull(Exception failure) {
    String message = String.valueOf(failure.getMessage());
    boolean full = message.contains("no space left") || message.contains("is full");
    if (!full || !limited()) {
      return false;
    }
    space(Long.MAX_VALUE);
    return true;
  }

  /** Returns the number of changes and forces so far. */
  public long operations() {
    return operations;
  }

  /**
   * Calls {@code what} just before the change or force that comes after {@code after} others: a
   * crash between two operations of one step.
   */
  public void interrupt(long after, Runnable what) {
    interruptAt = operations + after;
    interruption = what;
  }

  /** Takes {@link #interrupt} back. */
  public void calm() {
    interruptAt = Long.MAX_VALUE;
    interruption = null;
  }

  /**
   * Returns the bytes that can still be written.
   *
   * @param used counts the bytes of all files, of which there may be thousands: it is asked only
   *     where the space is limited
   */
  long free(LongSupplier used) {
    return limited() ? Math.max(0, space - used.getAsLong()) : Long.MAX_VALUE;
  }

  void touch(Operation operation, String name, long more, LongSupplier used) throws IOException {
    if (operation == Operation.READ) {
      return;
    }
    Runnable what = interruption;
    if (operations++ >= interruptAt && what != null) {
      calm();
      what.run();
    }
    if (operation == Operation.WRITE && failWrites) {
      throw new IOException(name + ": input/output error (simulated)");
    }
    if (operation == Operation.FORCE && failForces) {
      throw new IOException(name + ": force failed (simulated)");
    }
    if (more > 0 && more > free(used)) {
      throw new IOException(name + ": no space left on device (simulated)");
    }
  }
}
