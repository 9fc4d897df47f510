package tutti.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.cli.CommandInside;
import tutti.cli.command.ExitStatus;
import tutti.cli.rules.Repository;
import tutti.engine.relational.RelationalApplication;
import tutti.lab.smallbank.ServedSmallbank;
import tutti.lab.tpcc.ServedTpcc;

/** {@code tutti check}, and what other commands take for an application as it does. */
class CheckCommandTest {
  @TempDir private Path folder;
  private final CommandInside command = new CommandInside();

  @ParameterizedTest
  @ValueSource(strings = {"check", "run", "explain"})
  void whatIsNeitherAFolderNorAFileIsNoApplication(String name) {
    assertThat(command.execute(name, "/dev/null")).isEqualTo(ExitStatus.USAGE);
    assertThat(command.output())
        .contains("tutti: /dev/null is neither a folder nor a file; give a folder of .ebl");
  }

  @Test
  void anApplicationIsMadeOnce() throws IOException {
    String property = "tutti.test.made";
    System.clearProperty(property);
    Files.writeString(
        folder.resolve("Shop.java"),
        """
        import tutti.model.actor.*;
        public final class Shop extends Actor {
          public record Open() implements Procedure<Shop, Integer> {
            public Integer run(Shop shop) { return 1; }
          }
          public static JavaApplication application() {
            System.setProperty("%1$s", System.getProperty("%1$s", "") + "once ");
            return JavaApplication.named("shop")
                .actor("Shop", Shop::new).procedures(Open.class).build();
          }
        }
        """
            .formatted(property));
    int status =
        command.execute("check", folder.toString(), "--data", folder.resolve("data").toString());
    assertThat(status).as(command.output()).isZero();
    assertThat(command.output()).contains("Shop, no errors", "has no data");
    assertThat(System.clearProperty(property)).isEqualTo("once ");
  }

  private Path locker() throws IOException {
    Path application = Files.createDirectories(folder.resolve("locker"));
    Files.writeString(
        application.resolve("Locker.ebl"),
        """
        module Locker
        specification Locker {
          fields { id: Integer @key owner: String }
          events { rent[] leave[] }
          lifeCycle { initial free -> rented: rent rented -> left: leave final left }
        }
        event rent() { postconditions { new this.owner == caller.subject; } }
        event leave() { preconditions { this.owner == caller.subject; } }
        """);
    Files.writeString(
        application.resolve("roles.conf"), "roles { member { call { Locker = \"*\" } } }\n");
    Files.writeString(
        application.resolve("guarded.conf"),
        "tutti.security { roles = \"roles.conf\", keys = \"keys.json\" }\n");
    return application;
  }

  @Test
  void aRuleThatReadsTheCallerNeedsADeploymentThatKnowsCallers() throws IOException {
    String application = locker().toString();
    assertThat(command.execute("check", application)).isEqualTo(ExitStatus.FAILED);
    assertThat(command.output())
        .contains("Locker.ebl:7:51", "Locker.ebl:8:47", "security.roles and security.keys");
    String guarded = folder.resolve("locker/guarded.conf").toString();
    assertThat(new CommandInside().execute("check", application, "--deployment", guarded)).isZero();
    CommandInside proof = new CommandInside();
    int status =
        proof.execute(
            "check", application, "--roles", folder.resolve("locker/roles.conf").toString());
    assertThat(status).as(proof.output()).isZero();
    CommandInside run = new CommandInside();
    assertThat(run.execute("run", application, "--data", folder.resolve("data").toString()))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(run.output()).contains("Locker.ebl:7:51", "security.roles and security.keys");
    assertThat(folder.resolve("data")).doesNotExist();
    CommandInside explain = new CommandInside();
    assertThat(explain.execute("explain", application, "Locker.leave")).isZero();
    assertThat(explain.output()).containsPattern("reads +owner, caller.subject");
  }

