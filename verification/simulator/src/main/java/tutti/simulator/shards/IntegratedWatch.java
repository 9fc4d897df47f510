package tutti.simulator.shards;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.history.ForwardingHistory;
import tutti.engine.history.History;
import tutti.engine.integrated.PassOverOrder;
import tutti.engine.integrated.tapir.ViewChangeCommands;
import tutti.engine.node.integrated.IntegratedShards;
import tutti.engine.replication.Fragments;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;
import tutti.protocol.integrated.tapir.ViewCommand;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;
import tutti.simulator.check.EpochOracle;

/**
 * A listener to all hosts of an integrated protocol: to the oracle all of them are one node that
 * never ends, and an attempt is decided there once any host knows that it has committed; or, if its
 * participants execute their parts apart, once each of them has. Not thread-safe.
 */
public final class IntegratedWatch {
  /** The number of the one node. */
  private static final int NODE = 0;

  /** The one life of that node. */
  private static final int LIFE = 1;

  private final EpochOracle judge;

  /** The history of each version of the application that has run, the newest last. */
  private final List<Era> eras = new ArrayList<>();

  private final Protocol protocol;
  private final boolean strict;
  private final Map<BranchKey, Proposed> proposals = new HashMap<>();
  private final Map<String, BranchKey> names = new HashMap<>();
  private final Map<String, Boolean> committed = new HashMap<>();
  private final Set<BranchKey> lookers = new HashSet<>();

  /** The attempts of which each participant executes its part by itself. */
  private final Map<BranchKey, Parts> parts = new HashMap<>();

  private final Map<Integer, Long> views = new TreeMap<>();

  /** The newest life of each host: those before are let go, with their disks. */
  private final Map<Integer, Life> lives = new HashMap<>();

  private long takeOversBefore;
  private long decisions;
  private long viewChanges;
  private boolean stopped;
  private int teller = ShardWatch.NO_HOST;

  /**
   * The time of one version of the application.
   *
   * @param application null of the first
   */
  private record Era(@Nullable Application application, History history) {
    boolean has(Claim claim) {
      return application != null
          && application.type(claim.cell().id().type()) == claim.cell().type();
    }
  }

  /** A life of a host, and how often it has taken coordinators for gone so far. */
  private record Life(IntegratedShards node, long takeOvers) {}

  /** An attempt that may commit. */
  private record Proposed(
      @Nullable String key, List<Claim> claims, List<@Nullable Object> results) {}

  /** The parts of an attempt that participants have executed so far; its results by place. */
  private static final class Parts {
    private final List<Claim> claims = new ArrayList<>();
    private final @Nullable Object[] results;
    private final Set<Integer> executed = new HashSet<>();

    Parts(int calls) {
      results = new @Nullable Object[calls];
    }

    /**
     * Adds a part, unless another replica of its participant has told it; whether it is the last.
     */
    boolean isWholeWith(List<Integer> places, List<Claim> its, List<@Nullable Object> told) {
      if (!executed.addAll(places)) {
        return false;
      }
      for (int i = 0; i < places.size(); i++) {
        results[places.get(i)] = told.get(i);
      }
      claims.addAll(its);
      return executed.size() == results.length;
    }
  }

  /**
   * @param protocol of the hosts
   * @param strict whether reads miss nothing that was acknowledged before they were asked for
   */
  public IntegratedWatch(EpochOracle oracle, Protocol protocol, boolean strict) {
    this.protocol = protocol;
    this.strict = strict;
    this.judge = oracle;
    eras.add(new Era(null, oracle.history(NODE, LIFE)));
  }

  /** Begins the time of the next version of the application, after the judge has begun it. */
  public void begins(Application next) {
    eras.add(new Era(next, judge.history(NODE, LIFE)));
  }

  /**
   * Returns the history of the version under which an attempt was executed: one that was begun
   * under the version before is ended under it, also by hosts that run the newest.
   */
  private History of(List<Claim> claims) {
    Era newest = eras.getLast();
    boolean before = eras.size() > 1 && !claims.isEmpty() && !newest.has(claims.getFirst());
    return before ? eras.get(eras.size() - 2).history() : newest.history();
  }

  /**
   * Returns the history of one life of a host.
   *
   * @param configurationLogs the history of the configuration logs there
   * @param seen gives the history for a reader, too
   */
  public History history(int host, History configurationLogs, UnaryOperator<History> seen) {
    return new Told(host, seen, configurationLogs);
  }

  private final class Told implements ForwardingHistory {
    private final int host;
    private final UnaryOperator<History> seen;
    private final History history;
    private final History configurationLogs;

    /** The commands of TAPIR's configuration logs, and those of Janus' that have begun to come. */
    private final Map<Integer, ViewChangeCommands> viewCommands = new HashMap<>();

    private final Map<Integer, Fragments> commands = new HashMap<>();

