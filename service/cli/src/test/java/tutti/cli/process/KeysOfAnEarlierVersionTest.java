package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.process.TuttiProcess.Answer;

/**
 * A request that was acknowledged is repeated, byte for byte, when another version of the
 * application runs: it gets its first answer, whatever the version makes of the body.
 */
class KeysOfAnEarlierVersionTest {
  private static final String COUNTER =
      """
      module counts.Counter

      specification Counter {
        fields {
          id: String @key
          n: Integer
        }
        events { open[] add[] }
        lifeCycle {
          initial none -> up: open
          up -> up: add
        }
      }

      event open() { postconditions { new this.n == 0; } }

      event add(%s) { postconditions { new this.n == this.n + by; } }
      """;

  private static final String BOX =
      """
      package boxes;

      import tutti.model.actor.Actor;
      import tutti.model.actor.JavaApplication;
      import tutti.model.actor.Procedure;
      import tutti.model.relation.Relation;
      import tutti.model.schema.Formerly;

      public final class Box extends Actor {
        public enum Colour { %s }

        public record Ball(%s) {}

        public record Row(int id, Colour colour) {}

        final Relation<Integer, Row> rows = relation("rows", Row.class, Row::id);

        public record Put(%s) implements Procedure<Box, Integer> {
          @Override
          public Integer run(Box box) {
            box.rows.insert(new Row(box.rows.find(1).isPresent() ? 2 : 1, ball.colour()));
            return ball.size();
          }
        }

        public static JavaApplication application() {
          return JavaApplication.named("boxes").actor("Box", Box::new).procedures(Put.class).build();
        }
      }
      """;

  @TempDir private Path folder;

  private Path written(String name, String file, String source) throws Exception {
    Path written = folder.resolve(name).resolve(file);
    Files.createDirectories(written.getParent());
    Files.writeString(written, source);
    return folder.resolve(name);
  }

  private static void stop(Service tutti) throws InterruptedException {
    tutti.terminate();
    assertThat(tutti.exitStatus()).as(tutti.output()).isZero();
  }

  /** Sends a request that changes something, and repeats it under each later version. */
  private void repeats(String path, String body, String opening, Path... versions)
      throws Exception {
    String first = null;
    for (Path version : versions) {
      try (Service tutti = ServiceInside.serve(version, folder.resolve("data"))) {
        if (first == null && !opening.isEmpty()) {
          Bank.expect(200, tutti.post(opening, "{}"));
        }
        Answer answer = Bank.expect(200, tutti.post(path, body, "k"));
        first = first == null ? answer.body().toString() : first;
        assertThat(answer.body().toString()).as(version.toString()).isEqualTo(first);
        assertThat(tutti.post(path, body.replace("1", "2"), "k").status()).isEqualTo(422);
        stop(tutti);
      }
    }
  }

  @Test
  void anotherDefaultAndOneMoreParameterMakeNoOtherRequest() throws Exception {
    repeats(
        "/Counter/a/add",
        "{\"by\": 10}",
        "/Counter/a/open",
        written("v1", "counts/Counter.ebl", COUNTER.formatted("by: Integer, note: String = \"x\"")),
        written("v2", "counts/Counter.ebl", COUNTER.formatted("by: Integer, note: String = \"y\"")),
        written(
            "v3",
            "counts/Counter.ebl",
            COUNTER.formatted("by: Integer, note: String = \"y\", more: Integer = 0")));
  }

  /** The bytes of the values are those of the first request, and the request is another. */
  @Test
  void theConstantInItsPlaceMakesAnotherRequest() throws Exception {
    String path = "/Box/a/Put";
    String body = "{\"ball\": {\"colour\": \"%s\", \"size\": 1}}";
    Path first =
        written(
            "v1",
            "boxes/Box.java",
            BOX.formatted("RED, BLUE", "Colour colour, int size", "Ball ball"));
    Path next =
        written(
            "v2",
            "boxes/Box.java",
            BOX.formatted(
                "BLUE, @Formerly(\"RED\") CRIMSON", "int size, Colour colour", "Ball ball"));
    try (Service tutti = ServiceInside.serve(first, folder.resolve("data"))) {
      Bank.expect(200, tutti.post(path, body.formatted("RED"), "k"));
      stop(tutti);
    }
    try (Service tutti = ServiceInside.serve(next, folder.resolve("data"))) {
      assertThat(tutti.post(path, body.formatted("BLUE"), "k").status()).isEqualTo(422);
      Bank.expect(200, tutti.post(path, body.formatted("CRIMSON"), "k"));
      stop(tutti);
    }
  }

  @Test
  void constantsAndComponentsInAnotherOrderMakeNoOtherRequest() throws Exception {
    repeats(
        "/Box/a/Put",
        "{\"ball\": {\"colour\": \"RED\", \"size\": 1}}",
        "",
        written(
            "v1",
            "boxes/Box.java",
            BOX.formatted("RED, BLUE", "Colour colour, int size", "Ball ball")),
        written(
            "v2",
            "boxes/Box.java",
            BOX.formatted("BLUE, RED", "int size, Colour colour", "Ball ball")));
  }
}
