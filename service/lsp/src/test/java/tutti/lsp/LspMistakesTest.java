package tutti.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.lsp.Editor.at;
import static tutti.lsp.Editor.document;
import static tutti.lsp.Editor.in;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextEdit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.schema.ApplicationSchema;
import tutti.model.schema.ApplicationSchema.TypeSchema;

/** The server tells the mistakes of texts as they are edited, and how to mend them. */
class LspMistakesTest extends EditedBank {
  @Test
  void tellsTheMistakesOfUnsavedTexts() throws Exception {
    editor.begin();
    String text = open(events);
    assertThat(editor.mistakes(events, 1)).isEmpty();
    Position amount = at(text, "initialDeposit >= minimum");
    Range range = new Range(amount, new Position(amount.getLine(), amount.getCharacter() + 7));
    editor.change(events, 2, range, "inital");
    PublishDiagnosticsParams told = editor.next(events, 2);
    assertThat(told.getDiagnostics())
        .extracting(each -> each.getCode().getLeft() + " " + each.getSeverity())
        .containsExactly("invariant-open Warning", "unknown-name Error");
    Diagnostic mistake = told.getDiagnostics().getLast();
    assertThat(mistake.getCode().getLeft()).isEqualTo("unknown-name");
    assertThat(mistake.getMessage().getLeft())
        .isEqualTo("There is no name `initalDeposit`.\nDid you mean `initialDeposit`?");
    assertThat(Editor.place(mistake.getRange()))
        .isEqualTo(
            amount.getLine()
                + ":"
                + amount.getCharacter()
                + "-"
                + amount.getLine()
                + ":"
                + (amount.getCharacter() + 13));
    List<CodeAction> fixes = fixes(events, mistake.getRange());
    assertThat(fixes)
        .extracting(CodeAction::getTitle)
        .containsExactly("Write `initialDeposit` instead of `initalDeposit`");
    TextEdit edit =
        fixes.getFirst().getEdit().getChanges().get(events.toUri().toString()).getFirst();
    editor.change(events, 3, edit.getRange(), edit.getNewText());
    assertThat(editor.mistakes(events, 3)).isEmpty();
    assertThat(fixes(events, mistake.getRange())).isEmpty();
  }

  /** A file that is not open has mistakes because of one that is. */
  @Test
  void tellsTheMistakesOfTheWholeApplication() throws Exception {
    editor.begin();
    String text = open(events);
    assertThat(editor.mistakes(events, 1)).isEmpty();
    editor.change(events, 2, null, text.replace("event deposit(", "event depositt("));
    assertThat(editor.next(account, null).getDiagnostics())
        .anySatisfy(
            each ->
                assertThat(each.getMessage().getLeft()).contains("There is no event `deposit`"));
    editor.close(events);
    assertThat(editor.next(account, null).getDiagnostics()).isEmpty();
  }

  @Test
  void looksAtFilesAnewWhenOthersChangeThem() throws Exception {
    editor.begin();
    String text = open(account);
    assertThat(editor.mistakes(account, 1)).isEmpty();
    Files.writeString(events, Files.readString(events).replace("event deposit(", "event pay("));
    editor
        .server
        .getWorkspaceService()
        .didChangeWatchedFiles(new DidChangeWatchedFilesParams(List.of()));
    Position place = at(text, "deposit[]");
    assertThat(editor.mistakes(account, 1))
        .contains(
            "unknown-event %d:%d-%d:%d"
                .formatted(
                    place.getLine(),
                    place.getCharacter(),
                    place.getLine(),
                    place.getCharacter() + 7));
  }

  /** Positions count UTF-16 units: the clef takes two, the quote and the ideograph one each. */
  @Test
  void countsAsEditorsDoInTextThatIsNotEnglish() throws Exception {
    editor.begin();
    String text =
        open(events)
            .replace(
                "initialDeposit >= minimum;", "/* 𝄞 “数” */ \"𝄞é\" != \"\" && inital >= minimum;");
    editor.change(events, 2, null, text);
    Position place = at(text, "inital >= ");
    assertThat(editor.mistakes(events, 2))
        .contains(
            "unknown-name %d:%d-%d:%d"
                .formatted(
                    place.getLine(),
                    place.getCharacter(),
                    place.getLine(),
                    place.getCharacter() + 6));
    // The change begins behind two characters that take four units.
    Position clef = at(text, "𝄞é");
    Range range = new Range(clef, new Position(clef.getLine(), clef.getCharacter() + 2));
    editor.change(events, 3, range, "𝄞𝄞");
    assertThat(editor.mistakes(events, 3))
        .contains(
            "unknown-name %d:%d-%d:%d"
                .formatted(
                    place.getLine(),
                    place.getCharacter() + 2,
                    place.getLine(),
                    place.getCharacter() + 8));
    assertThat(hover(events, text.replace("𝄞é", "𝄞𝄞é"), "mini|mum;")).contains("minimum: Money");
  }

