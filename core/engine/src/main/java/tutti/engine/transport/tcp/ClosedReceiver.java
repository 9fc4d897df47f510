package tutti.engine.transport.tcp;

import org.jspecify.annotations.Nullable;
import tutti.engine.transport.Receiver;

/** The receiver of a transport that was not started yet, or is closed: it ignores all calls. */
enum ClosedReceiver implements Receiver {
  RECEIVER;

  @Override
  public @Nullable String greeted(int node, byte[] greeting) {
    return "it is closing";
  }

  @Override
  public void refused(int node, String why) {}

  @Override
  public void connected(int node) {}

  @Override
  public void disconnected(int node, String why) {}

  @Override
  public void received(int node, byte[] bytes, int offset, int length) {}
}
