package tutti.protocol.termination;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.commit.Vote;

/** The rounds and votes of the participants, which a coordinator keeps until it decides. */
final class Votes {
  private final Map<Integer, Integer> rounds = new TreeMap<>();
  private final Map<Integer, Vote> votes = new TreeMap<>();

  /** Notes that a node is asked to execute; its earlier vote is void. */
  void joined(int node, int round) {
    if (round > rounds.getOrDefault(node, -1)) {
      rounds.put(node, round);
      votes.remove(node);
    }
  }

  /** Counts a vote, if it is of the newest round and the node's first. */
  void count(int node, int round, Vote vote) {
    if (rounds.getOrDefault(node, -1) == round) {
      votes.putIfAbsent(node, vote);
    }
  }

  /** Notes a participant's No, of any round. */
  void refused(int node) {
    votes.put(node, Vote.NO);
  }

  boolean isParticipant(int node) {
    return rounds.containsKey(node);
  }

  boolean said(int node, Vote vote) {
    return votes.get(node) == vote;
  }

  /** The round of the newest ask, by node. */
  Map<Integer, Integer> rounds() {
    return rounds;
  }

  Set<Integer> missing() {
    if (votes.size() == rounds.size()) {
      return Set.of();
    }
    Set<Integer> nodes = new TreeSet<>(rounds.keySet());
    nodes.removeAll(votes.keySet());
    return nodes;
  }

  /** Returns the participants except for those that have answered with one of {@code said}. */
  Set<Integer> allBut(Vote... said) {
    Set<Integer> nodes = new TreeSet<>(rounds.keySet());
    votes.forEach(
        (node, vote) -> {
          if (List.of(said).contains(vote)) {
            nodes.remove(node);
          }
        });
    return nodes;
  }

  /** The vote of each participant, in words. */
  SortedMap<Integer, String> inWords() {
    SortedMap<Integer, String> words = new TreeMap<>();
    for (int node : rounds.keySet()) {
      Vote vote = votes.get(node);
      words.put(node, vote == null ? "has not voted" : vote.inWords());
    }
    return words;
  }
}
