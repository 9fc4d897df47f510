package tutti.cli.application;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.client.RemoteClient;
import tutti.command.Errors;
import tutti.embedded.Client;
import tutti.model.actor.JavaApplication;
import tutti.server.catalog.JavaDocumentation;

/** Compiles the sources of an application in memory, without writing files. */
final class JavaCompilation {
  private static final String ANOTHER_LIBRARY =
      "Sources are compiled against Tutti and Java alone. What needs another library comes as a jar"
          + " that a build tool has made: mvn package, then tutti run target/NAME.jar.";

  private JavaCompilation() {}

  /**
   * Compiles the sources, in this order.
   *
   * @throws Failure if the sources do not compile; every error has been written
   */
  static Compiled compile(Path folder, List<Path> sources, PrintWriter err) {
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
    Javadocs javadocs;
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8)) {
      List<String> options =
          List.of("-classpath", classPath(), "-proc:none", "-g", "--release", "25", "-Xlint:none");
      JavaCompiler.CompilationTask task =
          compiler.getTask(
              err,
              new InMemory(files, classes),
              found,
              options,
              null,
              files.getJavaFileObjectsFromPaths(sources));
      javadocs = Javadocs.of(task);
      good = task.call();
    } catch (IOException failed) {
      throw new Failure(ExitStatus.FAILED, "cannot read " + folder + ": " + Errors.why(failed));
    }
    List<Diagnostic<? extends JavaFileObject>> errors =
        found.getDiagnostics().stream()
            .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
            .<Diagnostic<? extends JavaFileObject>>map(one -> one)
            .toList();
    errors.forEach(error -> err.println(text(error)));
    if (errors.stream().anyMatch(JavaCompilation::namesALibrary)) {
      err.println(ANOTHER_LIBRARY);
    }
    err.flush();
    if (!good) {
      throw new Failure(
          ExitStatus.FAILED,
          folder + " does not compile: " + Applications.Checked.count(errors.size(), "error"));
    }
    Map<String, byte[]> bytes = new TreeMap<>();
    classes.forEach((name, output) -> bytes.put(name, output.bytes.toByteArray()));
    return new Compiled(bytes, javadocs.properties());
  }

  /**
   * The class path of applications, with only those parts of Tutti that applications are written
   * against. Sources that also open a node of their own, by embedded use, or call a service by the
   * remote client, run here unchanged.
   */
  private static String classPath() {
    return Stream.of(JavaApplication.class, Client.class, RemoteClient.class, Nullable.class)
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

  /** Returns whether a message names a package that neither the sources nor Tutti nor Java have. */
  private static boolean namesALibrary(Diagnostic<?> error) {
    return "compiler.err.doesnt.exist".equals(error.getCode());
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

  /**
   * The output of a compilation, in memory.
   *
   * @param bytes of all classes, by their names
   * @param javadoc of the classes, for {@link JavaDocumentation#RESOURCE}
   */
  record Compiled(Map<String, byte[]> bytes, String javadoc) {
    private static final String CLASS = ".class";

    /** The names of the classes. */
    List<String> names() {
      return List.copyOf(bytes.keySet());
    }

    /** Returns a loader of the classes. */
    ClassLoader loader() {
      return new ClassLoader("application", JavaApplication.class.getClassLoader()) {
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
          byte[] code = bytes.get(name);
          if (code == null) {
            throw new ClassNotFoundException(name);
          }
          return defineClass(name, code, 0, code.length);
        }

        // The bytecode of the classes is there too: the analysis of procedures reads it.
        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
          if (name.equals(JavaDocumentation.RESOURCE)) {
            return new ByteArrayInputStream(javadoc.getBytes(StandardCharsets.UTF_8));
          }
          byte[] code =
              name.endsWith(CLASS)
                  ? bytes.get(name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
                  : null;
          return code == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(code);
        }
      };
    }
  }
}
