package tutti.engine.distribution;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Participant;
import tutti.engine.history.History;
import tutti.engine.journal.Journal;
import tutti.engine.runtime.Latch;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.Asker;
import tutti.engine.transaction.Directory;
import tutti.engine.transaction.InProgress;
import tutti.engine.transaction.Procedures;
import tutti.engine.transaction.Reason;
import tutti.engine.transaction.Reply;
import tutti.engine.transaction.Unfinished;
import tutti.model.ActorId;
import tutti.model.MalformedData;

/** The branches on this node of transactions that other nodes coordinate. Thread-safe. */
public final class Branches {
  static final Reason LOST =
      new Reason.Unavailable(
          "participant-restarted", "a node lost its part of the transaction when it restarted");

  /**
   * The number of ended branches that are remembered: a late first question must not make one of
   * them anew.
   */
  private static final int REMEMBERED = 4096;

  private final Means means;
  private final AtomicLong nextNonce;
  private final ConcurrentHashMap<BranchKey, Branch> running = new ConcurrentHashMap<>();
  private final Latch latch = new Latch();

  private final Map<BranchKey, Boolean> ended =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<BranchKey, Boolean> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * The parts that branches run on.
   *
   * @param awaitDurable whether refusals wait for the flush; votes and decisions always do
   */
  record Means(
      Ground ground,
      Machines machines,
      Directory directory,
      Asker asker,
      Procedures procedures,
      boolean awaitDurable) {
    Peers peers() {
      return ground.peers();
    }

    Scheduler scheduler() {
      return ground.scheduler();
    }

    Journal journal() {
      return ground.journal();
    }

    History history() {
      return ground.history();
    }
  }

  /**
   * @param incarnation how often this node has started: nonces belong to it
   */
  Branches(Means means, long incarnation) {
    this.means = means;
    this.nextNonce = new AtomicLong((incarnation << 32) + 1);
  }

  void execute(int from, PeerMessage.Ask ask) {
    PeerMessage.Round round = ask.round();
    ActorId target = ask.target();
    if ((target != null && !means.directory().isHere(target))
        || round.key().id().coordinator() != from) {
      throw new MalformedData(
          "node number " + from + " asks for " + target + ", which is not its to ask here");
    }
    Kept found = means.machines().member(round.key());
    if (found != null) {
      // The questions that came after its vote are lost.
      stopped(from, round, found.nonce(), LOST);
      return;
    }
    Branch branch = running.get(round.key());
    if (branch == null
        && target != null
        && round.nonce() == 0
        && round.number() == 1
        && !hasEnded(round.key())) {
      StepQueue queue = means.directory().containerOf(target).route(target);
      branch =
          running.computeIfAbsent(
              round.key(),
              key -> new Branch(means, ask, nextNonce.getAndIncrement(), queue, this::remove));
    }
    if (branch != null && (round.nonce() == 0 || round.nonce() == branch.nonce())) {
      Branch to = branch;
      to.queue().step(() -> to.execute(ask));
    } else if (round.nonce() != 0) {
      stopped(from, round, round.nonce(), LOST);
    }
  }

  private void stopped(int to, PeerMessage.Round round, long nonce, Reason why) {
    means
        .peers()
        .send(
            to,
            new PeerMessage.Executed(
                round.key(), nonce, round.number(), new Reply.Stopped(why), false, 0, 0, null));
  }

  /**
   * Gives a question to its branch while the node is stopping; a question that would make a new
   * branch is refused.
   */
  void turnAway(int from, PeerMessage.Ask ask) {
    Branch branch = running.get(ask.round().key());
    if (branch != null) {
      branch.queue().step(() -> branch.execute(ask));
      return;
    }
    stopped(
        from,
        ask.round(),
        0,
        new Reason.Unavailable("stopping", means.peers().ownName() + " is stopping"));
  }

  /**
   * Gives a message to the branch that it is meant for.
   *
   * @return false if there is none: the message is for the unknown
   */
  boolean received(int from, PeerMessage.Commit message) {
    Branch branch = running.get(message.key());
    if (branch == null) {
      return false;
    }
    branch
        .queue()
        .step(
            () -> {
              if (branch.heeds(from, message)) {
                branch.received(from, message);
              } else if (message.nonce() != 0 || !branch.isOf(message)) {
                means.peers().answerUnknown(means.ground().self(), from, message);
              }
            });
    return true;
  }

  /** Hears that a node can be reached again. */
  void connected(int node) {
    of(node).forEach(branch -> branch.queue().step(branch::sayAgain));
  }

  /**
   * Hears that a node has started anew: it never decides transactions that it had not decided.
   *
   * @param withNothing whether that node keeps nothing
   */
  void restarted(int node, boolean withNothing) {
    of(node).forEach(branch -> branch.queue().step(() -> branch.coordinatorRestarted(withNothing)));
  }

  private List<Branch> of(int coordinator) {
    List<Branch> branches = new ArrayList<>();
    for (Branch branch : running.values()) {
      if (branch.id().coordinator() == coordinator) {
        branches.add(branch);
      }
    }
    return branches;
  }

  private void remove(BranchKey key, Branch branch) {
    latch.lock();
    try {
      ended.put(key, true);
    } finally {
      latch.unlock();
    }
    running.remove(key, branch);
  }

  private boolean hasEnded(BranchKey key) {
    latch.lock();
    try {
      return ended.containsKey(key);
    } finally {
      latch.unlock();
    }
  }

  /** Returns the branch of an attempt, or null if it has none here. */
  @Nullable Branch participant(BranchKey key) {
    return running.get(key);
  }

  /**
   * Returns whether any branch of an epoch up to this one has voted Yes and does not know how it
   * ends.
   */
  boolean anyInDoubtUpTo(long epoch) {
    for (Branch each : running.values()) {
      if (each.status() == Participant.Status.PREPARED && each.epoch() <= epoch) {
        return true;
      }
    }
    return false;
  }

  /** Gives a checkpoint the branches that have voted Yes and are not ended. */
  void prepared(Consumer<InProgress.Prepared> sink) {
    Present.tell(running.values(), Branch::prepared, sink);
  }

  /** Gives a checkpoint the branches that hold nothing and must be remembered. */
  void unfinished(Consumer<Unfinished> sink) {
    Present.tell(running.values(), Branch::unfinished, sink);
  }

  /** Returns the branches that have voted Yes and wait for their coordinator's decision. */
  public Collection<InDoubt> inDoubt() {
    List<InDoubt> all = new ArrayList<>();
    for (Branch branch : running.values()) {
      InProgress.Prepared state = branch.prepared();
      if (state != null && branch.status() == Participant.Status.PREPARED) {
        all.add(
            new InDoubt(
                branch.key(),
                means.peers().name(branch.id().coordinator()),
                Views.actors(state.claims())));
      }
    }
    return all;
  }

  /**
   * A part of a transaction that waits for a decision.
   *
   * @param coordinator the node that coordinates it, as people know it
   * @param actors the actors that it holds meanwhile
   */
  public record InDoubt(BranchKey key, String coordinator, List<ActorId> actors) {}

  Collection<Branch> all() {
    return running.values();
  }

  int size() {
    return running.size();
  }
}
