package tutti.lsp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidChangeWatchedFilesCapabilities;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.MessageActionItem;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.RegistrationParams;
import org.eclipse.lsp4j.ShowMessageRequestParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceClientCapabilities;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import tutti.model.schema.ApplicationSchema;

/** An editor that talks to a server in this process over two pipes. */
final class Editor implements LanguageClient, AutoCloseable {
  final LinkedBlockingQueue<PublishDiagnosticsParams> told = new LinkedBlockingQueue<>();
  final LinkedBlockingQueue<RegistrationParams> registered = new LinkedBlockingQueue<>();
  final CompletableFuture<Integer> status;
  final LanguageServer server;
  private final OutputStream toServer;
  private final ExecutorService reader = Executors.newVirtualThreadPerTaskExecutor();

  Editor(Function<Path, ApplicationSchema> actors) throws IOException {
    Pipe there = Pipe.open();
    Pipe back = Pipe.open();
    InputStream in = Channels.newInputStream(there.source());
    OutputStream out = Channels.newOutputStream(back.sink());
    status = CompletableFuture.supplyAsync(() -> LspServer.serve(in, out, "9", actors), reader);
    toServer = Channels.newOutputStream(there.sink());
    Launcher<LanguageServer> launcher =
        new Launcher.Builder<LanguageServer>()
            .setLocalService(this)
            .setRemoteInterface(LanguageServer.class)
            .setInput(Channels.newInputStream(back.source()))
            .setOutput(toServer)
            .setExecutorService(reader)
            .create();
    server = launcher.getRemoteProxy();
    launcher.startListening();
  }

  Editor() throws IOException {
    this(_ -> new ApplicationSchema(List.of()));
  }

  InitializeResult begin() throws Exception {
    InitializeParams parameters = new InitializeParams();
    WorkspaceClientCapabilities workspace = new WorkspaceClientCapabilities();
    workspace.setDidChangeWatchedFiles(new DidChangeWatchedFilesCapabilities(true));
    ClientCapabilities capabilities = new ClientCapabilities();
    capabilities.setWorkspace(workspace);
    parameters.setCapabilities(capabilities);
    InitializeResult result = in(server.initialize(parameters));
    server.initialized(new InitializedParams());
    return result;
  }

  /** The result of a request; the wait ends only when the server has a bug. */
  static <T> T in(CompletableFuture<T> answer) throws Exception {
    return answer.get(60, TimeUnit.SECONDS);
  }

  static TextDocumentIdentifier document(Path file) {
    return new TextDocumentIdentifier(file.toUri().toString());
  }

  void open(Path file, String text) {
    server
        .getTextDocumentService()
        .didOpen(
            new DidOpenTextDocumentParams(
                new TextDocumentItem(file.toUri().toString(), "rebel", 1, text)));
  }

  /** Replaces the text of a range; of all if the range is null. */
  void change(Path file, int version, Range range, String text) {
    server
        .getTextDocumentService()
        .didChange(
            new DidChangeTextDocumentParams(
                new VersionedTextDocumentIdentifier(file.toUri().toString(), version),
                List.of(new TextDocumentContentChangeEvent(range, text))));
  }

  void close(Path file) {
    server.getTextDocumentService().didClose(new DidCloseTextDocumentParams(document(file)));
  }

  /** The next diagnostics of a file and version; those of others are passed over. */
  List<String> mistakes(Path file, int version) throws Exception {
    return next(file, version).getDiagnostics().stream()
        .map(each -> each.getCode().getLeft() + " " + place(each.getRange()))
        .toList();
  }

  PublishDiagnosticsParams next(Path file, Integer version) throws Exception {
    while (true) {
      PublishDiagnosticsParams next = told.poll(60, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("no diagnostics of " + file + " came");
      }
      if (next.getUri().equals(file.toUri().toString())
          && (version == null || version.equals(next.getVersion()))) {
        return next;
      }
    }
  }

  static String place(Range range) {
    return place(range.getStart()) + "-" + place(range.getEnd());
  }

  private static String place(Position position) {
    return position.getLine() + ":" + position.getCharacter();
  }

  /** Sends a notification whose bytes are not the library's. */
  void write(String header, String method, String parameters) throws IOException {
    String body =
        "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":%s}".formatted(method, parameters);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    toServer.write((header + ": " + bytes.length + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
    toServer.write(bytes);
    toServer.flush();
  }

  /** Says shutdown and exit, and gives the server's exit status. */
  int end() throws Exception {
    in(server.shutdown());
    server.exit();
    return in(status);
  }

  /** The editor is gone without a word. */
  void vanish() throws IOException {
    toServer.close();
  }

  @Override
  public void close() throws IOException {
    vanish();
    reader.shutdownNow();
  }

  @Override
  public void publishDiagnostics(PublishDiagnosticsParams diagnostics) {
    told.add(diagnostics);
  }

  @Override
  public CompletableFuture<Void> registerCapability(RegistrationParams parameters) {
    registered.add(parameters);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void telemetryEvent(Object object) {}

  @Override
  public void showMessage(MessageParams message) {}

  @Override
  public CompletableFuture<MessageActionItem> showMessageRequest(ShowMessageRequestParams request) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void logMessage(MessageParams message) {}

  /** The place of a text in another, which has it once; {@code |} marks the position in it. */
  static Position at(String text, String marked) {
    int offset = text.indexOf(marked.replace("|", ""));
    if (offset < 0) {
      throw new AssertionError("no " + marked);
    }
    offset += Math.max(marked.indexOf('|'), 0);
    String before = text.substring(0, offset);
    List<String> lines = new ArrayList<>(List.of(before.split("\n", -1)));
    return new Position(lines.size() - 1, lines.getLast().length());
  }
}
