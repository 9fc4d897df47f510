package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tutti.embedded.Client;
import tutti.embedded.RefusedException;

/** The test kit's simulation, on specifications. */
class SimulatedSpecificationsTest {
  private static final List<String> IBANS = List.of("NL91ABNA0417164300", "GB82WEST12345698765432");

  static Path bank() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("examples/bank"))) {
      folder = folder.getParent();
    }
    return folder.resolve("examples/bank");
  }

  private static void open(Client bank) {
    for (String iban : IBANS) {
      bank.instance("Account", iban).call("open", Map.of("initialDeposit", "EUR 50.00"));
    }
  }

  private static void move(Client bank, RandomGenerator random) {
    for (int i = 0; i < 4; i++) {
      boolean there = random.nextBoolean();
      try {
        bank.instance("Transfer", String.valueOf(random.nextInt(1_000_000)))
            .call(
                "book",
                Map.of(
                    "amount",
                    "EUR " + (1 + random.nextInt(40)) + ".00",
                    "from",
                    IBANS.get(there ? 0 : 1),
                    "to",
                    IBANS.get(there ? 1 : 0)));
      } catch (RefusedException refused) {
        assertThat(refused.code()).isEqualTo("precondition");
      }
    }
  }

  private static long balance(Client bank, String iban) {
    Object text = bank.instance("Account", iban).read().orElseThrow().fields().get("balance");
    return Long.parseLong(String.valueOf(text).substring(4).replace(".", ""));
  }

  private static Simulation transfers() {
    return Simulation.of(bank())
        .opening(SimulatedSpecificationsTest::open)
        .clients(3, SimulatedSpecificationsTest::move)
        .atTheEnd(
            "money is kept",
            bank ->
                assertThat(balance(bank, IBANS.get(0)) + balance(bank, IBANS.get(1)))
                    .isEqualTo(10_000))
        .crashes(3)
        .serially();
  }

  @Test
  void findsNothingInTheBank() {
    transfers().run(20);
  }

  @Test
  void isTheSameRunForTheSameSeed() {
    SimulatedRun first = transfers().runSeed(7);
    SimulatedRun second = transfers().runSeed(7);
    assertThat(second.digest()).isEqualTo(first.digest());
    assertThat(first.requests()).isGreaterThan(10);
    assertThat(transfers().runSeed(8).digest()).isNotEqualTo(first.digest());
  }

  @Test
  void crashesNodes() {
    assertThat(transfers().runSeed(3).crashes()).isPositive();
  }

  @Test
  void namesTheSeedOfWhatFails() {
    assertThatThrownBy(
            () ->
                Simulation.of(bank())
                    .opening(SimulatedSpecificationsTest::open)
                    .invariant(
                        "nobody is rich",
                        bank -> assertThat(balance(bank, IBANS.getFirst())).isLessThan(4_000))
                    .runSeed(12))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("'nobody is rich' failed in the simulation of seed 12")
        .hasMessageContaining("-Dtutti.seed=12");
  }

  @Test
  void tellsOfAFailureWhatSomebodyNeeds() throws IOException {
    Path page = Path.of("target/tutti/seed-12.html");
    Files.deleteIfExists(page);
    AtomicReference<String> told = new AtomicReference<>("");
    assertThatThrownBy(
            () ->
                transfers()
                    .set("concurrency-control", "wait-die")
                    .atTheEnd("fails", bank -> fail("as asked"))
                    .runSeed(12))
        .satisfies(failed -> told.set(failed.getMessage()));
    List<String> lines = told.get().lines().toList();
    assertThat(lines)
        .contains("'fails' failed in the simulation of seed 12: as asked")
        .contains("Its last calls:")
        .contains("  concurrency-control = wait-die")
        .contains("All that happened in it: " + page.toAbsolutePath().toUri());
    assertThat(lines.stream().filter(line -> line.startsWith("  client-")))
        .hasSize(12)
        .allMatch(
            line ->
                line.matches(
                    "  client-\\d: Transfer\\[\\d+].book\\[.*] → (committed|precondition: .*)"));
    assertThat(told.get()).as("what is the default").doesNotContain("ablation", "flush-padding");
    assertThat(Files.readString(page)).contains("client-2", "as asked", "Transfer[");
  }

  @Test
  void saysWhenAClientLeavesTheSimulation() {
    assertThatThrownBy(
            () ->
                Simulation.of(bank())
                    .clients(1, (bank, random) -> new CompletableFuture<Void>().get())
                    .runSeed(0))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("waits for something that is not simulated");
  }
}
