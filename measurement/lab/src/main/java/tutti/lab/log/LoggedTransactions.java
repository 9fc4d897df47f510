package tutti.lab.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.record.LogRecord;
import tutti.engine.transaction.record.LogRecord.BranchWork;
import tutti.engine.transaction.record.LogRecord.Effect;
import tutti.engine.transaction.record.LogRecord.Voter;
import tutti.engine.transaction.record.Observations;
import tutti.lab.log.LogSummary.Logged;
import tutti.lab.log.LogSummary.Newest;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Surroundings;
import tutti.simulator.check.Commuting;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.Operation;

/**
 * The transactions in the logs of all nodes: those that have committed, and the versions of actors
 * that each of them has made. An actor's effects are those of committed transactions in the order
 * of their arrival positions; the first makes version 1. This code is independent of a node's
 * recovery. Not thread-safe.
 */
final class LoggedTransactions {
  private final Application application;
  private final Map<BranchKey, Decided> decisions = new LinkedHashMap<>();
  private final Map<BranchKey, Map<Integer, Ending>> branches = new LinkedHashMap<>();
  private final List<Anomaly> found = new ArrayList<>();

  private record Decided(int node, LogRecord.Decision decision) {}

  /** A transaction that has committed, and the versions that it has made so far. */
  private record Committed(TransactionId id, @Nullable String key, List<Version> versions) {
    Logged logged() {
      return new Logged(
          id.toString(), key, List.of(), versions.stream().map(Version::written).toList());
    }
  }

  /** The end of a branch: with its work, or null if it was undone. */
  private record Ending(@Nullable BranchWork work) {}

  /**
   * A version of an actor.
   *
   * @param id the id of the transaction that made it
   * @param version counted from 1
   * @param follows the newest earlier version that this one must come after, since those between
   *     commute with it; 0 if there is none
   * @param seen the reads with which its action was computed
   * @param looked the parts of this actor that its transaction had read
   * @param before the state that the action met
   * @param after the state that it made
   */
  public record Version(
      TransactionId id,
      long version,
      long follows,
      Call call,
      Observations seen,
      List<Observations.Fact> looked,
      ActorState before,
      ActorState after)
      implements Commuting.Action {

    @Override
    public Surroundings around() {
      return seen;
    }

    @Override
    public boolean staysTrue(ActorState then, ActorState now) {
      return looked.stream()
          .allMatch(
              fact -> {
                Object there = fact.what().in(now);
                return Objects.equals(there, fact.value())
                    || Objects.equals(there, fact.what().in(then));
              });
    }

    private Operation.Write written() {
      return new Operation.Write(
          call.target().toString(), version, follows, call.action().name() + call.arguments());
    }

    private Version following(long earlier) {
      return new Version(id, version, earlier, call, seen, looked, before, after);
    }
  }

  private record Made(TransactionId id, Effect effect, Observations seen) {}

  LoggedTransactions(Application application) {
    this.application = application;
  }

  void add(int node, long lsn, LogRecord record) {
    switch (record) {
      case LogRecord.Decision decision -> {
        Decided former = decisions.put(decision.key(), new Decided(node, decision));
        if (former != null) {
          found("decided-twice", decision.key(), "node " + node + " decided it again at " + lsn);
        }
      }
      case LogRecord.BranchCommitted it -> ended(node, it.key(), new Ending(it.work()));
      case LogRecord.BranchAborted it -> ended(node, it.key(), new Ending(null));
      case LogRecord.Resolved(var member, var how) ->
          ended(node, member.key(), new Ending(how.commit() ? member.work() : null));
      case LogRecord.Learnt learnt -> {}
      case LogRecord.Vote vote -> {}
      case LogRecord.Note note -> {}
      case LogRecord.Finished finished -> {}
      case LogRecord.Answered answered -> {}
      case LogRecord.PassedOver passed -> {}
    }
  }

  private void ended(int node, BranchKey key, Ending ending) {
    Ending former = branches.computeIfAbsent(key, any -> new TreeMap<>()).put(node, ending);
    if (former != null && (former.work() == null) != (ending.work() == null)) {
      found("ended-twice", key, "on node " + node + " it has both committed and aborted");
    }
  }

  private void found(String name, BranchKey key, String story) {
    found.add(anomaly(name, key.id(), story));
  }

  private static Anomaly anomaly(String name, TransactionId id, String... story) {
    return new Anomaly(name, List.of(id.toString()), List.of(story));
  }

  /** Returns the number of decisions. */
  public int size() {
    return decisions.size();
  }

