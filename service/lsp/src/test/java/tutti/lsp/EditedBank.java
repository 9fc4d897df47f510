package tutti.lsp;

import static tutti.lsp.Editor.at;
import static tutti.lsp.Editor.document;
import static tutti.lsp.Editor.in;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Range;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An editor that works on a copy of the bank, for tests of the server. */
abstract class EditedBank {
  @TempDir private Path folder;
  Path bank;
  Path account;
  Path events;
  Path transfer;
  Editor editor;

  @BeforeEach
  void aCopyOfTheBank() throws Exception {
    bank = Files.createDirectories(folder.toRealPath().resolve("bank"));
    try (Stream<Path> files = Files.list(Path.of("../../examples/bank"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".ebl")).toList()) {
        Files.copy(file, bank.resolve(file.getFileName().toString()));
      }
    }
    account = bank.resolve("Account.ebl");
    events = bank.resolve("AccountEvents.ebl");
    transfer = bank.resolve("TransferEvents.ebl");
    editor = new Editor();
  }

  @AfterEach
  void closes() throws IOException {
    editor.close();
  }

  String open(Path file) throws IOException {
    String text = Files.readString(file);
    editor.open(file, text);
    return text;
  }

  List<CodeAction> fixes(Path file, Range range) throws Exception {
    return in(
            editor
                .server
                .getTextDocumentService()
                .codeAction(
                    new CodeActionParams(document(file), range, new CodeActionContext(List.of()))))
        .stream()
        .map(each -> each.getRight())
        .toList();
  }

  String hover(Path file, String text, String marked) throws Exception {
    Hover hover =
        in(
            editor
                .server
                .getTextDocumentService()
                .hover(new HoverParams(document(file), at(text, marked))));
    return hover == null ? "" : hover.getContents().getRight().getValue();
  }

  List<String> definition(Path file, String text, String marked) throws Exception {
    return in(
            editor
                .server
                .getTextDocumentService()
                .definition(new DefinitionParams(document(file), at(text, marked))))
        .getLeft()
        .stream()
        .map(EditedBank::line)
        .toList();
  }

  /** The file and the line of a place. */
  static String line(Location place) {
    Path file = Documents.file(place.getUri()).orElseThrow();
    try {
      String line = Files.readAllLines(file).get(place.getRange().getStart().getLine());
      return file.getFileName() + ": " + line.strip();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
