package tutti.simulator.invariant;

import tutti.engine.concurrency.Claim;
import tutti.engine.distribution.CommitStep;
import tutti.engine.transaction.Outcome;

/** Something happens to an attempt at a transaction; the attempt is as it was before. */
sealed interface CommitMoment {

  /** The node where it happens. */
  NodeLife life();

  Attempt attempt();

  /** What is known of the node where it happens, as one that its coordinator has asked. */
  default Attempt.Member here() {
    return attempt().member(life().node());
  }

  /** Whether it happens at its coordinator. */
  default boolean atCoordinator() {
    return attempt().key.id().coordinator() == life().node();
  }

  /** A message leaves. */
  record Said(NodeLife life, int to, CommitStep step, Attempt attempt) implements CommitMoment {}

  /** Its coordinator has written that it commits. */
  record Decided(NodeLife life, Attempt attempt) implements CommitMoment {}

  /** A node has learnt what becomes of it, or lets go of what it only saw. */
  record Ended(NodeLife life, boolean committed, Attempt attempt) implements CommitMoment {}

  /** A node has come to an end that others must not contradict: it had voted, or coordinates it. */
  record Settled(NodeLife life, boolean committed, Attempt attempt) implements CommitMoment {}

  /** A node lets go of something that it held for it. */
  record LetGo(NodeLife life, Claim claim, Attempt attempt) implements CommitMoment {}

  /** A client is told. */
  record Told(NodeLife life, Outcome outcome, Attempt attempt) implements CommitMoment {}
}
