package tutti.model.bytecode;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The classes of the JDK and of the API, and what a procedure may do with them. */
final class Library {

  /** Packages whose classes keep nothing beside their objects, and start nothing. */
  private static final Set<String> PACKAGES =
      Set.of(
          "java/math/",
          "java/time/",
          "java/time/chrono/",
          "java/time/format/",
          "java/time/temporal/",
          "java/time/zone/",
          "java/util/function/",
          "java/util/regex/",
          "java/util/stream/",
          "tutti/model/relation/",
          "tutti/model/relation/query/");

  private static final Set<String> LANG =
      Set.of(
          "AbstractStringBuilder",
          "Appendable",
          "AutoCloseable",
          "Boolean",
          "Byte",
          "CharSequence",
          "Character",
          "Comparable",
          "Double",
          "Enum",
          "Float",
          "Integer",
          "Iterable",
          "Long",
          "MatchException",
          "Math",
          "Number",
          "Object",
          "Record",
          "Short",
          "StrictMath",
          "String",
          "StringBuilder",
          "Throwable",
          "Void");

  /** Classes of java.util whose results follow from more than their arguments, or that run code. */
  private static final Set<String> NOT_UTIL =
      Set.of(
          "ResourceBundle",
          "Scanner",
          "ServiceLoader",
          "Timer",
          "TimerTask",
          "Formatter",
          "Properties",
          "PropertyResourceBundle",
          "WeakHashMap",
          "EventObject");

  private static final Set<String> API =
      Set.of(
          "tutti/model/Abort",
          "tutti/model/ActorId",
          "tutti/model/actor/Actor",
          "tutti/model/actor/Promise",
          "tutti/model/actor/Ref");

  /** Methods that do not harm a bound, but whose result is another one at every run. */
  private static final Set<String> MOODS =
      Set.of(
          "java/lang/System.nanoTime",
          "java/lang/System.currentTimeMillis",
          "java/lang/System.identityHashCode",
          "java/lang/System.getProperty",
          "java/lang/System.getenv",
          "java/lang/Thread.sleep",
          "java/lang/Thread.yield",
          "java/lang/Thread.onSpinWait",
          "java/lang/Math.random",
          "java/lang/StrictMath.random",
          "java/util/UUID.randomUUID",
          "java/util/concurrent/locks/LockSupport.parkNanos",
          "java/util/concurrent/ThreadLocalRandom.current",
          "java/time/ZoneId.systemDefault");

  private Library() {}

  /** Whether a class is one of the JDK, or of Tutti's own: its bytecode is not read. */
  static boolean has(String owner) {
    return owner.startsWith("java/")
        || owner.startsWith("javax/")
        || owner.startsWith("jdk/")
        || owner.startsWith("tutti/model/")
        || owner.startsWith("tutti/engine/")
        || owner.startsWith("tutti/embedded/")
        || owner.startsWith("tutti/rebel/");
  }

  /** The effect of the use of a method or field, beside the user's code that it may run. */
  static CodeEffect effect(String owner, String name) {
    String whole = owner + "." + name;
    if (MOODS.contains(whole) || isMood(owner, name)) {
      return CodeEffect.impure("uses " + readable(whole));
    }
    if (owner.startsWith("[") || isPure(owner, name)) {
      return CodeEffect.NONE;
    }
    return CodeEffect.unbounded("uses " + readable(whole));
  }

  private static boolean isMood(String owner, String name) {
    boolean clock = owner.startsWith("java/time/") && name.equals("now");
    return clock
        || owner.equals("java/time/Clock")
        || owner.equals("java/time/InstantSource")
        || owner.equals("java/util/Random")
        || owner.equals("java/util/SplittableRandom")
        || owner.equals("java/util/concurrent/ThreadLocalRandom")
        || owner.startsWith("java/util/random/")
        || owner.equals("java/util/Date")
        || owner.equals("java/util/Locale") && !name.startsWith("set")
        || owner.equals("java/util/concurrent/TimeUnit") && name.equals("sleep");
  }

  private static boolean isPure(String owner, String name) {
    if (name.equals("parallel") || name.equals("parallelStream") || name.equals("wait")) {
      return false;
    }
    String folder = owner.substring(0, owner.lastIndexOf('/') + 1);
    String simple = owner.substring(folder.length());
    return switch (folder) {
      case "java/lang/" -> isPureLanguage(simple, name);
      case "java/util/" -> !NOT_UTIL.contains(outer(simple)) && !name.startsWith("setDefault");
      case "java/util/concurrent/" -> simple.equals("TimeUnit");
      default -> PACKAGES.contains(folder) || API.contains(owner);
    };
  }

  private static String outer(String simple) {
    int inner = simple.indexOf('$');
    return inner < 0 ? simple : simple.substring(0, inner);
  }

  private static boolean isPureLanguage(String simple, String name) {
    if (simple.equals("Class")) {
      return Set.of("getSimpleName", "getName", "isInstance", "cast", "desiredAssertionStatus")
          .contains(name);
    }
    if (simple.equals("System")) {
      return name.equals("arraycopy");
    }
    boolean monitor = simple.equals("Object") && name.startsWith("notify");
    return !monitor
        && (LANG.contains(outer(simple))
            || simple.endsWith("Exception")
            || simple.endsWith("Error"));
  }

  /** A class, or a member of one, as people write it. */
  static String readable(@Nullable String internal) {
    return String.valueOf(internal).replace('/', '.').replace('$', '.').replace(".<init>", "");
  }
}
