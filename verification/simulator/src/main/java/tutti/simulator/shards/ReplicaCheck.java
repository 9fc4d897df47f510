package tutti.simulator.shards;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tutti.engine.node.ActorView;
import tutti.engine.node.ShardState;
import tutti.engine.node.replicated.ReplicatedShards;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.runtime.Promise;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.simulator.check.Findings;
import tutti.simulator.check.States;

/**
 * The check of all hosts at rest: their replicas vote, have the same log, and the same actors in
 * the same states, and hold no more of their hosts' logs than they may.
 *
 * @param hosts those that run, by their numbers
 */
public record ReplicaCheck(
    Map<Integer, ReplicatedShards> hosts, Application application, Findings findings) {
  private static final String AGREE = "replicas-agree";

  /** The most actors that a finding names. */
  private static final int NAMED = 3;

  /** A replica may hold so many bytes more while it makes a checkpoint. */
  private static final long MORE_BYTES = 32_768;

  /**
   * Returns whether the replicas of each shard vote, and know the same end of its log. For a moment
   * they may not: the shard has a new leader, its preferred one.
   */
  public boolean isLevel() {
    return views().values().stream()
        .allMatch(
            replicas ->
                replicas.values().stream().allMatch(ReplicaStatus::votes)
                    && replicas.values().stream().map(ReplicaStatus::chosen).distinct().count()
                        == 1);
  }

  /**
   * Returns whether all shards are led, and all replicas know that their whole log is chosen, and
   * their hosts have flushed that.
   */
  public boolean canEnd() {
    return isLevel()
        && views().values().stream()
            .allMatch(replicas -> replicas.values().stream().anyMatch(ReplicaStatus::leads))
        && hosts.values().stream()
            .allMatch(
                host ->
                    host.isFlushed()
                        && host.replicas().keySet().stream()
                            .map(host::view)
                            .allMatch(view -> view != null && view.end() == view.chosen()));
  }

  /** Looks at all replicas. In a task only. */
  public void check() {
    views().forEach(this::check);
    hosts.forEach(this::checkHeld);
  }

  /** Returns how all replicas stand at one moment, by shards and hosts. */
  private Map<Integer, Map<Integer, ReplicaStatus>> views() {
    Map<Integer, Map<Integer, ReplicaStatus>> views = new TreeMap<>();
    hosts.forEach(
        (number, host) ->
            host.replicas()
                .forEach(
                    (shard, replica) ->
                        views.computeIfAbsent(shard, _ -> new TreeMap<>()).put(number, replica)));
    return views;
  }

  private void checkHeld(int number, ReplicatedShards host) {
    long most = host.mostHeld() * 9 / 8 + MORE_BYTES;
    host.replicas()
        .forEach(
            (shard, replica) -> {
              if (replica.held() > most) {
                findings.add(
                    "log-let-go",
                    "at rest %s holds %s bytes of the host's log, and may hold %s"
                        .formatted(at(shard, number), replica.held(), most));
              }
            });
  }

  private void check(int shard, Map<Integer, ReplicaStatus> replicas) {
    ReplicaStatus first = null;
    Seen known = null;
    for (var replica : replicas.entrySet()) {
      int number = replica.getKey();
      ReplicaStatus view = replica.getValue();
      if (!view.votes()) {
        findings.add("rejoined", "at rest the replica of " + at(shard, number) + " is " + view);
        continue;
      }
      if (first != null && view.chosen() != first.chosen()) {
        findings.add(
            AGREE,
            "at rest %s is %s, and another replica is %s"
                .formatted(at(shard, number), view, first));
        continue;
      }
      Seen seen = seen(host(number), shard);
      if (known != null) {
        compare(at(shard, number), known.states, seen.states);
        compareKeys(at(shard, number), known.keys, seen.keys);
      }
      known = seen;
      first = view;
    }
  }

  private ReplicatedShards host(int number) {
    ReplicatedShards host = hosts.get(number);
    if (host == null) {
      throw new IllegalStateException("host " + number + " does not run");
    }
    return host;
  }

  private static String at(int shard, int host) {
    return "shard " + shard + " on host " + host;
  }

  /**
   * The state of one replica.
   *
   * @param keys of requests that have committed, each with its transaction and its time
   */
  private record Seen(States states, Map<String, String> keys) {}

  private Seen seen(ReplicatedShards host, int shard) {
    Promise<Seen> seen = new Promise<>();
    host.look(shard, state -> seen.complete(new Seen(states(state), keys(state))));
    return seen.await();
  }

  private static Map<String, String> keys(ShardState state) {
    Map<String, String> keys = new TreeMap<>();
    state
        .keys()
        .visit(done -> keys.put(done.key(), done.outcome().transaction() + " of " + done.at()));
    return keys;
  }

  /**
   * A key has the time that the log gives it: by that it expires, whoever leads. Replicas may keep
   * different keys, since a leader's come in the order in which transactions end.
   */
  private void compareKeys(String where, Map<String, String> known, Map<String, String> keys) {
    keys.forEach(
        (key, value) -> {
          String other = known.getOrDefault(key, value);
          if (!other.equals(value)) {
            findings.add(
                "keys-agree",
                "at rest %s has the key %s of transaction %s, which is elsewhere %s"
                    .formatted(where, key, value, other));
          }
        });
  }

  /**
   * Returns the actors as a leader has them. Those of a follower may lack an effect for good: what
   * came before it has aborted, which the log need not say. Whoever leads next applies it.
   */
  private States states(ShardState state) {
    States states = new States(application);
    for (ActorView view : ActorView.all(state.directory())) {
      if (view.version() > 0 || view.state().stage() != 0) {
        states.put(view.actor(), view.state(), view.version());
      }
    }
    state.ahead().forEach(effect -> states.happened(effect.call(), effect.seen()));
    return states;
  }

  private void compare(String where, States known, States states) {
    List<String> differences = new ArrayList<>();
    Map<ActorId, States.Version> others = known.all();
    states
        .all()
        .forEach(
            (actor, version) -> {
              if (!version.equals(others.get(actor))) {
                differences.add(
                    actor + " in " + version + ", and elsewhere in " + others.get(actor));
              }
            });
    others.forEach(
        (actor, version) -> {
          if (!states.all().containsKey(actor)) {
            differences.add("no " + actor + ", which is elsewhere in " + version);
          }
        });
    if (!differences.isEmpty()) {
      findings.add(
          AGREE,
          "at rest %s has %s differences: %s"
              .formatted(where, differences.size(), differences.stream().limit(NAMED).toList()));
    }
  }
}
