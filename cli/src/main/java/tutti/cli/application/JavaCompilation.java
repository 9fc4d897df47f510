package tutti.cli.application;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import tutti.cli.command.Errors;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.embedded.Client;
import tutti.model.actor.JavaApplication;

/** Compiles the sources of an application in memory, without writing files. */
final class JavaCompilation {
  private JavaCompilation() {}

  /**
   * Compiles the sources, and returns the bytes of all classes by name.
   *
   * @throws Failure if the sources do not compile; every error has been written
   */
  static Map<String, byte[]> compile(Path folder, List<Path> sources, PrintWriter err) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new Failure(
          ExitStatus.FAILED,
          "this Java ("
              + System.getProperty("java.home")
              + ") has no compiler, which the sources in "
              + folder
              + " need: run Tutti by a JDK 25, or hand it the application as a jar");
    }
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    Map<String, Output> classes = new TreeMap<>();
    boolean good;
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8)) {
      List<String> options =
          List.of("-classpath", classPath(), "-proc:none", "-g", "--release", "25", "-Xlint:none");
      good =
          compiler
              .getTask(
                  err,
                  new InMemory(files, classes),
                  found,
                  options,
                  null,
                  files.getJavaFileObjectsFromPaths(sources))
              .call();
    } catch (IOException failed) {
      throw new Failure(ExitStatus.FAILED, "cannot read " + folder + ": " + Errors.why(failed));
    }
    List<Diagnostic<? extends JavaFileObject>> errors =
        found.getDiagnostics().stream()
            .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
            .<Diagnostic<? extends JavaFileObject>>map(one -> one)
            .toList();
    errors.forEach(error -> err.println(text(error)));
    err.flush();
    if (!good) {
      throw new Failure(
          ExitStatus.FAILED,
          folder + " does not compile: " + Applications.Checked.count(errors.size(), "error"));
    }
    Map<String, byte[]> bytes = new TreeMap<>();
    classes.forEach((name, output) -> bytes.put(name, output.bytes.toByteArray()));
    return bytes;
  }

  /**
   * The class path of applications, with only those parts of Tutti that applications are written
   * against. Sources that also open a node of their own, by embedded use, run here unchanged.
   */
  private static String classPath() {
    return Stream.of(JavaApplication.class, Client.class, Nullable.class)
        .map(JavaCompilation::origin)
        .collect(Collectors.joining(java.io.File.pathSeparator));
  }

  private static String origin(Class<?> type) {
    try {
      return Path.of(
              Objects.requireNonNull(type.getProtectionDomain().getCodeSource())
                  .getLocation()
                  .toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("where " + type + " comes from", e);
    }
  }

  /** The text of an error: the place, the message, the line, and a caret under the column. */
  private static String text(Diagnostic<? extends JavaFileObject> error) {
    JavaFileObject source = error.getSource();
    String message = error.getMessage(Locale.ROOT);
    if (source == null) {
      return "error: " + message;
    }
    String place =
        Path.of(source.toUri()) + ":" + error.getLineNumber() + ":" + error.getColumnNumber();
    return place + ": error: " + message + line(source, error);
  }

  private static String line(JavaFileObject source, Diagnostic<?> error) {
    try {
      List<String> lines = source.getCharContent(true).toString().lines().toList();
      int line = (int) error.getLineNumber() - 1;
      if (line < 0 || line >= lines.size()) {
        return "";
      }
      String before =
          lines
              .get(line)
              .substring(0, (int) Math.min(lines.get(line).length(), error.getColumnNumber() - 1));
      return "\n  " + lines.get(line) + "\n  " + before.replaceAll("[^\t]", " ") + "^";
    } catch (IOException unreadable) {
      return "";
    }
  }

  /** A class file that the compiler writes. */
  private static final class Output extends SimpleJavaFileObject {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Output(String name) {
      super(URI.create("memory:///" + name.replace('.', '/') + ".class"), Kind.CLASS);
    }

    @Override
    public OutputStream openOutputStream() {
      return bytes;
    }
  }

  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, Output> classes;

    InMemory(JavaFileManager files, Map<String, Output> classes) {
      super(files);
      this.classes = classes;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
      Output output = new Output(name);
      classes.put(name, output);
      return output;
    }
  }

  /** Returns a loader of these classes. */
  static ClassLoader loader(Map<String, byte[]> classes) {
    Map<String, byte[]> left = new TreeMap<>(classes);
    return new ClassLoader("application", JavaApplication.class.getClassLoader()) {
      @Override
      protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = left.get(name);
        if (bytes == null) {
          throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
      }
    };
  }

  /** The names of the classes. */
  static List<String> names(Map<String, byte[]> classes) {
    return new ArrayList<>(classes.keySet());
  }
}
