package tutti.simulator.shards;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.history.ForwardingHistory;
import tutti.engine.history.History;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.TermStart;
import tutti.simulator.check.EpochOracle;
import tutti.simulator.check.Findings;

/**
 * A listener to all hosts of a run: it has the logs of all shards and the terms over them, judges
 * them, and tells the oracle of each term as of a life of a node. Not thread-safe.
 */
public final class ShardWatch {
  /** No host leads, as far as this listener knows. */
  public static final int NO_HOST = -1;

  private final EpochOracle oracle;
  private final Findings findings;
  private final Consumer<String> trace;
  private final TreeMap<Integer, Shard> shards = new TreeMap<>();
  private BooleanSupplier load = () -> false;
  private boolean stopped;
  private long changes;
  private long changesUnderLoad;

  /** One shard through its terms. */
  private final class Shard {
    final ShardLog log;
    final Set<Long> begun = new HashSet<>();

    /** The newest term that has begun; 0 before. */
    long newest;

    /** The host of that term, while it runs. */
    int host = NO_HOST;

    /** The history of that term. */
    History history = History.NONE;

    Shard(int number) {
      log = new ShardLog(number, findings);
    }
  }

  /**
   * @param trace told in words of each term that begins
   */
  public ShardWatch(EpochOracle oracle, Findings findings, Consumer<String> trace) {
    this.oracle = oracle;
    this.findings = findings;
    this.trace = trace;
  }

  /** Sets the question whether clients wait for answers. */
  public void load(BooleanSupplier busy) {
    load = busy;
  }

  /** Counts no changes of leaders any more: the faults are over. */
  public void stop() {
    stopped = true;
  }

  private Shard of(int shard) {
    return shards.computeIfAbsent(shard, Shard::new);
  }

  /**
   * Returns the history of one life of a host.
   *
   * @param seen gives the history of a term for a reader, too
   */
  public History history(int host, UnaryOperator<History> seen) {
    return new History() {
      @Override
      public History ofTerm(int shard, long term) {
        return seen.apply(begins(host, shard, term));
      }

      @Override
      public void chosen(int shard, List<LogEntry> entries) {
        of(shard).log.chosen(host, entries);
      }
    };
  }

  private History begins(int host, int number, long term) {
    Shard shard = of(number);
    TermStart start = shard.log.start(term);
    if (!shard.begun.add(term) || start == null || start.host() != host) {
      findings.add(
          "one-term",
          "host %s begins term %s over shard %s, whose first entry is %s"
              .formatted(host, term, number, start));
    }
    trace.accept("host " + host + " leads shard " + number + ", term " + term);
    if (term > shard.newest) {
      if (shard.newest > 0 && !stopped) {
        changes++;
        changesUnderLoad += load.getAsBoolean() ? 1 : 0;
      }
      shard.newest = term;
      shard.host = host;
      int life = Math.toIntExact(term);
      shard.history = oracle.history(number, life);
      oracle.found(number, life, shard.log::has);
    }
    return new Told(shard, term);
  }

  /**
   * The history of a term, as long as no newer one has begun and its host runs: nothing that it
   * logs later is ever chosen. A transaction that changed nothing, and read only at other shards,
   * needs no place in the log, so a leader may commit it that does not know yet of a newer term.
   */
  private record Told(Shard shard, long term) implements ForwardingHistory {
    @Override
    public History history() {
      return shard.newest == term && shard.host != NO_HOST ? shard.history : History.NONE;
    }

    @Override
    public void looked(
        BranchKey attempt, @Nullable String key, long lsn, List<@Nullable Object> results) {
      shard.history.looked(attempt, key, lsn, results);
    }
  }

  /** Notes that a life of a host is over, with its terms. */
  public void over(int host) {
    shards.forEach(
        (number, shard) -> {
          if (shard.host == host) {
            shard.host = NO_HOST;
            oracle.over(number);
          }
        });
  }

  /** Returns the host of the newest term over a shard, or {@link #NO_HOST} if it does not run. */
  public int leader(int shard) {
    return of(shard).host;
  }

  /** Returns the end of the log that any replica of a shard knows to be chosen. */
  public long chosen(int shard) {
    return of(shard).log.end();
  }

  /** Returns whether the record of a term that ends at that position is chosen. */
  public boolean has(int shard, int term, long end) {
    return of(shard).log.has(term, end);
  }

  /** Returns the number of terms that followed another one while faults lasted. */
  public long changes() {
    return changes;
  }

  /** Returns the number of those that began while clients waited for answers. */
  public long changesUnderLoad() {
    return changesUnderLoad;
  }
}
