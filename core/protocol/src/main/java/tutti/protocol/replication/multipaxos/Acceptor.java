package tutti.protocol.replication.multipaxos;

import java.util.ArrayList;
import java.util.List;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.Timer;

/**
 * The acceptor in a replica, in each of the replica's roles: it promises, accepts and answers. A
 * replica that rejoins accepts as well, so that it catches up, but its acceptances do not count.
 */
final class Acceptor {

  /** The ballot of the leader whose message came last; none if no leader is known. */
  private Ballot leader = Ballot.NONE;

  /** The log is the leader's up to this position. */
  private long matched;

  /** Whether a leader or candidate was heard within an election's wait. */
  private boolean heard;

  /** Whether no other ballot may be promised, since {@link #granted} may rely on a lease. */
  private boolean leased;

  private Ballot granted = Ballot.NONE;

  /** A lease of the time before the start, of at most that length, may still run. */
  void mayHaveGranted(Replica replica, long nanos) {
    if (nanos > 0) {
      leased = true;
      replica.setTimer(Timer.GRANT, nanos);
    }
  }

  void grantIsOver() {
    leased = false;
  }

  Ballot leader() {
    return leader;
  }

  long matched() {
    return matched;
  }

  boolean heard() {
    return heard;
  }

  /** No leader was heard for an election's wait, or the leader is this replica no more. */
  void hearsNothing() {
    heard = false;
    knowsNoLeader();
  }

  /** Forgets the leader, and how far this log is the leader's. */
  private void knowsNoLeader() {
    leader = Ballot.NONE;
    matched = 0;
  }

