package tutti.protocol.commit.paxoscommit;

import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.Outbox;
import tutti.protocol.commit.Outlook;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Timing;
import tutti.protocol.machine.Effect.Flush;

/**
 * A member's part in the consensus about all members (§4.1): it proposes a value for itself in
 * ballot 0, counts the accepted values, and leads ballots of its own. Confined to one thread at a
 * time.
 */
final class Ballots {
  private final NodeView self;
  private final Group group;

  /** Whether the member has a vote in its log, so that it may lead again after a crash. */
  private final boolean keeps;

  /** The effects of the member. */
  private final Outbox outbox;

  /** The ballot that the member leads; 0 if none. */
  private int led;

  /** The highest ballot that the member has met. */
  private int highest;

  /** The number of notes, about ballots that the member will lead, that are not durable yet. */
  private int unforced;

  private final SortedMap<Integer, SortedMap<Integer, Accepted>> promises = new TreeMap<>();
  private SortedMap<Integer, ProposedValue> proposal = new TreeMap<>();
  private final Set<Integer> accepted = new TreeSet<>();
  private final Set<Integer> acceptedVotes = new TreeSet<>();

  /** The length of a silence after which the member leads, or repeats its messages as a leader. */
  private long patience;

  Ballots(NodeView self, Group group, boolean keeps, int highest, Outbox outbox) {
    this.self = self;
    this.group = group;
    this.keeps = keeps;
    this.highest = highest;
    this.outbox = outbox;
    Timing timing = self.timing();
    this.patience =
        Math.max(timing.after(timing.after(timing.retryNanos())), timing.delayBoundNanos());
  }

  Group group() {
    return group;
  }

  PaxosDurableState memory() {
    return new PaxosDurableState.Member(group, Math.max(led, highest));
  }

  /** Whether the member leads a ballot. */
  boolean leads() {
    return led > 0;
  }

  /**
   * Proposes the member's own value in ballot 0, to every witness that has not accepted all votes.
   */
  void vote(Map<Integer, ProposedValue> values) {
    sendToWitnesses(acceptedVotes, new Message.Phase2a(0, group.members(), Message.copy(values)));
  }

  /**
   * Waits for a message: the longer the more members are before this one, so that one leads and not
   * all.
   */
  void patience() {
    int coordinator = group.witnesses().getFirst();
    long before =
        self.node() == coordinator
            ? 0
            : 1 + group.members().stream().filter(m -> m < self.node() && m != coordinator).count();
    outbox.set(Timer.SILENCE, patience * (before + 1));
  }

  /** Leads, or repeats, after a silence. */
  void silence() {
    patience = Math.max(patience, self.timing().after(patience));
    lead();
    patience();
  }

  /**
   * Leads a ballot higher than any that the member has met, or repeats the questions that its own
   * ballot has no answer to.
   */
  void lead() {
    if (led > 0 && led == highest) {
      if (unforced == 0) {
        say();
      }
      return;
    }
    // Ballot b > 0 is led by node (b - 1) mod the number of nodes, so that no two lead the same.
    led = highest + 1 + Math.floorMod(self.node() - highest, self.nodes());
    highest = led;
    promises.clear();
    proposal.clear();
    accepted.clear();
    if (keeps) {
      unforced++;
      outbox.persist(RecordKind.NOTE, memory(), Flush.FORCED);
    } else {
      say();
    }
  }

  /** Goes on when a note is durable. */
  void noted() {
    if (unforced > 0 && --unforced == 0) {
      say();
    }
  }

  private void say() {
    if (proposal.isEmpty()) {
      sendToWitnesses(promises.keySet(), new Message.Phase1a(led, group.members()));
    } else {
      sendToWitnesses(accepted, new Message.Phase2a(led, group.members(), proposal));
    }
  }

  private void sendToWitnesses(Set<Integer> but, Message message) {
    for (int witness : group.witnesses()) {
      if (!but.contains(witness)) {
        outbox.send(witness, message);
      }
    }
  }

  void refused(Message.Refuse refuse) {
    highest = Math.max(highest, refuse.ballot());
  }

  /** Takes a promise of a witness; once a majority has promised, values are proposed. */
  void promised(int witness, Message.Phase1b promise) {
    if (led == 0 || promise.ballot() != led || unforced > 0 || !proposal.isEmpty()) {
      return;
    }
    promises.put(witness, promise.accepted());
    if (promises.size() < group.majority()) {
      return;
    }
    group.members().forEach(member -> proposal.put(member, free(member)));
    say();
  }

  /** The value that may have been chosen about a member, or "aborted" if none can have been. */
  private ProposedValue free(int member) {
    return promises.values().stream()
        .filter(accepted -> accepted.containsKey(member))
        .map(accepted -> accepted.get(member))
        .max(Comparator.comparingInt(Accepted::ballot))
        .map(Accepted::value)
        .orElse(ProposedValue.ABORTED);
  }

  /** Takes the acceptance of a witness, and returns whether these values are chosen now. */
  boolean chosen(int witness, Message.Phase2b what) {
    Set<Integer> so = what.ballot() == 0 ? acceptedVotes : accepted;
    if (what.ballot() != 0 && what.ballot() != led) {
      return false;
    }
    so.add(witness);
    return so.size() >= group.majority();
  }

  /** The witnesses that have not answered the newest question. */
  Set<Integer> missing() {
    Set<Integer> missing = new TreeSet<>(group.witnesses());
    if (led == 0) {
      missing.removeAll(acceptedVotes);
    } else {
      missing.removeAll(proposal.isEmpty() ? promises.keySet() : accepted);
    }
    return missing;
  }

  /** Whether all members commit, by these values. */
  static boolean commits(SortedMap<Integer, ProposedValue> values) {
    return !values.containsValue(ProposedValue.ABORTED);
  }

  /** Adds the knowledge about members and witnesses, in words. */
  void inWords(SortedMap<Integer, String> known, Set<Integer> silent) {
    for (int node : group.members()) {
      known.putIfAbsent(node, "takes part");
    }
    for (int node : group.witnesses()) {
      String role = known.containsKey(node) ? known.get(node) + ", witness" : "witness";
      known.put(
          node,
          accepted.contains(node) || acceptedVotes.contains(node)
              ? role + ": has accepted"
              : promises.containsKey(node) ? role + ": has promised" : role);
    }
    silent.forEach(node -> known.merge(node, "has not acknowledged", (old, now) -> now));
    known.remove(self.node());
  }

  /** The outlook of a member for which a majority of the witnesses decides. */
  Outlook outlook(SortedMap<Integer, String> known) {
    Set<Integer> silent = missing();
    int answered = group.witnesses().size() - silent.size();
    return new Outlook(
        known, Outlook.By.QUORUM, new TreeSet<>(silent), group.majority() - answered);
  }
}
