package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.embedded.Client;
import tutti.embedded.RefusedException;
import tutti.embedded.Tutti;
import tutti.embedded.TuttiBuilder;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.FreePorts;
import tutti.model.testing.Effort;

/**
 * The examples in Rebel under the concurrency controls that take places at the start: one line of
 * the deployment chooses them, on one node and on three, under each commit protocol.
 */
class SpecificationsDeploymentsTest {
  private static final String ALICE = "NL91ABNA0417164300";
  private static final String BOB = "GB82WEST12345698765432";

  @TempDir private Path folder;

  /**
   * A deployment of an example.
   *
   * @param commit empty on one node
   */
  record Deployed(String example, String control, String commit) {
    @Override
    public String toString() {
      return example + ", " + control + ", " + (commit.isEmpty() ? "one node" : commit);
    }
  }

  static Stream<Deployed> deployments() {
    List<Deployed> all = new ArrayList<>();
    for (String control : List.of("versioning", "versioning-rw")) {
      for (String example : List.of("bank", "shop", "hotel")) {
        all.add(new Deployed(example, control, ""));
        CommitKinds.all()
            .forEach(kind -> all.add(new Deployed(example, control, kind.names().getFirst())));
      }
    }
    return Effort.few(all).stream();
  }

  private Tutti open(Deployed how) throws IOException {
    TuttiBuilder builder =
        Tutti.builder()
            .specifications(SimulatedSpecificationsTest.bank().resolveSibling(how.example()))
            .set("concurrency-control", how.control());
    if (!how.commit().isEmpty()) {
      builder.deployment(threeNodes()).set("commit", how.commit());
      // For those that are safe under this assumption only.
      builder.set("assume.delay-bound", "10s");
    }
    return builder.openInMemory();
  }

  private Path threeNodes() throws IOException {
    return Files.writeString(
        folder.resolve("nodes.conf"), "tutti { " + FreePorts.nodes(3) + " }\n");
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void doTheirBusiness(Deployed how) throws IOException {
    try (Tutti tutti = open(how)) {
      switch (how.example()) {
        case "bank" -> bank(tutti);
        case "shop" -> shop(tutti);
        default -> hotel(tutti);
      }
    }
  }

  private static Object field(Client tutti, String specification, String key, String name) {
    return tutti.instance(specification, key).read().orElseThrow().fields().get(name);
  }

  private static void bank(Client tutti) {
    for (String iban : List.of(ALICE, BOB)) {
      tutti.instance("Account", iban).call("open", Map.of("initialDeposit", "EUR 50.00"));
    }
    Map<String, String> all = Map.of("amount", "EUR 50.00", "from", ALICE, "to", BOB);
    tutti.instance("Transfer", "1").call("book", all);
    assertThatThrownBy(() -> tutti.instance("Transfer", "2").call("book", all))
        .isInstanceOf(RefusedException.class);
    assertThat(field(tutti, "Account", ALICE, "balance")).isEqualTo("EUR 0.00");
    assertThat(field(tutti, "Account", BOB, "balance")).isEqualTo("EUR 100.00");
  }

  private static void shop(Client tutti) {
    tutti.instance("Article", "lamp").call("list", Map.of("price", "EUR 25.00", "quantity", 10));
    tutti.instance("Customer", "7").call("register", Map.of("name", "Ada", "credit", "EUR 100.00"));
    Map<String, Object> three = Map.of("customer", 7, "article", "lamp", "quantity", 3);
    tutti.instance("Order", "1").call("place", three);
    assertThat(field(tutti, "Article", "lamp", "free")).hasToString("7");
    assertThatThrownBy(() -> tutti.instance("Order", "2").call("place", three))
        .isInstanceOf(RefusedException.class);
    tutti.instance("Order", "1").call("cancel", Map.of());
    assertThat(field(tutti, "Article", "lamp", "free")).hasToString("10");
  }

  private static void hotel(Client tutti) {
    Map<String, Object> offer =
        Map.of("price", "EUR 120.00", "extras", Map.of("breakfast", "EUR 14.50"));
    tutti.instance("Category", "double").call("offer", offer);
    tutti.instance("Room", "12").call("furnish", Map.of("category", "double"));
    LocalDate arrival = LocalDate.now(ZoneOffset.UTC).plusDays(3);
    Map<String, Object> stay =
        Map.of("guest", "Ada", "room", 12, "arrival", arrival, "departure", arrival.plusDays(2));
    tutti.instance("Stay", "S1").call("reserve", stay);
    assertThatThrownBy(() -> tutti.instance("Stay", "S2").call("reserve", stay))
        .isInstanceOf(RefusedException.class);
    assertThat(field(tutti, "Stay", "S1", "bill")).isEqualTo("EUR 240.00");
    assertThat(tutti.instance("Stay", "S2").read()).isEmpty();
  }
}
