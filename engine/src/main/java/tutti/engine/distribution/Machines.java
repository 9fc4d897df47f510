package tutti.engine.distribution;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.journal.JournalFailed;
import tutti.engine.transaction.InProgress;
import tutti.engine.transaction.OwnPart;
import tutti.engine.transaction.PreparedBranch;
import tutti.engine.transaction.Resolution;
import tutti.engine.transaction.Unfinished;
import tutti.engine.transaction.Written;
import tutti.model.Encoder;
import tutti.protocol.commit.Entry;

/**
 * The machines of commit protocols on this node for which nothing executes: witnesses, and all that
 * recovery found. Thread-safe.
 */
final class Machines {
  private final Ground ground;
  private final ConcurrentHashMap<Unfinished.Id, Kept> running = new ConcurrentHashMap<>();

  Machines(Ground ground) {
    this.ground = ground;
  }

  /** Goes on with machines that recovery found and that hold nothing. */
  void recovered(Collection<Unfinished> found) {
    for (Unfinished each : found) {
      Resolution how = each.witness() ? null : ground.resolutions().get(each.key());
      Resolution.Learnt learnt = how == null ? null : how.learnt();
      if (how == null) {
        resume(new Kept(ground, this, each, ground.service()));
      } else if (learnt == null) {
        resume(
            new Overruled(ground, this, each, how, ground.lateOutcome(each.key().id(), how.own())));
      } else {
        Unfinished known = knowing(each, learnt.commit());
        if (known != null) {
          resume(new Kept(ground, this, known, ground.service()));
        }
      }
    }
  }

  private void resume(Kept made) {
    running.put(made.id, made);
    made.queue.step(made::resume);
  }

  /**
   * Returns what must be remembered of a member that was ended by hand and has learnt its outcome,
   * or null if nothing must. The checkpoint that is made when a folder becomes whole can have the
   * member as it was before it learnt; to ask again would be wrong, since its coordinator may have
   * forgotten the transaction.
   */
  private static @Nullable Unfinished knowing(Unfinished member, boolean commit) {
    Written written = member.written();
    if (written.has(Entry.COMMITTED) || written.has(Entry.DECISION) || written.has(Entry.ABORTED)) {
      return member;
    }
    boolean coordinated = commit && !member.branches().isEmpty();
    if (!coordinated && written.protocol().endsWithOutcome(written.memory())) {
      return null;
    }
    return new Unfinished(
        member.key(),
        false,
        written.with(commit ? Entry.COMMITTED : Entry.ABORTED, written.memory()),
        member.nonce(),
        member.lsn(),
        member.branches());
  }

  /**
   * Ends a member in doubt as a person says, logged first. On its queue.
   *
   * @throws JournalFailed if the log does not take the record: then nothing was done
   */
  Overruling overrule(Doubtful doubtful, boolean commit, String by, String reason)
      throws JournalFailed {
    PreparedBranch member = doubtful.inDoubt();
    if (member == null) {
      return new Overruling.NotInDoubt();
    }
    Resolution how = Resolution.of(member, commit, ground.scheduler().now(), by, reason);
    OwnPart own = member.own();
    Unfinished rest =
        new Unfinished(
            member.key(),
            false,
            member.written(),
            member.nonce(),
            0,
            own == null ? Collections.emptySortedMap() : own.branches());
    Encoder record = doubtful.format().resolved(member, how);
    int most = ground.journal().maxRecordBytes();
    if (record.size() > most) {
      return new Overruling.TooLong(record.size(), most);
    }
    int entered = ground.gate().enter();
    boolean logged = false;
    long lsn;
    try {
      lsn = ground.append(record);
      logged = true;
    } finally {
      if (!logged) {
        ground.gate().exit(entered);
      }
    }
    ground.resolutions().add(how);
    Overruled next = new Overruled(ground, this, rest, how, doubtful.lateOutcome());
    next.remember(true);
    running.put(next.id, next);
    doubtful.overruled(commit, lsn, entered, rest);
    next.queue.step(next::resume);
    return new Overruling.Logged(how, lsn);
  }

  /** The result of an order to end a member by hand. */
  sealed interface Overruling {
    /**
     * The order was carried out.
     *
     * @param lsn of the record
     */
    record Logged(Resolution how, long lsn) implements Overruling {}

    /** The member was not in doubt. */
    record NotInDoubt() implements Overruling {}

    /**
     * The record would be longer than the journal takes: nothing was done.
     *
     * @param bytes how many it would have
     * @param most how many the journal takes
     */
    record TooLong(int bytes, int most) implements Overruling {}
  }

  /** Adds a member; it goes on later. */
  void add(Reinstated member) {
    running.put(member.id, member);
  }

  /** Returns the member of an attempt that recovery found, or null. */
  @Nullable Kept member(BranchKey key) {
    return running.get(new Unfinished.Id(key, false));
  }

  /**
   * Gives a message to the machine that it is meant for; returns false if that is none of these.
   */
  boolean received(int from, PeerMessage.Commit message) {
    Unfinished.Id id = new Unfinished.Id(message.key(), message.message().forWitness());
    Kept to =
        id.witness()
            ? running.computeIfAbsent(
                id, unused -> new Kept(ground, this, message.key(), message.protocol()))
            : running.get(id);
    // A message of a branch that a late question made under another protocol is for none of these.
    if (to == null || message.protocol().code() != to.protocol().code()) {
      return false;
    }
    to.queue.step(() -> to.received(from, message));
    return true;
  }

  /** Hears that a node can be reached again. */
  void connected(int node) {
    running.values().forEach(each -> each.queue.step(() -> each.sayAgain(node)));
  }

  void ended(Kept machine) {
    running.remove(machine.id, machine);
  }

  /** Gives a checkpoint the machines that have voted Yes and are not ended. */
  void prepared(Consumer<InProgress.Prepared> sink) {
    Present.tell(running.values(), Kept::prepared, sink);
  }

  /** Gives a checkpoint the machines that hold nothing and must be remembered. */
  void unfinished(Consumer<Unfinished> sink) {
    Present.tell(running.values(), Kept::unfinished, sink);
  }

  /** Returns the members in doubt. */
  List<Reinstated> inDoubt() {
    List<Reinstated> all = new ArrayList<>();
    for (Map.Entry<Unfinished.Id, Kept> each : running.entrySet()) {
      if (each.getValue() instanceof Reinstated member && member.doubt() != null) {
        all.add(member);
      }
    }
    return all;
  }

  Collection<Kept> all() {
    return running.values();
  }

  /** Returns how many machines remember votes of other nodes, and are no members themselves. */
  int witnesses() {
    int witnesses = 0;
    for (Kept each : running.values()) {
      witnesses += each.id.witness() ? 1 : 0;
    }
    return witnesses;
  }

  /** Returns how many members coordinate, or do not; witnesses are neither. */
  int size(boolean coordinating) {
    int size = 0;
    for (Kept each : running.values()) {
      size += !each.id.witness() && each.coordinates() == coordinating ? 1 : 0;
    }
    return size;
  }
}
