package tutti.rebel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.model.ActorId;
import tutti.model.Caller;
import tutti.model.footprint.Shape;
import tutti.rebel.analyze.EventAnalysis;
import tutti.rebel.check.Checker;
import tutti.rebel.load.Diagnostic;

/** Rules that read the caller of the request. */
class CallerRulesTest {
  private static final String TEXT =
      """
      module Vault
      specification Vault {
        fields { name: String @key owner: String tenant: String content: Integer lastBy: String }
        events { make[] take[] put[] move[] mine[] audit[] guest[] }
        lifeCycle { initial none -> on: make on -> on: take, put, move, mine, audit, guest }
      }
      event make(content: Integer) {
        postconditions {
          new this.owner == caller.subject;
          new this.tenant == caller.tenant;
          new this.content == content;
          new this.lastBy == caller.subject;
        }
      }
      event take(n: Integer) {
        preconditions { this.owner == caller.subject; this.content >= n; }
        postconditions { new this.content == this.content - n; }
      }
      event put(n: Integer) {
        postconditions { new this.content == this.content + n; }
      }
      event move(to: String, n: Integer) {
        sync { Vault[to].put(n); }
      }
      event mine(n: Integer) {
        sync { Vault[caller.subject].put(n); }
      }
      event audit() {
        preconditions { "auditor" in caller.roles || "admin" in caller.roles; this.tenant == caller.tenant; }
      }
      event guest(caller: String) {
        preconditions { caller == this.owner; }
      }
      """;

  private static World vaults() {
    World world = World.of(TEXT);
    world.caller = Caller.of("ada", "acme", List.of("owner"));
    world.must("Vault", "ada", "make", 10L);
    world.caller = Caller.of("bob", "acme", List.of("auditor"));
    world.must("Vault", "bob", "make", 10L);
    return world;
  }

  @Test
  void seeWhoAsks() {
    World world = vaults();
    World.Refused refused = world.run("Vault", "ada", "take", 1L);
    assertThat(refused).isNotNull();
    assertThat(refused.refusal().code()).isEqualTo("precondition");
    assertThat(refused.refusal().values())
        .containsEntry("this.owner", "\"ada\"")
        .containsEntry("caller.subject", "\"bob\"");
    world.caller = Caller.of("ada");
    world.must("Vault", "ada", "take", 1L);
    assertThat(world.field("Vault", "ada", "lastBy")).isEqualTo("ada");
    assertThat(world.field("Vault", "bob", "tenant")).isEqualTo("acme");
  }

  @Test
  void seeRolesAndTenant() {
    World world = vaults();
    world.must("Vault", "ada", "audit");
    world.caller = Caller.of("eve", "other", List.of("auditor"));
    assertThat(world.run("Vault", "ada", "audit").refusal().code()).isEqualTo("precondition");
    world.caller = Caller.of("eve", "acme", List.of("teller"));
    assertThat(world.run("Vault", "ada", "audit").refusal().code()).isEqualTo("precondition");
  }

  /** An owner that is the empty text is nobody's either. */
  @Test
  void refuseARequestThatCameWithoutACaller() {
    World world = vaults();
    world.caller = Caller.NOBODY;
    World.Refused refused = world.run("Vault", "ada", "take", 1L);
    assertThat(refused.refusal().code()).isEqualTo("no-caller");
    assertThat(refused.refusal().message()).contains("the request came without a caller");
    assertThat(world.run("Vault", "new", "make", 1L).refusal().code()).isEqualTo("no-caller");
    assertThat(world.run("Vault", "ada", "audit").refusal().code()).isEqualTo("precondition");
    world.must("Vault", "ada", "put", 1L);
  }

  @Test
  void areNotAboutAParameterOfThatName() {
    World world = vaults();
    world.must("Vault", "ada", "guest", "ada");
    assertThat(world.run("Vault", "ada", "guest", "bob")).isNotNull();
  }

  /** Only the transaction has the caller, so the actors are not known before it begins. */
  @Test
  void nameActorsThatNoRequestNames() {
    World world = vaults();
    RebelAction mine = world.action("Vault", "mine");
    assertThat(mine.footprint(new ActorId("Vault", "ada"), List.of(1L), Instant.EPOCH).shape())
        .isEqualTo(Shape.DYNAMIC);
    world.must("Vault", "ada", "mine", 5L);
    assertThat(world.field("Vault", "bob", "content")).isEqualTo(15L);
    RebelAction make = world.action("Vault", "make");
    assertThat(make.footprint(new ActorId("Vault", "x"), List.of(1L), Instant.EPOCH).shape())
        .as("a request of nobody is refused")
        .isNotEqualTo(Shape.ONE_SHOT);
  }

  @Test
  void keepEventsLinear() {
    assertThat(vaults().action("Vault", "take").linear()).isNotNull();
  }

  @Test
  void areToldOfTheApplication() {
    RebelApplication application = vaults().application();
    assertThat(application.readsOfCaller())
        .contains("Vault.ebl:9:23", "Vault.ebl:16:33")
        .hasSize(8);
    assertThat(EventAnalysis.of(application, application.type("Vault").action("audit")).reads())
        .containsExactly("caller.roles", "tenant", "caller.tenant");
    assertThat(EventAnalysis.of(application, application.type("Vault").action("guest")).reads())
        .containsExactly("owner");
  }

  private static List<String> mistakes(String event, String more) {
    String body = "event guest(caller: String) {\n  preconditions { caller == this.owner; }\n}";
    assertThat(TEXT).contains(body);
    return Checker.check(Map.of("Vault.ebl", TEXT.replace(body, event) + more))
        .diagnostics()
        .stream()
        .map(Diagnostic::code)
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "caller == this.owner|caller-alone",
        "caller.name == this.owner|unknown-field",
        "caller.subject == 5|type",
        "5 in caller.roles|type"
      })
  void areErrorsWhereTheyMakeNoSense(String rule, String code) {
    assertThat(mistakes("event guest() { preconditions { " + rule + "; } }", ""))
        .containsExactly(code);
  }

  @Test
  void areForEventsAlone() {
    assertThat(
            mistakes(
                "event guest() { preconditions { who() == this.owner; } }",
                "function who(): String = caller.subject;\n"))
        .containsExactly("no-caller-here");
    assertThat(mistakes("event guest(x: String = caller.subject) { }", ""))
        .containsExactly("no-caller-here");
  }
}