  /**
   * Puts the read records together.
   *
   * @param over whether all nodes have ended in order after everything was resolved: then every
   *     branch of a decided transaction must have committed
   */
  public LogSummary summary(boolean over) {
    List<Anomaly> anomalies = new ArrayList<>(found);
    Map<TransactionId, Committed> transactions = new LinkedHashMap<>();
    Map<ActorId, TreeMap<Long, Made>> effects = new LinkedHashMap<>();
    Map<TransactionId, Set<Observations.Fact>> looks = new HashMap<>();
    for (Decided decided : decisions.values()) {
      LogRecord.Decision decision = decided.decision();
      TransactionId id = decision.key().id();
      String key = decision.idempotency() == null ? null : decision.idempotency().key();
      Committed former = transactions.put(id, new Committed(id, key, new ArrayList<>()));
      if (former != null) {
        anomalies.add(anomaly("decided-twice", id, "in two attempts"));
      }
      place(id, decision.work(), effects, anomalies);
      Set<Observations.Fact> looked = looks.computeIfAbsent(id, any -> new LinkedHashSet<>());
      looked.addAll(decision.work().seen().facts());
      for (Voter voter : decision.voters()) {
        Ending ending = branches.getOrDefault(decision.key(), Map.of()).get(voter.node());
        if (ending != null && ending.work() != null) {
          place(id, ending.work(), effects, anomalies);
          looked.addAll(ending.work().seen().facts());
        } else if (over || ending != null) {
          anomalies.add(
              anomaly(
                  "half-committed",
                  id,
                  "node " + decided.node() + " decided that " + id + " commits",
                  "node "
                      + voter.node()
                      + " had voted for it, and its log "
                      + (ending == null ? "has no end of it" : "says that it aborted")));
        }
      }
    }
    orphans(anomalies);
    return summary(transactions, versions(effects, looks, transactions, anomalies), anomalies);
  }

  private static LogSummary summary(
      Map<TransactionId, Committed> transactions,
      Map<ActorId, List<Version>> actors,
      List<Anomaly> anomalies) {
    Map<String, Logged> logged = new LinkedHashMap<>();
    transactions.forEach((id, each) -> logged.put(id.toString(), each.logged()));
    Map<ActorId, Newest> newest = new LinkedHashMap<>();
    actors.forEach(
        (actor, versions) -> {
          Version last = versions.getLast();
          newest.put(actor, new Newest(last.id().toString(), last.version(), last.after()));
        });
    return new LogSummary(logged, newest, anomalies);
  }

  /** Reports branches that committed without a decision. */
  private void orphans(List<Anomaly> anomalies) {
    branches.forEach(
        (key, endings) ->
            endings.forEach(
                (node, ending) -> {
                  Decided decided = decisions.get(key);
                  boolean counted =
                      decided != null
                          && decided.decision().voters().stream()
                              .anyMatch(voter -> voter.node() == node);
                  if (ending.work() != null && !counted) {
                    anomalies.add(
                        anomaly(
                            "half-committed",
                            key.id(),
                            "node "
                                + node
                                + " has committed its branch of "
                                + key.id()
                                + ", and no decision counts it"));
                  }
                }));
  }

  private static void place(
      TransactionId id,
      BranchWork work,
      Map<ActorId, TreeMap<Long, Made>> effects,
      List<Anomaly> anomalies) {
    for (Effect effect : work.effects()) {
      ActorId actor = effect.call().target();
      Made other =
          effects
              .computeIfAbsent(actor, any -> new TreeMap<>())
              .put(effect.position(), new Made(id, effect, work.seen()));
      if (other != null) {
        anomalies.add(
            new Anomaly(
                "lost-write",
                List.of(other.id().toString(), id.toString()),
                List.of(
                    other.id() + " and " + id + " both took position " + effect.position(),
                    "of " + actor + ": only one of them can be its version")));
      }
    }
  }

  private Map<ActorId, List<Version>> versions(
      Map<ActorId, TreeMap<Long, Made>> effects,
      Map<TransactionId, Set<Observations.Fact>> looks,
      Map<TransactionId, Committed> transactions,
      List<Anomaly> anomalies) {
    Map<ActorId, List<Version>> actors = new LinkedHashMap<>();
    effects.forEach(
        (actor, byPosition) -> {
          List<Version> versions = new ArrayList<>();
          ActorState state = blank(actor);
          for (Made made : byPosition.values()) {
            Call call = made.effect().call();
            ActorState before = state;
            try {
              state = call.action().apply(before, call.arguments(), made.seen());
            } catch (RuntimeException impossible) {
              anomalies.add(
                  anomaly(
                      "impossible-effect",
                      made.id(),
                      call + " cannot follow " + before + ": " + impossible));
            }
            Version version =
                new Version(
                    made.id(),
                    versions.size() + 1L,
                    versions.size(),
                    call,
                    made.seen(),
                    looks.getOrDefault(made.id(), Set.of()).stream()
                        .filter(fact -> fact.actor().equals(actor))
                        .toList(),
                    before,
                    state);
            version = version.following(Commutation.follows(versions, version));
            versions.add(version);
            Committed by = transactions.get(made.id());
            if (by != null) {
              by.versions().add(version);
            }
          }
          actors.put(actor, versions);
        });
    return actors;
  }

  private ActorState blank(ActorId actor) {
    ActorType type = application.type(actor.type());
    if (type == null) {
      throw new IllegalStateException("the application has no type of " + actor);
    }
    return type.blank(actor.key());
  }
}
