package tutti.engine.node;

import java.util.Arrays;
import tutti.engine.bank.TestBank;
import tutti.engine.distribution.CommitStep;
import tutti.engine.distribution.MessageInWords;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportStatistics;

/** A transport that loses or delays some messages of transactions of the test bank. */
record FilteredTransport(Transport wire, Filter filter) implements Transport {

  /** Decides what becomes of messages. */
  interface Filter {
    /**
     * Whether a message is sent at once.
     *
     * @param later sends it, whenever it is run
     */
    boolean passes(int to, CommitStep.Kind kind, Runnable later);
  }

  private static final MessageInWords.Reader READER = new MessageInWords.Reader(new TestBank());

  @Override
  public boolean send(int node, byte[] bytes, int offset, int length) {
    byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
    CommitStep step = READER.step(copy, 0, length);
    return step != null && !filter.passes(node, step.kind(), () -> wire.send(node, copy, 0, length))
        || wire.send(node, bytes, offset, length);
  }

  @Override
  public void start(byte[] greeting, Receiver receiver) {
    wire.start(greeting, receiver);
  }

  @Override
  public boolean connected(int node) {
    return wire.connected(node);
  }

  @Override
  public boolean congested() {
    return wire.congested();
  }

  @Override
  public TransportStatistics statistics() {
    return wire.statistics();
  }

  @Override
  public void close() {
    wire.close();
  }
}
