package tutti.engine.transfer;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.replication.Group;

/**
 * The transfer of a replica's state to another replica of its shard, in both directions. One piece
 * of the state is under way at a time. A request or an answer that is lost is repeated; a request
 * or an answer that comes late or twice has no effect. A sender that does not answer is given up,
 * and the state is fetched from another sender. Confined to the replica's queue.
 *
 * <p>A receiver repeats its request when another replica offers its state again ({@link #offer}),
 * or when its host calls {@link #look}.
 *
 * @param <S> identifies a state; the sink chooses the type
 */
public final class StateTransfer<S> {
  private static final Logger LOG = LoggerFactory.getLogger(StateTransfer.class);

  private static final int OFFER = 0;
  private static final int FETCH = 1;
  private static final int PIECE = 2;
  private static final int REFER = 3;
  private static final int LATER = 4;
  private static final int GONE = 5;

  private final String name;
  private final Way way;
  private final StateSource source;
  private final StateSink<S> sink;
  private final LongSupplier names;
  private final int patience;
  private @Nullable Incoming<S> incoming;

  /** The place among the others of the host that is asked next without an offer. */
  private int next;

  private long installed;

  /** A way to the shard's replicas on other hosts; what is sent may be lost, doubled or late. */
  public interface Way {
    void send(int host, Encoder part);

    /** Returns whether the host is there, as far as is known. */
    default boolean isConnected(int host) {
      return true;
    }
  }

  /** A state that is on its way here. */
  private static final class Incoming<S> {
    private final int from;
    private final long number;
    private final S state;
    private byte[] cursor;

    /** The reminders since something was heard of it. */
    private int idle;

    Incoming(int from, long number, S state, byte[] cursor) {
      this.from = from;
      this.number = number;
      this.state = state;
      this.cursor = cursor;
    }
  }

  /**
   * @param name of the replica, for people
   * @param names gives numbers that no other transfer has
   * @param patience the reminders without a piece between them after which a sender is given up
   */
  public StateTransfer(
      String name,
      Way way,
      StateSource source,
      StateSink<S> sink,
      LongSupplier names,
      int patience) {
    this.name = name;
    this.way = way;
    this.source = source;
    this.sink = sink;
    this.names = names;
    this.patience = patience;
  }

  /** Returns how many states came from other hosts. */
  public long installed() {
    return installed;
  }

  /** Returns whether a state is on its way here. */
  public boolean isComing() {
    return incoming != null;
  }

  /** Offers the state to a host that lacks a part of the log, or lets another replica do so. */
  public void offer(int to) {
    Optional<StateSource.Referral> other = source.refer(to);
    if (other.isEmpty()) {
      offerOwn(to);
    } else {
      Encoder need = other.get().need();
      Encoder out = part(REFER, 0).putVarLong(to);
      way.send(other.get().host(), out.putRaw(need.array(), 0, need.size()));
    }
  }

  private void offerOwn(int to) {
    Encoder out = part(OFFER, 0);
    if (source.offer(out)) {
      way.send(to, out);
    }
  }

  private static Encoder part(int kind, long number) {
    return new Encoder().putByte(kind).putLong(number);
  }

  /**
   * Takes a part of a transfer.
   *
   * @throws MalformedData if the bytes are none
   */
  public void received(int from, Decoder in) {
    int kind = in.getByte();
    long number = in.getLong();
    switch (kind) {
      case OFFER -> sink.offered(from, in).ifPresent(state -> remind(from, state));
      case REFER -> {
        int to = in.getCount(Group.MOST_HOSTS);
        if (source.suffices(to, in)) {
          offerOwn(to);
        }
      }
      case FETCH -> give(from, number, in.getBytes());
      case PIECE, LATER, GONE -> {
        Incoming<S> now = incoming;
        if (now != null && now.from == from && now.number == number) {
          answered(now, kind, in);
        }
      }
      default -> throw new MalformedData("no part of a transfer is of kind " + kind);
    }
  }

  // --- the sender

  private void give(int to, long number, byte[] cursor) {
    Encoder out = part(PIECE, number).putBytes(cursor);
    switch (source.piece(to, number, new Decoder(cursor), out)) {
      case PIECE -> way.send(to, out);
      case LATER -> way.send(to, part(LATER, number));
      case GONE -> way.send(to, part(GONE, number));
    }
  }

  // --- the receiver

  /** A host offers a state that is needed, not for the first time perhaps. */
  private void remind(int from, S state) {
    Incoming<S> now = incoming;
    if (now == null || isStuck(now, from, state)) {
      now = begin(from, state);
    } else if (now.idle > 0 && now.from == from && now.state.equals(state)) {
      // The question or its answer was lost.
      fetch(now);
    }
    now.idle++;
  }

  /** Whether another offer is better than the one that was taken up: its sender has it no more. */
  private boolean isStuck(Incoming<S> now, int from, S other) {
    boolean isSender = now.from == from;
    boolean isAnother = !isSender || !now.state.equals(other);
    return isAnother && (now.idle >= patience || isSender && now.idle > 0);
  }

  /**
   * Looks whether a state is needed that nobody has to offer, and whether it comes.
   *
   * @param others the hosts that may have it, which are asked in turn
   */
  public void look(List<Integer> others) {
    Optional<S> wanted = sink.wanted();
    Incoming<S> now = incoming;
    if (wanted.isEmpty()) {
      incoming = null;
    } else if (now == null || now.idle >= patience || !way.isConnected(now.from)) {
      beginAt(others, wanted.get());
    } else {
      if (now.idle > 0) {
        fetch(now);
      }
      now.idle++;
    }
  }

  private void beginAt(List<Integer> others, S state) {
    for (int tries = 0; tries < others.size(); tries++) {
      int from = others.get(next++ % others.size());
      if (way.isConnected(from)) {
        begin(from, state);
        return;
      }
    }
    incoming = null;
    sink.unavailable();
  }

  /** Asks again for the piece that is next: it may be there now. */
  public void again() {
    if (incoming != null) {
      fetch(incoming);
    }
  }

  private Incoming<S> begin(int from, S state) {
    LOG.info("{}: the state comes from host {}", name, from);
    Incoming<S> begun = new Incoming<>(from, names.getAsLong(), state, sink.begin(from, state));
    incoming = begun;
    fetch(begun);
    return begun;
  }

  private void fetch(Incoming<S> now) {
    way.send(now.from, part(FETCH, now.number).putBytes(now.cursor));
  }

  private void answered(Incoming<S> now, int kind, Decoder in) {
    if (kind == GONE) {
      incoming = null;
    } else if (kind == LATER) {
      now.idle = 0;
    } else if (Arrays.equals(in.getBytes(), now.cursor)) {
      now.idle = 0;
      piece(now, in);
    }
  }

  private void piece(Incoming<S> now, Decoder in) {
    switch (sink.take(in)) {
      case StateSink.Step.Next(byte[] cursor, StateSink.Pace pace) -> {
        now.cursor = cursor;
        pace.then(
            () -> {
              if (incoming == now && Arrays.equals(now.cursor, cursor)) {
                fetch(now);
              }
            });
      }
      case StateSink.Step.Installed() -> {
        incoming = null;
        installed++;
      }
      case StateSink.Step.Unusable() -> incoming = null;
    }
  }

  /**
   * Gives up the transfer to this replica, and discards the part of the state that has arrived,
   * which may be damaged.
   */
  public void giveUp() {
    incoming = null;
    sink.discard();
  }
}
