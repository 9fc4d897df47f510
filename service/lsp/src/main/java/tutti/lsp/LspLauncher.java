package tutti.lsp;

import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.jsonrpc.MessageConsumer;
import org.eclipse.lsp4j.jsonrpc.MessageIssueHandler;
import org.eclipse.lsp4j.jsonrpc.MessageProducer;
import org.eclipse.lsp4j.jsonrpc.RemoteEndpoint;
import org.eclipse.lsp4j.jsonrpc.json.ConcurrentMessageProcessor;
import org.eclipse.lsp4j.jsonrpc.json.MessageConstants;
import org.eclipse.lsp4j.jsonrpc.json.MessageJsonHandler;
import org.eclipse.lsp4j.jsonrpc.json.StreamMessageProducer;
import org.jspecify.annotations.Nullable;

/**
 * A connection that reads the names of headers in any case, as the protocol has them from HTTP. The
 * library passes over a length whose name has another case, and then takes the message for a
 * header.
 *
 * @param <T> the other side
 */
final class LspLauncher<T> extends Launcher.Builder<T> {
  private @Nullable Reader reader;

  @Override
  protected RemoteEndpoint createRemoteEndpoint(MessageJsonHandler json) {
    RemoteEndpoint endpoint = super.createRemoteEndpoint(json);
    reader = new Reader(input, json, endpoint);
    return endpoint;
  }

  @Override
  protected ConcurrentMessageProcessor createMessageProcessor(
      MessageProducer itsOwn, MessageConsumer consumer, T remote) {
    return super.createMessageProcessor(Objects.requireNonNull(reader), consumer, remote);
  }

  private static final class Reader extends StreamMessageProducer {
    private static final List<String> NAMES =
        List.of(MessageConstants.CONTENT_LENGTH_HEADER, MessageConstants.CONTENT_TYPE_HEADER);

    Reader(InputStream in, MessageJsonHandler json, MessageIssueHandler issues) {
      super(in, json, issues);
    }

    @Override
    protected void parseHeader(String line, Headers headers) {
      int colon = line.indexOf(':');
      String name = line.substring(0, Math.max(colon, 0)).trim();
      String known =
          NAMES.stream().filter(each -> each.equalsIgnoreCase(name)).findFirst().orElse(name);
      super.parseHeader(colon < 0 ? line : known + line.substring(colon), headers);
    }
  }
}
