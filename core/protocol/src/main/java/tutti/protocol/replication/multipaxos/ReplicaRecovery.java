package tutti.protocol.replication.multipaxos;

import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.Timer;

/**
 * A replica that has lost its disk: it learns what it may have answered, and votes once it has all
 * of that. First it asks for the numbers of its disks and chooses a higher number for the new disk;
 * then it asks, under that number, what the other replicas have promised and accepted. Both steps
 * need answers of f + 1 other replicas, at least one of which is in every quorum that the lost disk
 * can have been in.
 */
final class ReplicaRecovery extends Role {
  private enum Step {
    NUMBERING,
    ASKING,
    LEARNING,
    JOINING
  }

  private long nonce;
  private int disk;
  private Step step = Step.NUMBERING;
  private final SortedMap<Integer, Message.Rejoined> answers = new TreeMap<>();

  /**
   * Sets the number that names this start, which distinguishes answers to this start from answers
   * to an earlier one.
   */
  void name(long fresh) {
    nonce = fresh;
  }

  @Override
  String phase() {
    return step == Step.LEARNING || step == Step.JOINING ? "learning" : "rejoining";
  }

  /** Whether the replica knows the ballots that it must not accept in. */
  boolean learns() {
    return step == Step.LEARNING || step == Step.JOINING;
  }

  @Override
  void begin(Replica replica) {
    // How long its leases were is lost with the disk; all replicas grant equally long ones.
    replica.acceptor().mayHaveGranted(replica, replica.timing.leaseNanos());
    ask(replica);
  }

  private void ask(Replica replica) {
    replica.setTimer(Timer.RETRY, replica.timing.heartbeatNanos());
    for (int host : replica.group.others()) {
      if (!answers.containsKey(host)) {
        replica.send(host, new Message.Rejoin(nonce, disk));
      }
    }
  }

  @Override
  void fired(Replica replica, Timer timer) {
    if (timer == Timer.RETRY && !learns()) {
      ask(replica);
    }
  }

  @Override
  void received(Replica replica, int from, Message message) {
    if (message instanceof Message.Rejoined answer
        && answer.nonce() == nonce
        && answer.disk() == disk
        && !learns()) {
      answers.put(from, answer);
      if (answers.size() >= needed(replica)) {
        next(replica);
      }
    }
  }

  /** The answers of others that are needed. */
  private static int needed(Replica replica) {
    return replica.group.mayFail() + 1;
  }

  private void next(Replica replica) {
    int self = replica.group.self();
    if (step == Step.NUMBERING) {
      step = Step.ASKING;
      for (Message.Rejoined each : answers.values()) {
        disk = Math.max(disk, each.disks().of(self));
      }
      disk++;
      answers.clear();
      ask(replica);
      return;
    }
    step = Step.LEARNING;
    Ballot promised = replica.promised();
    CrashVector disks = replica.identity().disks().with(self, disk);
    for (Message.Rejoined each : answers.values()) {
      promised = Replica.max(promised, each.promised());
      disks = disks.and(each.disks());
    }
    replica.promise(promised);
    replica.identity(replica.identity().with(disks));
    disks.numbers().forEach((host, number) -> replica.persist(new Record.NewDisk(host, number)));
    replica.persist(new Record.Promised(promised), new DurableReply.Learned(promised));
    replica.cancelTimer(Timer.RETRY);
  }

  @Override
  void followed(Replica replica, Ballot ballot) {
    join(replica);
  }

  /**
   * Ends the recovery once the log has all that the replica can have accepted on an earlier disk:
   * when the log is the log of a leader with a later ballot than any in which the replica can have
   * accepted, or with the same ballot, up to the position that the others had accepted in that
   * ballot.
   */
  private void join(Replica replica) {
    if (step != Step.LEARNING) {
      return;
    }
    Ballot leader = replica.acceptor().leader();
    LogMark end = replica.log.end();
    long needed = 0;
    for (Message.Rejoined each : answers.values()) {
      if (each.end().ballot().equals(leader)) {
        needed = Math.max(needed, each.end().position());
      }
    }
    if (leader.host() >= 0
        && end.ballot().equals(leader)
        && end.position() >= needed
        && replica.acceptor().matched() == end.position()
        && replica.log.durable() == end.position()
        && replica.promiseIsForced()) {
      step = Step.JOINING;
      replica.join();
    }
  }

  @Override
  void forced(Replica replica, @Nullable DurableReply what) {
    if (what instanceof DurableReply.Joined) {
      replica.identity(replica.identity().joined());
      replica.become(new Follower());
    } else {
      join(replica);
    }
  }

  @Override
  void end(Replica replica) {
    replica.cancelTimer(Timer.RETRY);
  }
}
