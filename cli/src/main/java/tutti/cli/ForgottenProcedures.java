package tutti.cli;

import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.RelationalType;

/**
 * Procedures that stand beside an application and that it does not name: a call of one would fail,
 * and not before it is made.
 */
final class ForgottenProcedures {
  private ForgottenProcedures() {}

  /**
   * Warns of each, with what to add.
   *
   * @param names of the classes that may be procedures; those inside of actors are found in any
   *     case
   * @param made makes the application
   */
  static void warn(
      JavaApplication application,
      ClassLoader loader,
      List<String> names,
      Method made,
      PrintWriter err) {
    for (Class<?> forgotten : of(application, loader, names)) {
      String name = name(forgotten);
      err.println(
          "tutti: warning: the application does not name the procedure "
              + name
              + ", so that every call of it fails: add "
              + name
              + ".class to .procedures(…) in "
              + made.getDeclaringClass().getSimpleName()
              + "."
              + made.getName()
              + "()");
    }
    err.flush();
  }

  private static List<Class<?>> of(
      JavaApplication application, ClassLoader loader, List<String> names) {
    Set<Class<?>> all = new LinkedHashSet<>();
    for (RelationalType type : application.types()) {
      all.addAll(inside(type.actorClass()));
    }
    for (String name : names) {
      Class<?> found = load(loader, name);
      if (found != null) {
        all.add(found);
      }
    }
    List<Class<?>> forgotten = new ArrayList<>();
    for (Class<?> each : all) {
      if (each.isRecord()
          && Procedure.class.isAssignableFrom(each)
          && application.procedure(each) == null) {
        forgotten.add(each);
      }
    }
    return forgotten;
  }

  /** The classes inside of an actor's; none if one of them cannot be loaded, and so never is. */
  private static List<Class<?>> inside(Class<?> actor) {
    try {
      return List.of(actor.getDeclaredClasses());
    } catch (LinkageError cannot) {
      return List.of();
    }
  }

  /** As a source that imports the outermost class writes it: {@code Wallet.Pay}. */
  private static String name(Class<?> type) {
    return type.getName()
        .substring(type.getPackageName().length())
        .replaceFirst("^\\.", "")
        .replace('$', '.');
  }

  private static @Nullable Class<?> load(ClassLoader loader, String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError cannot) {
      // Of a jar's other classes some may need what is not there: no procedure of this application.
      return null;
    }
  }
}
