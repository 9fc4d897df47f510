package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.CommandInside;
import tutti.cli.process.TuttiProcess.Answer;
import tutti.model.testing.Await;

/**
 * An entry that no replica can apply, as an operator meets it: three processes and their
 * supervisor, what they say, and {@code tutti shard pass-over}.
 */
@Tag("slow")
class PoisonEntryProcessTest {
  private static final String[] FLAGS = {
    "--replication", "multipaxos", "-D", "tutti.shards.election-timeout=500ms"
  };

  private static final Pattern STOPPED =
      Pattern.compile("shard (\\d+) is stopped at entry (\\d+), which failed at two starts");

  /** A title is refused wherever its log is replayed, and not where it is executed. */
  private static final String SOURCE =
      """
      import tutti.model.actor.*;
      import tutti.model.relation.Relation;

      public final class Shelf extends Actor {
        public record Book(String title) {
          public Book {
            if (title.equals("poison") && Thread.currentThread().getName().contains("apply")) {
              throw new IllegalStateException("a title that cannot be read, on purpose");
            }
          }
        }

        public final Relation<String, Book> books = relation("books", Book.class, Book::title);

        public record Add(String title) implements Procedure<Shelf, Integer> {
          @Override public Integer run(Shelf shelf) {
            shelf.books.insert(new Book(title));
            return (int) shelf.books.select().count();
          }
        }

        public static JavaApplication application() {
          return JavaApplication.named("shelves").actor("Shelf", Shelf::new)
              .procedures(Add.class).build();
        }
      }
      """;

  @TempDir private Path folder;
  private final List<TuttiProcess> nodes = new ArrayList<>();
  private int ends;

  @AfterEach
  void end() {
    nodes.forEach(TuttiProcess::close);
  }

  private static String shelfOn(int shard) {
    for (int i = 0; ; i++) {
      if (Cluster.nodeOf("Shelf", "s" + i) == shard) {
        return "s" + i;
      }
    }
  }

  /** Starts processes again that have ended, until something holds. */
  private void supervise(Cluster cluster, String what, Await.Condition holds) throws Exception {
    Cluster.await(
        what,
        () -> {
          for (int node = 0; node < Cluster.SIZE; node++) {
            if (!nodes.get(node).isAlive()) {
              ends++;
              nodes.set(node, cluster.startOnly(node, FLAGS));
            }
          }
          try {
            return holds.holds();
          } catch (IOException notThere) {
            return false;
          }
        });
  }

  private boolean isReady(int node) throws Exception {
    return ready(node).status() == 200;
  }

  private Answer ready(int node) throws Exception {
    return TuttiProcess.getFrom(
        nodes.get(node).urlSoFar().orElseThrow(() -> new IOException("it does not answer yet"))
            + "/ready");
  }

  private boolean all(CheckedPredicate that) throws Exception {
    for (int node = 0; node < Cluster.SIZE; node++) {
      if (!that.test(node)) {
        return false;
      }
    }
    return true;
  }

  private interface CheckedPredicate {
    boolean test(int node) throws Exception;
  }

  private Answer add(int node, int shard, String title) throws Exception {
    return TuttiProcess.postTo(
        nodes.get(node).url() + "/Shelf/" + shelfOn(shard) + "/Add",
        "{\"title\": \"" + title + "\"}");
  }

  private static String tutti(int status, String... arguments) {
    CommandInside command = new CommandInside();
    assertThat(command.execute(arguments)).as(command.output()).isEqualTo(status);
    return command.output();
  }

