package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.CommandInside;
import tutti.cli.process.Load.Asked;
import tutti.cli.process.TuttiProcess.Answer;
import tutti.model.testing.Await;

/** {@code tutti backup} of a process under load, and {@code tutti restore} elsewhere. */
class BackupTest {
  private static final BigDecimal OPENING = new BigDecimal("100.00");

  private static final String[] SMALL_FILES = {
    "-D", "tutti.journal.segment-size=64KiB", "-D", "tutti.journal.checkpoint-after=128KiB"
  };

  @TempDir private Path folder;

  @Test
  void whatWasAcknowledgedBeforeIsThereAfterKillAndRestore() throws Exception {
    List<String> accounts = Bank.accounts(6);
    Load load = new Load(accounts);
    Path backup = folder.resolve("backup");
    Set<Integer> before;
    try (TuttiProcess tutti = serve("original")) {
      for (String account : accounts) {
        Bank.open(tutti, account, "EUR " + OPENING);
      }
      load.start(tutti, 4, 1);
      Await.that("transfers", () -> load.acknowledged().size() > 5);
      before = new HashSet<>(load.acknowledged().keySet());
      CommandInside copying = new CommandInside();
      int copied = copying.execute("backup", "--url", tutti.url(), backup.toString());
      assertThat(copied).as(copying.output()).isZero();
      assertThat(copying.output()).contains("of bank, begun", "the single node:");
      tutti.kill();
      load.join();
    }
    assertThat(before).as("the load must have done something").hasSizeGreaterThan(5);
    assertThat(folder.resolve("backup.partial")).doesNotExist();

    restore(backup, "restored", 0, "restored backup");
    restore(backup, "restored", 1, "is not empty");

    try (Service tutti =
        ServiceInside.serve(Bank.APPLICATION, folder.resolve("restored"), SMALL_FILES)) {
      BigDecimal sum = BigDecimal.ZERO;
      for (String account : accounts) {
        sum = sum.add(Bank.balance(tutti, account));
      }
      assertThat(sum).isEqualByComparingTo(OPENING.multiply(BigDecimal.valueOf(accounts.size())));
      check(tutti, load, before, accounts);
    }
    refusesADamagedOne(backup);
  }

  /** The balances are what the transfers that are there have made of them. */
  private static void check(Service tutti, Load load, Set<Integer> before, List<String> accounts)
      throws Exception {
    for (String account : accounts) {
      BigDecimal expected = OPENING;
      for (Asked one : load.asked().values()) {
        Answer found = tutti.get("/Transfer/" + one.id());
        boolean booked = found.status() == 200;
        if (before.contains(one.id())) {
          assertThat(booked).as("%s was acknowledged before the backup", one.id()).isTrue();
        }
        if (booked && one.from().equals(account)) {
          expected = expected.subtract(one.amount());
        }
        if (booked && one.to().equals(account)) {
          expected = expected.add(one.amount());
        }
      }
      assertThat(Bank.balance(tutti, account)).as(account).isEqualByComparingTo(expected);
    }
  }

  private void refusesADamagedOne(Path backup) throws Exception {
    Path log;
    try (Stream<Path> files = Files.list(backup.resolve("data"))) {
      log = files.filter(it -> it.getFileName().toString().startsWith("log-")).findFirst().get();
    }
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      file.seek(5000);
      int is = file.read();
      file.seek(5000);
      file.write(is ^ 1);
    }
    restore(backup, "other", 1, "data/" + log.getFileName() + ": it does not fit its checksum");
    Files.delete(log);
    restore(backup, "other", 1, "data/" + log.getFileName() + ": it is missing");
    assertThat(folder.resolve("other")).doesNotExist();
  }

  private void restore(Path backup, String to, int status, String says) {
    CommandInside restoring = new CommandInside();
    int ended =
        restoring.execute("restore", backup.toString(), "--data", folder.resolve(to).toString());
    assertThat(ended).as(restoring.output()).isEqualTo(status);
    assertThat(restoring.output()).contains(says);
  }

  private TuttiProcess serve(String data) throws Exception {
    return TuttiProcess.serve(Bank.APPLICATION, folder.resolve(data), SMALL_FILES);
  }
}
