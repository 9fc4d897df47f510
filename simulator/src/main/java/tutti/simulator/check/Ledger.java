package tutti.simulator.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.history.History;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Unobserved;

/**
 * What the log decided and what clients were told, checked at the end of every epoch (see the
 * package's card). Not thread-safe: the simulator has one thread.
 */
public final class Ledger implements History {
  private final boolean serializable;
  private final boolean durable;
  private final Findings findings;
  private final Runnable onDecision;
  private States base;

  private final List<Decision> decisions = new ArrayList<>();
  private final Map<TransactionId, Decision> byId = new HashMap<>();
  private final List<Read> reads = new ArrayList<>();
  private final Map<ActorId, Long> highestRead = new HashMap<>();

  /** What has been in the log at the end of an epoch: it is there for ever. */
  private final Map<TransactionId, List<@Nullable Object>> kept = new HashMap<>();

  private final Map<String, TransactionId> keptKeys = new HashMap<>();
  private final Set<TransactionId> aborted = new HashSet<>();
  private final Set<String> abortedKeys = new HashSet<>();
  private long acknowledgements;

  /** What a client knew when it asked for a read. */
  public record Look(ActorId actor, long acknowledgements, long version) {}

  /**
   * How an epoch ended.
   *
   * @param kept decisions that are there
   * @param lost decisions that the crash undid
   * @param untold kept ones of which no client had heard yet
   */
  public record Ending(int kept, int lost, int untold) {}

  private record Read(Look look, long version, @Nullable ActorState state) {}

  /**
   * @param serializable whether the deployment promises more than serial actors
   * @param durable whether an acknowledgement outlives a crash
   * @param onDecision is called at every decision, once it is noted here
   */
  public Ledger(
      Application application,
      boolean serializable,
      boolean durable,
      Findings findings,
      Runnable onDecision) {
    this.serializable = serializable;
    this.durable = durable;
    this.findings = findings;
    this.onDecision = onDecision;
    base = new States(application);
  }

  @Override
  public void decided(
      TransactionId transaction,
      @Nullable String key,
      long lsn,
      List<Claim> claims,
      List<@Nullable Object> results) {
    Decision decision = new Decision(transaction, key, lsn, results);
    List<Decision.Act> acts = new ArrayList<>();
    for (Claim claim : claims) {
      Call call = claim.call();
      if (call != null) {
        acts.add(new Decision.Act(decision, call, claim.position(), claim.around()));
      }
    }
    decision.acts = acts;
    decisions.add(decision);
    byId.put(transaction, decision);
    onDecision.run();
  }

  /** A client was told that its request committed. True if that was in an earlier epoch. */
  public boolean acknowledged(
      TransactionId transaction, @Nullable String key, List<@Nullable Object> results) {
    acknowledgements++;
    Decision decision = byId.get(transaction);
    List<@Nullable Object> known = decision != null ? decision.results : kept.get(transaction);
    if (known == null) {
      findings.add("durable", "transaction " + transaction + " was acknowledged, and is nowhere");
    } else if (!known.equals(results)) {
      findings.add(
          "at-most-once",
          transaction + " was answered with " + results + ", and its results are " + known);
    }
    if (decision != null && decision.acknowledged == 0) {
      decision.acknowledged = acknowledgements;
    }
    TransactionId before = key == null ? null : keptKeys.get(key);
    if (before != null && !before.equals(transaction)) {
      findings.add(
          "at-most-once", "key " + key + " was " + before + " before, and is now " + transaction);
    }
    return decision == null;
  }

  /**
   * A client was told that nothing happened.
   *
   * @param key if no attempt under this key may have committed, or null
   */
  public void aborted(TransactionId transaction, @Nullable String key) {
    aborted.add(transaction);
    if (key != null) {
      abortedKeys.add(key);
      TransactionId before = keptKeys.get(key);
      if (before != null) {
        findings.add(
            "at-most-once", "key " + key + " had committed as " + before + ", and then aborted");
      }
    }
  }

  /** To be taken before a read is asked for. */
  public Look look(ActorId actor) {
    return new Look(actor, acknowledgements, highestRead.getOrDefault(actor, 0L));
  }

  /** A read was answered; a missing actor has no state and version 0. */
  public void read(Look look, long version, @Nullable ActorState state) {
    reads.add(new Read(look, version, state));
    highestRead.merge(look.actor(), version, Math::max);
  }

  /**
   * Ends the epoch.
   *
   * @param found all actors of the node, after the restart if there was a crash
   * @param crashed whether the newest decisions may be lost
   */
  public Ending end(States found, boolean crashed) {
    decisions.sort(Comparator.comparingLong(decision -> decision.lsn));
    checkReads();
    int survivors = survivors(found, crashed);
    List<Decision> there = decisions.subList(0, survivors);
    checkLost(survivors);
    checkActors(there, found);
    if (serializable) {
      checkSerial(there, found);
    }
    there.forEach(this::keep);
    int lost = decisions.size() - survivors;
    int untold = (int) there.stream().filter(decision -> decision.acknowledged == 0).count();
    decisions.clear();
    byId.clear();
    reads.clear();
    base = found.copy();
    return new Ending(survivors, lost, untold);
  }

