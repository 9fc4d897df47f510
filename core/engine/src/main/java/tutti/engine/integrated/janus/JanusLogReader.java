package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.engine.replication.Fragments;
import tutti.engine.replication.IntegratedRecords;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.MalformedData;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.janus.Record;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * A reader of one host's log from its beginning, for judges that stand outside. It takes the
 * records as {@link HostMemory} writes them, and remembers nothing but the writes of transactions
 * whose execution comes behind them. Confined to one thread.
 */
public final class JanusLogReader {
  private final IntegratedRecords records = new IntegratedRecords();
  private final Map<Integer, Fragments> fragments = new HashMap<>();
  private final Map<Integer, Map<TransactionId, SortedMap<ActorId, byte[]>>> pending =
      new HashMap<>();

  /**
   * Returns what the next record says.
   *
   * @throws MalformedData if the bytes are no record
   */
  public List<LoggedStep> add(byte[] record) {
    List<LoggedStep> steps = new ArrayList<>();
    records.add(record).ifPresent(each -> read(each.shard(), each.content(), steps));
    return steps;
  }

  /** Adds what a record of a shard says. */
  void read(int shard, Decoder in, List<LoggedStep> to) {
    while (in.remaining() > 0) {
      int kind = in.getByte();
      switch (kind) {
        case HostMemory.FACT -> add(shard, Record.decode(in), to);
        case HostMemory.WRITES ->
            pending
                .computeIfAbsent(shard, _ -> new HashMap<>())
                .put(TransactionId.decode(in), Values.decode(in));
        case HostMemory.IMAGE -> {
          if (in.remaining() > 0) {
            LogPosition.decode(in);
          }
          to.add(new LoggedStep.ImageBegun(shard));
        }
        case HostMemory.IMAGED_FACT -> {
          Record fact = Record.decode(in);
          // An image repeats what was executed before it, here or at another replica.
          if (!(fact instanceof Record.Executed)) {
            add(shard, fact, to);
          }
        }
        case HostMemory.IMAGED_FACTS -> {}
        case HostMemory.IMAGED_ENDS -> new RecentOutcomes().read(in);
        case HostMemory.IMAGED_ITEMS -> to.add(new LoggedStep.Imaged(shard, Values.decode(in)));
        case HostMemory.COMPLETE -> to.add(new LoggedStep.ImageComplete(shard));
        case HostMemory.COMING -> to.add(new LoggedStep.Coming(shard));
        case HostMemory.COME -> to.add(new LoggedStep.Come(shard, Values.decode(in)));
        case HostMemory.TAKEN -> to.add(new LoggedStep.Taken(shard));
        case HostMemory.FRAGMENT -> {
          Decoder whole = fragments.computeIfAbsent(shard, _ -> new Fragments()).add(in);
          if (whole != null) {
            read(shard, whole, to);
          }
        }
        default -> throw new MalformedData("no record of Janus is of kind " + kind);
      }
    }
  }

  private void add(int shard, Record fact, List<LoggedStep> to) {
    switch (fact) {
      case Record.Witnessed(Transaction its, Request request, _, _) ->
          requested(shard, its, request, to);
      case Record.Decided(Transaction its, Decision decision) ->
          to.add(new LoggedStep.Decided(shard, name(its), decision.abandoned()));
      case Record.Executed(TransactionId id, PieceOutput output) -> {
        SortedMap<ActorId, byte[]> writes = pending.getOrDefault(shard, new HashMap<>()).remove(id);
        to.add(
            new LoggedStep.Executed(
                shard,
                id.toString(),
                output.refused(),
                writes == null ? new TreeMap<>() : Collections.unmodifiableSortedMap(writes)));
      }
      case Record.Opened(var open) ->
          open.graph()
              .forEach(
                  each -> {
                    requested(shard, each.transaction(), each.request(), to);
                    each.decided()
                        .map(Decision::abandoned)
                        .map(its -> new LoggedStep.Decided(shard, name(each.transaction()), its))
                        .ifPresent(to::add);
                  });
      case Record.Promised _,
          Record.Accepted _,
          Record.Held _,
          Record.Wary _,
          Record.Failed _,
          Record.Begun _,
          Record.Barred _,
          Record.Differs _,
          Record.Lost _,
          Record.Upheld _,
          Record.Ordered _,
          Record.RoundInput _,
          Record.Applied _,
          Record.Forgotten _,
          Record.CollectedUpTo _,
          Record.Past _,
          Record.PastRun _,
          Record.PastBits _,
          Record.Disk _,
          Record.Closed _,
          Record.Missed _,
          Record.Copied _ -> {}
    }
  }

  private static String name(Transaction transaction) {
    return transaction.id().toString();
  }

  private static void requested(
      int shard, Transaction transaction, Request request, List<LoggedStep> to) {
    Piece piece = request.pieces().get(shard);
    if (piece != null) {
      SortedSet<ActorId> items = new TreeSet<>(piece.reads());
      items.addAll(piece.writes());
      to.add(new LoggedStep.Requested(shard, name(transaction), transaction.shards(), items));
    }
  }
}
