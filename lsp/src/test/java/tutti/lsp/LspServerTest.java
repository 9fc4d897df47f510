package tutti.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.lsp.Editor.at;
import static tutti.lsp.Editor.document;
import static tutti.lsp.Editor.in;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ReferenceContext;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.model.schema.ApplicationSchema;
import tutti.model.schema.ApplicationSchema.TypeSchema;

/** An editor works on the bank, and the server answers. */
class LspServerTest {
  @TempDir private Path folder;
  private Path bank;
  private Path account;
  private Path events;
  private Path transfer;
  private Editor editor;

  @BeforeEach
  void aCopyOfTheBank() throws Exception {
    bank = Files.createDirectories(folder.toRealPath().resolve("bank"));
    try (Stream<Path> files = Files.list(Path.of("../examples/bank"))) {
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

  private String open(Path file) throws IOException {
    String text = Files.readString(file);
    editor.open(file, text);
    return text;
  }

  @Test
  void saysWhatItCanDo() throws Exception {
    InitializeResult result = editor.begin();
    ServerCapabilities can = result.getCapabilities();
    assertThat(result.getServerInfo().getName()).isEqualTo("tutti");
    assertThat(can.getPositionEncoding()).isEqualTo("utf-16");
    assertThat(can.getTextDocumentSync().getRight().getChange())
        .isEqualTo(TextDocumentSyncKind.Incremental);
    assertThat(can.getHoverProvider().getLeft()).isTrue();
    assertThat(can.getDefinitionProvider().getLeft()).isTrue();
    assertThat(editor.registered.take().getRegistrations().getFirst().getMethod())
        .isEqualTo("workspace/didChangeWatchedFiles");
  }

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

  private List<CodeAction> fixes(Path file, Range range) throws Exception {
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

  private String hover(Path file, String text, String marked) throws Exception {
    Hover hover =
        in(
            editor
                .server
                .getTextDocumentService()
                .hover(new HoverParams(document(file), at(text, marked))));
    return hover == null ? "" : hover.getContents().getRight().getValue();
  }

  @Test
  void showsTheLifeCycleOfASpecification() throws Exception {
    editor.begin();
    String text = open(transfer);
    assertThat(hover(transfer, text, "Acc|ount[this.from]"))
        .isEqualTo(
            """
            ```rebel
            specification Account {
              iban: IBAN @key
              balance: Money
            }
            ```

            A payment account in euros. It never holds less than nothing, whoever asks for what at the same time.

            Life cycle:

            ```rebel
            initial unopened -> opened: open
            opened -> opened: deposit, withdraw, interest
            opened -> blocked: block
            opened -> closed: close
            blocked -> opened: unblock
            final closed
            ```\
            """);
  }

  @Test
  void showsSignaturesTypesAndStates() throws Exception {
    editor.begin();
    String text = open(account);
    String library = open(events);
    assertThat(hover(account, text, "ope|n[minimum"))
        .contains("event open[minimum: Money = EUR 0.00](initialDeposit: Money)")
        .contains("Opens the account with a first deposit.")
        .contains("initialDeposit >= minimum;")
        .contains("`Account`: `unopened -> opened`");
    assertThat(hover(account, text, "-> |blocked: block"))
        .contains("A state of `Account`", "opened -> blocked: block", "blocked -> opened: unblock")
        .doesNotContain("deposit", "close");
    assertThat(hover(account, text, "mini|mum = EUR"))
        .contains("minimum: Money = EUR 0.00", "A configuration parameter of `open`");
    assertThat(hover(events, library, "new this.bal|ance == initialDeposit"))
        .contains("balance: Money", "A field of `Account`", "What is on the account now.");
    assertThat(hover(events, library, "deposit(am|ount: Mon"))
        .contains("amount: Money", "A parameter of `deposit`");
    assertThat(hover(events, library, "deposit(amount: Mo|ney")).contains("Money", "EUR 50.00");
    assertThat(hover(account, text, "never|Overdrawn")).contains("invariant neverOverdrawn");
    assertThat(hover(account, text, "bank.Account|Events")).contains("module bank.AccountEvents");
    assertThat(hover(account, text, "A payment| account")).isEmpty();
  }

  private List<String> definition(Path file, String text, String marked) throws Exception {
    return in(
            editor
                .server
                .getTextDocumentService()
                .definition(new DefinitionParams(document(file), at(text, marked))))
        .getLeft()
        .stream()
        .map(LspServerTest::line)
        .toList();
  }

  /** The file and the line of a place. */
  private static String line(Location place) {
    Path file = Documents.file(place.getUri()).orElseThrow();
    try {
      String line = Files.readAllLines(file).get(place.getRange().getStart().getLine());
      return file.getFileName() + ": " + line.strip();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Acc|ount[this.from],Account.ebl: specification Account {",
    "[this.from].with|draw(,AccountEvents.ebl: event withdraw(amount: Money) {",
    "Account[this.fr|om],Transfer.ebl: from: IBAN @ref = bank.Account",
    "import bank.Trans|fer,Transfer.ebl: module bank.Transfer"
  })
  void leadsToDefinitions(String place, String definition) throws Exception {
    editor.begin();
    String text = open(transfer);
    assertThat(definition(transfer, text, place)).containsExactly(definition);
  }

  @Test
  void findsTheUsesOfAName() throws Exception {
    editor.begin();
    String text = open(events);
    ReferenceParams asked =
        new ReferenceParams(
            document(events), at(text, "event with|draw("), new ReferenceContext(true));
    assertThat(
            in(editor.server.getTextDocumentService().references(asked)).stream()
                .map(LspServerTest::line))
        .contains(
            "AccountEvents.ebl: event withdraw(amount: Money) {",
            "Account.ebl: withdraw[]",
            "Account.ebl: opened -> opened: deposit, withdraw, interest")
        .anyMatch(line -> line.startsWith("TransferEvents.ebl: Account[this.from].withdraw("));
  }

  @Test
  void outlinesAModule() throws Exception {
    editor.begin();
    open(account);
    DocumentSymbol specification =
        in(editor
                .server
                .getTextDocumentService()
                .documentSymbol(new DocumentSymbolParams(document(account))))
            .getFirst()
            .getRight();
    assertThat(specification.getName()).isEqualTo("Account");
    assertThat(specification.getChildren())
        .extracting(DocumentSymbol::getName)
        .contains("iban", "balance", "open", "withdraw", "unopened", "closed");
  }

  private List<String> completion(Path file, String text, String before) throws Exception {
    int offset = text.indexOf("\u0000");
    String typed = text.replace("\u0000", before);
    editor.open(file, typed);
    String head = typed.substring(0, offset + before.length());
    Position place =
        new Position(
            (int) head.chars().filter(c -> c == '\n').count(),
            head.length() - head.lastIndexOf('\n') - 1);
    return in(
            editor
                .server
                .getTextDocumentService()
                .completion(new CompletionParams(document(file), place)))
        .getLeft()
        .stream()
        .map(CompletionItem::getLabel)
        .toList();
  }

  @Test
  void proposesWhatFitsAPlace() throws Exception {
    editor.begin();
    String library = Files.readString(events).replace("initialDeposit >= minimum;", "\u0000");
    assertThat(completion(events, library, "this.")).containsExactlyInAnyOrder("iban", "balance");
    assertThat(completion(events, library, "ini"))
        .contains("initialDeposit", "minimum", "forall", "Account", "Money")
        .doesNotContain("some");
    assertThat(completion(events, library, "this instate ")).contains("opened", "blocked");
    assertThat(completion(events, library, "Transfer[1].")).contains("from", "book");
    assertThat(completion(events, library, "@")).containsExactly("key", "ref", "doc");
    assertThat(completion(events, library, "minimum.")).contains("currency").doesNotContain("iban");
    String text = Files.readString(account);
    assertThat(completion(account, text.replace("balance: Money", "balance: \u0000"), "Mo"))
        .contains("Money", "Transfer", "set")
        .doesNotContain("opened");
    assertThat(completion(account, text.replace("-> blocked: block\n", "-> \u0000\n"), "bl"))
        .contains("blocked", "closed")
        .doesNotContain("Money");
    assertThat(
            completion(account, text.replace("-> blocked: block\n", "-> blocked: \u0000\n"), "b"))
        .contains("block", "deposit")
        .doesNotContain("blocked", "Money");
    assertThat(completion(account, text.replace("import bank.AccountEvents", "import \u0000"), "b"))
        .contains("bank.TransferEvents");
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

  @Test
  void passesOverDocumentsThatAreNoFiles() throws Exception {
    editor.begin();
    TextDocumentItem item = new TextDocumentItem("untitled:Untitled-1", "rebel", 1, "module");
    editor.server.getTextDocumentService().didOpen(new DidOpenTextDocumentParams(item));
    HoverParams hover =
        new HoverParams(new TextDocumentIdentifier("untitled:Untitled-1"), new Position(0, 1));
    assertThat(in(editor.server.getTextDocumentService().hover(hover))).isNull();
    assertThat(Documents.file("no uri at all")).isEmpty();
    assertThat(Documents.file("file://elsewhere/a.ebl")).isEmpty();
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

  @Test
  void refusesRequestsBeforeTheBeginningAndAfterTheEnd() throws Exception {
    HoverParams hover = new HoverParams(document(account), new Position(0, 1));
    assertThat(code(editor.server.getTextDocumentService().hover(hover))).isEqualTo(-32002);
    editor.begin();
    open(account);
    in(editor.server.getTextDocumentService().hover(hover));
    in(editor.server.shutdown());
    assertThat(code(editor.server.getTextDocumentService().hover(hover))).isEqualTo(-32600);
  }

  private static int code(CompletableFuture<?> answer) throws Exception {
    try {
      throw new AssertionError(in(answer));
    } catch (ExecutionException refused) {
      return ((ResponseErrorException) refused.getCause()).getResponseError().getCode();
    }
  }

  @Test
  void goesOnAfterARequestThatWasCancelled() throws Exception {
    editor.begin();
    String text = open(account);
    for (int i = 0; i < 20; i++) {
      HoverParams hover = new HoverParams(document(account), at(text, "ope|n[minimum"));
      CompletableFuture<Hover> answer = editor.server.getTextDocumentService().hover(hover);
      answer.cancel(true);
      // Either the client knows first that it cancelled, or the server's answer comes first.
      assertThatThrownBy(() -> in(answer))
          .isInstanceOfAny(CancellationException.class, ExecutionException.class)
          .satisfies(
              failure -> {
                if (failure instanceof ExecutionException) {
                  assertThat(failure).hasMessageContaining("cancelled");
                }
              });
    }
    assertThat(hover(account, text, "ope|n[minimum")).contains("event open");
  }

  @Test
  void endsAsTheProtocolSays() throws Exception {
    editor.begin();
    assertThat(editor.end()).isZero();
  }

  @Test
  void failsWhenTheEditorLeavesWithoutShutdown() throws Exception {
    editor.begin();
    editor.server.exit();
    assertThat(in(editor.status)).isOne();
  }

  @Test
  void failsWhenTheEditorIsGone() throws Exception {
    editor.begin();
    editor.vanish();
    assertThat(in(editor.status)).isOne();
  }
}