  /** How many of the first decisions give the versions that are there. */
  private int survivors(States found, boolean crashed) {
    long effects = 0;
    for (var each : found.actors().entrySet()) {
      effects += each.getValue().version() - base.of(each.getKey()).version();
    }
    for (var each : base.actors().entrySet()) {
      if (found.of(each.getKey()).version() < each.getValue().version()) {
        findings.add(
            "durable",
            each.getKey()
                + " was in version "
                + each.getValue().version()
                + " and is in version "
                + found.of(each.getKey()).version());
      }
    }
    int count = 0;
    while (count < decisions.size() && effects > 0) {
      effects -= decisions.get(count++).acts.size();
    }
    if (effects != 0) {
      findings.add(
          "prefix",
          "no first part of the log has as many effects as are there: "
              + count
              + " of "
              + decisions.size()
              + " decisions leave "
              + effects
              + " over");
    }
    if (!crashed && count < decisions.size()) {
      findings.add(
          "durable", decisions.size() - count + " decisions have no effect, without a crash");
    }
    return count;
  }

  private void checkLost(int survivors) {
    for (Decision lost : decisions.subList(survivors, decisions.size())) {
      if (durable && lost.acknowledged > 0) {
        findings.add("durable", lost + " was acknowledged, and a crash lost it");
      }
    }
  }

  /** Actions of an epoch by actor, in the order of arrival. */
  private static TreeMap<ActorId, List<Decision.Act>> byActor(List<Decision> decisions) {
    TreeMap<ActorId, List<Decision.Act>> acts = new TreeMap<>();
    for (Decision decision : decisions) {
      for (Decision.Act act : decision.acts) {
        acts.computeIfAbsent(act.call().target(), actor -> new ArrayList<>()).add(act);
      }
    }
    acts.values().forEach(list -> list.sort(Comparator.comparingLong(Decision.Act::position)));
    return acts;
  }

  private void checkActors(List<Decision> there, States found) {
    var acts = byActor(there);
    acts.forEach(
        (actor, list) -> {
          ActorState state = base.of(actor).state();
          for (Decision.Act act : list) {
            state = next(act, state);
          }
          long version = base.of(actor).version() + list.size();
          compare("actor-serial", actor, new States.Version(state, version), found.of(actor));
        });
    for (ActorId actor : found.actors().keySet()) {
      if (!acts.containsKey(actor)) {
        compare("actor-serial", actor, base.of(actor), found.of(actor));
      }
    }
  }

  private ActorState next(Decision.Act act, ActorState state) {
    Call call = act.call();
    try {
      if (call.action().evaluate(state, call.arguments(), act.around())
          instanceof Evaluation.Refused(var refusal)) {
        findings.add(
            "actor-serial",
            act.of() + " did " + call + " in " + state + ", which refuses: " + refusal.message());
      }
    } catch (Unobserved unobserved) {
      findings.add("actor-serial", act.of() + " did " + call + " without having seen all");
    }
    return call.action().apply(state, call.arguments(), act.around());
  }

  private void compare(String rule, ActorId actor, States.Version expected, States.Version actual) {
    if (!expected.equals(actual)) {
      findings.add(rule, actor + " should be " + expected + ", and is " + actual);
    }
  }

  private void checkSerial(List<Decision> there, States found) {
    Serial serial = new Serial(base, findings);
    there.forEach(serial::run);
    serial
        .states()
        .actors()
        .forEach((actor, expected) -> compare("serial", actor, expected, found.of(actor)));
  }

  private void checkReads() {
    var acts = byActor(decisions);
    for (Read read : reads) {
      ActorId actor = read.look.actor();
      States.Version before = base.of(actor);
      List<Decision.Act> list = acts.getOrDefault(actor, List.of());
      long least = Math.max(before.version(), read.look.version());
      for (int i = 0; i < list.size(); i++) {
        long told = list.get(i).of().acknowledged;
        if (told > 0 && told <= read.look.acknowledgements()) {
          least = before.version() + i + 1;
        }
      }
      if (read.version < least) {
        findings.add(
            "fresh-reads",
            actor + " was read in version " + read.version + " after version " + least);
      } else if (read.version > before.version() + list.size()) {
        findings.add("fresh-reads", actor + " was read in version " + read.version + ", not made");
      } else if (read.state != null) {
        ActorState state = before.state();
        for (Decision.Act act : list.subList(0, (int) (read.version - before.version()))) {
          state = act.call().action().apply(state, act.call().arguments(), act.around());
        }
        compare(
            "fresh-reads",
            actor,
            new States.Version(state, read.version),
            new States.Version(read.state, read.version));
      }
    }
  }

  private void keep(Decision decision) {
    kept.put(decision.transaction, decision.results);
    if (aborted.contains(decision.transaction)
        || decision.key != null && abortedKeys.contains(decision.key)) {
      findings.add("definite-abort", decision + " aborted for its client, and is in the log");
    }
    TransactionId before =
        decision.key == null ? null : keptKeys.put(decision.key, decision.transaction);
    if (before != null) {
      findings.add(
          "at-most-once",
          "key " + decision.key + " committed as " + before + " and as " + decision.transaction);
    }
  }
}
