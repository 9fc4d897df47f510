package tutti.protocol.commit;

import tutti.protocol.machine.Event;

/**
 * The transitions of a {@link CommitMachine}, by the kind of its event: {@link Outbox#on} chooses
 * the method. Each asks the machine's {@link Outbox} for its effects. Confined to one thread at a
 * time.
 *
 * @param <M> the protocol's own messages
 */
public interface Transitions<M extends CommitMessage> {

  /**
   * Takes a wish or a report of the node.
   *
   * @throws IllegalArgumentException if the input belongs to another role
   */
  void take(Input input);

  /** Handles a message of that node. */
  void received(int from, M message);

  /** Notes that the oldest record that was not durable is durable; it has that entry. */
  void persisted(RecordKind entry);

  /** Handles the expiry of a timer. */
  void fired(Timer timer);

  /**
   * Returns the exception for an event or input that is not for this role, as {@link Event}
   * describes.
   */
  IllegalArgumentException foreign(Object event);
}
