package tutti.simulator.invariant.step;

import tutti.engine.concurrency.Claim;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.transaction.submission.Outcome;

/** An event of an attempt at a transaction; the attempt is as it was before the event. */
public sealed interface CommitMoment {

  /** The node where it happens. */
  NodeLife life();

  AttemptRecord attempt();

  /** The knowledge about the node where it happens, as a node that the coordinator has asked. */
  default AttemptRecord.Member here() {
    return attempt().member(life().node());
  }

  /** Whether the event happens at the attempt's coordinator. */
  default boolean atCoordinator() {
    return attempt().key.id().coordinator() == life().node();
  }

  /** A message leaves. */
  record Said(NodeLife life, int to, CommitStep step, AttemptRecord attempt)
      implements CommitMoment {}

  /** The coordinator has written its decision to commit. */
  record Decided(NodeLife life, AttemptRecord attempt) implements CommitMoment {}

  /** A node has learnt the outcome, or releases claims with which it only looked. */
  record Ended(NodeLife life, boolean committed, AttemptRecord attempt) implements CommitMoment {}

  /**
   * A node has come to an end that others must not contradict: the node had voted, or coordinates
   * the attempt.
   */
  record Settled(NodeLife life, boolean committed, AttemptRecord attempt) implements CommitMoment {}

  /** A node releases a claim that it held for the attempt. */
  record LetGo(NodeLife life, Claim claim, AttemptRecord attempt) implements CommitMoment {}

  /** A client is answered. */
  record Told(NodeLife life, Outcome outcome, AttemptRecord attempt) implements CommitMoment {}
}
