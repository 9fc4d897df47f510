package tutti.rebel.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.rebel.load.Diagnostic;

/** Files are found from any place in a tree. */
class LoaderTest {

  @TempDir Path root;

  private void sample() throws IOException {
    for (Map.Entry<String, String> file : Sample.files().entrySet()) {
      write(file.getKey(), file.getValue());
    }
  }

  private void write(String name, String text) throws IOException {
    Path path = root.resolve(name);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private static List<String> codes(CheckResult result) {
    return result.diagnostics().stream().map(Diagnostic::code).toList();
  }

  @Test
  void walksUpFromAFileAFolderOrTheWholeTree() throws IOException {
    sample();
    write("other/deep/Thing.ebl", "module other.deep.Thing\nimport bank.Account\n");
    for (String given :
        List.of("bank/Account.ebl", "bank/Lib.ebl", "bank", "", "other", "other/deep/Thing.ebl")) {
      CheckResult result = Checker.check(root.resolve(given));
      assertThat(result.diagnostics()).as(given).isEmpty();
      assertThat(result.application().orElseThrow().specifications()).as(given).hasSize(1);
    }
  }

  /** The name is right, and the folder is not: nothing nearer can be meant. */
  @Test
  void aModuleInAFolderOfAnotherNameIsNotItsOwnSuggestion() throws IOException {
    write("q/A.ebl", "module p.A\nimport p.B\n");
    write("q/B.ebl", "module p.B\n");
    CheckResult result = Checker.check(root.resolve("q"));
    assertThat(codes(result)).contains("missing-import", "module-place");
    assertThat(result.diagnostics()).noneMatch(each -> each.help().contains("mean `p.B`"));
  }

  @Test
  void severalFoldersAreOneApplication() throws IOException {
    sample();
    write("one/Some.ebl", Sample.ACCOUNT.replace("bank.Account", "one.Some"));
    CheckResult result = Checker.check(List.of(root.resolve("bank"), root.resolve("one")));
    assertThat(codes(result)).contains("duplicate-specification");
  }

  @Test
  void saysWhatIsNotThere() throws IOException {
    assertThat(codes(Checker.check(root.resolve("nothing")))).containsExactly("nothing-to-read");
    assertThat(codes(Checker.check(root))).containsExactly("nothing-to-read");
    write("Lib.ebl", "module Lib\nevent a() {}\n");
    assertThat(codes(Checker.check(root))).contains("nothing-to-read");
  }

  @Test
  void saysThatAFileIsNoText() throws IOException {
    sample();
    Files.write(root.resolve("bank/Bad.ebl"), new byte[] {(byte) 0xC3, (byte) 0x28});
    assertThat(codes(Checker.check(root))).containsExactly("unreadable");
  }

  @Test
  void namesTheFileThatAMissingImportWouldBe() throws IOException {
    sample();
    write("bank/More.ebl", "module bank.More\nimport bank.Acount\n");
    Diagnostic missing = Checker.check(root).diagnostics().getFirst();
    assertThat(missing.message()).contains("bank/Acount.ebl");
    assertThat(missing.help()).isEqualTo("Did you mean `bank.Account`?");
    assertThat(missing.span().line()).isEqualTo(2);
  }

  @Test
  void modulesMayImportEachOther() {
    assertThat(Sample.check().application()).isPresent();
    assertThat(
            codes(
                Checker.check(
                    Map.of("A.ebl", "module A\nimport B\n", "B.ebl", "module B\nimport A\n"))))
        .containsExactly("nothing-to-read");
  }
}
