package tutti.engine.transaction.record;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.model.ActorId;

/**
 * A person's decision about one node's part of a transaction in doubt (a <i>heuristic</i> outcome),
 * and how the other nodes ended the transaction, when that is known. Kept for ever. Immutable.
 *
 * @param protocol the commit protocol's name
 * @param began when the transaction began; null if it comes from a checkpoint of a version that did
 *     not keep it
 * @param commit whether the part was committed here
 * @param at when the person decided
 * @param by the person that decided
 * @param reason the reason that the person gave
 * @param actors the actors that the transaction held here, as text: the application may change
 * @param own the answer for the client, if this node coordinates the transaction and does not know
 *     the outcome
 * @param learnt how the transaction ended elsewhere; null as long as no node has reported it
 */
public record Resolution(
    BranchKey key,
    String protocol,
    @Nullable Instant began,
    boolean commit,
    Instant at,
    String by,
    String reason,
    List<String> actors,
    @Nullable OwnPart own,
    @Nullable Learnt learnt) {
  public Resolution {
    actors = List.copyOf(actors);
  }

  /** The transaction's outcome, and when this node heard of it. */
  public record Learnt(boolean commit, Instant at) {}

  /** The certain knowledge about such a transaction; the names are those of X/Open XA, in full. */
  public enum State {
    /** The outcome elsewhere is not known yet. */
    HAZARD,
    /** The part was committed here, and the transaction was committed. */
    COMMIT,
    /** The part was aborted here, and the transaction was aborted. */
    ROLLBACK,
    /** The transaction ended otherwise elsewhere: half of it has happened. */
    MIXED
  }

  /** Returns the resolution of a member in doubt. */
  public static Resolution of(
      PreparedBranch member, boolean commit, Instant at, String by, String reason) {
    return new Resolution(
        member.key(),
        member.written().protocol().name(),
        member.began(),
        commit,
        at,
        by,
        reason,
        member.actors().stream().map(ActorId::toString).toList(),
        member.own(),
        null);
  }

  /** Returns the resolution without the parts that only its client may see. */
  public Resolution forPeople() {
    return new Resolution(key, protocol, began, commit, at, by, reason, actors, null, learnt);
  }

  Resolution with(Learnt news) {
    return new Resolution(key, protocol, began, commit, at, by, reason, actors, null, news);
  }

  public State state() {
    if (learnt == null) {
      return State.HAZARD;
    }
    return learnt.commit != commit ? State.MIXED : commit ? State.COMMIT : State.ROLLBACK;
  }
}
