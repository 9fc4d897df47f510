package consumer.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tutti.embedded.AbortedException;
import tutti.embedded.ActorHandle;
import tutti.embedded.Client;
import tutti.embedded.Committed;
import tutti.embedded.FailedException;
import tutti.embedded.InDoubtException;
import tutti.embedded.InstanceHandle;
import tutti.embedded.InstanceView;
import tutti.embedded.Part;
import tutti.embedded.RefusedException;
import tutti.embedded.Request;
import tutti.embedded.Status;
import tutti.embedded.TransactionException;
import tutti.embedded.Tutti;
import tutti.embedded.TuttiBuilder;
import tutti.testkit.SimulatedRun;
import tutti.testkit.Simulation;
import tutti.testkit.TuttiExtension;

/** Accounts of a specification and a desk in Java: a node, its clients, and the test kit. */
class MixedTest {
  private static final Map<String, String> MUCH =
      Map.of("to", MixedBank.BOB, "amount", "EUR 200.00");

  private static final String LAMP =
      """
      module lamp.Lamp

      specification Lamp {
        fields { room: String @key }
        events { light[] }
        lifeCycle {
          initial dark -> lit: light
          final lit
        }
      }

      event light() { }
      """;

  @TempDir private static Path folder;

  @RegisterExtension
  final TuttiExtension bank =
      TuttiExtension.of(MixedBank.application())
          .specifications(MixedBank.specifications(temporary()))
          .set("containers", "2")
          .durable();