  @Test
  void stopsItsShardAloneAndIsPassedOverByOneCommand() throws Exception {
    Path application = Files.createDirectories(folder.resolve("shelves"));
    Files.writeString(application.resolve("Shelf.java"), SOURCE);
    try (Cluster cluster =
        new Cluster(Files.createDirectories(folder.resolve("hosts")), application, "Shelf", "5s")) {
      for (int node = 0; node < Cluster.SIZE; node++) {
        nodes.add(cluster.startOnly(node, FLAGS));
      }
      supervise(cluster, "all are ready", () -> all(this::isReady));
      assertThat(ends).isZero();
      for (int shard = 0; shard < Cluster.SIZE; shard++) {
        assertThat(add(shard, shard, "first").status()).isEqualTo(200);
      }
      String leader = leaderOf(2);
      CompletableFuture<Answer> poisoned =
          CompletableFuture.supplyAsync(() -> addPoison("abc".indexOf(leader)));
      supervise(cluster, "two nodes have ended twice", () -> count(this::isStopped) == 2);
      poisoned.get();
      for (int node = 0; node < Cluster.SIZE; node++) {
        if (!isStopped(node)) {
          nodes.get(node).kill();
        }
      }
      supervise(cluster, "shard 2 is stopped on all nodes", () -> all(this::isStopped));
      String entry = entry();
      operatorSees(entry);
      othersAnswer(cluster);
      Answer refused = add(1, 2, "second");
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.text("code")).isEqualTo("shard-stopped");
      assertThat(refused.text("detail")).contains("entry " + entry, "on purpose");
      passOver(entry);
      supervise(cluster, "all are ready", () -> all(this::isReady));
      supervise(cluster, "shard 2 goes on", () -> add(0, 2, "third" + ends).status() == 200);
      assertThat(
              TuttiProcess.postTo(
                      nodes.get(1).url() + "/Shelf/" + shelfOn(2) + "/query",
                      "{\"sql\": \"select title from books where title = 'poison'\"}")
                  .body()
                  .path("rows")
                  .toString())
          .isEqualTo("[]");
      for (int node = 0; node < Cluster.SIZE; node++) {
        nodes.get(node).kill();
      }
      supervise(cluster, "all are ready again", () -> all(this::isReady));
    }
  }

  private Answer addPoison(int node) {
    try {
      return add(node, 2, "poison");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private int count(CheckedPredicate that) throws Exception {
    int count = 0;
    for (int node = 0; node < Cluster.SIZE; node++) {
      count += that.test(node) ? 1 : 0;
    }
    return count;
  }

  /** Whether a node says that a shard is stopped there; a process that has ended says nothing. */
  private boolean isStopped(int node) throws Exception {
    Answer ready;
    try {
      ready = ready(node);
    } catch (IOException notThere) {
      return false;
    }
    return ready.status() == 503 && STOPPED.matcher(ready.body().toString()).find();
  }

  private String entry() throws Exception {
    Matcher words = STOPPED.matcher(ready(0).body().toString());
    assertThat(words.find()).isTrue();
    assertThat(words.group(1)).isEqualTo("2");
    return words.group(2);
  }

  private String leaderOf(int shard) throws Exception {
    String[] leader = {""};
    Cluster.await(
        "a leader",
        () -> {
          leader[0] =
              TuttiProcess.getFrom(nodes.get(0).url() + "/shards")
                  .body()
                  .path("shards")
                  .path(shard)
                  .path("leader")
                  .asString("");
          return !leader[0].isEmpty();
        });
    return leader[0];
  }

  private void operatorSees(String entry) throws Exception {
    assertThat(ready(1).body().toString())
        .contains("tutti shard pass-over 2 --entry " + entry, "on purpose");
    assertThat(
            tutti(0, "shard", "list", "--url", nodes.get(0).url())
                .lines()
                .filter(line -> line.contains("stopped")))
        .hasSize(Cluster.SIZE);
    assertThat(
            TuttiProcess.CLIENT
                .send(
                    java.net.http.HttpRequest.newBuilder(
                            java.net.URI.create(nodes.get(2).url() + "/metrics"))
                        .build(),
                    java.net.http.HttpResponse.BodyHandlers.ofString())
                .body())
        .contains("tutti_shard_stopped{shard=\"2\"} 1.0", "tutti_shard_stopped{shard=\"1\"} 0.0");
  }

  private void othersAnswer(Cluster cluster) throws Exception {
    int[] tries = {0};
    for (int shard : List.of(0, 1)) {
      supervise(
          cluster,
          "shard " + shard + " answers",
          () -> add(2, shard, "other" + tries[0]++).status() == 200);
    }
  }

  private void passOver(String entry) throws Exception {
    String url = nodes.get(1).url();
    assertThat(
            tutti(
                1,
                "shard",
                "pass-over",
                "2",
                "--entry",
                entry + "0",
                "--reason",
                "x",
                "--url",
                url))
        .contains("is stopped at entry " + entry + "0 on no node");
    Cluster.await(
        "the order is taken",
        () -> {
          CommandInside command = new CommandInside();
          int status =
              command.execute(
                  "shard",
                  "pass-over",
                  "2",
                  "--entry",
                  entry,
                  "--reason",
                  "cannot be read",
                  "--url",
                  url);
          assertThat(command.output()).doesNotContain("already-applied");
          return status == 0;
        });
  }
}
