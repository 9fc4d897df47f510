package tutti.simulator.replication;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import tutti.protocol.machine.Address;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.ShardMessage;
import tutti.protocol.replication.multipaxos.Message;
import tutti.simulator.explorer.world.InFlight;

/**
 * The parts of the messages between a leader and its followers: an entry, a place up to which all
 * is chosen, a round; an end of a log, a round that is answered. A message does what its parts do
 * one after another.
 */
final class MessageParts {
  private MessageParts() {}

  /** The parts of a message that is sent; itself, if it has none. */
  static Stream<InFlight> of(InFlight sent) {
    return switch (message(sent)) {
      case Message.Accept accept -> of(accept).map(part -> with(sent, part));
      case Message.Accepted(var ballot, long end, long round, boolean votes, var disks)
          when round > 0 ->
          Stream.of(
                  new Message.Accepted(ballot, end, 0, votes, disks),
                  new Message.Accepted(ballot, 0, round, votes, disks))
              .map(part -> with(sent, part));
      // A leader's parts are under way to a replica that lacks them before it asks for them.
      case Message.Behind _ -> Stream.of();
      default -> Stream.of(sent);
    };
  }

  /** A message of a host to another one. */
  static InFlight sent(int from, int to, long shard, Message message) {
    return new InFlight(new Address.Peer(from), to, new ShardMessage(shard, message));
  }

  /** The message without what stands around it. */
  static Message message(InFlight sent) {
    return (Message) ((ShardMessage) sent.message()).message();
  }

  /** A message of the same sender to the same receiver. */
  static InFlight with(InFlight sent, Message part) {
    long shard = ((ShardMessage) sent.message()).shard();
    return new InFlight(sent.from(), sent.to(), new ShardMessage(shard, part));
  }

  private static Stream<Message> of(Message.Accept accept) {
    Ballot ballot = accept.ballot();
    List<Message> parts = new ArrayList<>();
    parts.add(new Message.Accept(ballot, LogMark.START, List.of(), accept.chosen(), 0));
    LogMark mark = accept.previous();
    for (LogEntry entry : accept.entries()) {
      parts.add(new Message.Accept(ballot, mark, List.of(entry), 0, 0));
      mark = entry.mark();
    }
    for (long round = 1; round <= accept.round(); round++) {
      parts.add(new Message.Accept(ballot, LogMark.START, List.of(), 0, round));
    }
    return parts.stream();
  }

  /** Whether a message does no more than tell what is chosen. */
  static boolean tellsOfChosen(Message message) {
    return message instanceof Message.Accept accept
        && accept.entries().isEmpty()
        && accept.round() == 0;
  }

  /** The part that tells less of what is chosen. */
  static InFlight telling(InFlight sent, long chosen) {
    Message.Accept told = (Message.Accept) message(sent);
    return with(sent, new Message.Accept(told.ballot(), LogMark.START, List.of(), chosen, 0));
  }

  /** Whether a part makes an earlier one of the same sender needless. */
  static boolean replaces(InFlight sent, InFlight earlier) {
    if (!sent.from().equals(earlier.from()) || sent.equals(earlier)) {
      return false;
    }
    return switch (message(sent)) {
      case Message.Accepted(var ballot, long end, long round, boolean votes, var disks) ->
          message(earlier) instanceof Message.Accepted before
              && before.end() < end
              && before.equals(new Message.Accepted(ballot, before.end(), round, votes, disks));
      case Message.Accept told when tellsOfChosen(told) ->
          message(earlier) instanceof Message.Accept before
              && tellsOfChosen(before)
              && before.ballot().equals(told.ballot())
              && before.chosen() < told.chosen();
      default -> false;
    };
  }

  /** The question of a candidate, if it leads now: then only its ballot counts. */
  static InFlight settled(InFlight sent, Collection<InFlight> underWay) {
    return message(sent) instanceof Message.Prepare(var ballot, long _, var yielded)
            && underWay.stream().anyMatch(each -> isOf(message(each), ballot))
        ? with(sent, new Message.Prepare(ballot, 0, yielded))
        : sent;
  }

  private static boolean isOf(Message message, Ballot leader) {
    return message instanceof Message.Accept accept && accept.ballot().equals(leader);
  }
}