  private static Path temporary() {
    try {
      Path made = Files.createTempDirectory("consumer");
      made.toFile().deleteOnExit();
      return made;
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static void open(Client client) {
    ActorHandle<MixedBank.Desk> desk = client.actor(MixedBank.Desk.class, "d");
    assertEquals("d", desk.key());
    for (String each : List.of(MixedBank.ALICE, MixedBank.BOB, MixedBank.LARGE)) {
      desk.call(new MixedBank.Open(each, "EUR 100.00"));
    }
  }

  private static Object balance(Client client, String iban) {
    InstanceView view = client.instance("Account", iban).read().orElseThrow();
    assertEquals("opened", view.state());
    assertTrue(view.version() > 0);
    return view.fields().get("balance");
  }

  @Test
  void keepsWhatWasAnswered() {
    open(bank.tutti());
    InstanceHandle alice = bank.instance("Account", MixedBank.ALICE);
    alice.call("pay", Map.of("to", MixedBank.BOB, "amount", "EUR 10.00"));
    CompletableFuture<Object> later =
        alice.submit("pay", Map.of("to", MixedBank.BOB, "amount", "EUR 5.00"));
    later.join();
    assertEquals("EUR 85.00", balance(bank.tutti(), MixedBank.ALICE));
    bank.restart();
    assertEquals("EUR 115.00", balance(bank.tutti(), MixedBank.BOB));
    bank.restart(MixedBank.application());
    assertEquals(
        1500L, bank.actor(MixedBank.Limits.class, "NL").call(new MixedBank.Spent(MixedBank.ALICE)));
  }

  @Test
  void saysWhyItRefuses() {
    open(bank.tutti());
    RefusedException refused =
        assertThrows(
            RefusedException.class,
            () -> bank.instance("Account", MixedBank.ALICE).call("pay", MUCH));
    assertEquals("precondition", refused.code());
    assertEquals("Account[" + MixedBank.ALICE + "]", refused.actor());
    assertEquals("pay", refused.action());
    assertEquals(Optional.of("this.balance >= amount"), refused.rule());
    assertEquals("EUR 100.00", refused.values().get("this.balance"));
    assertTrue(refused.documentation().isEmpty());
    assertTrue(refused.path().isEmpty());
    assertFalse(refused.retryable());
    TransactionException known = refused;
    assertInstanceOf(Status.Aborted.class, bank.tutti().ask(known.transaction()));
    FailedException bug =
        assertThrows(
            FailedException.class,
            () -> bank.actor(MixedBank.Desk.class, "d").call(new MixedBank.Odd("dposit")));
    assertFalse(bug.retryable());
  }

  @Test
  void doesARequestWholly() {
    open(bank.tutti());
    Client narrowed = bank.tutti().once("request-1").within(Duration.ofSeconds(20));
    for (int time = 0; time < 2; time++) {
      Request both = narrowed.request();
      Part<Object> paid =
          both.event("Account", MixedBank.ALICE, "withdraw", Map.of("amount", "EUR 1.00"));
      Part<Long> spent =
          both.call(MixedBank.Limits.class, "NL", new MixedBank.Spent(MixedBank.ALICE));
      Committed committed = both.run();
      assertEquals(0L, committed.of(spent));
      assertEquals(committed.of(paid), committed.of(paid));
      assertTrue(committed.age().isEmpty());
      Status status = bank.tutti().ask(committed.transaction());
      assertEquals("committed", word(status));
    }
    assertEquals("EUR 99.00", balance(bank.tutti(), MixedBank.ALICE));
    Request later = bank.request();
    later.event("Account", MixedBank.BOB, "withdraw", Map.of("amount", "EUR 1.00"));
    assertFalse(later.submit().join().transaction().isEmpty());
  }

  private static String word(Status status) {
    return switch (status) {
      case Status.Committed() -> "committed";
      case Status.Aborted(String code, String message) -> code + message;
      case Status.Open(String why) -> why;
      case Status.Unknown() -> "unknown";
      case Status.Expired() -> "expired";
    };
  }

  private static String advice(TransactionException failure) {
    return switch (failure) {
      case RefusedException refused -> refused.code();
      case AbortedException aborted -> aborted.retryable() ? "again" : aborted.code();
      case InDoubtException open -> open.retryable() + open.transaction();
      case FailedException bug -> bug.code();
    };
  }

  @Test
  void opensInAProcessOfItsOwn() throws IOException {
    Path file = Files.writeString(folder.resolve("two.conf"), "tutti { containers = 2 }\n");
    TuttiBuilder builder =
        Tutti.builder()
            .application(MixedBank.application())
            .specifications(MixedBank.specifications(folder))
            .deployment(file)
            .set("concurrency-control", "optimistic")
            .data(folder.resolve("data"));
    for (int start = 0; start < 2; start++) {
      try (Tutti tutti = builder.open()) {
        tutti.onFailure(System.err::println);
        assertEquals("", tutti.notReady());
        if (start == 0) {
          open(tutti);
        }
        Client old = tutti.snapshot(Duration.ofSeconds(1));
        assertEquals(
            0L, old.actor(MixedBank.Limits.class, "NL").call(new MixedBank.Spent(MixedBank.ALICE)));
      }
    }
    Path lamp = Files.createDirectory(folder.resolve("lamp"));
    Files.writeString(lamp.resolve("Lamp.ebl"), LAMP);
    try (Tutti memory = Tutti.inMemory(lamp)) {
      InstanceHandle hall = memory.instance("Lamp", "hall");
      assertTrue(hall.read().isEmpty());
      hall.call("light", Map.of());
      TransactionException refused =
          assertThrows(TransactionException.class, () -> hall.call("light", Map.of()));
      assertEquals("state", advice(refused));
    }
  }

  @Test
  void isSimulated() {
    Simulation.Task opening = MixedTest::open;
    Simulation.Clients clients =
        (client, random) -> {
          String amount = "EUR " + (1 + random.nextInt(9)) + ".00";
          client
              .actor(MixedBank.Desk.class, "d")
              .call(new MixedBank.Transfer(MixedBank.ALICE, MixedBank.BOB, amount));
        };
    SimulatedRun run =
        Simulation.of(MixedBank.application(), MixedBank.specifications(folder))
            .set("concurrency-control", "two-phase-locking")
            .opening(opening)
            .clients(2, clients)
            .invariant("accounts are open", client -> balance(client, MixedBank.ALICE))
            .atTheEnd("accounts are open", client -> balance(client, MixedBank.BOB))
            .crashes(1)
            .runSeed(7);
    assertEquals(7, run.seed());
    assertTrue(run.requests() > 4 && run.crashes() >= 0);
    assertFalse(run.digest().isEmpty() || run.deployment().isEmpty());
    assertEquals("tutti.seed", Simulation.SEED);
  }
}
