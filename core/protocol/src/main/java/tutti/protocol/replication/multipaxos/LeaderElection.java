package tutti.protocol.replication.multipaxos;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.Timer;

/**
 * A replica in phase 1 of a ballot. It needs the promises of a majority, and the best log among
 * theirs: that whose last entry has the highest ballot, and of those the longest. It has all that
 * can have been chosen.
 */
final class LeaderElection extends Role {
  private final Ballot ballot;

  /** The ballot of the leader that has asked this candidate to lead; none if no leader has. */
  private final Ballot yielded;

  private final SortedMap<Integer, Message.Promise> promises = new TreeMap<>();

  /** The best log behind what is chosen here, as far as it has come. */
  private final List<LogEntry> fetched = new ArrayList<>();

  /** The replica whose log is being fetched; -1 until the best is known. */
  private int best = -1;

  LeaderElection(Ballot ballot, Ballot yielded) {
    this.ballot = ballot;
    this.yielded = yielded;
  }

  @Override
  String phase() {
    return "candidate";
  }

  @Override
  void begin(Replica replica) {
    replica.acceptor().hearsNothing();
    replica.promise(ballot);
    replica.persist(
        new Record.Promised(ballot), new DurableReply.Promised(ballot, replica.chosen()));
    replica.setTimer(Timer.ELECTION, replica.timing.electionNanos());
  }

  @Override
  void forced(Replica replica, DurableReply what) {
    if (what instanceof DurableReply.Promised(Ballot forced, long from) && forced.equals(ballot)) {
      replica.send(new Message.Prepare(ballot, from, yielded));
      decide(replica);
    }
  }

  @Override
  void received(Replica replica, int from, Message message) {
    switch (message) {
      case Message.Promise promise when promise.ballot().equals(ballot) -> {
        if (replica.heeds(from, promise.disks()) && replica.role() == this) {
          promised(replica, from, promise);
        }
      }
      case Message.Refused(Ballot higher) when ballot.isBelow(higher) ->
          replica.become(new PreCandidate());
      default -> {}
    }
  }

  private void promised(Replica replica, int from, Message.Promise promise) {
    if (best < 0) {
      promises.put(from, promise);
      decide(replica);
    } else if (from == best) {
      fetch(replica, promise);
    }
  }

  @Override
  void lost(Replica replica, int host) {
    promises.remove(host);
    if (host == best) {
      replica.become(new PreCandidate());
    }
  }

  /** Chooses the log to begin with, once a majority has promised, this replica among them. */
  private void decide(Replica replica) {
    if (!replica.promiseIsForced() || promises.size() + 1 < replica.group.majority()) {
      return;
    }
    Message.@Nullable Promise longest = null;
    LogMark end = replica.log.end();
    for (var each : promises.entrySet()) {
      if (each.getValue().end().compareTo(end) > 0) {
        best = each.getKey();
        longest = each.getValue();
        end = longest.end();
      }
    }
    if (longest == null) {
      best = replica.group.self();
      term(replica);
    } else {
      fetch(replica, longest);
    }
  }

  /** Takes a part of the best log, and asks for the next one, or terms. */
  private void fetch(Replica replica, Message.Promise part) {
    long position = fetched.isEmpty() ? replica.chosen() : fetched.getLast().end();
    if (part.start().position() > position) {
      // The log was let go up to there, so that much is chosen.
      if (!fetched.isEmpty() || !replica.log.has(part.start())) {
        // This replica needs a checkpoint, and cannot lead.
        replica.become(Follower.behind());
        return;
      }
      replica.choose(part.start().position());
      position = part.start().position();
    }
    for (LogEntry entry : part.entries()) {
      if (entry.start() == position) {
        fetched.add(entry);
        position = entry.end();
      }
    }
    if (position < part.end().position()) {
      replica.send(best, new Message.Prepare(ballot, position, yielded));
      return;
    }
    List<Record> facts = new ArrayList<>();
    for (LogEntry entry : fetched) {
      if (!replica.log.has(entry.mark())) {
        Acceptor.put(replica, entry, facts);
      }
    }
    facts.forEach(replica::persist);
    term(replica);
  }

  private void term(Replica replica) {
    long chosen = 0;
    for (Message.Promise each : promises.values()) {
      chosen = Math.max(chosen, each.chosen());
    }
    replica.choose(Math.min(chosen, replica.log.end().position()));
    replica.become(new Proposer(ballot));
  }

  @Override
  void fired(Replica replica, Timer timer) {
    if (timer == Timer.ELECTION) {
      replica.become(new PreCandidate());
    }
  }

  @Override
  void end(Replica replica) {
    replica.cancelTimer(Timer.ELECTION);
  }
}
