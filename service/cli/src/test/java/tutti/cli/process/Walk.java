package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import tutti.cli.CommandInside;
import tutti.cli.process.TuttiProcess.Answer;
import tutti.model.testing.Await;
import tutti.model.testing.LiveFolder;

/**
 * Follows a page of the docs about the bank on three nodes: runs its commands in their order, and
 * compares the answers with those that it shows.
 */
final class Walk {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```console\n(.*?)^```");
  private static final Pattern CURL =
      Pattern.compile(
          "curl localhost:808([123])(\\S+)(?: -H '([\\w-]+): ([^']*)')?(?: --json '([^']*)')?"
              + "(?: \\| grep (\\S+))?( &)?");
  private static final Pattern RUN =
      Pattern.compile(
          "\\./tutti run examples/bank --deployment examples/bank/three-(nodes|replicas|tapir|janus)\\.conf"
              + "(?: --node ([abc]))?(.*)");

  /** The part of {@code three-replicas.conf} that {@code three-nodes.conf} has not. */
  static final List<String> REPLICAS =
      List.of("--replication", "multipaxos", "-D", "tutti.shards.election-timeout=3s");

  private static final Pattern COPY = Pattern.compile("cp -r (examples/bank) (bank)");
  private static final Pattern EDIT = Pattern.compile("sed -i '(.*)' (bank/\\w+\\.ebl)");
  private static final Pattern SUBSTITUTE = Pattern.compile("s/(.*?)/(.*?)/");
  private static final Pattern APPEND = Pattern.compile("echo '(.*)' >> (bank/\\w+\\.ebl)");
  private static final Pattern CHANGED =
      Pattern.compile(
          "\\./tutti run bank --deployment examples/bank/three-(tapir|janus)\\.conf"
              + "(?: --node ([abc]))?");

  private static final Pattern KILL =
      Pattern.compile("kill (-\\w+ )?\\$\\(cat data/([abc])/lock\\)");

  private static final Pattern REMOVE = Pattern.compile("rm -r data/([abc])");

  private static final Pattern TOOL = Pattern.compile("\\./tutti ((?:txn|shard|where) .*)");
  private static final Pattern ARGUMENT = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  private final Cluster cluster;
  private final List<CompletableFuture<Answer>> background = new ArrayList<>();
  private final List<Long> logsBefore = new ArrayList<>();
  private int inDoubt;

  Walk(Cluster cluster) {
    this.cluster = cluster;
  }

  /** A command of a page, and what it shows of the answer. */
  record Step(String command, String shown) {}

  /** The steps of a page, or of some of its text. */
  static List<Step> steps(String text) {
    List<Step> steps = new ArrayList<>();
    Matcher blocks = BLOCK.matcher(text);
    while (blocks.find()) {
      for (String part : blocks.group(1).replaceAll("\\\\\n\\s*", "").split("(?m)^\\$ ")) {
        if (!part.isBlank()) {
          String[] lines = part.split("\n", 2);
          steps.add(new Step(lines[0].strip(), lines[1].strip()));
        }
      }
    }
    return steps;
  }

  /** How many clients have heard that their transaction is in doubt. */
  int inDoubt() {
    return inDoubt;
  }

  void follow(Step step) throws Exception {
    Matcher curl = CURL.matcher(step.command());
    Matcher run = RUN.matcher(step.command());
    Matcher kill = KILL.matcher(step.command());
    Matcher remove = REMOVE.matcher(step.command());
    Matcher tool = TOOL.matcher(step.command());
    if (follows(step.command())) {
      return;
    }
    if (curl.matches()) {
      curl(curl, step);
    } else if (run.matches()) {
      run(run);
    } else if (kill.matches()) {
      kill(kill);
    } else if (remove.matches()) {
      Cluster.delete(cluster.dataOf(remove.group(1).charAt(0) - 'a'));
    } else if (tool.matches()) {
      tool(tool.group(1), step.shown());
    } else {
      throw new AssertionError("what is this? " + step);
    }
  }

