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

  /** Takes a message of that node. */
  void received(int from, M message);

  /** A record of that entry, the oldest that was not durable, is durable. */
  void persisted(RecordKind entry);

  /** Handles the expiry of a timer. */
  void fired(Timer timer);

  /** The refusal of an event or input that is not for this role, as {@link Event} says. */
  IllegalArgumentException foreign(Object event);
}
