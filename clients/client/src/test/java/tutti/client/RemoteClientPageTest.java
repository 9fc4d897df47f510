package tutti.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tutti.embedded.Tutti;
import tutti.model.actor.JavaApplication;

/** docs/remote-client.md, followed: its program, with the one line before and after. */
@Isolated("takes what the whole virtual machine prints")
class RemoteClientPageTest {
  private static final Pattern FILE =
      Pattern.compile("(?ms)^`src/main/java/([\\w./-]+)`\n\n```java\n(.*?)^```$");
  private static final Pattern PRINTED = Pattern.compile("(?ms)^It prints:\n\n```\n(.*?)^```$");
  private static final Pattern MOVE = Pattern.compile("(?m)^-( .*)\n\\+( .*)$");

  @TempDir private Path folder;

  private static String page() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(root.resolve("docs/decisions"))) {
      root = root.getParent();
    }
    return Files.readString(root.resolve("docs/remote-client.md"));
  }

  private static String found(Pattern pattern, int group) throws IOException {
    Matcher found = pattern.matcher(page());
    assertThat(found.find()).as(pattern.pattern()).isTrue();
    return found.group(group);
  }

  private static Map<String, String> sources() throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    Matcher files = FILE.matcher(page());
    while (files.find()) {
      sources.put(files.group(1), files.group(2));
    }
    assertThat(sources).containsOnlyKeys("counter/Counter.java", "counter/Main.java");
    return sources;
  }

  /** Compiles the page's program, and loads its classes. */
  private URLClassLoader compile(String name, Map<String, String> sources) throws IOException {
    Path classes = Files.createDirectories(folder.resolve(name + "-classes"));
    List<String> options = new ArrayList<>(List.of("-Xlint:all", "-Werror", "-proc:none"));
    options.addAll(List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path")));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = folder.resolve(name).resolve(source.getKey());
      Files.createDirectories(file.getParent());
      options.add(Files.writeString(file, source.getValue()).toString());
    }
    int status =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(new String[0]));
    assertThat(status).isZero();
    return new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
  }

  private static String run(ClassLoader program) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      program
          .loadClass("counter.Main")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    return out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  private Map<String, String> changed(String line, String by) throws IOException {
    Map<String, String> sources = sources();
    String main = sources.getOrDefault("counter/Main.java", "");
    assertThat(main).containsOnlyOnce(line);
    sources.put("counter/Main.java", main.replace(line, by));
    return sources;
  }

  @Test
  void theProgramPrintsWhatThePageSaysBeforeAndAfterTheMove() throws Exception {
    String printed = found(PRINTED, 1);
    String before = found(MOVE, 1).strip();
    String after = found(MOVE, 2).strip();
    String data = folder.resolve("data").toString().replace("\\", "/");
    Map<String, String> here =
        changed(before, before.replace("Path.of(\"data\")", "Path.of(\"" + data + "\")"));
    try (URLClassLoader program = compile("here", here)) {
      assertThat(run(program)).isEqualTo(printed);
      JavaApplication application =
          (JavaApplication)
              program.loadClass("counter.Counter").getMethod("application").invoke(null);
      try (TestService service = TestService.start(Tutti.builder().application(application), 1)) {
        Map<String, String> there =
            changed(before, after.replace("http://localhost:8080", service.urls()[0]));
        // The import of what is not used any more may stay.
        try (URLClassLoader moved = compile("there", there)) {
          assertThat(run(moved)).isEqualTo(printed);
        }
      }
    }
  }
}
