package tutti.lsp;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.CodeActionOptions;
import org.eclipse.lsp4j.CompletionOptions;
import org.eclipse.lsp4j.DidChangeWatchedFilesRegistrationOptions;
import org.eclipse.lsp4j.FileSystemWatcher;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Registration;
import org.eclipse.lsp4j.RegistrationParams;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.ServerInfo;
import org.eclipse.lsp4j.SetTraceParams;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.TextDocumentSyncOptions;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.services.LanguageClient;
import org.eclipse.lsp4j.services.LanguageServer;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.eclipse.lsp4j.services.WorkspaceService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.model.schema.ApplicationSchema;

/**
 * The life of a connection to an editor: initialize, work, shutdown, exit. Every message is handled
 * by one thread in the order of arrival, so that an answer takes account of all changes that were
 * sent before its request; only the checks that report mistakes wait until the author pauses.
 */
final class EditorSession implements LanguageServer, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EditorSession.class);

  /** The pause after which the mistakes of a changed text are told. */
  private static final long PAUSE_MILLIS = 200;

  private final String version;
  private final Function<Path, ApplicationSchema> actors;
  private final CompletableFuture<Integer> ended;
  private final ScheduledExecutorService worker =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("tutti-lsp").unstarted(task));
  private final Documents documents = new Documents();
  private @Nullable LanguageClient client;
  private @Nullable EditorWorkspace workspace;
  private @Nullable ScheduledFuture<?> publication;
  private volatile State state = State.NEW;
  private volatile boolean watches;

  private enum State {
    NEW,
    INITIALIZED,
    SHUT_DOWN
  }

  /**
   * @param ended receives the exit status
   */
  EditorSession(
      String version, Function<Path, ApplicationSchema> actors, CompletableFuture<Integer> ended) {
    this.version = version;
    this.actors = actors;
    this.ended = ended;
  }

  void connect(LanguageClient editor) {
    client = editor;
    workspace = new EditorWorkspace(documents, actors, editor);
  }

  Documents documents() {
    return documents;
  }

  private EditorWorkspace workspace() {
    return Objects.requireNonNull(workspace);
  }

  @Override
  public CompletableFuture<InitializeResult> initialize(InitializeParams parameters) {
    if (state != State.NEW) {
      return refused(ResponseErrorCode.InvalidRequest, "initialize is sent once");
    }
    state = State.INITIALIZED;
    Integer editor = parameters.getProcessId();
    if (editor != null) {
      ProcessHandle.of(editor).ifPresent(process -> process.onExit().thenRun(this::exit));
    }
    if (parameters.getWorkspaceFolders() != null) {
      workspace()
          .within(
              parameters.getWorkspaceFolders().stream()
                  .map(folder -> URI.create(folder.getUri()))
                  .filter(uri -> "file".equals(uri.getScheme()))
                  .map(Path::of)
                  .toList());
    }
    watches =
        Optional.ofNullable(parameters.getCapabilities())
            .map(ClientCapabilities::getWorkspace)
            .map(capabilities -> capabilities.getDidChangeWatchedFiles())
            .map(capabilities -> capabilities.getDynamicRegistration())
            .orElse(false);
    return CompletableFuture.completedFuture(
        new InitializeResult(capabilities(), new ServerInfo("tutti", version)));
  }

  private static ServerCapabilities capabilities() {
    ServerCapabilities capabilities = new ServerCapabilities();
    TextDocumentSyncOptions sync = new TextDocumentSyncOptions();
    sync.setOpenClose(true);
    sync.setChange(TextDocumentSyncKind.Incremental);
    capabilities.setPositionEncoding("utf-16");
    capabilities.setTextDocumentSync(sync);
    capabilities.setHoverProvider(true);
    capabilities.setDefinitionProvider(true);
    capabilities.setReferencesProvider(true);
    capabilities.setDocumentSymbolProvider(true);
    capabilities.setCodeActionProvider(new CodeActionOptions(List.of(CodeActionKind.QuickFix)));
    capabilities.setCompletionProvider(new CompletionOptions(false, List.of(".", "@")));
    return capabilities;
  }

  /** Asks the editor to tell of files that others change: specifications, and actors in Java. */
  @Override
  public void initialized(InitializedParams parameters) {
    if (watches) {
      List<FileSystemWatcher> watchers = new ArrayList<>();
      for (String files : List.of("**/*.ebl", "**/*.java")) {
        watchers.add(new FileSystemWatcher(Either.forLeft(files)));
      }
      Objects.requireNonNull(client)
          .registerCapability(
              new RegistrationParams(
                  List.of(
                      new Registration(
                          "files",
                          "workspace/didChangeWatchedFiles",
                          new DidChangeWatchedFilesRegistrationOptions(watchers)))));
    }
  }

  @Override
  public CompletableFuture<Object> shutdown() {
    return answer(
        () -> {
          state = State.SHUT_DOWN;
          return null;
        });
  }

  /** Ends the session once all messages before have been answered. */
  @Override
  public void exit() {
    run(() -> ended.complete(state == State.SHUT_DOWN ? 0 : 1));
  }

  @Override
  public void setTrace(SetTraceParams parameters) {
    // The server traces nothing.
  }

  @Override
  public TextDocumentService getTextDocumentService() {
    return new TextRequests(this);
  }

  @Override
  public WorkspaceService getWorkspaceService() {
    return new WorkspaceRequests(this);
  }

  /** Handles a change of texts, and tells the mistakes now or after a pause. */
  void change(Runnable change, boolean now) {
    if (state == State.INITIALIZED) {
      run(
          () -> {
            change.run();
            workspace().changed();
            ScheduledFuture<?> former = publication;
            if (former != null) {
              former.cancel(false);
            }
            Runnable publish = () -> logging(workspace()::publish);
            publication = worker.schedule(publish, now ? 0 : PAUSE_MILLIS, TimeUnit.MILLISECONDS);
          });
    }
  }

  private void run(Runnable task) {
    try {
      worker.execute(() -> logging(task));
    } catch (RejectedExecutionException over) {
      LOG.debug("a message came after the end");
    }
  }

  private static void logging(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | StackOverflowError bug) {
      LOG.error("a message was not handled; please report it", bug);
    }
  }

  /**
   * Answers a request about a place in an open document.
   *
   * @param otherwise the answer about a document that is not open, or is no file
   */
  <T> CompletableFuture<T> answer(
      String uri, T otherwise, BiFunction<Path, ApplicationDiagnosis, T> request) {
    return answer(
        () ->
            Documents.file(uri)
                .filter(file -> documents.of(file) != null)
                .map(file -> request.apply(file, workspace().of(file)))
                .orElse(otherwise));
  }

  /** The offset of a position in an open document. */
  int offset(Path file, Position position) {
    return new Lines(Objects.requireNonNull(documents.of(file)).text()).offset(position);
  }

  private <T> CompletableFuture<T> answer(Supplier<T> request) {
    return switch (state) {
      case NEW -> refused(ResponseErrorCode.ServerNotInitialized, "initialize comes first");
      case SHUT_DOWN -> refused(ResponseErrorCode.InvalidRequest, "the server is shut down");
      case INITIALIZED -> CompletableFuture.supplyAsync(request, worker);
    };
  }

  private static <T> CompletableFuture<T> refused(ResponseErrorCode code, String why) {
    return CompletableFuture.failedFuture(
        new ResponseErrorException(new ResponseError(code, why, null)));
  }

  @Override
  public void close() {
    worker.shutdownNow();
  }
}
