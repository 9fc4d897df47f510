package tutti.simulator.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.Operation;
import tutti.simulator.history.Operation.Outcome;

/**
 * The recorder of a whole run's history. The recording has the question and the answer of every
 * client, and the reads and writes of each transaction whose decision stands in the end, told or
 * not. Versions are places in an order of each actor's effects that cannot be told from the order
 * of their application, see {@link ActorOrder}. Linear in the run.
 */
public final class Recorder {
  /** A client's question, from its asking to its answer. */
  public final class Asked {
    private final String client;
    private final @Nullable String key;
    private final long invoked;
    private long completed = Operation.NEVER;

    private Asked(String client, @Nullable String key, long invoked) {
      this.client = client;
      this.key = key;
      this.invoked = invoked;
    }

    /** Notes that the client was told that this transaction committed its request. */
    public void committed(TransactionId transaction, long now) {
      completed = now;
      if (!notes) {
        return;
      }
      byTransaction.put(transaction, this);
      acknowledged.add(transaction);
      told.merge(transaction, new Told(transaction, invoked, now), Told::first);
    }

    /**
     * Notes that the client was told the content of a snapshot. The snapshot may be as old as was
     * allowed when the client asked: so no later operation need come after it.
     */
    public void saw(TransactionId query) {
      if (notes) {
        byTransaction.put(query, this);
      }
    }

    /** Notes that the client was told that nothing happened. */
    public void aborted(TransactionId transaction, long now) {
      completed = now;
      if (notes) {
        aborted.put(transaction, this);
      }
    }

    /** Notes that the client was told that the outcome of this transaction is not known yet. */
    public void inDoubt(TransactionId transaction) {
      if (notes) {
        byTransaction.putIfAbsent(transaction, this);
      }
    }

    /** Notes that the client read an actor; a missing actor has version 0. */
    public void read(ActorId actor, long version, long now) {
      completed = now;
      if (notes) {
        clientReads.add(new ClientRead(this, actor, version));
      }
    }
  }

  /**
   * A client was told that a transaction committed.
   *
   * @param asked when the client asked first, in nanoseconds of the world
   * @param told when a client was told first
   */
  public record Told(TransactionId transaction, long asked, long told) {
    private Told first(Told other) {
      return new Told(transaction, Math.min(asked, other.asked), Math.min(told, other.told));
    }
  }

  /** A request under a key of which a client was told that it committed. */
  public record Keyed(Told told, TransactionRequest request) {}

  private record ClientRead(Asked asked, ActorId actor, long version) {}

  /** A node said that a transaction's effect on an actor was the one with this number. */
  private record Wrote(TransactionId transaction, ActorId actor, long version) {}

  /** A fact that a node told a transaction, in a life of the node. */
  private record Sighting(GrantedLook look, int node, int life) {}

  private record Part(BranchKey attempt, int node) {}

  /** Whether anything is noted. */
  private final boolean notes;

  private final Eras eras;

  private final Findings findings;
  private final Map<String, Asked> byKey = new HashMap<>();
  private final Map<TransactionId, Asked> byTransaction = new HashMap<>();
  private final Set<TransactionId> acknowledged = new HashSet<>();
  private final Map<TransactionId, Told> told = new LinkedHashMap<>();
  private final Map<TransactionId, TransactionRequest> keyed = new LinkedHashMap<>();
  private final Map<TransactionId, Asked> aborted = new TreeMap<>();
  private final List<ClientRead> clientReads = new ArrayList<>();

  /** Transactions that changed nothing and were answered. */
  private final Map<TransactionId, LoggedDecision> lookers = new LinkedHashMap<>();

  private final List<Wrote> wrote = new ArrayList<>();
  private final Map<BranchKey, List<Sighting>> sightings = new HashMap<>();

  /** The parts of transactions whose looks count, whatever becomes of their nodes. */
  private final Set<Part> over = new HashSet<>();

  /** The decisions that stand, in the order of their epochs. */
  private final List<LoggedDecision> standing = new ArrayList<>();

  /** Actors on which a crash undid something: the versions that nodes told then say little. */
  private final Set<ActorId> undone = new HashSet<>();

  private final TreeMap<ActorId, ActorOrder> actors = new TreeMap<>();
  private int epochs;

  Recorder(boolean notes, Eras eras, Findings findings) {
    this.notes = notes;
    this.eras = eras;
    this.findings = findings;
  }

  /**
   * Notes a client's request, when it is asked for the first time.
   *
   * @param key the request's idempotency key, or null
   */
  public Asked asked(String client, @Nullable String key, long now) {
    Asked asked = new Asked(client, key, now);
    if (notes && key != null) {
      byKey.put(key, asked);
    }
    return asked;
  }

