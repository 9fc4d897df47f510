package tutti.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients in three languages are generated of the descriptions that two services of the archive
 * give, by the commands of docs/api.md, and used: they open an account, read it, transfer, are
 * refused, repeat a request by its key, and call procedures with typed results. The tools come from
 * the registries of their languages.
 */
@Tag("slow")
class GeneratedClientsTest {
  private static final Path ROOT = Installed.ROOT;
  private static final Path CLIENTS = ROOT.resolve("docs/clients");
  private static final List<String> EXAMPLES = List.of("bank", "travel");

  @TempDir private Path folder;
  private final List<Served> services = new ArrayList<>();

  /** Copies a client's sources, and puts the descriptions beside them. */
  private void prepare(String language, String sources) throws Exception {
    Path to = Files.createDirectories(folder.resolve(sources));
    try (Stream<Path> files = Files.list(CLIENTS.resolve(language))) {
      for (Path file : files.toList()) {
        boolean source = file.toString().endsWith(".java");
        Files.copy(file, (source ? to : folder).resolve(file.getFileName().toString()));
      }
    }
    for (int i = 0; i < EXAMPLES.size(); i++) {
      Files.writeString(
          folder.resolve(EXAMPLES.get(i) + ".json"), services.get(i).get("/openapi.json").body());
    }
  }

  @BeforeEach
  void serve() throws Exception {
    Installed tutti = Installed.in(Files.createDirectories(folder.resolve("installed")));
    for (String example : EXAMPLES) {
      services.add(
          tutti.serve(
              tutti.home().resolve("examples").resolve(example),
              folder.resolve("data-" + example)));
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (Served service : services) {
      service.close();
    }
  }

  private String url(int service) {
    return services.get(service).url();
  }

  /** Runs a command of docs/api.md. */
  private String documented(String command) throws Exception {
    assertThat(Files.readString(ROOT.resolve("docs/api.md"))).contains("\n" + command + "\n");
    return run(command.split(" "));
  }

  /** Runs a command, and returns its output. */
  private String run(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("REDOCLY_TELEMETRY", "off");
    return Installed.said(builder);
  }

  /** Says what to install, where a command is missing. */
  private void require(String command, String what) throws Exception {
    try {
      run(command, "--version");
    } catch (IOException missing) {
      throw new AssertionError(
          "this test generates a client for %s, and there is no command '%s': install %s"
              .formatted(what.startsWith("Node") ? "TypeScript" : "Python", command, what),
          missing);
    }
  }

  @Test
  void inJava() throws Exception {
    prepare("java", "src/main/java");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    run(
        "env",
        "JAVA_HOME=" + System.getProperty("java.home"),
        ROOT.resolve("mvnw").toString(),
        "-B",
        "-ntp",
        "-q",
        "process-classes");
    assertThat(run(java, "-cp", "target/classes:target/lib/*", "Clients", url(0), url(1)))
        .endsWith("good\n");
  }

  @Test
  void inTypeScript() throws Exception {
    require("npm", "Node.js 20 or later, which brings it (https://nodejs.org)");
    prepare("typescript", ".");
    documented("npm install");
    documented("npx redocly lint bank.json");
    run("npx", "redocly", "lint", "travel.json");
    documented("npx openapi-typescript bank.json -o bank.d.ts");
    run("npx", "openapi-typescript", "travel.json", "-o", "travel.d.ts");
    documented("npx tsc --strict --target es2022 --module nodenext clients.ts");
    assertThat(run("node", "clients.js", url(0), url(1))).endsWith("good\n");
  }

  @Test
  void inPython() throws Exception {
    require("python3", "Python 3.10 or later with its module venv (https://python.org)");
    prepare("python", ".");
    documented("python3 -m venv tools");
    documented("tools/bin/pip install -r requirements.txt");
    assertThat(
            run("tools/bin/openapi-spec-validator", "bank.json", "travel.json")
                .toLowerCase(Locale.ROOT))
        .contains("bank.json: ok", "travel.json: ok");
    for (String example : EXAMPLES) {
      String generate =
          "tools/bin/openapi-python-client generate --path "
              + example
              + ".json"
              + " --meta none --output-path "
              + example
              + " --config config.yaml";
      String said = example.equals("bank") ? documented(generate) : run(generate.split(" "));
      assertThat(said.lines().filter(line -> line.startsWith("WARNING")))
          .allMatch(
              line -> line.matches("WARNING parsing POST /\\w+/\\{key}/query within \\w+\\."));
    }
    assertThat(run("tools/bin/python", "clients.py", url(0), url(1))).endsWith("good\n");
  }
}
