package tutti.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.lsp.Editor.at;
import static tutti.lsp.Editor.document;
import static tutti.lsp.Editor.in;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of the server: what it can do, which requests it refuses, and how it ends. */
class LspServerTest extends EditedBank {
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
  void hasNoRequestThatItDoesNotSayItHas() throws Exception {
    editor.begin();
    CodeLensParams lenses = new CodeLensParams(document(account));
    assertThatThrownBy(() -> in(editor.server.getTextDocumentService().codeLens(lenses)))
        .cause()
        .isInstanceOfSatisfying(
            ResponseErrorException.class,
            error -> {
              assertThat(error.getResponseError().getCode()).isEqualTo(-32601);
              assertThat(error.getResponseError().getMessage())
                  .isEqualTo("this server has no request codeLens");
              assertThat(error.getResponseError().getData()).isNull();
            });
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

  /** The names of headers have no case, as those of HTTP. */
  @ParameterizedTest
  @ValueSource(strings = {"content-length", "CONTENT-LENGTH", "Content-Type: x\r\nContent-length"})
  void readsTheNamesOfHeadersInAnyCase(String header) throws Exception {
    editor.begin();
    open(account);
    assertThat(editor.mistakes(account, 1)).isEmpty();
    editor.write(
        header,
        "textDocument/didChange",
        "{\"textDocument\":{\"uri\":\"%s\",\"version\":2},\"contentChanges\":[{\"text\":\"\"}]}"
            .formatted(account.toUri()));
    assertThat(editor.mistakes(account, 2)).isNotEmpty();
    assertThat(editor.end()).isZero();
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
