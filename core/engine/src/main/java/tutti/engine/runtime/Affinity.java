package tutti.engine.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.BitSet;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Binds threads to cores, through the C library of Linux: the JDK has no call for it. A core here
 * is a hardware thread, on which the system schedules.
 *
 * <p>The class is loaded only when pinning is wanted, since it needs native access: the manifest's
 * {@code Enable-Native-Access} grants it to the jar started with {@code java -jar}.
 */
final class Affinity {
  /** Room for 8,192 cores; the system refuses a set that has less room than it has cores. */
  private static final int SET_BYTES = 1024;

  private static final @Nullable String UNAVAILABLE;
  private static final MethodHandle SET;
  private static final MethodHandle GET;

  static {
    MethodHandle none =
        MethodHandles.empty(
            MethodType.methodType(int.class, int.class, long.class, MemorySegment.class));
    MethodHandle set = none;
    MethodHandle get = none;
    String unavailable =
        notHere(
            System.getProperty("os.name", "an unknown system"),
            Affinity.class.getModule().isNativeAccessEnabled());
    if (unavailable == null) {
      try {
        set = function("sched_setaffinity");
        get = function("sched_getaffinity");
      } catch (RuntimeException | LinkageError missing) {
        unavailable = "the C library does not offer it: " + missing.getMessage();
      }
    }
    UNAVAILABLE = unavailable;
    SET = set;
    GET = get;
  }

  private Affinity() {}

  /**
   * Returns why pinning cannot be tried at all; null if it can.
   *
   * @param nativeAccess whether this code may call the system; without it, trying would make the
   *     JDK print a warning of its own, or throw
   */
  static @Nullable String notHere(String system, boolean nativeAccess) {
    if (!system.toLowerCase(Locale.ROOT).contains("linux")) {
      return "pinning is only known for Linux, and this is " + system;
    }
    if (!nativeAccess) {
      return "this process may not call the system: start the JVM with"
          + " --enable-native-access=ALL-UNNAMED";
    }
    return null;
  }

  @SuppressWarnings("restricted") // The process that may not call the system was told so.
  private static MethodHandle function(String name) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.ADDRESS));
  }

  /** Returns why threads cannot be pinned in this process, for a person; null if they can. */
  static @Nullable String unavailable() {
    return UNAVAILABLE;
  }

  /**
   * Returns the cores that this process may use; empty if the system does not report them. The call
   * is about the process's first thread, which is never pinned: a thread that a pinned thread has
   * started inherits its core.
   */
  static BitSet allowed() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment set = arena.allocate(SET_BYTES, Long.BYTES);
      int process = (int) ProcessHandle.current().pid();
      int failed = (int) GET.invokeExact(process, (long) SET_BYTES, set);
      return failed < 0
          ? new BitSet()
          : BitSet.valueOf(set.toArray(ValueLayout.JAVA_LONG_UNALIGNED));
    } catch (Throwable e) {
      throw new IllegalStateException("cannot ask for the cores of this process", e);
    }
  }

  /** Keeps the calling platform thread on that core from here on; false if the system refuses. */
  static boolean pin(int core) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment set = arena.allocate(SET_BYTES, Long.BYTES);
      set.set(ValueLayout.JAVA_BYTE, core / 8, (byte) (1 << core % 8));
      return (int) SET.invokeExact(0, (long) SET_BYTES, set) == 0;
    } catch (Throwable e) {
      // A thread runs whether it is pinned or not.
      return false;
    }
  }
}
