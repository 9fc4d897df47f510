package tutti.protocol.replication.multipaxos;

import tutti.protocol.replication.Timer;

/**
 * A replica that follows a leader, or waits for one. A replica that gets no message of a leader for
 * an election's wait stands for election itself; hosts that come first in the group do so first.
 */
final class Follower extends Role {
  private final int waits;

  Follower() {
    this(1);
  }

  private Follower(int waits) {
    this.waits = waits;
  }

  /**
   * Returns a follower that cannot lead, since all replicas that have promised have truncated a
   * part of the log that it needs. It waits until these have had the time to stand for election,
   * and then stands again.
   */
  static Follower behind() {
    return new Follower(2);
  }

  @Override
  String phase() {
    return "follower";
  }

  @Override
  void begin(Replica replica) {
    replica.setTimer(Timer.ELECTION, waits * replica.timing.electionNanos());
  }

  @Override
  void fired(Replica replica, Timer timer) {
    if (timer != Timer.ELECTION) {
      return;
    }
    boolean heard = replica.acceptor().heard();
    replica.acceptor().hearsNothing();
    long turn = replica.timing.electionNanos() / 4 * replica.group.rank();
    if (heard && turn > 0) {
      replica.setTimer(Timer.ELECTION, turn);
    } else {
      replica.become(new PreCandidate());
    }
  }

  @Override
  void end(Replica replica) {
    replica.cancelTimer(Timer.ELECTION);
  }
}