  /** A call that bytecode does not tell, and one of a query, gives no warning. */
  @Test
  void warnsOfWhatTheApplicationCallsAndAnyClientMayCall() throws IOException {
    Files.writeString(
        folder.resolve("Shop.java"),
        """
        import java.util.List;
        import tutti.model.actor.*;
        public final class Shop extends Actor {
          public record Sell(String to) implements Procedure<Shop, Integer> {
            public Integer run(Shop shop) {
              Ref<Shop> other = shop.actor(Shop.class, to);
              other.call(new Look()).get();
              other.call(new Kept()).get();
              other.call(new Open()).get();
              shop.event("Till", "1", "take").get();
              shop.event("Till", "2", "give").get();
              return other.call(new Take()).get();
            }
          }
          public record Again(int count) implements Procedure<Shop, Integer> {
            public Integer run(Shop shop) {
              return count == 0 ? 0 : shop.actor(Shop.class, "x").call(new Again(count - 1)).get();
            }
          }
          public record Any(String name) implements Procedure<Shop, Integer> {
            public Integer run(Shop shop) { return procedures().get(0).run(shop); }
            private List<Procedure<Shop, Integer>> procedures() { return List.of(new Alone()); }
          }
          public record Alone() implements Procedure<Shop, Integer> {
            public Integer run(Shop shop) { return 1; }
          }
          public record Take() implements Procedure<Shop, Integer> {
            public Integer run(Shop shop) { return 1; }
          }
          public record Note() implements Procedure<Shop, Integer> {
            public Integer run(Shop shop) { return 1; }
          }
          @Internal public record Kept() implements Procedure<Shop, Integer> {
            public Integer run(Shop shop) { return 1; }
          }
          @Public public record Open() implements Procedure<Shop, Integer> {
            public Integer run(Shop shop) { return 1; }
          }
          public record Look() implements Query<Shop, Integer> {
            public Integer run(Shop shop) { return 1; }
          }
          public static JavaApplication application() {
            return JavaApplication.named("shop")
                .actor("Shop", Shop::new)
                .procedures(Sell.class, Again.class, Any.class, Alone.class, Take.class)
                .procedures(Note.class, Kept.class, Open.class, Look.class)
                .build();
          }
        }
        """);
    Files.writeString(
        folder.resolve("Till.ebl"),
        """
        module Till
        specification Till {
          fields { id: Integer @key }
          events { start[] take[] public give[] close[] }
          lifeCycle { initial none -> open: start open -> open: take, give -> done: close final done }
        }
        event start() {}
        event take() {}
        event give() {}
        event close() { sync { Shop["a"].Note(); } }
        """);
    assertThat(command.execute("check", folder.toString())).as(command.output()).isZero();
    assertThat(command.output().lines().filter(line -> line.contains("warning: clients may call")))
        .containsExactlyInAnyOrder(
            "tutti: warning: clients may call Shop.Take, which Shop.Sell calls: write @Internal at its"
                + " record if no client should, or @Public if clients may",
            "tutti: warning: clients may call Shop.Note, which Till.close calls: write @Internal at its"
                + " record if no client should, or @Public if clients may",
            "tutti: warning: clients may call Till.take, which Shop.Sell calls: write internal before it"
                + " in the list if no client should, or public if clients may");
  }

  @ParameterizedTest
  @ValueSource(strings = {"exchange", "travel"})
  void warnsOfNothingInTheExamplesInJava(String example) {
    Path path = Repository.root().resolve("examples").resolve(example);
    assertThat(command.execute("check", path.toString())).isZero();
    assertThat(command.output()).doesNotContainPattern("warning[:\\[]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"bank", "orders", "simulation", "smallbank", "posts", "purses", "charges"})
  void warnsOfNoPartnerInWorkloads(String workload) {
    Path path =
        Repository.root().resolve("measurement/lab/src/main/resources/tutti/lab").resolve(workload);
    assertThat(command.execute("check", path.toString())).as(command.output()).isZero();
    assertThat(command.output()).doesNotContainPattern("warning[:\\[]");
  }

  @Test
  void warnsOfNothingInBenchmarksThatAreServed() {
    StringWriter said = new StringWriter();
    Stream.of(
            ServedTpcc.OfWarehouses.application(),
            ServedTpcc.OfRows.application(),
            ServedSmallbank.Customers.application())
        .map(each -> new RelationalApplication(each, null))
        .forEach(each -> new UnmarkedPartners(each, new PrintWriter(said)).warn());
    assertThat(said.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--java", ""})
  void warnsOfNothingInANewApplication(String kind) {
    Path shop = folder.resolve("shop");
    assertThat(
            kind.isEmpty()
                ? command.execute("init", shop.toString())
                : command.execute("init", kind, shop.toString()))
        .as(command.output())
        .isZero();
    assertThat(command.execute("check", shop.toString())).as(command.output()).isZero();
    assertThat(command.output()).doesNotContainPattern("warning[:\\[]");
  }

  @Test
  void whatAFileSaysIsShownWithoutItsControlCharacters() throws IOException {
    Path costs = folder.resolve("calls.conf");
    Files.writeString(costs, "calls { machine = \"\\u001b[31mred\" }");
    Path app = Files.createDirectories(folder.resolve("app"));
    Files.writeString(
        app.resolve("Shop.java"),
        """
        import tutti.model.actor.*;
        public final class Shop extends Actor {
          public record Open() implements Procedure<Shop, Integer> {
            public Integer run(Shop shop) { return 1; }
          }
          public static JavaApplication application() {
            return JavaApplication.named("shop")
                .actor("Shop", Shop::new).procedures(Open.class).build();
          }
        }
        """);
    assertThat(
            command.execute(
                "explain", app.toString(), "Shop.Open", "--calibration", costs.toString()))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(command.output()).contains("\\u001b[31mred").doesNotContain("\u001b");
  }
}
