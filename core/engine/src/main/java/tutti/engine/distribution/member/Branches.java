package tutti.engine.distribution.member;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Work;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.runtime.Latch;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.MalformedData;

/** The branches on this node of transactions that other nodes coordinate. Thread-safe. */
public final class Branches {
  static final Reason LOST =
      new Reason.Unavailable(
          Reason.Unavailable.PARTICIPANT_RESTARTED,
          "a node lost its part of the transaction when it restarted");

  /**
   * The number of ended branches that are remembered: a late first question must not make one of
   * them anew.
   */
  private static final int REMEMBERED = 4096;

  private final BranchContext shared;
  private final long incarnation;
  private final AtomicLong nextNonce;
  private final Reason memoryFull;
  private final Latch latch = new Latch();

  private final Map<BranchKey, Boolean> ended =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<BranchKey, Boolean> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * @param incarnation how often this node has started: nonces belong to it
   */
  public Branches(BranchContext shared, long incarnation) {
    this.shared = shared;
    this.incarnation = incarnation;
    this.nextNonce = new AtomicLong((incarnation << 32) + 1);
    this.memoryFull = Reason.Unavailable.memoryFull(shared.peers().ownName());
  }

  public void execute(int from, PeerMessage.Ask ask) {
    PeerMessage.Round round = ask.round();
    ActorId target = ask.target();
    if ((target != null && !shared.directory().isHere(target))
        || round.key().id().coordinator() != from) {
      throw new MalformedData(
          "node number " + from + " asks for " + target + ", which is not its to ask here");
    }
    CommitMember known = shared.members().member(round.key());
    if (known == null
        && target != null
        && round.nonce() == 0
        && round.incarnation() == incarnation
        && !hasEnded(round.key())) {
      if (hasNoRoomFor(ask)) {
        stopped(from, round, 0, memoryFull);
        return;
      }
      StepQueue queue = shared.directory().containerOf(target).route(target);
      known =
          shared
              .members()
              .member(
                  round.key(),
                  key -> new Branch(shared, ask, nextNonce.getAndIncrement(), queue, this));
    }
    if (known instanceof Branch branch) {
      if (round.nonce() == 0 || round.nonce() == branch.nonce()) {
        branch.queue().step(() -> branch.execute(ask));
      } else {
        stopped(from, round, round.nonce(), LOST);
      }
    } else if (known != null) {
      // The questions that came after its vote are lost.
      stopped(from, round, known.record.nonce(), LOST);
    } else if (round.nonce() != 0 || round.incarnation() != incarnation) {
      stopped(from, round, round.nonce(), LOST);
    }
  }

  /**
   * Returns whether memory has no room for a question that is the first one of its transaction to
   * change something here.
   */
  boolean hasNoRoomFor(PeerMessage.Ask ask) {
    return mayChange(ask) && shared.context().runtime().memory().isFull();
  }

  /** Returns why a question is refused for which there is no room. */
  Reason memoryFull() {
    return memoryFull;
  }

  /** Returns whether a question may change something here. */
  static boolean mayChange(PeerMessage.Ask ask) {
    return switch (ask) {
      case PeerMessage.Execute it ->
          it.work() instanceof Work.Act || it.work() instanceof Work.Run(boolean writes) && writes;
      case PeerMessage.Perform it -> it.calls().stream().anyMatch(each -> !each.value().readOnly());
      case PeerMessage.Begin it -> it.uses().stream().anyMatch(use -> use.writes() > 0);
      case PeerMessage.OfBranch _ -> false;
    };
  }

  /** Refuses a question whose values could not be made here: its coordinator ends the rest. */
  public void refuse(int from, PeerMessage.Ask ask, Reason why) {
    stopped(from, ask.round(), ask.round().nonce(), why);
  }

  private void stopped(int to, PeerMessage.Round round, long nonce, Reason why) {
    shared
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
  public void turnAway(int from, PeerMessage.Ask ask) {
    Branch branch = shared.members().branch(ask.round().key());
    if (branch != null) {
      branch.queue().step(() -> branch.execute(ask));
      return;
    }
    stopped(
        from,
        ask.round(),
        0,
        new Reason.Unavailable("stopping", shared.peers().ownName() + " is stopping"));
  }

  /** Forgets a branch that has ended, but not that it was there. */
  void ended(Branch branch) {
    latch.lock();
    try {
      ended.put(branch.key(), true);
    } finally {
      latch.unlock();
    }
    shared.members().ended(branch);
  }

  private boolean hasEnded(BranchKey key) {
    latch.lock();
    try {
      return ended.containsKey(key);
    } finally {
      latch.unlock();
    }
  }
}
