package tutti.protocol.replication.multipaxos;

import java.util.SortedSet;
import java.util.TreeSet;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Timer;

/**
 * A replica that asks whether a majority would promise it a ballot, before any is disturbed: the
 * pre-vote. Nothing is durable yet.
 */
final class PreCandidate extends Role {
  private Ballot ballot = Ballot.NONE;
  private final SortedSet<Integer> supporters = new TreeSet<>();

  @Override
  String phase() {
    return "pre-candidate";
  }

  @Override
  void begin(Replica replica) {
    preVote(replica, replica.promised());
  }

  private void preVote(Replica replica, Ballot above) {
    ballot = Replica.max(above, replica.promised()).next(replica.group.self());
    supporters.clear();
    // Not all at once again, if several look for a leader.
    long turn = replica.timing.electionNanos() / 4 * (2 + replica.group.rank());
    replica.setTimer(Timer.ELECTION, turn);
    if (replica.acceptor().mayPromise(Ballot.NONE)) {
      supporters.add(replica.group.self());
      replica.send(new Message.PreVote(ballot, replica.chosen()));
      elect(replica);
    }
  }

  @Override
  void received(Replica replica, int from, Message message) {
    switch (message) {
      case Message.PreVoteGranted(Ballot supported) when supported.equals(ballot) -> {
        supporters.add(from);
        elect(replica);
      }
      case Message.Refused(Ballot higher) when ballot.isBelow(higher) -> preVote(replica, higher);
      default -> {}
    }
  }

  private void elect(Replica replica) {
    if (supporters.size() >= replica.group.majority()
        && supporters.contains(replica.group.self())
        && replica.promised().isBelow(ballot)) {
      replica.become(new LeaderElection(ballot, Ballot.NONE));
    }
  }

  @Override
  void fired(Replica replica, Timer timer) {
    if (timer == Timer.ELECTION) {
      preVote(replica, ballot);
    }
  }

  @Override
  void end(Replica replica) {
    replica.cancelTimer(Timer.ELECTION);
  }
}
