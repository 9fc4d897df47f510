package tutti.protocol.integrated.tapir;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.tapir.Entry.Standing;

/**
 * A coordinator's view of one participant: what its replicas have told in the newest view that was
 * heard of, and what follows from it. Answers of different views never count together. Confined to
 * one thread.
 */
final class ParticipantReplies {

  /** The steps in which the shard's result is found. */
  enum Step {
    ASKING,
    FINALIZING,
    /** The result is chosen. */
    CHOSEN
  }

  /** The conclusions from the answers so far. */
  enum Answered {
    /** More answers are needed. */
    TOO_FEW,
    /** The result is chosen already: it is {@link #vote}. */
    CHOSEN,
    /** The result {@link #vote} may be proposed. */
    PROPOSE,
    /** A majority knows nothing of the transaction. */
    NOTHING,
    /** A fast quorum may have had a result or not; only the end of the view can tell. */
    UNCLEAR
  }

  private final List<Integer> hosts;
  private final Quorums quorums;
  private Part part;
  private Step step = Step.ASKING;
  private long view;
  private final SortedMap<Integer, Entry> told = new TreeMap<>();
  private final SortedSet<Integer> confirmed = new TreeSet<>();
  private Vote vote = Vote.NONE;
  private long notedIn;
  private final SortedSet<Integer> noted = new TreeSet<>();
  private final SortedSet<Integer> settled = new TreeSet<>();

  ParticipantReplies(List<Integer> hosts, Part part) {
    this.hosts = List.copyOf(hosts);
    this.quorums = new Quorums(hosts.size());
    this.part = part;
  }

  List<Integer> hosts() {
    return hosts;
  }

  Part part() {
    return part;
  }

  Step step() {
    return step;
  }

  long view() {
    return view;
  }

  /** The result that is chosen or proposed. */
  Vote vote() {
    return vote;
  }

  /** Begins anew, under another ballot. */
  void ask() {
    step = Step.ASKING;
    told.clear();
    confirmed.clear();
    vote = Vote.NONE;
  }

  boolean hasTold(int host) {
    return told.containsKey(host);
  }

  boolean hasConfirmed(int host) {
    return confirmed.contains(host);
  }

  /** Takes an answer; one of an older view than another does not count. */
  void told(int host, long in, Entry entry) {
    if (in < view) {
      return;
    }
    if (entry.part().isKnown()) {
      part = entry.part();
    }
    if (in > view && step != Step.CHOSEN) {
      ask();
    } else if (in > view) {
      told.clear();
    }
    view = in;
    told.put(host, entry);
  }

  private int count(Predicate<Entry> which) {
    return (int) told.values().stream().filter(which).count();
  }

  /**
   * Concludes as the first coordinator of the transaction (TAPIR §3.2.1).
   *
   * @param waited whether the time for a fast quorum is over
   */
  Answered first(boolean waited) {
    if (merged()) {
      return Answered.CHOSEN;
    }
    int consents = count(entry -> entry.vote().consents());
    int refusals = count(entry -> entry.vote().refuses());
    int unheard = hosts.size() - told.size();
    vote = consents >= quorums.majority() ? Vote.OK : refusal(told.values());
    if (consents >= quorums.fast() || refusals >= quorums.fast()) {
      return Answered.CHOSEN;
    }
    boolean mayBeFast = Math.max(consents, refusals) + unheard >= quorums.fast();
    boolean enough = consents + refusals >= quorums.majority();
    return enough && (waited || !mayBeFast) ? Answered.PROPOSE : Answered.TOO_FEW;
  }

  /**
   * Concludes as the first coordinator of a transaction that it has given up. A refusal is what it
   * may propose whatever replicas have voted, as long as it takes nothing on the fast path: another
   * coordinator proposes a consent only where a majority has consented that does not have this.
   */
  Answered givenUp() {
    if (merged()) {
      return Answered.CHOSEN;
    }
    vote = Vote.GIVEN_UP;
    return told.isEmpty() ? Answered.TOO_FEW : Answered.PROPOSE;
  }

  /** Concludes as a coordinator that takes over, from answers that heed no lower ballot. */
  Answered takingOver() {
    if (merged()) {
      return Answered.CHOSEN;
    }
    if (!isHeard()) {
      return Answered.TOO_FEW;
    }
    Ballot highest = Ballot.FIRST;
    boolean finalized = false;
    for (Entry entry : told.values()) {
      if (entry.standing().isFinalized() && (!finalized || highest.isBelow(entry.accepted()))) {
        highest = entry.accepted();
        finalized = true;
        vote = entry.vote();
      }
    }
    if (finalized) {
      return Answered.PROPOSE;
    }
    int consents = count(entry -> entry.vote().consents());
    int unheard = hosts.size() - told.size();
    if (consents >= quorums.majority()) {
      vote = Vote.OK;
      return Answered.PROPOSE;
    }
    if (consents + unheard >= quorums.fast()) {
      return Answered.UNCLEAR;
    }
    vote = refusal(told.values());
    return count(Entry::isKnown) == 0 ? Answered.NOTHING : Answered.PROPOSE;
  }

  private boolean merged() {
    for (Entry entry : told.values()) {
      if (entry.standing() == Standing.MERGED) {
        vote = entry.vote();
        return true;
      }
    }
    return false;
  }

  /** The most definite refusal, or one without a reason. */
  private static Vote refusal(Collection<Entry> entries) {
    Vote none = new Vote(Vote.Verdict.ABSTAIN, Timestamp.NONE);
    return entries.stream().map(Entry::vote).filter(Vote::refuses).reduce(none, Vote::and);
  }

  /** Whether some answer says that the transaction is too old to be remembered. */
  boolean isForgotten() {
    return count(entry -> entry.standing() == Standing.FORGOTTEN) > 0;
  }

  /** Whether a majority was heard of in one view. */
  boolean isHeard() {
    return told.size() >= quorums.majority();
  }

  /** Whether a majority was heard of in one view, and none of it knows the transaction. */
  boolean knowsNothing() {
    return isHeard() && count(Entry::isKnown) == 0;
  }

  void choose() {
    step = Step.CHOSEN;
  }

  void propose() {
    step = Step.FINALIZING;
    confirmed.clear();
  }

  /** Takes a confirmation; gives whether the result is chosen with it. */
  boolean confirmed(int host, long in) {
    if (step == Step.FINALIZING && in == view) {
      confirmed.add(host);
      if (confirmed.size() >= quorums.majority()) {
        choose();
        return true;
      }
    }
    return false;
  }

  /** A replica has noted the outcome, or has executed it. */
  void noted(int host, long in, boolean asSettled) {
    if (asSettled) {
      settled.add(host);
    }
    if (in > notedIn) {
      noted.clear();
      notedIn = in;
    }
    if (in == notedIn) {
      noted.add(host);
    }
  }

  boolean hasNoted(int host) {
    return noted.contains(host);
  }

  boolean hasSettled(int host) {
    return settled.contains(host);
  }

  /** Whether the outcome cannot be lost in this shard any more. */
  boolean isNoted() {
    return noted.size() >= quorums.majority();
  }

  boolean isSettled() {
    return settled.size() >= quorums.majority();
  }

  /** Returns the hosts that have not said that they have the outcome for good. */
  List<Integer> unsettled() {
    return hosts.stream().filter(host -> !settled.contains(host)).toList();
  }

  boolean isSettledByAll() {
    return settled.size() == hosts.size();
  }
}
