package tutti.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.cli.CommandInside;
import tutti.cli.rules.Repository;
import tutti.embedded.Request;
import tutti.embedded.Tutti;
import tutti.embedded.TuttiBuilder;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.FreePorts;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.sql.SqlQuery;

/**
 * Data folders that an earlier version wrote, and that its processes were killed upon in the middle
 * of a load. The version that is tested opens them, has all that was acknowledged, answers repeats
 * with the first answer, and goes on.
 *
 * <p>The folders are in {@code src/test/folders/VERSION}, a zip file each. In each, {@code
 * acknowledged.txt} has a line for every transfer that was answered with 200: its number, both
 * accounts, the amount in euros and the transaction. Its request had the key {@code key-N}, where N
 * is the transfer's number less one. The folders grow old, so keys are kept for ten years here: by
 * their usual day, no repeat would find the first answer any more.
 */
class EarlierFoldersTest {
  private static final Path ALL = Repository.root().resolve("service/cli/src/test/folders");
  private static final Path FOLDERS = ALL.resolve("4c2aea5");

  /** The newest version whose folders are of format 3, without callers. */
  private static final Path LAST_OF_THREE = ALL.resolve("d94c064");

  /** The newest version whose integrated protocols knew one version of the application alone. */
  private static final Path INTEGRATED = ALL.resolve("1b00b475");

  private static final String ACKNOWLEDGED = "acknowledged.txt";
  private static final BigDecimal OPENED = new BigDecimal("12000.00");

  @TempDir private Path data;

  private record Transfer(String id, String from, String to, String amount, String transaction) {
    Map<String, String> arguments() {
      return Map.of("amount", "EUR " + amount, "from", from, "to", to);
    }

    String key() {
      return "key-" + (Integer.parseInt(id) - 1);
    }
  }

  @Test
  void aBankOpensAndGoesOn() throws IOException {
    unpack("bank");
    try (Tutti tutti = bank().open()) {
      judge(tutti);
    }
  }

  /** The last folder of format 3: it becomes one of this version, and its records are of nobody. */
  @Test
  void aBankOfTheFormatBeforeBecomesOneOfThis() throws IOException {
    unpack(LAST_OF_THREE, "bank", data);
    byte[] before = Files.readAllBytes(data.resolve("meta-format"));
    try (Tutti tutti = bank().open()) {
      judge(tutti);
    }
    assertThat(ByteBuffer.wrap(before).getInt(20)).isEqualTo(3);
    byte[] after = Files.readAllBytes(data.resolve("meta-format"));
    assertThat(ByteBuffer.wrap(after).getInt(20)).isEqualTo(4);
    try (Tutti tutti = bank().open()) {
      String first = acknowledged().getFirst().split(" ")[0];
      assertThat(tutti.instance("Transfer", first).read()).isPresent();
      assertThat(tutti.instance("Transfer", "9000001").read()).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "three-nodes",
        "two-phase-presumed-commit",
        "two-phase-presumed-nothing",
        "paxos-commit",
        "easy-commit",
        "easy-commit-optimised",
        "three-phase",
        "three-phase-unacknowledged"
      })
  void aBankOnThreeNodesOpensAndGoesOn(String folder) throws IOException {
    unpack(folder);
    TuttiBuilder builder = bank().deployment(threeNodes());
    if (!folder.equals("three-nodes")) {
      builder.set("commit", folder);
    }
    if (folder.startsWith("easy-commit") || folder.startsWith("three-phase")) {
      builder.set("assume", "synchronous-crash").set("assume.delay-bound", "200ms");
    }
    try (Tutti tutti = builder.open()) {
      judge(tutti);
    }
  }

