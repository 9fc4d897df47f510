package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.integrated.janus.BegunConfigurations.Begun;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.janus.DurableState;
import tutti.protocol.integrated.janus.Input;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.Record;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;
import tutti.protocol.replication.Group;

/**
 * The transfer of a voter's memory to this replica, if it lacks its own: since its disk was lost,
 * or since it was away when others forgot. First come the items, while all goes on without this
 * replica; they go into the log as they come. Then it asks to be a learner, and gets what was
 * written meanwhile, with all facts of one moment. Confined to the host's queue of machines.
 */
final class ItemTransfer {
  private static final Logger LOG = LoggerFactory.getLogger(ItemTransfer.class);

  static final int OFFER = 0;
  static final int FETCH = 1;
  static final int PIECE = 2;
  static final int ASK = 3;
  static final int END = 4;

  /** The end cannot be told yet. */
  static final int WAIT = 5;

  /** The other replica knows nothing of the transfer, or may not give its memory. */
  static final int GONE = 6;

  static final int FACT = 0;
  static final int ITEMS = 1;
  static final int OUTCOME = 2;

  private final ReplicaDriver driver;
  private final JanusHost host;
  private final Group group;

  /** The looks without a sign of life after which a transfer begins anew, at another host. */
  private final int patience;

  private @Nullable Coming coming;

  /** The place in the group of the host that is asked next. */
  private int next;

  private long installed;

  /** A memory that is on its way here. */
  private static final class Coming {
    final int from;
    final long number;

    /** The record with which it begins; 0 before its first piece. */
    long begun;

    final NavigableMap<ActorId, byte[]> items = new TreeMap<>();
    final List<Record> facts = new ArrayList<>();
    final List<Message> outcomes = new ArrayList<>();
    private @Nullable ActorId last;

    /** Whether all items have come that were not written meanwhile. */
    private boolean prepared;

    /** The beginning that the other host knows, as its first piece told; 0 before that. */
    private long beginning;

    /** How often it was asked for the end, and the parts that have come of it. */
    private int attempt = 1;

    private int parts;

    /** The looks since it was heard of. */
    private int idle;

    Coming(int from, long number) {
      this.from = from;
      this.number = number;
    }
  }

  ItemTransfer(ReplicaDriver driver, JanusHost host, Group group) {
    this.driver = driver;
    this.host = host;
    this.group = group;
    this.patience = host.settings().mostSilent();
    this.next = group.rank();
  }

  /** Returns how many memories came from other hosts. */
  long installed() {
    return installed;
  }

  boolean isComing() {
    return coming != null;
  }

  static Encoder part(int kind, long number) {
    return new Encoder().putByte(kind).putLong(number);
  }

  static void put(@Nullable ActorId item, Encoder out) {
    out.putBoolean(item != null);
    if (item != null) {
      out.putString(item.type()).putString(item.key());
    }
  }

  private static @Nullable ActorId item(Decoder in) {
    return in.getBoolean() ? new ActorId(in.getString(), in.getString()) : null;
  }

  private static int count(Decoder in) {
    return in.getCount(Integer.MAX_VALUE);
  }

  private void send(int to, Encoder part) {
    host.mail().transfer(driver.shard(), to, part);
  }

  /**
   * The configuration log's replica on that host lacks commands that were let go: it is told their
   * end, or the place of a later one, if that is not known.
   */
  void offer(int to) {
    DurableState kept = driver.kept();
    Encoder out = part(OFFER, 0);
    Optional<Begun> oldest = driver.configurations().oldest();
    oldest.map(Begun::behind).orElse(driver.configurationLog().place()).encode(out);
    out.putBoolean(oldest.isEmpty() && kept.isClosed());
    oldest.map(Begun::open).orElse(kept.opened()).encode(out);
    send(to, out);
  }

  /**
   * Takes a part of a transfer.
   *
   * @throws MalformedData if the bytes are none
   */
  void received(int from, Decoder in) {
    int kind = in.getByte();
    long number = in.getLong();
    switch (kind) {
      case OFFER ->
          offered(LogPosition.decode(in), in.getBoolean(), ConfigurationCommand.decode(in));
      case FETCH -> driver.giver().fetched(from, number, item(in));
      case ASK -> driver.giver().asked(from, number, in.getLong(), count(in), count(in));
      case PIECE, END, WAIT, GONE -> {
        Coming it = coming;
        if (it != null && it.from == from && it.number == number) {
          it.idle = 0;
          came(it, kind, in);
        }
      }
      default -> throw new MalformedData("no part of a transfer is of kind " + kind);
    }
  }

