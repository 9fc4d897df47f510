package tutti.protocol.integrated.janus;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.NewestEntries;
import tutti.protocol.integrated.Unforced;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.InvariantBroken;
import tutti.protocol.machine.MemberInvariants;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;

/**
 * The invariants of the package's card that a replica alone can break, watched beside its machine:
 * I6, and that no promise is taken back.
 */
public final class Invariants extends MemberInvariants<Output, Optional<TransactionId>> {
  /** The number of transactions whose newest answers are remembered. */
  private static final int REMEMBERED = 1024;

  private final Unforced<TransactionId, Record> unforced = new Unforced<>();

  /** The highest ballots that were sent about the newest transactions in this configuration. */
  private final Map<TransactionId, Ballot> said = new NewestEntries<>(REMEMBERED);

  private long configuration;

  /** The message that stands in an envelope, or the message itself. */
  private static Message opened(Message message) {
    return message instanceof Message.Within(_, Message inner) ? inner : message;
  }

  /**
   * Returns whether a message must not be sent before the record of what it promises is durable.
   */
  public static boolean isPromise(Message message) {
    return switch (opened(message)) {
      case Message.PreAccepted _,
          Message.Promised _,
          Message.Accepted _,
          Message.Refused _,
          Message.Applied _ ->
          true;
      default -> false;
    };
  }

  /**
   * Checks I6: promises, pre-accepts and acceptances are durable before they are sent.
   *
   * @throws InvariantBroken with the name {@code forced}
   */
  public static void forced(boolean durable, Message message) {
    if (!durable && isPromise(message)) {
      throw new InvariantBroken("forced", "it says what is not durable: " + message);
    }
  }

  @Override
  protected Optional<TransactionId> writes(ProtocolRecord record) {
    Optional<TransactionId> of =
        switch ((Record) record) {
          case Record.Witnessed it -> Optional.of(it.transaction().id());
          case Record.Promised it -> Optional.of(it.transaction().id());
          case Record.Accepted it -> Optional.of(it.transaction().id());
          default -> Optional.empty();
        };
    of.ifPresent(id -> unforced.add(id, (Record) record));
    return of;
  }

  @Override
  protected void durable(Optional<TransactionId> of) {
    of.ifPresent(unforced::remove);
  }

  @Override
  protected void sends(Event<?> cause, Address to, ProtocolMessage sent) {
    if (sent instanceof Message.Within(Configuration its, Message _)
        && its.number() != configuration) {
      configuration = its.number();
      said.clear();
    }
    Message message = opened((Message) sent);
    switch (message) {
      case Message.PreAccepted it ->
          says(
              it.id(),
              it.ballot(),
              each -> each instanceof Record.Witnessed w && w.ballot().equals(it.ballot()),
              message);
      case Message.Promised it ->
          says(
              it.id(),
              it.ballot(),
              each -> each instanceof Record.Promised p && p.ballot().equals(it.ballot()),
              message);
      case Message.Accepted(TransactionId id, Ballot ballot) ->
          says(
              id,
              ballot,
              each -> each instanceof Record.Accepted a && a.ballot().equals(ballot),
              message);
      default -> {}
    }
  }

  /**
   * Checks that a promise is durable, and takes back no earlier one. Promises of one configuration
   * are handed over to the next by the configuration's voters together, and not by each replica.
   *
   * @param tells whether a record is the record of that promise
   */
  private void says(TransactionId id, Ballot ballot, Predicate<Record> tells, Message message) {
    forced(!unforced.has(id, tells), message);
    Ballot before = said.put(id, ballot);
    if (before != null && ballot.isBelow(before)) {
      said.put(id, before);
      throw new InvariantBroken("promises-kept", "it says " + message + " after " + before);
    }
  }
}
