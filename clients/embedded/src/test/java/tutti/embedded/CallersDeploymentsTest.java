package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.FreePorts;
import tutti.model.Caller;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;
import tutti.model.testing.Effort;

/**
 * The caller of a request, as events and procedures see it at every level and on every node, under
 * each concurrency control, commit protocol and kind of replication, before a restart and after it.
 */
class CallersDeploymentsTest {
  private static final Caller ADA = Caller.of("ada", "acme", List.of("mover"));
  private static final Caller BOB = Caller.of("bob", "acme", List.of("mover"));
  private static final Caller EVE = Caller.of("eve", "other", List.of("guest"));
  private static final List<String> PARTS = List.of("p0", "p1", "p2", "p3", "p4");

  private static final String VAULT =
      """
      module Vault
      specification Vault {
        fields { name: String @key owner: String content: Integer lastBy: String }
        events { make[] take[] put[] }
        lifeCycle { initial none -> on: make on -> on: take, put }
      }
      event make(content: Integer) {
        postconditions {
          new this.owner == caller.subject;
          new this.content == content;
          new this.lastBy == caller.subject;
        }
      }
      event take(n: Integer) {
        preconditions { this.owner == caller.subject; this.content >= n; }
        postconditions {
          new this.content == this.content - n;
          new this.lastBy == caller.subject;
        }
      }
      event put(n: Integer) {
        postconditions {
          new this.content == this.content + n;
          new this.lastBy == caller.subject;
        }
      }
      """;
  private static final String MOVE =
      """
      module Move
      import Vault
      specification Move {
        fields { id: Integer @key tenant: String }
        events { move[] }
        lifeCycle { initial none -> moved: move final moved }
      }
      event move(from: String, to: String, n: Integer) {
        preconditions { "mover" in caller.roles; }
        postconditions { new this.tenant == caller.tenant; }
        sync { Vault[from].take(n); Vault[to].put(n); }
      }
      """;

  @TempDir private Path folder;

  public record Signed(String subject, String roles) {}

  /** A page that those sign who ask for it. */
  public static final class Page extends Actor {
    final Relation<String, Signed> signed = relation("signed", Signed.class, Signed::subject);
  }

  /** Signs this page in the name of the caller. */
  public record Sign() implements Procedure<Page, String> {
    @Override
    public String run(Page page) {
      Caller caller = page.caller();
      page.signed.upsert(new Signed(caller.subject(), String.join(" ", caller.roles())));
      return caller.subject();
    }
  }

  /** Signs other pages, and takes from a vault, all in one transaction. */
  public record SignAll(List<String> pages, String vault) implements Procedure<Page, String> {
    @Override
    public String run(Page page) {
      StringBuilder subjects = new StringBuilder(page.caller().subject());
      for (String other : pages) {
        subjects.append(' ').append(page.actor(Page.class, other).call(new Sign()).get());
      }
      page.event("Vault", vault, "take", 1).get();
      return subjects.toString();
    }
  }

  /** The subjects that have signed a page, and the one who asks. */
  public record Signatures() implements Query<Page, List<String>> {
    @Override
    public List<String> run(Page page) {
      List<String> all = new ArrayList<>();
      page.signed.scan().forEach(each -> all.add(each.subject() + " " + each.roles()));
      all.add(page.caller().subject());
      return all;
    }
  }

  private static JavaApplication pages() {
    return JavaApplication.named("pages")
        .actor("Page", Page::new)
        .procedures(Sign.class, SignAll.class, Signatures.class)
        .build();
  }

  /** A deployment: its keys beside its nodes. */
  record Deployed(int nodes, Map<String, String> keys) {
    @Override
    public String toString() {
      return nodes + " " + keys;
    }
  }

  static Stream<Deployed> deployments() {
    List<Deployed> all = new ArrayList<>();
    for (String control :
        List.of(
            "path-sensitive",
            "two-phase-locking",
            "optimistic",
            "versioning",
            "versioning-rw",
            "tl2",
            "no-wait",
            "wound-wait",
            "wait-die",
            "read-write-locks")) {
      all.add(new Deployed(1, Map.of("concurrency-control", control)));
      all.add(new Deployed(3, Map.of("concurrency-control", control, "replication", "multipaxos")));
    }
    CommitKinds.all()
        .forEach(
            kind ->
                all.add(
                    new Deployed(
                        3,
                        Map.of(
                            "concurrency-control",
                            "path-sensitive",
                            "commit",
                            kind.names().getFirst(),
                            "assume.delay-bound",
                            "10s"))));
    List<Deployed> some = new ArrayList<>(Effort.few(all));
    some.add(new Deployed(3, Map.of("integrated", "janus")));
    some.add(new Deployed(3, Map.of("integrated", "tapir")));
    return some.stream();
  }

