package tutti.cli.application;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.command.Errors;
import tutti.model.actor.InvalidApplication;
import tutti.model.actor.JavaApplication;
import tutti.rebel.load.FolderWalk;

/**
 * Loads applications in Java: a folder of sources, or a jar. The class that makes the application
 * is found by its method {@code public static JavaApplication application()}; a jar may also name
 * it in its manifest.
 */
final class JavaApplications {
  /** The attribute of the manifest that names the class. */
  static final String ATTRIBUTE = "Tutti-Application";

  private static final String METHOD = "application";
  private static final String SHAPE = "public static JavaApplication " + METHOD + "()";

  private JavaApplications() {}

  /** The Java sources in a folder, without those of tests and without the output of builds. */
  static List<Path> sources(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try {
      return FolderWalk.files(folder, _ -> false, FolderWalk.Unreadable.FAILS).stream()
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.endsWith("module-info.java"))
          .filter(file -> !leftOut(folder.relativize(file)))
          .toList();
    } catch (IOException failed) {
      throw new Failure(ExitStatus.FAILED, "cannot read " + folder + ": " + Errors.why(failed));
    }
  }

  private static boolean leftOut(Path relative) {
    for (int i = 0; i < relative.getNameCount() - 1; i++) {
      String name = relative.getName(i).toString();
      boolean built = i == 0 && (name.equals("target") || name.equals("build"));
      if (built || name.startsWith(".")) {
        return true;
      }
    }
    return relative.startsWith(Path.of("src", "test"));
  }

  /** Whether the path is a jar. */
  static boolean isJar(Path path) {
    return path.toString().endsWith(".jar") && Files.isRegularFile(path);
  }

  /** Compiles these sources and makes their application. */
  static JavaApplication compile(Path folder, List<Path> sources, PrintWriter err) {
    JavaCompilation.Compiled classes = JavaCompilation.compile(folder, sources, err);
    return find(folder, classes.loader(), classes.names(), err);
  }

  /** Makes the application in a jar. */
  static JavaApplication open(Path jar, PrintWriter err) {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String named = manifest == null ? null : manifest.getMainAttributes().getValue(ATTRIBUTE);
      List<String> names =
          file.stream()
              .map(entry -> entry.getName())
              .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
              .filter(name -> !name.endsWith("-info.class"))
              .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
              .toList();
      // The loader stays open as long as the application runs, which loads classes when it needs
      // them.
      ClassLoader loader =
          new URLClassLoader(
              "application",
              new URL[] {jar.toUri().toURL()},
              JavaApplication.class.getClassLoader());
      return find(jar, loader, named == null ? names : List.of(named.strip()), err);
    } catch (IOException failed) {
      throw new Failure(ExitStatus.FAILED, "cannot read " + jar + ": " + Errors.why(failed));
    }
  }

  private static JavaApplication find(
      Path path, ClassLoader loader, List<String> names, PrintWriter err) {
    List<Method> found = new ArrayList<>();
    for (String name : names) {
      Method method = method(path, loader, name, names.size() == 1);
      if (method != null) {
        found.add(method);
      }
    }
    if (found.size() != 1) {
      throw new Failure(
          ExitStatus.FAILED,
          found.isEmpty()
              ? path
                  + " has no class with a method "
                  + SHAPE
                  + ": add one that names the actors and procedures, as in JavaApplication"
                  + ".named(\"shop\").actor(\"Shop\", Shop::new).procedures(AddOrder.class).build()"
              : path
                  + " has several classes with a method "
                  + SHAPE
                  + ": "
                  + found.stream()
                      .map(method -> method.getDeclaringClass().getName())
                      .collect(Collectors.joining(", "))
                  + "; keep one"
                  + (isJar(path) ? ", or name it in the manifest by " + ATTRIBUTE : ""));
    }
    JavaApplication application = call(path, found.getFirst());
    ForgottenProcedures.warn(application, loader, names, found.getFirst(), err);
    return application;
  }

  private static @Nullable Method method(Path path, ClassLoader loader, String name, boolean only) {
    try {
      Class<?> type = Class.forName(name, false, loader);
      Method method = type.getDeclaredMethod(METHOD);
      boolean fits =
          method.getReturnType() == JavaApplication.class
              && Modifier.isStatic(method.getModifiers())
              && Modifier.isPublic(method.getModifiers())
              && Modifier.isPublic(type.getModifiers());
      return fits ? method : null;
    } catch (NoSuchMethodException other) {
      return null;
    } catch (ClassNotFoundException | LinkageError cannot) {
      if (only) {
        throw new Failure(
            ExitStatus.FAILED, path + ": the class " + name + " cannot be loaded: " + cannot);
      }
      return null;
    }
  }

  private static JavaApplication call(Path path, Method method) {
    String name = method.getDeclaringClass().getName() + "." + METHOD + "()";
    try {
      Object made = method.invoke(null);
      if (made instanceof JavaApplication application) {
        return application;
      }
      throw new Failure(ExitStatus.FAILED, path + ": " + name + " gives null");
    } catch (InvocationTargetException thrown) {
      Throwable cause = thrown.getCause();
      throw new Failure(
          ExitStatus.FAILED,
          cause instanceof InvalidApplication invalid
              ? path + ": " + invalid.getMessage()
              : path + ": " + name + " fails: " + cause);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("it is public", e);
    }
  }
}
