package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.CommandInside;
import tutti.model.testing.Await;

/** The page about security: its commands in their order, and the answers they show. */
@Timeout(300)
class SecurityPageTest {
  private static final Pattern CURL =
      Pattern.compile(
          "curl localhost:8080(\\S+) -H \"Authorization: Bearer (\\S+|\\$\\(cat (\\S+)\\))\""
              + "(?: --json '([^']*)')?");
  private static final Pattern RUN = Pattern.compile("\\./tutti run (\\S+) --deployment (\\S+)");
  private static final Pattern TOOL = Pattern.compile("\\./tutti (.*?)(?: > (\\S+))?");

  @TempDir private Path folder;
  private ServiceInside service;

  @Test
  void everyCommandDoesWhatThePageSays() throws Exception {
    List<Walk.Step> steps =
        Walk.steps(Files.readString(TuttiProcess.ROOT.resolve("docs/security.md")));
    assertThat(steps).hasSizeGreaterThan(18);
    try {
      for (Walk.Step step : steps) {
        follow(step);
      }
    } finally {
      if (service != null) {
        service.close();
      }
    }
  }

  private void follow(Walk.Step step) throws Exception {
    Matcher curl = CURL.matcher(step.command());
    Matcher run = RUN.matcher(step.command());
    Matcher tool = TOOL.matcher(step.command());
    if (step.command().equals("cp -r examples/bank bank")) {
      copy();
    } else if (curl.matches()) {
      Await.that(
          () -> step.toString(), () -> Walk.asShown(step.shown()).matcher(answer(curl)).matches());
    } else if (run.matches()) {
      service =
          ServiceInside.serve(
              beside(run.group(1)),
              folder.resolve("data"),
              "--deployment",
              beside(run.group(2)).toString());
    } else {
      assertThat(tool.matches()).as(step.command()).isTrue();
      String output = command(tool.group(1));
      if (tool.group(2) != null) {
        Files.writeString(beside(tool.group(2)), output);
      } else {
        assertThat(output.strip().replaceAll(" +", " ").replaceAll(" +\n", "\n"))
            .as(step.command())
            .matches(Walk.asShown(step.shown()));
      }
    }
  }

  private void copy() throws Exception {
    Path to = Files.createDirectories(beside("bank"));
    try (Stream<Path> files = Files.list(Bank.APPLICATION)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private Path beside(String name) {
    return folder.resolve(name);
  }

  private String command(String line) {
    List<String> arguments = new ArrayList<>();
    for (String word : line.split(" ")) {
      boolean file = word.startsWith("bank") || word.endsWith(".key");
      arguments.add(file ? beside(word).toString() : word);
    }
    if (arguments.getFirst().equals("txn")) {
      arguments.addAll(List.of("--url", service.url()));
    }
    CommandInside tool = new CommandInside();
    tool.execute(arguments.toArray(String[]::new));
    return tool.output();
  }

  private String answer(Matcher curl) throws Exception {
    String token = curl.group(3) == null ? curl.group(2) : Files.readString(beside(curl.group(3)));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(service.url() + curl.group(1)))
            .header("Authorization", "Bearer " + token.strip());
    if (curl.group(4) != null) {
      request
          .header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(curl.group(4)));
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
    }
  }
}