  /** Takes a message that any role takes; false if it is for the role itself. */
  boolean received(Replica replica, int from, Message message) {
    switch (message) {
      case Message.Accept accept -> accept(replica, from, accept);
      case Message.Prepare prepare -> prepare(replica, from, prepare);
      case Message.PreVote(Ballot ballot, long position) ->
          preVote(replica, from, ballot, position);
      case Message.Rejoin(long nonce, int disk) -> rejoin(replica, from, nonce, disk);
      case Message.Rejoined told when told.nonce() == Message.Rejoined.UNASKED ->
          replica.heeds(from, told.disks());
      case Message.TransferLeadership(Ballot ballot) -> takeOver(replica, ballot);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void preVote(Replica replica, int from, Ballot ballot, long position) {
    if (!replica.votes()) {
      return;
    }
    if (!replica.promised().isBelow(ballot)) {
      replica.send(from, new Message.Refused(replica.promised()));
    } else if (!heard
        && !leased
        && !(replica.role() instanceof Proposer)
        && replica.log.start().position() <= position) {
      replica.send(from, new Message.PreVoteGranted(ballot));
    }
  }

  private void prepare(Replica replica, int from, Message.Prepare prepare) {
    Ballot ballot = prepare.ballot();
    if (!replica.votes() || ballot.host() != from) {
      return;
    }
    if (ballot.isBelow(replica.promised())) {
      replica.send(from, new Message.Refused(replica.promised()));
    } else if (ballot.equals(replica.promised())) {
      // Late questions of a leader that has all it wanted need no answer.
      if (replica.promiseIsForced() && !ballot.equals(leader)) {
        promise(replica, ballot, prepare.from());
      }
    } else if (mayPromise(prepare.yielded())) {
      replica.promise(ballot);
      replica.become(new Follower());
      knowsNoLeader();
      heard = true;
      replica.persist(
          new Record.Promised(ballot), new DurableReply.Promised(ballot, prepare.from()));
    }
  }

  /** Whether no lease is in the way of another leader; the one who gave it can give it up. */
  boolean mayPromise(Ballot yielded) {
    return !leased || granted.host() >= 0 && granted.equals(yielded);
  }

  /**
   * Sends the promise, if the log that the promise contains is durable. Entries can come after the
   * promise and before it is durable: from the leader of that ballot, which has all the promises it
   * needed, or with a checkpoint. A candidate that misses the promise asks again.
   */
  private static void promise(Replica replica, Ballot ballot, long from) {
    Log log = replica.log;
    if (log.durable() < log.end().position()) {
      return;
    }
    List<LogEntry> entries =
        from < log.start().position() ? List.of() : log.after(from, replica.timing.mostBytes());
    replica.send(
        ballot.host(),
        new Message.Promise(
            ballot, log.start(), entries, log.end(), replica.chosen(), replica.disks()));
  }

  private void accept(Replica replica, int from, Message.Accept accept) {
    Ballot ballot = accept.ballot();
    if (ballot.isBelow(replica.promised())) {
      replica.send(from, new Message.Refused(replica.promised()));
    } else if (ballot.host() == from
        && !(replica.role() instanceof ReplicaRecovery it && !it.learns())) {
      List<Record> facts = new ArrayList<>();
      follow(replica, ballot, facts);
      take(replica, accept, facts);
      replica.role().followed(replica, ballot);
    }
  }

  private void follow(Replica replica, Ballot ballot, List<Record> facts) {
    if (replica.promised().isBelow(ballot)) {
      replica.promise(ballot);
      facts.add(new Record.Promised(ballot));
    }
    heard = true;
    if (replica.identity().votes()) {
      if (!(replica.role() instanceof Follower)) {
        replica.become(new Follower());
      }
      replica.setTimer(Timer.ELECTION, replica.timing.electionNanos());
    }
    if (!leader.equals(ballot)) {
      leader = ballot;
      matched = replica.chosen();
      replica.output(new Output.Follows(ballot));
    }
    if (replica.timing.hasLeases()) {
      leased = true;
      granted = ballot;
      // Behind a start with shorter leases the longer ones of before may still run.
      replica.setTimer(Timer.GRANT, replica.granting());
    }
  }

  /** Takes entries into the log, and answers, at once or when they are durable. */
  private void take(Replica replica, Message.Accept accept, List<Record> facts) {
    LogMark previous = accept.previous();
    Log log = replica.log;
    // What is chosen here is in the leader's log as well, so there is nothing to compare.
    long known = replica.chosen();
    if (previous.position() > known && !log.has(previous)) {
      persist(replica, facts, new DurableReply.Accepted(accept.ballot(), LogMark.START, 0));
      replica.send(
          accept.ballot().host(), new Message.Behind(accept.ballot(), Math.max(matched, known)));
      return;
    }
    matched = Math.max(matched, Math.max(previous.position(), known));
    for (LogEntry entry : accept.entries()) {
      if (entry.end() > known && !log.has(entry.mark())) {
        put(replica, entry, facts);
      }
      matched = Math.max(matched, entry.end());
    }
    if (!facts.isEmpty()) {
      LogMark mark = markAt(log, matched);
      persist(replica, facts, new DurableReply.Accepted(accept.ballot(), mark, accept.round()));
    } else if (replica.promiseIsForced()) {
      accepted(replica, accept.round());
    }
    // Behind the entries: a log that has this record must have those.
    replica.choose(Math.min(accept.chosen(), matched));
  }

  private static LogMark markAt(Log log, long position) {
    LogMark mark = log.markAt(position);
    return mark == null ? LogMark.START : mark;
  }

  /** Puts an entry into the log, in place of what another leader had put there. */
  static void put(Replica replica, LogEntry entry, List<Record> facts) {
    if (entry.start() < replica.chosen()) {
      throw new IllegalStateException("what is chosen would be replaced by " + entry);
    }
    replica.forgetPendingBehind(entry.start());
    replica.log.put(entry);
    facts.add(new Record.Stored(entry));
  }

  /** Writes records together; what follows waits for the last. */
  static void persist(Replica replica, List<Record> facts, DurableReply then) {
    for (int each = 0; each < facts.size() - 1; each++) {
      replica.persist(facts.get(each));
    }
    if (!facts.isEmpty()) {
      replica.persist(facts.getLast(), then);
    }
  }

  private void accepted(Replica replica, long round) {
    long end = Math.min(matched, replica.log.durable());
    replica.send(
        leader.host(), new Message.Accepted(leader, end, round, replica.votes(), replica.disks()));
  }

  /** A promise or an acceptance is durable, and may be said. */
  void forced(Replica replica, DurableReply what) {
    switch (what) {
      case DurableReply.Promised(Ballot ballot, long from)
          when replica.votes()
              && ballot.equals(replica.promised())
              && ballot.host() != replica.group.self() ->
          promise(replica, ballot, from);
      case DurableReply.Accepted(Ballot ballot, LogMark _, long round)
          when leader.host() >= 0 && ballot.equals(replica.promised()) && ballot.equals(leader) ->
          accepted(replica, round);
      case DurableReply.NewDisk(int host, int disk, long nonce) when replica.votes() ->
          replica.send(host, rejoined(replica, nonce, disk, replica.identity().disks()));
      default -> {}
    }
  }

  private static void rejoin(Replica replica, int from, long nonce, int disk) {
    if (!replica.votes()) {
      return;
    }
    GroupIdentity identity = replica.identity();
    if (disk == 0) {
      replica.send(from, rejoined(replica, nonce, 0, identity.disks()));
    } else if (disk >= identity.disks().of(from)) {
      CrashVector newer = identity.disks().with(from, disk);
      replica.heeds(from, newer);
      replica.identity(identity.with(newer));
      replica.persist(new Record.NewDisk(from, disk), new DurableReply.NewDisk(from, disk, nonce));
    }
  }

  private static Message rejoined(Replica replica, long nonce, int disk, CrashVector disks) {
    return new Message.Rejoined(nonce, disk, replica.promised(), replica.log.end(), disks);
  }

  /** Tells a host that nothing counts that it says: a newer disk than its own is known. */
  void outdated(Replica replica, int host) {
    replica.send(host, rejoined(replica, Message.Rejoined.UNASKED, 0, replica.disks()));
  }

  private void takeOver(Replica replica, Ballot ballot) {
    if (replica.votes()
        && ballot.equals(leader)
        && ballot.equals(replica.promised())
        && replica.role() instanceof Follower) {
      LeaderElection candidacy = new LeaderElection(ballot.next(replica.group.self()), ballot);
      replica.become(candidacy);
    }
  }

  /** A checkpoint stands in place of the log up to its mark. */
  void installed(Replica replica) {
    matched = Math.max(matched, replica.chosen());
  }
}
