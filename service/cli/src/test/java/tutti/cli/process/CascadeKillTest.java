package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.cli.process.TuttiProcess.Answer;

/**
 * A cascade over a crash of real nodes under versioning: a transaction has used what another one
 * released early on its node, and the other one's coordinator is killed before it decides.
 */
@Tag("slow")
class CascadeKillTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final int C = 2;

  /** Agents change registers; a file holds an agent up, and a file tells what another has seen. */
  private static final String SOURCE =
      """
      import java.io.IOException;
      import java.io.UncheckedIOException;
      import java.nio.file.*;
      import tutti.model.actor.*;
      import tutti.model.relation.Relation;

      public final class Agent extends Actor {
        private static final Path FOLDER = Path.of("%s");

        public static final class Register extends Actor {
          public record Entry(String name, long number) {}
          public final Relation<String, Entry> entries =
              relation("entries", Entry.class, Entry::name);
        }

        public record Add(long by) implements Procedure<Register, Long> {
          @Override public Long run(Register register) {
            long before = register.entries.find("n").map(Register.Entry::number).orElse(0L);
            register.entries.upsert(new Register.Entry("n", before + by));
            return before;
          }
        }

        /** Changes a register, which it does not use again, and goes on when a file is there. */
        @Accesses(actor = Register.class, key = "register", most = 1)
        public record Hold(String register, long by, String until)
            implements Procedure<Agent, Long> {
          @Override public Long run(Agent agent) {
            long before = agent.actor(Register.class, register).call(new Add(by)).get();
            try {
              Files.writeString(FOLDER.resolve(until + ".held"), "");
              while (!Files.exists(FOLDER.resolve(until))) {
                Thread.sleep(10);
              }
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            return before;
          }
        }

        /** Changes a register, and tells in a file what it was before. */
        @Accesses(actor = Register.class, key = "register", most = 1)
        public record Follow(String register, long by, String log)
            implements Procedure<Agent, Long> {
          @Override public Long run(Agent agent) {
            long before = agent.actor(Register.class, register).call(new Add(by)).get();
            try {
              Files.writeString(FOLDER.resolve(log), before + "\\n",
                  StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
            return before;
          }
        }

        public static JavaApplication application() {
          return JavaApplication.named("agents")
              .actor("Register", Register::new).procedures(Add.class)
              .actor("Agent", Agent::new).procedures(Hold.class, Follow.class)
              .build();
        }
      }
      """;

  @TempDir private Path folder;
  private Path application;
  private Path told;

  @BeforeEach
  void write() throws Exception {
    application = Files.createDirectories(folder.resolve("agents"));
    told = Files.createDirectories(folder.resolve("told"));
    Files.writeString(application.resolve("Agent.java"), SOURCE.formatted(told));
  }

  private static String on(int node, String type) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "k" + i)
        .filter(key -> Cluster.nodeOf(type, key) == node)
        .findFirst()
        .orElseThrow();
  }

  /** An answer, or none since the node was killed. */
  private static CompletableFuture<Answer> ask(
      TuttiProcess node, String path, String body, String timeout) {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                answer.complete(node.post(path, body, "key-" + path, timeout));
              } catch (IOException | InterruptedException gone) {
                answer.completeExceptionally(gone);
              }
            });
    return answer;
  }

  private static long before(Answer answer) {
    assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
    return answer.body().path("result").longValue();
  }

  private List<String> seen(String log) throws IOException {
    Path file = told.resolve(log);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /**
   * The register is on node B, the one that releases it is coordinated by A, and the one that uses
   * it then by B itself or by C.
   */
  @ParameterizedTest
  @CsvSource({"1, true", "2, true", "2, false"})
  void whoUsedWhatACrashTakesBackRunsAgainWithoutIt(int follower, boolean comesBack)
      throws Exception {
    String register = on(B, "Register");
    String add = "/Register/" + register + "/Add";
    String follow = "{\"register\": \"%s\", \"by\": 1, \"log\": \"log\"}".formatted(register);
    try (Cluster cluster = new Cluster(folder, application, "Register", "20s")) {
      cluster.startAll("--concurrency-control", "versioning");
      assertThat(before(cluster.at(C).post(add, "{\"by\": 100}"))).isZero();
      CompletableFuture<Answer> holds =
          ask(
              cluster.at(A),
              "/Agent/" + on(A, "Agent") + "/Hold",
              "{\"register\": \"%s\", \"by\": 5, \"until\": \"go\"}".formatted(register),
              "20s");
      Cluster.await("the register is released", () -> Files.exists(told.resolve("go.held")));
      CompletableFuture<Answer> follows =
          ask(cluster.at(follower), "/Agent/" + on(follower, "Agent") + "/Follow", follow, "120s");
      Cluster.await("what is not decided is used", () -> seen("log").equals(List.of("105")));
      assertThat(follows).isNotDone();

      cluster.kill(A);
      assertThat(holds).failsWithin(180, TimeUnit.SECONDS);
      if (comesBack) {
        cluster.start(A, "--concurrency-control", "versioning");
      }
      assertThat(before(follows.get(180, TimeUnit.SECONDS))).isEqualTo(100);
      assertThat(seen("log")).startsWith("105").endsWith("100");

      // What was acknowledged stands, also on nodes that are killed then, and nobody waits.
      cluster.kill(B);
      cluster.start(B, "--concurrency-control", "versioning");
      if (!comesBack) {
        cluster.start(A, "--concurrency-control", "versioning");
      }
      cluster.awaitWhole();
      assertThat(before(cluster.at(A).post(add, "{\"by\": 0}"))).isEqualTo(101);
      Answer again =
          cluster.at(follower).post("/Agent/" + on(follower, "Agent") + "/Follow", follow, "");
      assertThat(before(again)).isEqualTo(101);
      for (int node : new int[] {A, B, C}) {
        assertThat(cluster.at(node).text("/metrics")).contains("tutti_in_doubt 0.0");
      }
    }
  }
}
