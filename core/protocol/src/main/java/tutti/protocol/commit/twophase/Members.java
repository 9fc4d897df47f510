package tutti.protocol.commit.twophase;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.Vote;

/** The participants of a transaction, as far as its coordinator knows them. */
final class Members {
  private final Map<Integer, Member> members = new TreeMap<>();

  /** The coordinator's knowledge of a participant. */
  static final class Member {
    int round;
    @Nullable Vote vote;
    boolean acknowledged;

    private Member(int round) {
      this.round = round;
    }

    private String inWords(boolean executing) {
      if (acknowledged) {
        return "has the outcome in its log";
      }
      if (vote == null) {
        return executing ? "executes" : "has not voted";
      }
      return vote.inWords();
    }
  }

  /** Adds a participant, or voids its vote if it is asked in a newer round. */
  void join(int node, int round) {
    Member member = members.computeIfAbsent(node, _ -> new Member(round));
    if (round > member.round) {
      member.round = round;
      member.vote = null;
    }
  }

  /** Adds a participant to which the outcome must be sent. */
  void found(int node) {
    Member member = new Member(0);
    member.vote = Vote.YES;
    members.put(node, member);
  }

  /** Returns a participant, or null if the node is none. */
  @Nullable Member find(int node) {
    return members.get(node);
  }

  Member of(int node) {
    Member member = members.get(node);
    if (member == null) {
      throw new IllegalArgumentException("node " + node + " is no participant");
    }
    return member;
  }

  boolean isEmpty() {
    return members.isEmpty();
  }

  Set<Integer> all() {
    return members.keySet();
  }

  /** Returns the participants that have voted Yes. A copy. */
  Set<Integer> voters() {
    return nodes(member -> member.vote == Vote.YES);
  }

  /** Returns the participants that have not voted. A copy. */
  Set<Integer> silent() {
    return nodes(member -> member.vote == null);
  }

  /** Returns the participants to which an abort must be sent. A copy. */
  Set<Integer> mustAbort() {
    return nodes(member -> member.vote != Vote.NO && member.vote != Vote.READ_ONLY);
  }

  private Set<Integer> nodes(Predicate<Member> which) {
    Set<Integer> nodes = new TreeSet<>();
    members.forEach(
        (node, member) -> {
          if (which.test(member)) {
            nodes.add(node);
          }
        });
    return nodes;
  }

  /** Returns a few words about each participant. */
  SortedMap<Integer, String> inWords(boolean executing) {
    SortedMap<Integer, String> known = new TreeMap<>();
    members.forEach((node, member) -> known.put(node, member.inWords(executing)));
    return known;
  }
}