  private Tutti open(Deployed how) throws IOException {
    Path specifications = Files.createDirectories(folder.resolve("app"));
    Files.writeString(specifications.resolve("Vault.ebl"), VAULT);
    Files.writeString(specifications.resolve("Move.ebl"), MOVE);
    TuttiBuilder builder =
        Tutti.builder()
            .application(pages())
            .specifications(specifications)
            .data(folder.resolve("data"));
    if (how.nodes() > 1) {
      builder.deployment(
          Files.writeString(
              folder.resolve("nodes.conf"),
              "tutti { " + FreePorts.nodes(List.of("a", "b", "c")) + " }\n"));
    }
    how.keys().forEach(builder::set);
    return builder.open();
  }

  private static Object field(Client tutti, String vault, String name) {
    return tutti.instance("Vault", vault).read().orElseThrow().fields().get(name);
  }

  private static Map<String, Object> move(String from, String to) {
    return Map.of("from", from, "to", to, "n", 10);
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void isTheSameAtEveryLevel(Deployed how) throws IOException {
    try (Tutti tutti = open(how)) {
      tutti.as(ADA).instance("Vault", "v0").call("make", Map.of("content", 100));
      tutti.as(BOB).instance("Vault", "v1").call("make", Map.of("content", 100));
      events(tutti);
      procedures(tutti);
      if (!how.keys().containsKey("integrated")) {
        blocks(tutti);
      }
    }
    try (Tutti again = open(how)) {
      assertThat(field(again, "v0", "owner")).isEqualTo("ada");
      assertThat(field(again, "v1", "owner")).isEqualTo("bob");
      assertThat(field(again, "v1", "lastBy")).isEqualTo("ada");
      assertThat(field(again, "v0", "content"))
          .hasToString(how.keys().containsKey("integrated") ? "89" : "88");
      for (String part : PARTS) {
        assertThat(again.as(EVE).actor(Page.class, part).call(new Signatures()))
            .containsExactly("ada mover", "eve");
      }
      again.as(ADA).instance("Move", "9").call("move", move("v0", "v1"));
    }
  }

  private static void events(Tutti tutti) {
    Client ada = tutti.as(ADA);
    ada.instance("Move", "1").call("move", move("v0", "v1"));
    assertThat(tutti.instance("Move", "1").read().orElseThrow().fields())
        .containsEntry("tenant", "acme");
    assertThat(field(tutti, "v1", "lastBy")).isEqualTo("ada");
    assertRefused("precondition", tutti.as(BOB), "2");
    assertRefused("precondition", tutti.as(EVE), "3");
    assertThatThrownBy(() -> tutti.instance("Vault", "v0").call("take", Map.of("n", 1)))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.code()).isEqualTo("no-caller"));
    assertThat(field(tutti, "v0", "content")).hasToString("90");
  }

  private static void assertRefused(String code, Client client, String id) {
    assertThatThrownBy(() -> client.instance("Move", id).call("move", move("v0", "v1")))
        .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.code()).isEqualTo(code));
    assertThat(client.instance("Move", id).read()).isEmpty();
  }

  private static void procedures(Tutti tutti) {
    ActorHandle<Page> page = tutti.as(ADA).actor(Page.class, "main");
    assertThat(page.call(new SignAll(PARTS, "v0"))).isEqualTo("ada" + " ada".repeat(PARTS.size()));
    assertThatThrownBy(() -> tutti.as(BOB).actor(Page.class, "main").call(new SignAll(PARTS, "v0")))
        .isInstanceOf(RefusedException.class);
    assertThat(tutti.as(BOB).actor(Page.class, "p1").call(new Signatures()))
        .containsExactly("ada mover", "bob");
    assertThat(tutti.actor(Page.class, "p1").call(new Signatures()))
        .containsExactly("ada mover", "");
  }

  private static void blocks(Tutti tutti) {
    String subject =
        tutti
            .transaction()
            .as(ADA)
            .retrying(20)
            .run(
                transaction -> {
                  transaction.event("Vault", "v0", "take", Map.of("n", 1));
                  return transaction.call(Page.class, "p2", new Sign());
                });
    assertThat(subject).isEqualTo("ada");
    assertThat(field(tutti, "v0", "content")).hasToString("88");
  }
}
