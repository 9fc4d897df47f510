package tutti.engine.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;

/**
 * The one place that reaches into {@code java.lang}: virtual threads whose continuations run where
 * an {@link Executor} says, and the thread that carries the current one. Neither is public API on
 * JDK 25; both need {@code --add-opens java.base/java.lang=ALL-UNNAMED}.
 *
 * <p>For drivers of the {@link Scheduler} port only.
 */
public final class VirtualThreads {
  private static final boolean AVAILABLE;
  private static final MethodHandle NEW_BUILDER;
  private static final MethodHandle CURRENT_CARRIER;

  static {
    boolean available = false;
    MethodHandle newBuilder = MethodHandles.empty(MethodType.methodType(void.class));
    MethodHandle currentCarrier = MethodHandles.empty(MethodType.methodType(Thread.class));
    try {
      var constructor =
          Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
              .getDeclaredConstructor(Executor.class);
      var carrier = Thread.class.getDeclaredMethod("currentCarrierThread");
      if (constructor.trySetAccessible() && carrier.trySetAccessible()) {
        var lookup = MethodHandles.lookup();
        newBuilder =
            lookup
                .unreflectConstructor(constructor)
                .asType(MethodType.methodType(Thread.Builder.OfVirtual.class, Executor.class));
        currentCarrier = lookup.unreflect(carrier);
        available = true;
      }
    } catch (ReflectiveOperationException anotherJdk) {
      available = false;
    }
    AVAILABLE = available;
    NEW_BUILDER = newBuilder;
    CURRENT_CARRIER = currentCarrier;
  }

  private VirtualThreads() {}

  /** Whether the other methods may be called: {@code java.lang} is opened to this code. */
  public static boolean available() {
    return AVAILABLE;
  }

  /**
   * A builder of virtual threads whose every continuation is given to {@code carrier}.
   *
   * @throws IllegalStateException if not {@link #available()}
   */
  public static Thread.Builder.OfVirtual builder(Executor carrier) {
    require();
    try {
      return (Thread.Builder.OfVirtual) NEW_BUILDER.invokeExact(carrier);
    } catch (Throwable e) {
      throw new IllegalStateException("cannot make virtual threads on a carrier of their own", e);
    }
  }

  /** The platform thread that the calling code runs on. */
  static Thread currentCarrier() {
    try {
      return (Thread) CURRENT_CARRIER.invokeExact();
    } catch (Throwable e) {
      throw new IllegalStateException("cannot find the current carrier thread", e);
    }
  }

  private static void require() {
    if (!AVAILABLE) {
      throw new IllegalStateException(
          "java.lang is not opened: start the JVM with"
              + " --add-opens java.base/java.lang=ALL-UNNAMED, or use ExecutorMode.PERMIT");
    }
  }
}
