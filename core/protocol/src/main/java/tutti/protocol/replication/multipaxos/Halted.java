package tutti.protocol.replication.multipaxos;

import tutti.protocol.replication.Timer;

/** A replica whose host stops, or has no disk any more: it does nothing. */
final class Halted extends Role {
  @Override
  String phase() {
    return "halted";
  }

  @Override
  void begin(Replica replica) {
    for (Timer timer : Timer.values()) {
      replica.cancelTimer(timer);
    }
  }
}
