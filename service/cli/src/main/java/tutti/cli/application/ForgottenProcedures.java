package tutti.cli.application;

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
 * Warnings about procedures in an application's sources or jar that the application does not name:
 * a call of such a procedure would fail only when it is made.
 */
final class ForgottenProcedures {
  private ForgottenProcedures() {}

  /**
   * Warns of each such procedure, with the code to add.
   *
   * @param names the names of classes that may be procedures; classes inside of actors are found in
   *     any case
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
      err.printf(
          "tutti: warning: the application does not name the procedure %s, so that every call of it"
              + " fails: add %s.class to .procedures(…) in %s.%s()%n",
          name, name, made.getDeclaringClass().getSimpleName(), made.getName());
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

  /** The classes inside of an actor's class; none if one of them cannot be loaded. */
  private static List<Class<?>> inside(Class<?> actor) {
    try {
      return List.of(actor.getDeclaredClasses());
    } catch (LinkageError cannot) {
      return List.of();
    }
  }

  /** The name of a class in a source that imports the outermost class: {@code Wallet.Pay}. */
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
      // Some of a jar's other classes may need missing classes; such a class is no procedure of
      // this application.
      return null;
    }
  }
}