    Told(int host, UnaryOperator<History> seen, History configurationLogs) {
      this.host = host;
      this.seen = seen;
      this.history = seen.apply(eras.getLast().history());
      this.configurationLogs = configurationLogs;
    }

    @Override
    public History history() {
      return history;
    }

    @Override
    public void proposed(
        BranchKey attempt,
        @Nullable String key,
        List<Claim> claims,
        List<@Nullable Object> results) {
      // The one before has ended, or there would be no other.
      proposals.remove(new BranchKey(attempt.id(), attempt.attempt() - 1));
      proposals.put(attempt, new Proposed(key, claims, new ArrayList<>(results)));
    }

    /** The attempt is decided once each participant has executed its part. */
    @Override
    public void executedPart(
        BranchKey attempt,
        int calls,
        List<Integer> places,
        List<Claim> claims,
        List<@Nullable Object> results) {
      Parts all = parts.computeIfAbsent(attempt, _ -> new Parts(calls));
      if (all.isWholeWith(places, claims, results)) {
        teller = host;
        of(all.claims).decided(attempt, null, ++decisions, all.claims, Arrays.asList(all.results));
      }
    }

    private History of(List<Claim> claims) {
      return seen.apply(IntegratedWatch.this.of(claims));
    }

    @Override
    public void relied(BranchKey attempt, Claim claim, long version, @Nullable Object value) {
      of(List.of(claim)).relied(attempt, claim, version, value);
    }

    /** Each replica that executes it tells that. */
    @Override
    public void looked(
        BranchKey attempt, @Nullable String key, long lsn, List<@Nullable Object> results) {
      if (lookers.add(attempt)) {
        history.looked(attempt, key, lsn, results);
      }
    }

    @Override
    public void named(BranchKey attempt, String name) {
      names.put(name, attempt);
    }

    @Override
    public void committed(String name) {
      BranchKey attempt = names.get(name);
      Proposed what = attempt == null ? null : proposals.remove(attempt);
      // Reads, and transactions that changed nothing, have no name here.
      if (attempt != null && what != null && committed.put(name, true) == null) {
        teller = host;
        of(what.claims).decided(attempt, what.key, ++decisions, what.claims, what.results);
      }
    }

    @Override
    public void chosen(int shard, List<LogEntry> entries) {
      configurationLogs.chosen(shard, entries);
      for (LogEntry entry : entries) {
        long opened = entry.content() instanceof Command command ? opened(shard, command) : 0;
        if (opened > views.getOrDefault(shard, 0L)) {
          views.put(shard, opened);
          viewChanges += opened > 1 && !stopped ? 1 : 0;
        }
      }
    }

    /** Returns the number of the view or the configuration that a command begins; 0 if none. */
    private long opened(int shard, Command command) {
      if (PassOverOrder.of(command.bytes()).isPresent()) {
        return 0;
      }
      if (protocol == Protocol.TAPIR) {
        Optional<ViewCommand> entry =
            viewCommands
                .computeIfAbsent(shard, _ -> new ViewChangeCommands())
                .chosen(command.bytes());
        return entry.orElse(null) instanceof ViewCommand.Open open ? open.view() : 0;
      }
      Decoder in = new Decoder(command.bytes());
      Decoder whole = commands.computeIfAbsent(shard, _ -> new Fragments()).add(in);
      return whole != null
              && ConfigurationCommand.decode(whole) instanceof ConfigurationCommand.Open open
          ? open.configuration().number()
          : 0;
    }
  }

  /** Returns whether some replica has ever executed a transaction, or a part of it. */
  public boolean hasExecuted(TransactionId id) {
    return Stream.of(parts.keySet(), proposals.keySet(), names.values())
        .flatMap(Collection::stream)
        .anyMatch(attempt -> attempt.id().equals(id));
  }

  /** Returns the knowledge of a client that a read must have. */
  public EpochOracle.Look needed(EpochOracle.Look look) {
    return strict ? look : new EpochOracle.Look(look.actor(), look.era(), 0, 0, look.life());
  }

  /** Counts no changes of views and configurations any more: the faults are over. */
  public void stop() {
    stopped = true;
  }

  /** Notes how often a host has taken coordinators for gone in its life so far. */
  public void took(int host, IntegratedShards node) {
    Life former = lives.put(host, new Life(node, node.machines().takeOvers()));
    if (former != null && former.node != node) {
      takeOversBefore += former.takeOvers;
    }
  }

  /** Returns how often hosts took coordinators for gone. */
  public long takeOvers() {
    return takeOversBefore + lives.values().stream().mapToLong(Life::takeOvers).sum();
  }

  /** Returns the number of views, or configurations, that followed another one under faults. */
  public long viewChanges() {
    return viewChanges;
  }

  /**
   * Returns the host that was the first to know of the newest commit, or {@link
   * ShardWatch#NO_HOST}.
   */
  public int teller() {
    return teller;
  }
}
