package tutti.lsp;

import java.io.BufferedOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.jsonrpc.RemoteEndpoint;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.services.LanguageClient;
import tutti.model.schema.ApplicationSchema;

/** A language server on two streams, for one editor. */
public final class LspServer {
  /** The library's log, which would tell of every stream that an editor closes. */
  private static final Logger LIBRARY = Logger.getLogger("org.eclipse.lsp4j");

  /** The package of the library's services. */
  private static final String SERVICES = "org.eclipse.lsp4j.services.";

  /** The bytes of a message that is written at once; longer ones are written in parts. */
  private static final int MESSAGE_BYTES = 64 << 10;

  private LspServer() {}

  /** Returns the answer to a request that has failed, or that this server does not have. */
  private static ResponseError error(Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      // The library's services throw this for every request that nobody has overridden.
      if (each instanceof UnsupportedOperationException
          && each.getStackTrace().length > 0
          && each.getStackTrace()[0].getClassName().startsWith(SERVICES)) {
        String method = each.getStackTrace()[0].getMethodName();
        return new ResponseError(
            ResponseErrorCode.MethodNotFound, "this server has no request " + method, null);
      }
    }
    return RemoteEndpoint.DEFAULT_EXCEPTION_HANDLER.apply(thrown);
  }

  /**
   * Serves an editor until it sends {@code exit}, is gone, or closes its stream. Mistakes of the
   * server and of the editor go to the log.
   *
   * @param in messages of the editor
   * @param out receives nothing but messages to the editor
   * @param version the server's version, for the editor's log
   * @param actors returns the actors in Java that belong to the specifications of a folder; called
   *     by one thread at a time, and may throw what it cannot compile
   * @return the exit status that the protocol demands: 0 after a {@code shutdown}, otherwise 1
   */
  public static int serve(
      InputStream in, OutputStream out, String version, Function<Path, ApplicationSchema> actors) {
    LIBRARY.setLevel(Level.WARNING);
    CompletableFuture<Integer> ended = new CompletableFuture<>();
    // Nothing waits for the reader: after the end it may stand before the stream for ever.
    ExecutorService reader =
        Executors.newSingleThreadExecutor(
            task -> Thread.ofPlatform().daemon().name("tutti-lsp-reader").unstarted(task));
    try (EditorSession session = new EditorSession(version, actors, ended)) {
      Launcher<LanguageClient> launcher =
          new LspLauncher<LanguageClient>()
              .setLocalService(session)
              .setRemoteInterface(LanguageClient.class)
              .setInput(in)
              // A message is written as a whole: the process may end while another thread writes
              // one.
              .setOutput(new BufferedOutputStream(out, MESSAGE_BYTES))
              .setExecutorService(reader)
              .setExceptionHandler(LspServer::error)
              .create();
      session.connect(launcher.getRemoteProxy());
      launcher.startListening();
      // The reader comes to this when the stream has ended.
      reader.execute(session::exit);
      return ended.join();
    } finally {
      reader.shutdownNow();
    }
  }
}
