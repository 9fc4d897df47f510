package tutti.protocol.commit;

import java.util.ArrayList;
import java.util.List;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.AfterFlush;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effect.Flush;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;

/**
 * The effects that a {@link CommitMachine} asks for at the event at hand, and the entries of its
 * records that are not durable yet. A machine has one, and its parts share it. Confined to one
 * thread at a time.
 *
 * <p>For example, a participant that is asked for its vote calls {@code persist(RecordKind.VOTE,
 * memory, FORCED)}; when {@code Persisted(1)} comes, {@link #on} calls {@code
 * persisted(RecordKind.VOTE)} of its {@link Transitions}, which sends the Yes.
 */
public final class Outbox {
  private final AfterFlush<RecordKind> afterFlush = new AfterFlush<>();
  private List<Effect<Output>> effects = List.of();

  /**
   * Passes an event to the method of the machine that handles it.
   *
   * @param messages the type of the protocol's own messages
   * @return the effects that the machine has asked for; never changed once the next event comes
   */
  public <M extends CommitMessage> List<Effect<Output>> on(
      Event<Input> event, Class<M> messages, Transitions<M> machine) {
    effects = new ArrayList<>();
    switch (event) {
      case Event.Input(Input input) -> machine.take(input);
      case Event.Received(Address from, ProtocolMessage message)
          when messages.isInstance(message) ->
          machine.received(from.host(), messages.cast(message));
      case Event.Persisted(int records) -> afterFlush.persisted(records, machine::persisted);
      case Event.TimerFired(TimerName timer) -> machine.fired((Timer) timer);
      case Event.Received(Address _, ProtocolMessage _), Event.Started(long _), Event.Halted() ->
          throw machine.foreign(event);
    }
    return effects;
  }

  /** Sends a message to that node. */
  public void send(int to, CommitMessage message) {
    effects.add(new Effect.Send<>(new Address.Peer(to), message));
  }

  /**
   * Writes a record. Once the record is durable, the machine is called with the record's entry,
   * unless {@code flush} is {@link Effect.Flush#UNTOLD}.
   */
  public void persist(RecordKind entry, DurableState memory, Flush flush) {
    effects.add(afterFlush.persist(new CommitRecord(entry, memory), flush, entry));
  }

  /** Removes the newest record, which has that entry, since the log has not taken it. */
  public void withdraw(RecordKind entry) {
    afterFlush.withdraw(entry);
  }

  /** Sets a timer, in place of the one of this name that may be running; in nanoseconds. */
  public void set(Timer timer, long nanos) {
    effects.add(new Effect.SetTimer<>(timer, nanos));
  }

  /** Stops a timer that may be running. */
  public void cancel(Timer timer) {
    effects.add(new Effect.CancelTimer<>(timer));
  }

  /** Gives an output. */
  public void output(Output output) {
    effects.add(new Effect.Output<>(output));
  }
}
