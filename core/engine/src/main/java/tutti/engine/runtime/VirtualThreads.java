package tutti.engine.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one place that reaches into {@code java.lang}: virtual threads whose continuations run where
 * an {@link Executor} says, the thread that carries the current one, and the carriers that virtual
 * threads usually have. None of them is public API on JDK 25; all need {@code --add-opens
 * java.base/java.lang=ALL-UNNAMED}.
 *
 * <p>For drivers of the {@link Scheduler} port; {@link #onUsualCarriers} is for all code that tasks
 * call and that starts threads.
 */
public final class VirtualThreads {
  private static final boolean AVAILABLE;
  private static final MethodHandle NEW_BUILDER;
  private static final MethodHandle CURRENT_CARRIER;

  /** The JDK's carriers of virtual threads for which no executor is named; null if unknown. */
  private static final @Nullable Executor USUAL_CARRIERS;

  static {
    boolean available = false;
    MethodHandle newBuilder = MethodHandles.empty(MethodType.methodType(void.class));
    MethodHandle currentCarrier = MethodHandles.empty(MethodType.methodType(Thread.class));
    Executor usual = null;
    try {
      var constructor =
          Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
              .getDeclaredConstructor(Executor.class);
      var carrier = Thread.class.getDeclaredMethod("currentCarrierThread");
      var scheduler =
          Class.forName("java.lang.VirtualThread").getDeclaredField("DEFAULT_SCHEDULER");
      if (constructor.trySetAccessible()
          && carrier.trySetAccessible()
          && scheduler.trySetAccessible()) {
        var lookup = MethodHandles.lookup();
        newBuilder =
            lookup
                .unreflectConstructor(constructor)
                .asType(MethodType.methodType(Thread.Builder.OfVirtual.class, Executor.class));
        currentCarrier = lookup.unreflect(carrier);
        usual = (Executor) scheduler.get(null);
        available = true;
      }
    } catch (ReflectiveOperationException anotherJdk) {
      available = false;
    }
    AVAILABLE = available;
    NEW_BUILDER = newBuilder;
    CURRENT_CARRIER = currentCarrier;
    USUAL_CARRIERS = usual;
  }

  private VirtualThreads() {}

  /** Returns whether {@code java.lang} is opened to this code, which the other methods need. */
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

  /**
   * Returns a builder of virtual threads that the JDK's own carriers run. A virtual thread that is
   * built in another way runs on the carrier of the virtual thread that starts it: a task's thread
   * would run on the executor of that task, and count as the task's code. May be called even if not
   * {@link #available()}.
   */
  public static Thread.Builder.OfVirtual onUsualCarriers() {
    return USUAL_CARRIERS == null ? Thread.ofVirtual() : builder(USUAL_CARRIERS);
  }

  /**
   * A builder of virtual threads for an application's own code, which may compute for as long as it
   * likes: many carriers take turns on the processors, so that no thread waits for another one
   * whose code does not pause. The JDK has as many carriers as there are processors. May be called
   * even if not {@link #available()}.
   */
  static Thread.Builder.OfVirtual onManyCarriers() {
    return AVAILABLE ? builder(ManyCarriers.POOL) : Thread.ofVirtual();
  }

  /** Carriers that are there while they are needed. */
  private static final class ManyCarriers {
    private static final int MOST = 256;
    private static final int IDLE_SECONDS = 5;

    static final Executor POOL =
        new ForkJoinPool(
            MOST,
            ForkJoinPool.defaultForkJoinWorkerThreadFactory,
            null,
            true,
            0,
            MOST,
            1,
            pool -> true,
            IDLE_SECONDS,
            TimeUnit.SECONDS);
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
