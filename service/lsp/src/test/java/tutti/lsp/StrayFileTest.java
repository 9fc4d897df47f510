package tutti.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.lsp.Editor.document;
import static tutti.lsp.Editor.in;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.model.schema.ApplicationSchema;

/**
 * U16: a file whose first line does not fit its place, as in a folder for temporary files, is
 * checked alone: what stands beside it is neither read nor compiled.
 */
class StrayFileTest {
  private static final String STRAY =
      "module bank.Lost\n\nevent pay(amount: Money) { preconditions { amont > EUR 0.00; } }\n";

  @TempDir private Path folder;

  @Test
  void isCheckedAlone() throws Exception {
    Path place = folder.toRealPath();
    Path beside = Files.createDirectories(place.resolve("others"));
    Files.writeString(beside.resolve("Broken.ebl"), "this is no Rebel");
    Files.writeString(beside.resolve("Theirs.java"), "this is no Java");
    Path stray = Files.writeString(place.resolve("scratch.ebl"), STRAY);
    Queue<Path> compiled = new ConcurrentLinkedQueue<>();
    try (Editor editor =
        new Editor(
            each -> {
              compiled.add(each);
              return new ApplicationSchema(List.of());
            })) {
      editor.begin();
      editor.open(stray, STRAY);
      assertThat(editor.mistakes(stray, 1)).containsExactly("module-place 0:7-0:16");
      in(
          editor
              .server
              .getTextDocumentService()
              .documentSymbol(new DocumentSymbolParams(document(stray))));
      assertThat(compiled).isEmpty();
      assertThat(editor.told)
          .extracting(PublishDiagnosticsParams::getUri)
          .doesNotContain(beside.resolve("Broken.ebl").toUri().toString());
    }
  }
}
