package tutti.engine.integrated.tapir;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import tutti.protocol.integrated.tapir.Input;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;

/**
 * The messages that have come while a replica did not act. The replica handles them when it acts
 * again, as if they came then: otherwise all messages under way when a view ends would have to be
 * repeated. Messages beyond the bounds are lost, and repeated by coordinators; so there is room for
 * a question of every transaction that all hosts have under way. With less room, thousands of
 * coordinators would repeat at one moment, fill the record, end the next view, and be lost in it
 * again. Confined to the host's queue of machines.
 */
final class HeldMessages {
  private static final int MOST = 1 << 16;

  /** The most bytes of their accesses: about those that a replica's record has room for. */
  private static final long MOST_BYTES = 16 << 20;

  private final Deque<Event.Received<Input>> messages = new ArrayDeque<>();
  private long bytes;

  /** Holds a message, if there is room for it; returns whether there is. */
  boolean add(Event.Received<Input> event) {
    long its = bytes(event.message());
    boolean fits = messages.size() < MOST && bytes + its <= MOST_BYTES;
    if (fits) {
      messages.addLast(event);
      bytes += its;
    }
    return fits;
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  /**
   * Gives the oldest message, and holds it no longer.
   *
   * @throws NoSuchElementException if there is none
   */
  Event.Received<Input> removeFirst() {
    Event.Received<Input> first = messages.removeFirst();
    bytes -= bytes(first.message());
    return first;
  }

  private static long bytes(ProtocolMessage message) {
    Part part =
        switch ((Message) message) {
          case Message.Prepare prepare -> prepare.part();
          case Message.Finalize finalize -> finalize.part();
          case Message.Decide decide -> decide.part();
          default -> Part.NONE;
        };
    return part.bytes();
  }
}
