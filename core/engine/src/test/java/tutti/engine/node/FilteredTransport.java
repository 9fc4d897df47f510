package tutti.engine.node;

import java.util.Arrays;
import tutti.engine.bank.TestBank;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.distribution.message.MessageInWords;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Transport;

/** A transport that loses or delays some messages of transactions of the test bank. */
record FilteredTransport(Transport transport, Filter filter) implements ForwardingTransport {

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
    return step != null
            && !filter.passes(node, step.kind(), () -> transport.send(node, copy, 0, length))
        || transport.send(node, bytes, offset, length);
  }
}