  /**
   * Nodes of an integrated protocol, killed with transactions under way: these end under the
   * version of the application that they began with, and all goes on under a later one.
   */
  @ParameterizedTest
  @ValueSource(strings = {"tapir", "janus"})
  void aBankOfAnIntegratedProtocolGoesOnUnderALaterVersion(String protocol, @TempDir Path beside)
      throws IOException {
    Path changed = Files.createDirectories(beside.resolve("bank"));
    unpack(INTEGRATED, protocol, data);
    Path bank = Repository.root().resolve("examples/bank");
    try (Stream<Path> files = Files.list(bank)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".ebl")).toList()) {
        String text = Files.readString(file);
        boolean account = file.endsWith("Account.ebl");
        Files.writeString(
            changed.resolve(file.getFileName()),
            !account
                ? text
                : text.replaceFirst("balance: Money.*", "$0\n    note: String")
                    .replaceFirst("withdraw\\[\\]", "$0\n    annotate[]")
                    .replaceFirst("withdraw, interest", "$0, annotate"));
      }
    }
    Path events = changed.resolve("AccountEvents.ebl");
    String annotate =
        "event annotate(text: String) { postconditions { new this.note == text; } }\n";
    Files.writeString(events, Files.readString(events) + annotate);
    TuttiBuilder builder =
        small(Tutti.builder().specifications(changed))
            .deployment(threeNodes())
            .set("integrated", protocol)
            .set("journal.segment-size", "256KiB")
            .set("journal.checkpoint-after", "256KiB");
    try (Tutti tutti = builder.open()) {
      judge(tutti);
      String account = acknowledged().getFirst().split(" ")[1];
      tutti.instance("Account", account).call("annotate", Map.of("text", "rent"));
      assertThat(tutti.instance("Account", account).read().orElseThrow().fields())
          .containsEntry("note", "rent");
    }
  }

  /** A backup of three nodes, which was taken under load: what was acknowledged before is in it. */
  @Test
  void aBackupIsRestoredAndGoesOn(@TempDir Path backup) throws IOException {
    unpack("backup", backup);
    CommandInside restore = new CommandInside();
    Path restored = data.resolve("restored");
    assertThat(restore.execute("restore", backup.toString(), "--data", restored.toString()))
        .as(restore.output())
        .isZero();
    Files.copy(backup.resolve(ACKNOWLEDGED), data.resolve(ACKNOWLEDGED));
    try (Tutti tutti = bank().deployment(threeNodes()).data(restored).open()) {
      judge(tutti);
    }
  }

  /** Where no actor comes to another node, too, and by the name of the backup. */
  @Test
  void aBackupOfAnotherApplicationIsNotRestored(@TempDir Path backup) throws IOException {
    unpack("backup", backup);
    CommandInside restore = new CommandInside();
    Path restored = data.resolve("restored");
    String hotel = Repository.root().resolve("examples/hotel").toString();
    String[] command = {
      "restore",
      backup.toString(),
      hotel,
      "--deployment",
      threeNodes().toString(),
      "--data",
      restored.toString()
    };
    assertThat(restore.execute(command)).isEqualTo(1);
    assertThat(restore.output())
        .contains("nothing was restored: the data in " + backup, "specification Account is gone")
        .doesNotContain(".restoring");
    assertThat(restored.resolve("a")).doesNotExist();
  }

  @Test
  void anExchangeOpensAndGoesOn() throws Exception {
    unpack("exchange");
    Path sources = Repository.root().resolve("examples/exchange");
    ClassLoader loader =
        JavaCompilation.compile(
                sources, JavaApplications.sources(sources), new PrintWriter(System.err))
            .loader();
    JavaApplication application =
        (JavaApplication)
            loader.loadClass("exchange.ExchangeApplication").getMethod("application").invoke(null);
    // The process that wrote it served questions in SQL, too: they are a part of its application.
    List<String> written = checkpoints();
    try (Tutti tutti = small(Tutti.builder().application(SqlQuery.in(application))).open()) {
      assertThat(checkpoints()).as("written anew for another application").isEqualTo(written);
      for (String line : acknowledged()) {
        String[] words = line.split(" ");
        List<Object> payments =
            call(tutti, loader, "Provider", words[2], "OfWallet", Long.valueOf(words[0]));
        assertThat(payments)
            .as("a payment that was acknowledged: %s", line)
            .anySatisfy(payment -> assertThat(payment.toString()).contains("value=" + words[3]));
      }
      call(tutti, loader, "Exchange", "main", "AuthPay", "visa", 99L, new BigDecimal("5"));
      List<Object> after = call(tutti, loader, "Provider", "visa", "OfWallet", 99L);
      assertThat(after).hasSize(1);
    }
  }

  /** Calls a procedure whose classes only the loader knows. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <T> T call(
      Tutti tutti, ClassLoader loader, String actor, String key, String procedure, Object... with)
      throws ReflectiveOperationException {
    Class type = loader.loadClass("exchange." + actor);
    Object made =
        loader
            .loadClass("exchange." + actor + "$" + procedure)
            .getConstructors()[0]
            .newInstance(with);
    return (T) tutti.actor(type, key).call((Procedure) made);
  }

  /** All that was acknowledged is there, no money came or went, and the bank goes on. */
  private void judge(Tutti tutti) throws IOException {
    Map<String, Transfer> acknowledged = new HashMap<>();
    for (String line : acknowledged()) {
      String[] words = line.split(" ");
      acknowledged.put(words[0], new Transfer(words[0], words[1], words[2], words[3], words[4]));
    }
    assertThat(acknowledged).hasSizeGreaterThan(50);
    List<String> accounts =
        acknowledged.values().stream().map(Transfer::from).distinct().sorted().toList();
    for (Transfer each : acknowledged.values()) {
      assertThat(tutti.instance("Transfer", each.id()).read())
          .as("%s was acknowledged", each)
          .hasValueSatisfying(view -> assertThat(view.state()).isEqualTo("booked"));
      Request again = tutti.once(each.key()).request();
      again.event("Transfer", each.id(), "book", each.arguments());
      assertThat(again.run().transaction())
          .as("a repeat gets the first answer")
          .isEqualTo(Objects.toString(TransactionId.parse(each.transaction())));
    }
    assertThat(sum(tutti, accounts)).isEqualByComparingTo(OPENED);
    tutti
        .instance("Transfer", "9000001")
        .call("book", Map.of("amount", "EUR 1.00", "from", accounts.get(0), "to", accounts.get(1)));
    assertThat(sum(tutti, accounts)).isEqualByComparingTo(OPENED);
  }

  private static BigDecimal sum(Tutti tutti, List<String> accounts) {
    BigDecimal sum = BigDecimal.ZERO;
    for (String account : accounts) {
      Object balance =
          tutti.instance("Account", account).read().orElseThrow().fields().get("balance");
      sum = sum.add(new BigDecimal(String.valueOf(balance).substring("EUR ".length())));
    }
    return sum;
  }

  private List<String> checkpoints() throws IOException {
    try (Stream<Path> files = Files.list(data)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("checkpoint-"))
          .sorted()
          .toList();
    }
  }

  private List<String> acknowledged() throws IOException {
    return Files.readAllLines(data.resolve(ACKNOWLEDGED));
  }

  private void unpack(String folder) throws IOException {
    unpack(folder, data);
  }

  private static void unpack(String folder, Path into) throws IOException {
    unpack(FOLDERS, folder, into);
  }

  private static void unpack(Path from, String folder, Path into) throws IOException {
    try (InputStream file = Files.newInputStream(from.resolve(folder + ".zip"));
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path to = into.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(to);
        } else {
          Files.createDirectories(to.getParent());
          Files.copy(zip, to);
        }
      }
    }
  }

  private TuttiBuilder bank() {
    return small(Tutti.builder().specifications(Repository.root().resolve("examples/bank")));
  }

  private TuttiBuilder small(TuttiBuilder builder) {
    return builder
        .data(data)
        .set("idempotency.keep", "3650d")
        .set("journal.segment-size", "64KiB")
        .set("journal.checkpoint-after", "128KiB");
  }

  /** Nodes of the names that wrote the folders, at addresses that are free here. */
  private Path threeNodes() throws IOException {
    List<Integer> ports = FreePorts.numbers(3);
    return Files.writeString(
        data.resolve("three-nodes.conf"),
        "tutti { nodes { a = \"127.0.0.1:%d\", b = \"127.0.0.1:%d\", c = \"127.0.0.1:%d\" } }"
            .formatted(ports.toArray()));
  }
}
