package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.cli.process.Load.Asked;
import tutti.cli.process.TuttiProcess.Answer;
import tutti.model.testing.Await;

/** {@code kill -9} under load, again and again on the same folder: nothing acknowledged is lost. */
class KillTest {
  private static final BigDecimal OPENING = new BigDecimal("100.00");

  /** Small files, so that logs rotate and checkpoints are made while processes die. */
  private static final String[] SMALL_FILES = {
    "-D", "tutti.journal.segment-size=64KiB", "-D", "tutti.journal.checkpoint-after=128KiB"
  };

  @TempDir private Path data;

  @Test
  void findsEveryAcknowledgedTransactionAgain() throws Exception {
    killAndCheck("psac", 2, 300);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"psac", "2pl"})
  void findsEveryAcknowledgedTransactionAgainAfterManyKills(String control) throws Exception {
    killAndCheck(control, 15, 1_500);
  }

  private void killAndCheck(String control, int rounds, int longestMillis) throws Exception {
    List<String> accounts = Bank.accounts(6);
    Load load = new Load(accounts);
    Random random = new Random(20_26 + rounds);
    for (int round = 0; round < rounds; round++) {
      try (TuttiProcess tutti = serve(control)) {
        if (round == 0) {
          for (String account : accounts) {
            Bank.open(tutti, account, "EUR " + OPENING);
          }
        } else {
          check(tutti, load, accounts);
        }
        load.start(tutti, 8, round);
        int more = load.acknowledged().size() + 10;
        Await.that("transfers", () -> load.acknowledged().size() > more);
        Thread.sleep(random.nextInt(longestMillis));
        tutti.kill();
        load.join();
      }
    }
    try (Service tutti = ServiceInside.serve(Bank.APPLICATION, data, flags(control))) {
      check(tutti, load, accounts);
    }
    assertThat(load.surprises()).isEmpty();
    assertThat(load.acknowledged()).as("the load must have done something").hasSizeGreaterThan(10);
  }

  private TuttiProcess serve(String control) throws Exception {
    return TuttiProcess.serve(Bank.APPLICATION, data, flags(control));
  }

  private static String[] flags(String control) {
    String[] flags = {"--concurrency-control", control, "--containers", "2"};
    String[] all = java.util.Arrays.copyOf(flags, flags.length + SMALL_FILES.length);
    System.arraycopy(SMALL_FILES, 0, all, flags.length, SMALL_FILES.length);
    return all;
  }

  private static void check(Service tutti, Load load, List<String> accounts) throws Exception {
    Map<String, BigDecimal> expected = new HashMap<>();
    accounts.forEach(account -> expected.put(account, OPENING));
    for (Asked one : load.asked().values()) {
      Answer found = tutti.get("/Transfer/" + one.id());
      boolean booked = found.status() == 200;
      if (load.acknowledged().containsKey(one.id())) {
        assertThat(found.status()).as("acknowledged %s", one).isEqualTo(200);
        assertThat(found.body().path("fields").path("amount").asString()).isEqualTo(one.money());
        Answer again = load.repeat(tutti, one);
        assertThat(again.status()).as("repeating %s", one).isEqualTo(200);
        assertThat(again.text("transaction")).isEqualTo(load.acknowledged().get(one.id()));
      }
      if (load.refused().containsKey(one.id())) {
        assertThat(booked).as("refused %s", one).isFalse();
      }
      if (booked) {
        expected.merge(one.from(), one.amount().negate(), BigDecimal::add);
        expected.merge(one.to(), one.amount(), BigDecimal::add);
      }
    }
    for (String account : accounts) {
      assertThat(Bank.balance(tutti, account))
          .as("balance of %s: no half of a transfer", account)
          .isEqualByComparingTo(expected.getOrDefault(account, OPENING));
    }
  }
}