  /** Changes the application, or starts nodes with what was changed; false of all else. */
  private boolean follows(String command) throws Exception {
    Matcher copy = COPY.matcher(command);
    Matcher edit = EDIT.matcher(command);
    Matcher append = APPEND.matcher(command);
    Matcher changed = CHANGED.matcher(command);
    if (copy.matches()) {
      Path to = Files.createDirectories(cluster.beside(copy.group(2)));
      try (Stream<Path> files = Files.list(Bank.APPLICATION)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.copy(file, to.resolve(file.getFileName()));
        }
      }
    } else if (edit.matches()) {
      Path file = cluster.beside(edit.group(2));
      String text = Files.readString(file);
      Matcher each = SUBSTITUTE.matcher(edit.group(1));
      while (each.find()) {
        String with = each.group(2).replace("&", "$0").replace("\\n", "\n");
        String next = Pattern.compile(each.group(1)).matcher(text).replaceFirst(with);
        assertThat(next).as(each.group()).isNotEqualTo(text);
        text = next;
      }
      Files.writeString(file, text);
    } else if (append.matches()) {
      Path file = cluster.beside(append.group(2));
      Files.writeString(file, Files.readString(file) + append.group(1) + "\n");
    } else if (changed.matches()) {
      cluster.upgrade(cluster.beside("bank"));
      String[] flags = {"--integrated", changed.group(1)};
      if (changed.group(2) == null) {
        cluster.startAll(flags);
      } else {
        cluster.start(changed.group(2).charAt(0) - 'a', flags);
      }
    } else {
      return false;
    }
    return true;
  }

  /** A person reads on until the time of the request is over, and only then ends the doubt. */
  private void hearWhatIsInDoubt() throws Exception {
    for (CompletableFuture<Answer> answer : background) {
      assertThat(answer.get(180, TimeUnit.SECONDS).status()).isEqualTo(202);
      inDoubt++;
    }
    background.clear();
  }

  private void run(Matcher run) throws Exception {
    hearWhatIsInDoubt();
    List<String> flags =
        switch (run.group(1)) {
          case "replicas" -> new ArrayList<>(REPLICAS);
          case "tapir", "janus" -> new ArrayList<>(List.of("--integrated", run.group(1)));
          default -> new ArrayList<>();
        };
    String node = run.group(2);
    if (!run.group(3).isBlank()) {
      flags.addAll(List.of(run.group(3).strip().split(" ")));
    }
    if (node == null) {
      cluster.startAll(flags.toArray(String[]::new));
    } else {
      cluster.start(node.charAt(0) - 'a', flags.toArray(String[]::new));
      cluster.awaitWhole();
    }
  }

  private void kill(Matcher kill) throws Exception {
    int node = kill.group(2).charAt(0) - 'a';
    switch (kill.group(1) == null ? "" : kill.group(1).strip()) {
      case "" -> cluster.stop(node);
      case "-9" -> {
        if (!background.isEmpty()) {
          awaitVotes(node);
        }
        cluster.kill(node);
      }
      case "-STOP" -> cluster.signal(node, "STOP");
      case "-CONT" -> cluster.signal(node, "CONT");
      default -> throw new AssertionError("what is this? " + kill.group());
    }
  }

  /**
   * A person is slower than two votes and the beginning of a flush: then the coordinator's decision
   * is in its log, where it was not before the request.
   */
  private void awaitVotes(int coordinator) throws Exception {
    for (int node = 0; node < Cluster.SIZE; node++) {
      if (node != coordinator) {
        TuttiProcess each = cluster.at(node);
        Cluster.await("a vote", () -> each.text("/metrics").contains("tutti_in_doubt 1.0"));
      }
    }
    Await.that("a decision", () -> logOf(coordinator) != logsBefore.get(coordinator));
  }

  /** Differs when anything in a node's log does. */
  private long logOf(int node) throws IOException {
    CRC32 sum = new CRC32();
    try {
      for (Path file : LiveFolder.files(cluster.dataOf(node))) {
        sum.update(Files.readAllBytes(file));
      }
    } catch (NoSuchFileException gone) {
      return logOf(node);
    }
    return sum.getValue();
  }

  private void curl(Matcher curl, Step step) throws Exception {
    TuttiProcess node = cluster.at(curl.group(1).charAt(0) - '1');
    if (curl.group(7) != null) {
      CompletableFuture<Answer> answer = new CompletableFuture<>();
      background.add(answer);
      logsBefore.clear();
      for (int each = 0; each < Cluster.SIZE; each++) {
        logsBefore.add(logOf(each));
      }
      Thread.ofVirtual().start(() -> complete(answer, node, curl));
    } else if (curl.group(6) != null) {
      String lines =
          node.text(curl.group(2))
              .lines()
              .filter(line -> line.startsWith(curl.group(6)))
              .collect(Collectors.joining("\n"));
      assertThat(lines).as(step.command()).matches(asShown(step.shown()));
    } else {
      Answer[] last = new Answer[1];
      // It takes a moment until the others know that a node is gone, or back.
      Cluster.await(
          step + "; the last answer was " + last[0],
          () -> {
            last[0] = answer(node, curl);
            return matches(last[0], step) || ended(last[0]);
          });
      assertThat(matches(last[0], step)).as("%s answers %s", step, last[0]).isTrue();
    }
  }

  private static boolean ended(Answer answer) {
    return answer.status() != 503 && answer.status() != 202;
  }

  private static boolean matches(Answer answer, Step step) {
    return step.shown().isEmpty()
        ? answer.status() == 200
        : asShown(step.shown()).matcher(answer.body().toString()).matches();
  }

  /** The texts that a page shows, where anything may stand in place of {@code …}. */
  static Pattern asShown(String shown) {
    return Pattern.compile(
        Arrays.stream(shown.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
        Pattern.DOTALL);
  }

  private static void complete(CompletableFuture<Answer> answer, TuttiProcess node, Matcher curl) {
    try {
      answer.complete(answer(node, curl));
    } catch (IOException | InterruptedException failed) {
      answer.completeExceptionally(failed);
    }
  }

  private static Answer answer(TuttiProcess node, Matcher curl)
      throws IOException, InterruptedException {
    if (curl.group(5) == null) {
      return node.get(curl.group(2));
    }
    String header = curl.group(3) == null ? "" : curl.group(3);
    return node.post(
        curl.group(2),
        curl.group(5),
        header.equals("Idempotency-Key") ? curl.group(4) : "",
        header.equals("Tutti-Timeout") ? curl.group(4) : "");
  }

  private void tool(String command, String shown) throws Exception {
    List<String> arguments = new ArrayList<>();
    Matcher words = ARGUMENT.matcher(command);
    while (words.find()) {
      String word = words.group(1) != null ? words.group(1) : words.group(2);
      arguments.add(
          word.matches("http://localhost:808[123]")
              ? cluster.at(word.charAt(word.length() - 1) - '1').url()
              : word.endsWith("three-nodes.conf") ? cluster.forClients().toString() : word);
    }
    Pattern expected = asShown(alike(shown));
    String[] last = new String[1];
    // An order is given once; it takes a moment until the others know that a node is gone, or back.
    boolean looks = !arguments.contains("resolve");
    Cluster.await(
        command + " is to say:\n" + shown,
        () -> {
          last[0] = output(arguments);
          return !looks || expected.matcher(last[0]).matches();
        });
    assertThat(last[0]).as(command).matches(expected);
  }

  private static String output(List<String> arguments) {
    CommandInside tool = new CommandInside();
    tool.execute(arguments.toArray(String[]::new));
    return alike(tool.output().strip());
  }

  /** Without what differs from run to run: times, and the width of columns. */
  private static String alike(String text) {
    return text.replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "AT")
        .replaceAll("\\b\\d+\\.\\ds\\b", "AGE")
        .replaceAll(" +", " ");
  }
}
