package tutti.protocol.replication.multipaxos;

import tutti.protocol.replication.Timer;

/**
 * A replica that follows a leader, or waits for one. A replica that hears nothing for an election's
 * wait looks for a leader itself; those that come first in the group are the first to do so.
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
   * A replica that cannot lead, since it needs what all others that have promised let go: it gives
   * these the time to stand for election before it does so again.
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
