package tutti.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.lsp.Editor.at;
import static tutti.lsp.Editor.document;
import static tutti.lsp.Editor.in;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.ReferenceContext;
import org.eclipse.lsp4j.ReferenceParams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server shows, finds, outlines and proposes names. */
class LspNamesTest extends EditedBank {
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
        .contains("// The first deposit must reach the bank's minimum.\ninitialDeposit >= minimum;")
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

  @Test
  void showsWhichEventsClientsMayCall() throws Exception {
    Files.writeString(account, Files.readString(account).replaceFirst("block\\[", "internal $0"));
    editor.begin();
    String text = open(account);
    assertThat(hover(account, text, "inter|nal block[]")).contains("no client may call it");
    assertThat(hover(account, text, "internal blo|ck[]"))
        .contains("`Account`: `opened -> blocked`; internal: no client may call it.");
    assertThat(hover(account, text, "unbl|ock[]"))
        .contains("event unblock()")
        .doesNotContain("no client");
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
                .map(EditedBank::line))
        .contains(
            "AccountEvents.ebl: event withdraw(amount: Money) {",
            "Account.ebl: public withdraw[]",
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
    assertThat(completion(events, library, "caller."))
        .containsExactly("subject", "tenant", "roles");
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
    assertThat(completion(account, text.replace("block[]", "\u0000 block[]"), "in"))
        .contains("internal", "public");
    assertThat(completion(account, text.replace("import bank.AccountEvents", "import \u0000"), "b"))
        .contains("bank.TransferEvents");
  }
}
