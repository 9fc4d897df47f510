package tutti.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.Abort;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.ProcedureType;
import tutti.model.actor.RelationalType;
import tutti.model.footprint.Access;
import tutti.model.footprint.Item;
import tutti.model.memory.MemoryWorld;
import tutti.model.schema.Column;

/** The footprints of the examples in Java: each is bounded and pure, and no run exceeds it. */
class ExamplesFootprintTest {
  @TempDir private Path classes;

  private static Path examples() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("examples"))) {
      folder = folder.getParent();
    }
    return folder.resolve("examples");
  }

  private JavaApplication compiled(String name) throws IOException {
    List<Path> sources;
    try (Stream<Path> files = Files.list(examples().resolve(name))) {
      sources = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-d", classes.toString(), "-proc:none", "-cp", System.getProperty("java.class.path"));
      assertThat(
              compiler
                  .getTask(
                      null, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                  .call())
          .isTrue();
    }
    // The loader stays open: it reads the bytecode, too.
    URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
    String main = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    try {
      return (JavaApplication)
          loader.loadClass(name + "." + main + "Application").getMethod("application").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exchange", "travel"})
  void everyProcedureIsBoundedAndPure(String example) throws IOException {
    JavaApplication application = compiled(example);
    for (RelationalType type : application.types()) {
      for (ProcedureType procedure : type.procedures()) {
        assertThat(application.findings(procedure).impurity()).as("%s", procedure).isNull();
        assertThat(application.footprint(type, procedure).accesses())
            .as("%s", procedure)
            .extracting(Access::item)
            .doesNotHaveAnyElementsOfTypes(Item.Anything.class);
      }
    }
  }

  /** The world holds each run to its footprint. */
  @ParameterizedTest
  @ValueSource(strings = {"exchange", "travel"})
  void noRunExceedsItsFootprint(String example) throws IOException {
    JavaApplication application = compiled(example);
    Random random = new Random(7);
    MemoryWorld world = new MemoryWorld(application);
    Set<String> committed = new HashSet<>();
    for (int round = 0; round < 2_000; round++) {
      RelationalType type = any(application.types(), random);
      ProcedureType procedure = any(type.procedures(), random);
      Object[] arguments =
          procedure.parameters().schema().columns().stream()
              .map(column -> value(column, random))
              .toArray();
      try {
        run(world, type, "k" + random.nextInt(2), procedure.make(arguments));
        committed.add(type.name() + "." + procedure.name());
      } catch (Abort refused) {
        assertThat(refused.code()).isNotEqualTo("internal-error");
      }
    }
    for (RelationalType type : application.types()) {
      type.procedures().forEach(each -> assertThat(committed).contains(type.name() + "." + each));
    }
  }

  @SuppressWarnings("unchecked")
  private static <A extends Actor> void run(
      MemoryWorld world, RelationalType type, String key, Procedure<?, ?> call) {
    world.run((Class<A>) type.actorClass(), key, (Procedure<A, ?>) call);
  }

  private static <T> T any(List<T> all, Random random) {
    return all.get(random.nextInt(all.size()));
  }

  private static Object value(Column column, Random random) {
    String type = column.type().toString();
    return switch (type) {
      case "string" -> "k" + random.nextInt(2);
      case "int" -> 1 + random.nextInt(2);
      case "long" -> 1L + random.nextInt(3);
      case "decimal" -> new BigDecimal(random.nextInt(3) == 0 ? 1_000_000 : random.nextInt(1_000));
      case "date" -> LocalDate.of(2026, 1, 1 + random.nextInt(20));
      case "list<string>" -> {
        List<String> keys = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
          keys.add("k" + random.nextInt(2));
        }
        yield List.copyOf(keys);
      }
      default -> throw new AssertionError(type);
    };
  }
}
