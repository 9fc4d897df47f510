package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A project that uses the public types of {@code model}, {@code embedded} and {@code testkit} as an
 * earlier version had them. Its sources compile and its tests pass unchanged.
 *
 * <p>The sources are in {@code src/test/consumer/VERSION}, outside of all source folders, so that
 * an editor's renaming does not reach them. They are examples, templates and tests of that version,
 * and use nearly every method that an application may call. A change that needs another line there
 * breaks applications of users: it belongs into the changelog, and its version gets a folder here.
 */
class ConsumerTest {
  private static final Path SOURCES =
      SimulatedSpecificationsTest.bank()
          .resolve("../../clients/testkit/src/test/consumer/9b746060")
          .normalize();

  @TempDir private Path classes;

  @Test
  void aProjectOfAnEarlierVersionCompilesAndPasses() throws Exception {
    compile();
    Thread current = Thread.currentThread();
    ClassLoader before = current.getContextClassLoader();
    URL[] path = {classes.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, before)) {
      current.setContextClassLoader(loader);
      assertThat(
              GuideSteps.tests(
                  "consumer.ledger.LedgerTest",
                  "consumer.mixed.MixedTest",
                  "consumer.shop.ShopTest",
                  "consumer.travel.TravelTest"))
          .isEqualTo(List.of("10 succeeded"));
    } finally {
      current.setContextClassLoader(before);
    }
  }

  private void compile() throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    StringWriter told = new StringWriter();
    try (Stream<Path> found = Files.walk(SOURCES);
        StandardJavaFileManager files = javac.getStandardFileManager(null, Locale.ROOT, null)) {
      List<Path> sources = found.filter(file -> file.toString().endsWith(".java")).toList();
      List<String> options =
          List.of(
              "-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
      boolean compiled =
          javac
              .getTask(told, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(compiled).as("%s", told).isTrue();
    }
  }
}
