package tutti.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.Tutti;
import tutti.cli.rules.Repository;

/** {@code tutti check APP --data DIR} says what a start would do, and changes nothing. */
class DataCheckTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private Path application;
  private Path data;

  @BeforeEach
  void aFolderWithAnAccount() throws IOException {
    application = Files.createDirectories(folder.resolve("bank"));
    data = folder.resolve("data");
    try (Stream<Path> files = Files.list(Repository.root().resolve("examples/bank"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".ebl")).toList()) {
        Files.copy(file, application.resolve(file.getFileName().toString()));
      }
    }
    try (tutti.embedded.Tutti node =
        tutti.embedded.Tutti.builder().specifications(application).data(data).open()) {
      node.instance("Account", "NL91ABNA0417164300")
          .call("open", Map.of("initialDeposit", "EUR 5.00"));
    }
  }

  private int check(Path where) {
    out.getBuffer().setLength(0);
    return Tutti.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(out, true))
        .execute("check", application.toString(), "--data", where.toString());
  }

  private void change(String file, String old, String now) throws IOException {
    Path path = application.resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(old);
    Files.writeString(path, text.replace(old, now));
  }

  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(data)) {
      for (Path file : all.toList()) {
        files.put(
            file.getFileName().toString(),
            Files.getLastModifiedTime(file) + HexFormat.of().formatHex(Files.readAllBytes(file)));
      }
    }
    return files;
  }

  @Test
  void saysWhatAStartWouldDoAndChangesNothing() throws IOException {
    Map<String, String> before = files();
    assertThat(check(data)).isZero();
    assertThat(out.toString()).contains("was written under this version of the application");
    change("Account.ebl", "A payment account in euros", "An account in euros");
    assertThat(check(data)).isZero();
    assertThat(out.toString())
        .contains("under another version of the application; a start goes on with all of it");
    change("Account.ebl", "balance: Money", "funds: Money");
    for (String file : new String[] {"Account.ebl", "AccountEvents.ebl"}) {
      Path path = application.resolve(file);
      Files.writeString(path, Files.readString(path).replace("this.balance", "this.funds"));
    }
    assertThat(check(data)).isEqualTo(1);
    assertThat(out.toString()).contains("a start would be refused").contains("balance");
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void saysThatThereIsNoData() {
    assertThat(check(folder.resolve("none"))).isZero();
    assertThat(out.toString()).contains("has no data; a start begins with none");
    assertThat(folder.resolve("none")).doesNotExist();
  }
}