  /** Texts that are cut off anywhere, and requests about places that are not there. */
  @Test
  void outlivesBrokenTexts() throws Exception {
    editor.begin();
    String text = open(account) + "\u0000 \uD834 }}}} @doc { \r\r\n";
    for (int length = text.length(), version = 2; length > 0; length -= 97, version++) {
      editor.change(account, version, null, text.substring(0, length));
      Position place = new Position(length % 50, length % 60);
      HoverParams hover = new HoverParams(document(account), place);
      DefinitionParams definition = new DefinitionParams(document(account), place);
      CompletionParams completion = new CompletionParams(document(account), place);
      in(editor.server.getTextDocumentService().hover(hover));
      in(editor.server.getTextDocumentService().definition(definition));
      in(editor.server.getTextDocumentService().completion(completion));
      DocumentSymbolParams outline = new DocumentSymbolParams(document(account));
      in(editor.server.getTextDocumentService().documentSymbol(outline));
      fixes(account, new Range(new Position(0, 0), new Position(999, 999)));
    }
    editor.change(account, 1000, null, Files.readString(account));
    assertThat(editor.mistakes(account, 1000)).isEmpty();
  }

  /** A change without a text changes nothing, and the next whole text counts. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"text\":null}]",
        "[{}]",
        "null",
        "[null]",
        "[{\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":0,\"character\":9}},\"text\":null}]"
      })
  void passesOverAChangeWithoutAText(String changes) throws Exception {
    editor.begin();
    String text = open(account);
    assertThat(editor.mistakes(account, 1)).isEmpty();
    editor.write(
        "Content-Length",
        "textDocument/didChange",
        "{\"textDocument\":{\"uri\":\"%s\",\"version\":2},\"contentChanges\":%s}"
            .formatted(account.toUri(), changes));
    assertThat(hover(account, text, "ope|n[minimum")).contains("event open");
    editor.change(account, 3, null, text + " ");
    assertThat(editor.mistakes(account, 3)).isEmpty();
  }

  @Test
  void passesOverADocumentThatIsOpenedWithoutAText() throws Exception {
    editor.begin();
    editor.write(
        "Content-Length",
        "textDocument/didOpen",
        "{\"textDocument\":{\"uri\":\"%s\",\"languageId\":\"rebel\",\"version\":1,\"text\":null}}"
            .formatted(account.toUri()));
    assertThat(hover(account, Files.readString(account), "ope|n[minimum")).isEmpty();
    String text = open(account);
    assertThat(editor.mistakes(account, 1)).isEmpty();
    assertThat(hover(account, text, "ope|n[minimum")).contains("event open");
  }

  @Test
  void goesOnWhereTextsOfOtherDocumentsAreMissing() throws Exception {
    editor.begin();
    editor.write(
        "Content-Length",
        "textDocument/didOpen",
        "{\"textDocument\":{\"uri\":\"%s\",\"version\":1,\"text\":null}}"
            .formatted(events.toUri()));
    String text = open(account);
    assertThat(hover(account, text, "ope|n[minimum")).contains("event open");
  }

  /** Two applications with types of one name are not one. */
  @Test
  void keepsApplicationsApart() throws Exception {
    editor.begin();
    Path shop = Files.createDirectories(bank.resolveSibling("shop"));
    for (Path file : List.of(account, events)) {
      String text = Files.readString(file).replace(" bank.", " shop.");
      Files.writeString(shop.resolve(file.getFileName()), text);
    }
    Path other = shop.resolve("Account.ebl");
    open(account);
    String text = open(other);
    assertThat(editor.mistakes(other, 1)).isEmpty();
    assertThat(definition(other, text, "shop.Account|Events"))
        .containsExactly("AccountEvents.ebl: module shop.AccountEvents");
  }

  @Test
  void knowsTheActorsInJava() throws Exception {
    editor.close();
    ApplicationSchema actors =
        new ApplicationSchema(List.of(new TypeSchema("Ledger", List.of(), List.of())));
    boolean[] compiles = {true};
    editor =
        new Editor(
            asked -> {
              if (!compiles[0]) {
                throw new IllegalStateException("a class does not compile");
              }
              return asked.equals(bank) ? actors : new ApplicationSchema(List.of());
            });
    editor.begin();
    String text = Files.readString(transfer).replace("sync {", "sync { Ledger[\"a\"].note(); ");
    editor.open(transfer, text);
    PublishDiagnosticsParams told = editor.next(transfer, 1);
    assertThat(told.getDiagnostics())
        .extracting(each -> each.getMessage().getLeft().lines().findFirst().orElse(""))
        .contains("There is no procedure of `Ledger` called `note`.");
    compiles[0] = false;
    editor.change(transfer, 2, null, text + " ");
    assertThat(editor.next(transfer, 2).getDiagnostics()).isEqualTo(told.getDiagnostics());
  }
}