  /**
   * Notes what a transaction was told of an actor of a node, in a life of that node. What the node
   * told in an earlier life counts no more, unless the transaction's part there had ended by then:
   * it was lost, and was done again.
   */
  void relied(BranchKey attempt, int node, int life, GrantedLook look) {
    List<Sighting> before = sightings.computeIfAbsent(attempt, none -> new ArrayList<>(2));
    if (!over.contains(new Part(attempt, node))) {
      before.removeIf(each -> each.node == node && each.life < life);
    }
    // A late message may repeat the question, when the transaction has long gone on.
    if (before.stream().noneMatch(each -> look.sameQuestion(each.look))) {
      before.add(new Sighting(look, node, life));
    }
  }

  /** Notes that the part of a transaction on a node has voted, or has ended there. */
  void ended(BranchKey attempt, int node) {
    over.add(new Part(attempt, node));
  }

  /** Returns the looks of an attempt of this epoch. */
  List<GrantedLook> looks(BranchKey attempt) {
    return sightings.getOrDefault(attempt, List.of()).stream().map(Sighting::look).toList();
  }

  void wrote(TransactionId transaction, ActorId actor, long version) {
    wrote.add(new Wrote(transaction, actor, version));
  }

  /** Returns all commits of which clients were told, also of transactions that changed nothing. */
  public List<Told> told() {
    return List.copyOf(told.values());
  }

  /** Notes the request of a commit, which a client may repeat under its key. */
  public void keyed(TransactionId transaction, TransactionRequest request) {
    if (notes && request.idempotency() != null) {
      keyed.put(transaction, request);
    }
  }

  /** Returns the requests under a key of which clients were told that they committed. */
  public List<Keyed> keyed() {
    List<Keyed> all = new ArrayList<>();
    keyed.forEach(
        (transaction, request) -> {
          Told its = told.get(transaction);
          if (its != null) {
            all.add(new Keyed(its, request));
          }
        });
    return all;
  }

  /** Counts the effects on each actor of some of the transactions that stand. */
  public Map<ActorId, Long> effects(Predicate<TransactionId> which) {
    Map<ActorId, Long> effects = new TreeMap<>();
    for (LoggedDecision decision : standing) {
      if (which.test(decision.transaction)) {
        decision.acts.forEach(act -> effects.merge(act.call().target(), 1L, Long::sum));
      }
    }
    return effects;
  }

  /** Notes that a transaction that changed nothing was answered. */
  void looked(LoggedDecision looker) {
    lookers.put(looker.transaction, looker);
  }

  /**
   * Notes the end of an epoch.
   *
   * @param decisions the decisions that were made in it
   * @param there the decisions that stand
   */
  void epoch(List<LoggedDecision> decisions, List<LoggedDecision> there) {
    epochs++;
    Set<LoggedDecision> stand = new HashSet<>(there);
    for (LoggedDecision decision : decisions) {
      if (!stand.contains(decision)) {
        decision.acts.forEach(act -> undone.add(act.call().target()));
      }
    }
    for (LoggedDecision decision : there) {
      standing.add(decision);
      List<GrantedLook> saw = looks(decision.attempt);
      decision.looks = saw;
      for (LoggedDecision.Act act : decision.acts) {
        List<GrantedLook> own =
            saw.stream().filter(look -> look.actor().equals(act.call().target())).toList();
        order(act.call().target()).add(new StandingEffect(decision, act, epochs, own));
      }
    }
    sightings.clear();
    over.clear();
  }

  /**
   * Forgets the reads of an epoch after which some of the read versions may be gone: no promise was
   * made that they last.
   */
  void forgetReads(States found) {
    clientReads.removeIf(read -> read.version > found.version(read.actor));
    lookers.clear();
  }

  /** Forgets the reads of an epoch in which crashes came one by one. */
  void forgetReads() {
    clientReads.clear();
    lookers.clear();
  }

  private ActorOrder order(ActorId actor) {
    return actors.computeIfAbsent(actor, each -> new ActorOrder(each, eras));
  }

  /**
   * Returns the history so far.
   *
   * @param claim the isolation that the history is judged by
   * @param found the states of all actors now
   * @param durable whether acknowledged transactions must still have their effects
   * @param reader finds the statements of transactions about rows
   */
  Readings history(
      HistoryClaim claim, States base, States found, boolean durable, Sight.Reader reader) {
    for (ClientRead read : clientReads) {
      order(read.actor).keepPrefix(read.version);
    }
    // An actor may be looked at that nothing ever changed.
    standing.forEach(decision -> decision.looks.forEach(look -> order(look.actor())));
    lookers.values().forEach(looker -> looker.looks.forEach(look -> order(look.actor())));
    actors.forEach((actor, order) -> order.arrange(base.form(eras, actor)));
    checkVersions();
    RowGrain rows = new RowGrain(eras, reader, findings);
    actors.values().forEach(order -> order.effects(rows::add));
    Map<String, Long> last = new TreeMap<>();
    found.actors().forEach((actor, version) -> last.put(actor.toString(), version.version()));
    rows.last(found, last);
    Readings operations = new Readings(claim, last);
    Set<TransactionId> stands = new HashSet<>();
    for (LoggedDecision decision : standing) {
      stands.add(decision.transaction);
      operations.add(operation(decision, rows.writes(decision)), rows.readings(decision));
    }
    for (LoggedDecision looker : lookers.values()) {
      stands.add(looker.transaction);
      operations.add(operation(looker, List.of()), rows.readings(looker));
    }
    Map<TransactionId, List<Operation.Write>> lost = lost(stands, durable);
    lost.forEach(
        (transaction, writes) ->
            operations.add(ended(transaction, Outcome.COMMITTED, writes), List.of()));
    aborted.forEach(
        (transaction, asked) -> {
          if (!stands.contains(transaction) && !lost.containsKey(transaction)) {
            operations.add(ended(transaction, Outcome.ABORTED, List.of()), List.of());
          }
        });
    int number = 0;
    for (ClientRead read : clientReads) {
      operations.add(operation(read, ++number), List.of());
    }
    return operations;
  }

