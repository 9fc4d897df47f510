package tutti.engine.transport;

import java.util.function.Supplier;

/** The transport of a node that is the only one. Thread-safe. */
public final class NoTransport implements Transport {

  @Override
  public void start(Supplier<byte[]> greeting, Receiver receiver) {}

  @Override
  public boolean send(int node, byte[] bytes, int offset, int length) {
    return false;
  }

  @Override
  public void afterSent(int node, Runnable then) {
    then.run();
  }

  @Override
  public boolean connected(int node) {
    return false;
  }

  @Override
  public boolean congested() {
    return false;
  }

  @Override
  public TransportStatistics statistics() {
    return TransportStatistics.NONE;
  }

  @Override
  public void close() {}
}
