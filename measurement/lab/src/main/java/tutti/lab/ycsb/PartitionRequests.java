package tutti.lab.ycsb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.NodeKeys;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.ProcedureRequest;
import tutti.model.ActorId;
import tutti.model.actor.Procedure;

/**
 * The requests of one run: every transaction has a piece on the partition of its client, and one
 * each on others, drawn uniformly. Each client's are for one thread at a time.
 */
final class PartitionRequests implements NodeTarget.Requests {
  static final RelationalApplication APPLICATION =
      new RelationalApplication(Partition.application(), null);

  private static final String TYPE = "Partition";
  static final List<String> TYPES = List.of(TYPE);
  private static final int CHUNK = 1_000;

  /** The number of longs of a cache line and its neighbour. */
  private static final int APART = 16;

  private final YcsbWorkload.Shape shape;
  private final int partitions;
  private final int nodes;
  private final boolean together;
  private final List<Mixes[]> mixes = new ArrayList<>();
  private final long[] writes;

  /**
   * @param shape its rows are those of each partition
   * @param partitions of a transaction
   * @param nodes each with a partition of its number
   */
  PartitionRequests(
      YcsbWorkload.Shape shape,
      Zipfian zipfian,
      int partitions,
      int nodes,
      int clients,
      long seed) {
    this.shape = shape;
    this.partitions = partitions;
    this.nodes = nodes;
    this.together = shape.reads() == YcsbWorkload.Reads.TOGETHER;
    this.writes = new long[clients * APART];
    SplittableRandom seeds = new SplittableRandom(seed);
    for (int client = 0; client < clients; client++) {
      Mixes[] pieces = new Mixes[partitions];
      for (int i = 0; i < partitions; i++) {
        int share = shape.operations() / partitions;
        int own = i < shape.operations() % partitions ? share + 1 : share;
        pieces[i] = new Mixes(zipfian, own, shape.writes(), seeds.split());
      }
      mixes.add(pieces);
    }
  }

  @Override
  public TransactionRequest next(int client, SplittableRandom random) {
    int[] chosen = chosen(client % nodes, random);
    List<Partition.Piece> pieces = new ArrayList<>(partitions);
    for (int i = 0; i < partitions; i++) {
      Mixes mine = mixes.get(client)[i];
      mine.next();
      writes[client * APART] += Long.bitCount(mine.writes());
      pieces.add(
          new Partition.Piece(NodeKeys.key(chosen[i]), mine.list(), mine.writes(), shape.wide()));
    }
    return request(
        chosen[0],
        new Partition.All(pieces.getFirst(), pieces.subList(1, pieces.size()), together));
  }

  private int[] chosen(int first, SplittableRandom random) {
    int[] chosen = new int[partitions];
    Arrays.fill(chosen, -1);
    chosen[0] = first;
    for (int i = 1; i < partitions; i++) {
      int one = random.nextInt(nodes);
      while (has(chosen, one)) {
        one = random.nextInt(nodes);
      }
      chosen[i] = one;
    }
    return chosen;
  }

  private static boolean has(int[] chosen, int one) {
    return Arrays.stream(chosen).anyMatch(each -> each == one);
  }

  /** Returns the number of writes that were asked for so far. */
  long writes() {
    return Arrays.stream(writes).sum();
  }

  /** Returns the number of requests of {@link #load} and {@link #written}. */
  int chunks() {
    return nodes * ((shape.rows() + CHUNK - 1) / CHUNK);
  }

  /** Returns a request that adds rows; neighbours are on different partitions. */
  TransactionRequest load(long chunk) {
    long from = chunk / nodes * CHUNK;
    return request(
        (int) (chunk % nodes),
        new Partition.Load(from, Math.min(shape.rows(), from + CHUNK), shape.wide()));
  }

  /** Returns a request for the number of writes of the same rows. */
  TransactionRequest written(long chunk) {
    long from = chunk / nodes * CHUNK;
    return request(
        (int) (chunk % nodes),
        new Partition.Written(from, Math.min(shape.rows(), from + CHUNK), shape.wide()));
  }

  private static TransactionRequest request(int node, Procedure<Partition, ?> procedure) {
    return ProcedureRequest.of(APPLICATION, new ActorId(TYPE, NodeKeys.key(node)), procedure);
  }
}