  /**
   * Checks that the version that a node told when it applied an effect is the version by the logs.
   */
  private void checkVersions() {
    Map<TransactionId, Map<ActorId, Long>> made = new HashMap<>();
    actors.forEach(
        (actor, order) ->
            order.arrivals(
                (decision, version) ->
                    made.computeIfAbsent(decision.transaction, none -> new HashMap<>())
                        .put(actor, version)));
    for (Wrote told : wrote) {
      Map<ActorId, Long> all = made.get(told.transaction);
      if (all != null
          && !undone.contains(told.actor)
          && !Long.valueOf(told.version).equals(all.get(told.actor))) {
        findings.add(
            "versions",
            "transaction %s was applied to %s as version %s, and by the logs it made version %s"
                .formatted(told.transaction, told.actor, told.version, all.get(told.actor)));
      }
    }
  }

  private Operation operation(LoggedDecision decision, List<Operation.Write> ofRows) {
    Asked asked = byTransaction.get(decision.transaction);
    if (asked == null && decision.key != null) {
      asked = byKey.get(decision.key);
    }
    boolean told = acknowledged.contains(decision.transaction);
    List<Operation.Write> writes = new ArrayList<>(decision.acts.size());
    Set<ActorId> written = new HashSet<>();
    for (LoggedDecision.Act act : decision.acts) {
      written.add(act.call().target());
      writes.add(order(act.call().target()).write(decision));
    }
    writes.addAll(ofRows);
    return new Operation(
        decision.transaction.toString(),
        asked == null
            ? "whoever asked for " + decision.transaction
            // A client that was never told of this attempt may have been told of another.
            : told ? asked.client : asked.client + ", not told of " + decision.transaction,
        // A transaction that only looks may do so again under the same key.
        writes.isEmpty() ? null : decision.key,
        asked == null ? 0 : asked.invoked,
        told && asked != null ? asked.completed : Operation.NEVER,
        Outcome.COMMITTED,
        reads(decision, written),
        writes);
  }

  private List<Operation.Read> reads(LoggedDecision decision, Set<ActorId> written) {
    List<Operation.Read> reads = new ArrayList<>();
    for (GrantedLook look : decision.looks) {
      if (!written.contains(look.actor())) {
        Operation.Read read = order(look.actor()).read(look, decision);
        if (read == null) {
          findings.add(
              "observed",
              decision + " saw what never was: " + look + " in version " + look.version());
        } else {
          reads.add(read);
        }
      }
    }
    return reads;
  }

  /** Acknowledged transactions that do not stand, with the versions that they had made. */
  private Map<TransactionId, List<Operation.Write>> lost(
      Set<TransactionId> stands, boolean durable) {
    Map<TransactionId, List<Operation.Write>> lost = new TreeMap<>();
    if (durable) {
      for (TransactionId transaction : acknowledged) {
        if (!stands.contains(transaction)) {
          lost.put(transaction, new ArrayList<>());
        }
      }
      Set<Wrote> all = new HashSet<>();
      for (Wrote told : wrote) {
        List<Operation.Write> writes = lost.get(told.transaction);
        if (writes != null && all.add(told)) {
          writes.add(Operation.Write.of(told.actor.toString(), told.version));
        }
      }
    }
    return lost;
  }

  private Operation ended(
      TransactionId transaction, Outcome outcome, List<Operation.Write> writes) {
    Asked asked =
        outcome == Outcome.ABORTED ? aborted.get(transaction) : byTransaction.get(transaction);
    return new Operation(
        transaction.toString(),
        asked == null ? "somebody" : asked.client,
        asked == null ? null : asked.key,
        asked == null ? 0 : asked.invoked,
        asked == null ? Operation.NEVER : asked.completed,
        outcome,
        List.of(),
        writes);
  }

  private static Operation operation(ClientRead read, int number) {
    return new Operation(
        "read-" + number,
        read.asked.client,
        null,
        read.asked.invoked,
        read.asked.completed,
        Outcome.COMMITTED,
        List.of(new Operation.Read(read.actor.toString(), read.version)),
        List.of());
  }
}
