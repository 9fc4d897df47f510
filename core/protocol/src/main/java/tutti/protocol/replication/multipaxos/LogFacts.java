package tutti.protocol.replication.multipaxos;

import java.util.List;
import tutti.protocol.machine.InvariantBroken;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogEntry;

/**
 * The facts about a replica by which its next step is judged, and those invariants of the package's
 * card that the replica alone can break: each method takes a part of the step, and throws if the
 * part breaks an invariant. Immutable.
 *
 * <p>For example, {@code NONE.saying(accepted, kept)} returns the facts after an acceptance in a
 * ballot; a later promise of a lower ballot throws {@code promises-kept}.
 *
 * @param said the highest ballot in which the replica has promised or accepted
 * @param applied the position up to which the replica has learnt that all is chosen; 0 if it begins
 *     anew
 * @param term the ballot of its open term; none if it has none
 */
public record LogFacts(Ballot said, long applied, Ballot term) {
  /** The facts about a replica that has said nothing. */
  public static final LogFacts NONE = new LogFacts(Ballot.NONE, 0, Ballot.NONE);

  /**
   * The part of a replica's memory that is durable.
   *
   * @param votes whether it votes
   * @param promised the highest ballot that is promised
   * @param end the position up to which the log is there
   */
  public record Kept(boolean votes, Ballot promised, long end) {}

  public boolean leads() {
    return term.host() >= 0;
  }

  public LogFacts saying(Ballot ballot) {
    return new LogFacts(ballot, applied, term);
  }

  public LogFacts applying(long position) {
    return new LogFacts(said, position, term);
  }

  public LogFacts leading(Ballot ballot) {
    return new LogFacts(said, applied, ballot);
  }

  /** The facts that a crash leaves. */
  public LogFacts crashed() {
    return new LogFacts(said, 0, Ballot.NONE);
  }

  /** Whether a message is a promise, or an acceptance of a replica that votes. */
  public static boolean isVote(Message message) {
    return message instanceof Message.Promise
        || message instanceof Message.Accepted it && it.votes();
  }

  /**
   * I3, I4 and I9: a promise or an acceptance is durable, of a replica that votes, and takes no
   * earlier word back.
   *
   * @throws InvariantBroken {@code rejoined}, {@code forced} or {@code promises-kept}
   */
  public LogFacts saying(Message message, Kept kept) {
    return switch (message) {
      case Message.Promise it -> saying(it.ballot(), it.end().position(), kept, message);
      case Message.Accepted it when isVote(it) -> saying(it.ballot(), it.end(), kept, message);
      default -> this;
    };
  }

  private LogFacts saying(Ballot ballot, long end, Kept kept, Message message) {
    if (!kept.votes()) {
      throw new InvariantBroken("rejoined", "it votes before it has rejoined: " + message);
    }
    if (kept.promised().isBelow(ballot) || kept.end() < end) {
      throw new InvariantBroken("forced", "it says what is not durable: " + message);
    }
    if (ballot.isBelow(said)) {
      throw new InvariantBroken("promises-kept", "it says " + message + " after ballot " + said);
    }
    return ballot.equals(said) ? this : saying(ballot);
  }

  /**
   * Checks that a leader counts acceptances only for entries of its own ballot: an entry of an
   * earlier ballot becomes chosen together with the first entry of the leader's ballot behind it.
   *
   * @param ballot the ballot of the acceptance by which these entries become chosen
   * @throws InvariantBroken with the name {@code own-ballot}
   */
  public static void counting(Ballot ballot, List<LogEntry> chosen) {
    if (!chosen.getLast().ballot().equals(ballot)) {
      throw new InvariantBroken("own-ballot", "it counts acceptances of " + chosen.getLast());
    }
  }

  /**
   * I2: what becomes chosen continues what was, up to that position.
   *
   * @throws InvariantBroken {@code agreement}
   */
  public LogFacts choosing(long position, List<LogEntry> entries) {
    long end = applied;
    for (LogEntry entry : entries) {
      if (end != 0 && entry.start() != end) {
        throw new InvariantBroken("agreement", "it takes " + entry + " for chosen behind " + end);
      }
      end = entry.end();
    }
    if (end < position) {
      throw new InvariantBroken("agreement", "it lacks what is chosen up to " + position);
    }
    return applying(end);
  }

  /**
   * I5: a term opens behind all that is chosen before its first command.
   *
   * @throws InvariantBroken {@code complete-term}
   */
  public LogFacts opening(Ballot ballot, long position) {
    if (applied < position) {
      throw new InvariantBroken(
          "complete-term", "ballot " + ballot + " opens before its first entry is chosen");
    }
    return leading(ballot);
  }
}
