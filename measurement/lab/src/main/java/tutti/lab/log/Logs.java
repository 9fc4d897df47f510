package tutti.lab.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.transaction.record.RecordFormat;
import tutti.model.Application;
import tutti.model.Decoder;

/**
 * The logs of all nodes of a deployment, read from their data folders once or again and again while
 * they grow. Where shards have replicas, the logs are those of the shards, put together of what is
 * chosen in the logs of all hosts; under TAPIR and Janus they are those of the hosts. Thread-safe.
 */
public final class Logs {
  private final List<Path> folders;
  private final List<LogTail> tails = new ArrayList<>();
  private final RecordFormat format;
  private final LoggedTransactions transactions;
  private final Protocol replication;
  private final ShardLogs shards;
  private final LoggedItems items;
  private final OrderedItems ordered;

  /**
   * @param application that wrote the logs
   * @param folders the nodes' data folders, in the order of the nodes' numbers
   * @param replication of the nodes' shards
   */
  public Logs(Application application, List<Path> folders, Protocol replication) {
    this.format = new RecordFormat(application);
    this.transactions = new LoggedTransactions(application);
    this.folders = List.copyOf(folders);
    this.replication = replication;
    this.shards = new ShardLogs(this::record);
    this.items = new LoggedItems(application);
    this.ordered = new OrderedItems(application);
    for (int node = 0; node < folders.size(); node++) {
      tails.add(tail(node));
    }
  }

  private LogTail tail(int node) {
    return new LogTail(
        folders.get(node),
        switch (replication) {
          case NONE -> (lsn, bytes) -> record(node, lsn, bytes);
          case MULTIPAXOS -> (_, bytes) -> shards.add(node, bytes);
          case TAPIR -> (_, bytes) -> items.add(node, bytes);
          case JANUS -> (_, bytes) -> ordered.add(node, bytes);
        });
  }

  private void record(int node, long lsn, byte[] bytes) {
    transactions.add(node, lsn, format.read(new Decoder(bytes)));
  }

  /**
   * Reads the new records.
   *
   * @throws LogIncomplete if part of a log is gone
   */
  public synchronized void poll() throws IOException {
    for (LogTail tail : tails) {
      tail.poll();
    }
  }

  /** Removes the folder of a host. */
  @FunctionalInterface
  public interface Removal {
    void remove() throws IOException;
  }

  /** Reads the rest of a host's log, and removes its folder: a new log begins there. */
  public synchronized void lose(int node, Removal removal) throws IOException {
    poll();
    removal.remove();
    shards.lost(node);
    ordered.lost(node);
    tails.set(node, tail(node));
  }

  /**
   * Puts the records together that were read so far.
   *
   * @param over whether all nodes have ended in order after everything was resolved
   * @throws LogIncomplete if a shard's log has a gap
   */
  public synchronized LogSummary summary(boolean over) throws LogIncomplete {
    shards.check();
    return switch (replication) {
      case NONE, MULTIPAXOS -> transactions.summary(over);
      case TAPIR -> items.summary(over);
      case JANUS -> ordered.summary(over);
    };
  }
}