  private void offered(LogPosition place, boolean closed, ConfigurationCommand newest) {
    LogPosition own = driver.configurationLog().place();
    if (place.mark().position() <= own.mark().position()) {
      // The configuration log has not heard of it: a crash came between.
      driver.reached(own);
    } else if (newest instanceof ConfigurationCommand.Open open) {
      long number = open.configuration().number();
      if (number > driver.kept().configuration().number()) {
        driver.on(new Input.Missed(open));
      }
      if (closed) {
        driver.on(new Input.Chosen(new ConfigurationCommand.Close(number)));
      }
      driver.skipTo(place, open);
      look();
    }
  }

  // --- the transfer ---

  /** Looks whether the memory of another replica is needed, and whether it comes. */
  void look() {
    DurableState kept = driver.kept();
    Coming it = coming;
    if (!kept.lacks() || kept.configuration().number() == 0) {
      coming = null;
    } else if (it == null || it.idle++ >= patience || !isConnected(it.from)) {
      begin();
    } else if (it.idle > 1) {
      // The question or its answer was lost.
      ask(it);
    }
  }

  /** The configuration may have changed: the end can be told now, perhaps. */
  void changed() {
    Coming it = coming;
    if (it == null || !driver.kept().lacks()) {
      look();
    } else if (it.prepared && it.parts == 0) {
      ask(it);
    }
  }

  private boolean isConnected(int to) {
    return host.parts().link().isConnected(to);
  }

  private void begin() {
    coming = null;
    for (int tries = 0; tries < group.hosts().size() && coming == null; tries++) {
      next = (next + 1) % group.hosts().size();
      int from = group.hosts().get(next);
      if (from != group.self() && isConnected(from)) {
        LOG.info("shard {} comes from host {}", driver.shard(), from);
        coming = new Coming(from, host.nonce());
      }
    }
    driver.on(new Input.Prepared(false));
    if (coming != null) {
      ask(coming);
    }
  }

  private void ask(Coming it) {
    if (!it.prepared) {
      Encoder out = part(FETCH, it.number);
      put(it.last, out);
      send(it.from, out);
    } else {
      Encoder out = part(ASK, it.number).putLong(driver.kept().disk());
      send(it.from, out.putVarLong(it.attempt).putVarLong(it.parts));
    }
  }

  private void came(Coming it, int kind, Decoder in) {
    switch (kind) {
      case PIECE, END -> {
        long beginning = in.getLong();
        it.beginning = it.beginning == 0 ? beginning : it.beginning;
        if (it.beginning != beginning) {
          // It does not know all that was written since the first piece.
          coming = null;
        } else if (kind == PIECE) {
          piece(it, item(in), item(in), Values.decode(in));
        } else if (count(in) == it.attempt) {
          end(it, count(in), in.getBoolean(), in);
        }
      }
      case GONE -> coming = null;
      default -> {}
    }
  }

  private void piece(
      Coming it,
      @Nullable ActorId after,
      @Nullable ActorId last,
      SortedMap<ActorId, byte[]> values) {
    boolean isNext = after == null ? it.last == null : after.equals(it.last);
    if (!isNext || it.prepared) {
      return;
    }
    if (it.begun == 0) {
      // Where nobody can give a memory, as of a shard that is stopped, the log does not grow.
      it.begun = driver.coming();
    }
    if (last == null) {
      it.prepared = true;
      driver.on(new Input.Prepared(true));
      ask(it);
      return;
    }
    it.items.putAll(values);
    it.last = last;
    long lsn = driver.append(out -> HostMemory.come(values, out));
    host.parts()
        .log()
        .whenDurable(
            lsn,
            durable ->
                driver.later(
                    () -> {
                      if (durable && coming == it) {
                        ask(it);
                      }
                    }));
  }

  private void end(Coming it, int index, boolean last, Decoder in) {
    if (!it.prepared || index != it.parts) {
      return;
    }
    while (in.remaining() > 0) {
      int kind = in.getByte();
      switch (kind) {
        case FACT -> it.facts.add(Record.decode(in));
        case ITEMS -> {
          SortedMap<ActorId, byte[]> values = Values.decode(in);
          Values.put(values, it.items);
          driver.append(out -> HostMemory.come(values, out));
        }
        case OUTCOME -> it.outcomes.add(Message.decode(in));
        default -> throw new MalformedData("no part of a memory is of kind " + kind);
      }
    }
    it.parts++;
    if (!last) {
      ask(it);
    } else if (driver.kept().takes(it.facts)) {
      coming = null;
      installed++;
      it.outcomes.forEach(driver.ends()::add);
      driver.take(it.facts, it.items, it.begun);
    } else {
      // Another configuration has begun meanwhile: the end of that one is needed.
      it.attempt++;
      it.parts = 0;
      it.facts.clear();
      it.outcomes.clear();
    }
  }
}
