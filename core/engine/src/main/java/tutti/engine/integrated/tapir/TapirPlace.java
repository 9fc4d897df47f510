package tutti.engine.integrated.tapir;

import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.StepGuard;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Input;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Transaction;
import tutti.protocol.machine.Event;

/** The places at which steps of a replica may fail again and again: transactions. */
final class TapirPlace {
  private TapirPlace() {}

  /** Returns the transaction that a coordinator's message is about; null if it is about none. */
  static @Nullable Transaction of(Message message) {
    return switch (message) {
      case Message.Prepare(Transaction transaction, Part _) -> transaction;
      case Message.CoordinatorChange(Transaction transaction, var _) -> transaction;
      case Message.Finalize finalize -> finalize.transaction();
      case Message.Decide decide -> decide.transaction();
      case Message.Read _,
          Message.Version _,
          Message.PrepareReply _,
          Message.Confirmed _,
          Message.OutcomeLogged _,
          Message.DoViewChange _,
          Message.RequestViewChange _ ->
          null;
    };
  }

  /** Returns the number that a transaction has on all hosts. */
  static long number(Transaction transaction) {
    return StepGuard.number(transaction.id().time(), transaction.id().front());
  }

  /**
   * Returns the event of a message about a transaction that is passed over, without what the
   * transaction accesses, as far as nothing needs that: a refusal does not.
   */
  static Event<Input> without(Event.Received<Input> event) {
    Message received = (Message) event.message();
    Message message =
        switch (received) {
          case Message.Finalize(var transaction, Part _, var vote, var ballot, long view)
              when vote.refuses() ->
              new Message.Finalize(transaction, Part.NONE, vote, ballot, view);
          case Message.Decide(var transaction, Part _, Entry.Outcome outcome, boolean settled)
              when outcome == Entry.Outcome.ABORTED ->
              new Message.Decide(transaction, Part.NONE, outcome, settled);
          default -> received;
        };
    return message instanceof Message.Prepare(Transaction transaction, Part _)
        ? new Event.Input<>(new Input.PassedOver(transaction, event.from().host()))
        : new Event.Received<>(event.from(), message);
  }
}
