package tutti.simulator.mutant;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** A compiler of changed source files against the classes that run. Thread-safe. */
final class MutantCompiler implements AutoCloseable {
  private final JavaCompiler compiler;
  private final StandardJavaFileManager files;
  private final List<String> options;

  /**
   * @param classPath the path of the other classes
   * @throws IOException if this is a Java without a compiler
   */
  MutantCompiler(String classPath) throws IOException {
    JavaCompiler found = ToolProvider.getSystemJavaCompiler();
    if (found == null) {
      throw new IOException("mutants are compiled, and this Java has no compiler: use a JDK");
    }
    compiler = found;
    files = found.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
    options = List.of("-classpath", classPath, "-proc:none", "-nowarn", "-Xlint:none", "-g");
  }

  /**
   * Returns the classes and those within them, as bytes by their names.
   *
   * @param sources of classes, by their names
   * @throws IllegalArgumentException if they do not compile
   */
  synchronized Map<String, byte[]> compile(Map<String, String> sources) {
    if (sources.isEmpty()) {
      return Map.of();
    }
    Map<String, byte[]> compiled = new HashMap<>();
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    JavaCompiler.CompilationTask task =
        compiler.getTask(
            null,
            new Kept(files, compiled),
            problems,
            options,
            null,
            sources.entrySet().stream()
                .map(each -> new Source(each.getKey(), each.getValue()))
                .toList());
    if (!task.call()) {
      throw new IllegalArgumentException(
          String.join(", ", sources.keySet())
              + " does not compile any more: "
              + problems.getDiagnostics());
    }
    return compiled;
  }

  @Override
  public void close() throws IOException {
    files.close();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String className, String text) {
      super(URI.create("mutant:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** A file manager that keeps the compiler's output in memory. */
  private static final class Kept extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, byte[]> compiled;

    Kept(JavaFileManager files, Map<String, byte[]> compiled) {
      super(files);
      this.compiled = compiled;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      if (location != StandardLocation.CLASS_OUTPUT) {
        throw new IllegalArgumentException("classes alone are made, and not " + location);
      }
      return new SimpleJavaFileObject(URI.create("mutant:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          return new ByteArrayOutputStream() {
            @Override
            public void close() {
              compiled.put(className, toByteArray());
            }
          };
        }
      };
    }
  }
}
