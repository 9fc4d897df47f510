package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.model.ActorId;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.Machine;
import tutti.protocol.machine.ProtocolMessage;

/**
 * The machine that reads one item once, without a transaction. A majority of the replicas answers
 * which transactions were before the read, and one replica reads once it has executed these. So the
 * read sees all that was acknowledged before the read began, and all that an earlier read has seen.
 * The read has no place in the order of transactions, so items that must be seen at one moment are
 * read by a transaction. A read that need not be confirmed asks one replica alone, and may return
 * old data. Confined to one thread at a time.
 */
public final class Reader implements Machine<Void, Reader.HasRead> {

  /** The read has these values. */
  public record HasRead(long number, Payload values) {}

  private final long number;
  private final int shard;
  private final List<Integer> hosts;
  private final Piece piece;
  private final boolean confirmed;
  private final Settings settings;
  private final SortedMap<Integer, Dependencies> looked = new TreeMap<>();

  /** The configuration in which the answers are. */
  private Configuration configuration;

  /**
   * The index of the replica that is asked to read; the next ones are asked if it does not answer.
   */
  private int place;

  private boolean done;
  private List<Effect<HasRead>> effects = new ArrayList<>();

  /**
   * Makes a read.
   *
   * @param number a number that no other read has
   * @param shard the item's shard
   * @param hosts the hosts of the shard, the nearest first
   * @param confirmed whether a majority is asked
   */
  public Reader(
      long number,
      int shard,
      List<Integer> hosts,
      ActorId item,
      boolean confirmed,
      Settings settings) {
    this.confirmed = confirmed;
    this.number = number;
    this.shard = shard;
    this.hosts = List.copyOf(hosts);
    this.configuration = Configuration.fixed(hosts);
    this.piece = new Piece(new TreeSet<>(List.of(item)), new TreeSet<>(), Payload.NONE);
    this.settings = settings;
  }

  /**
   * Takes one event. Messages and timers that come late, twice or out of order are no errors.
   *
   * @return the effects to carry out, in this order; the caller may keep the list
   */
  @Override
  public List<Effect<HasRead>> on(Event<Void> event) {
    effects = new ArrayList<>();
    if (done) {
      return effects;
    }
    switch (event) {
      case Event.Started(long _) -> {
        retryLater();
        if (confirmed) {
          look();
        } else {
          read();
        }
      }
      case Event.Received(Address from, ProtocolMessage message) ->
          received(from.host(), (Message) message);
      case Event.TimerFired(var _) -> {
        retryLater();
        again();
      }
      case Event.Halted() -> done = true;
      case Event.Persisted(int _), Event.Input(Void _) ->
          throw new IllegalStateException("a reader has no log and no inputs: " + event);
    }
    return effects;
  }

  @Override
  public String phase() {
    if (done) {
      return "done";
    }
    return hasLooked() ? "reading" : "looking";
  }

  private void retryLater() {
    effects.add(new Effect.SetTimer<>(Timer.RETRY, settings.retryNanos()));
  }

  private boolean hasLooked() {
    return !confirmed || looked.size() >= configuration.majority();
  }

  private void look() {
    for (int host : hosts) {
      if (!looked.containsKey(host)) {
        effects.add(
            new Effect.Send<>(
                new Address.Replica(host, shard), new Message.ReadConflicts(number, piece)));
      }
    }
  }

  private void received(int from, Message message) {
    switch (message) {
      case Message.Within(Configuration in, Message.ConflictsReply looks)
          when looks.number() == number && in.number() >= configuration.number() -> {
        if (in.number() > configuration.number() && !hasLooked()) {
          configuration = in;
          looked.clear();
        }
        received(from, looks);
      }
      case Message.ConflictsReply(long its, Dependencies before)
          when its == number && !hasLooked() -> {
        looked.put(from, before);
        if (hasLooked()) {
          read();
        }
      }
      case Message.Value(long its, Payload values) when its == number -> {
        done = true;
        effects.add(new Effect.CancelTimer<>(Timer.RETRY));
        effects.add(new Effect.Output<>(new HasRead(number, values)));
      }
      default -> {}
    }
  }

  private void read() {
    Message read = new Message.Read(number, Dependencies.union(looked.values()), piece);
    // A replica that has not heard of the configuration may lack what it has forgotten.
    Message asked = configuration.number() == 0 ? read : new Message.Within(configuration, read);
    effects.add(
        new Effect.Send<>(new Address.Replica(hosts.get(place % hosts.size()), shard), asked));
  }

  private void again() {
    if (hasLooked()) {
      place++;
      read();
    } else {
      look();
    }
  }
}
