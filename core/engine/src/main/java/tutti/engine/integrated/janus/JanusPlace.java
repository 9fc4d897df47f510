package tutti.engine.integrated.janus;

import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.StepGuard;
import tutti.protocol.integrated.janus.Input;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.machine.Event;

/** The places at which steps of a replica may fail again and again: transactions. */
final class JanusPlace {
  private JanusPlace() {}

  /** Returns the transaction that a message to a replica is about; null if it is about none. */
  static @Nullable Transaction of(Message message) {
    return switch (message) {
      case Message.Within(var _, Message inner) -> of(inner);
      case Message.PreAccept it -> it.transaction();
      case Message.Prepare it -> it.transaction();
      case Message.Accept it -> it.transaction();
      case Message.Commit it -> it.transaction();
      case Message.Collect it -> it.transaction();
      case Message.Collected it -> it.transaction();
      case Message.Inquire it -> it.transaction();
      case Message.Known it -> it.transaction();
      case Message.SendInput it -> it.transaction();
      case Message.RequestInput it -> it.transaction();
      case Message.Hold it -> it.transaction();
      case Message.Stands it -> it.transaction();
      case Message.Diverged it -> it.transaction();
      case Message.PreAccepted _,
          Message.Promised _,
          Message.Accepted _,
          Message.Refused _,
          Message.Overloaded _,
          Message.Done _,
          Message.Executed _,
          Message.Applied _,
          Message.ReadConflicts _,
          Message.ConflictsReply _,
          Message.Read _,
          Message.Value _,
          Message.HandOver _ ->
          null;
    };
  }

  /**
   * Returns the event of a message about a transaction that is passed over: what would bring its
   * request to a replica is answered as if there were too many.
   */
  static Event<Input> without(Event.Received<Input> event) {
    Message message = (Message) event.message();
    return (message instanceof Message.Within(var _, Message inner) ? inner : message)
            instanceof Message.PreAccept it
        ? new Event.Input<>(
            new Input.PassedOver(it.transaction(), it.ballot(), event.from().host()))
        : event;
  }

  /** Returns the number that a transaction has on all hosts. */
  static long number(TransactionId id) {
    return StepGuard.number(id.number(), id.front());
  }
}
