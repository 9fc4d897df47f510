package tutti.engine.transaction;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.model.ActorId;

/**
 * What a person has decided about one node's part of a transaction in doubt (a <i>heuristic</i>
 * outcome), and how the others ended it, once that is known. Kept for ever. Immutable.
 *
 * @param protocol the commit protocol's name
 * @param began when its transaction began; null in what other nodes tell, and if it comes from a
 *     checkpoint of a version that did not keep it
 * @param commit whether its part was committed here
 * @param by who decided it
 * @param reason as that person gave it
 * @param actors what it held here, as text: the application may change
 * @param own what the client is to hear, if this node coordinates it and does not know the outcome
 * @param learnt null as long as nobody has told how it ended
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

  /** What is certain of such a transaction; the names are those of X/Open XA, in full. */
  public enum State {
    /** Nobody has told yet how it ended. */
    HAZARD,
    /** It was committed here, and was right to be. */
    COMMIT,
    /** It was aborted here, and was right to be. */
    ROLLBACK,
    /** It has ended otherwise elsewhere: half of it has happened. */
    MIXED
  }

  /** Of a member in doubt. */
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

  /** Without what is its client's alone. */
  public Resolution forPeople() {
    return new Resolution(key, protocol, began, commit, at, by, reason, actors, null, learnt);
  }

  Resolution since(@Nullable Instant first) {
    return new Resolution(key, protocol, first, commit, at, by, reason, actors, own, learnt);
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
