package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.CommandInside;
import tutti.cli.process.TuttiProcess.Answer;

/** The page about moving data: its commands in their order, and the answers that it shows. */
@Tag("slow")
class MovingPageTest {
  private static final Pattern RUN = Pattern.compile("\\./tutti run examples/bank --data (\\w+)");
  private static final Pattern KILL = Pattern.compile("kill \\$\\(cat (one|back)/lock\\)");
  private static final Pattern MOVE = Pattern.compile("\\./tutti ((?:backup|restore) .*)");
  private static final Pattern CURL =
      Pattern.compile("curl localhost:8080(\\S+)(?: --json '([^']*)')?");

  @TempDir private Path folder;
  private @Nullable ServiceInside single;

  @AfterEach
  void stop() throws Exception {
    if (single != null) {
      single.close();
    }
  }

  @Test
  void everyCommandDoesWhatThePageSays() throws Exception {
    List<Walk.Step> steps =
        Walk.steps(Files.readString(TuttiProcess.ROOT.resolve("docs/moving.md")));
    assertThat(steps).hasSizeGreaterThan(12);
    try (Cluster cluster = new Cluster(folder)) {
      Walk walk = new Walk(cluster);
      for (Walk.Step step : steps) {
        if (!follow(step, cluster)) {
          walk.follow(step);
        }
      }
    }
  }

  /** Does what concerns the single node, and moves; false of all else. */
  private boolean follow(Walk.Step step, Cluster cluster) throws Exception {
    Matcher run = RUN.matcher(step.command());
    Matcher move = MOVE.matcher(step.command());
    Matcher curl = CURL.matcher(step.command());
    if (run.matches()) {
      single = ServiceInside.serve(Bank.APPLICATION, folder.resolve(run.group(1)));
    } else if (KILL.matcher(step.command()).matches()) {
      stop();
      single = null;
    } else if (curl.matches()) {
      Answer answer =
          curl.group(2) == null
              ? single().get(curl.group(1))
              : single().post(curl.group(1), curl.group(2));
      assertThat(answer.status()).as(step + " " + answer).isEqualTo(200);
      assertThat(answer.body().toString()).as(step.command()).matches(shown(step));
    } else if (move.matches()) {
      CommandInside command = new CommandInside();
      int status = command.execute(arguments(move.group(1), cluster));
      assertThat(status).as(step + ": " + command.output()).isZero();
      // The node that was killed may have led a shard.
      String said = command.output().replaceAll("(?m)^tutti: the backup begins anew: .*\n", "");
      assertThat(said.strip()).as(step.command()).matches(shown(step));
    } else {
      return false;
    }
    return true;
  }

  private ServiceInside single() {
    ServiceInside running = single;
    if (running == null) {
      throw new AssertionError("the single node does not run");
    }
    return running;
  }

  private static Pattern shown(Walk.Step step) {
    return Walk.asShown(step.shown().isEmpty() ? "…" : step.shown());
  }

  /** The words of a command, with the places of this test. */
  private String[] arguments(String command, Cluster cluster) {
    List<String> arguments = new ArrayList<>();
    for (String word : command.split(" ")) {
      switch (word) {
        case "http://localhost:8080" -> arguments.add(single().url());
        case "http://localhost:8082" -> arguments.add(cluster.at(1).url());
        case "monday", "tuesday", "back", "wednesday", "last" ->
            arguments.add(folder.resolve(word).toString());
        case "examples/bank" -> arguments.add(Bank.APPLICATION.toString());
        case "examples/bank/three-replicas.conf" -> {
          arguments.add(cluster.configuration(0).toString());
          arguments.addAll(Walk.REPLICAS);
          arguments.addAll(List.of("--data", folder.resolve("data").toString()));
        }
        case "examples/bank/three-janus.conf" -> {
          arguments.add(cluster.configuration(0).toString());
          arguments.addAll(List.of("--integrated", "janus"));
          arguments.addAll(List.of("--data", folder.resolve("data").toString()));
        }
        default -> arguments.add(word);
      }
    }
    return arguments.toArray(String[]::new);
  }
}
