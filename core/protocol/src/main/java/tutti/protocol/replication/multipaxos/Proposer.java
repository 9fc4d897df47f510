package tutti.protocol.replication.multipaxos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.TermStart;
import tutti.protocol.replication.Timer;

/** The role of the leader: it proposes commands in phase 2 of its ballot. */
final class Proposer extends Role {
  private static final int NO_HOST = -1;

  private final Ballot ballot;
  private final SortedMap<Integer, FollowerProgress> others = new TreeMap<>();
  private final ReadIndex rounds = new ReadIndex();
  private final Lease lease = new Lease();

  /** The end of the term's first entry: what is not chosen up to there does not count. */
  private long opening;

  private boolean open;

  /** The host that should lead instead. */
  private int successor = NO_HOST;

  Proposer(Ballot ballot) {
    this.ballot = ballot;
  }

  @Override
  String phase() {
    return open ? "leader" : "opening";
  }

  @Override
  void begin(Replica replica) {
    for (int host : replica.group.others()) {
      others.put(host, new FollowerProgress(replica.log.end().position()));
    }
    append(replica, List.of(new TermStart(replica.log.terms() + 1, replica.group.self())));
    opening = replica.log.end().position();
    replica.setTimer(Timer.HEARTBEAT, replica.timing.heartbeatNanos());
    replica.setTimer(Timer.QUORUM, replica.timing.electionNanos());
    send(replica, false);
  }

  private void append(Replica replica, List<? extends LogEntry.Content> contents) {
    List<Record> facts = new ArrayList<>();
    for (LogEntry.Content content : contents) {
      LogEntry entry = new LogEntry(ballot, replica.log.end().position(), content);
      replica.log.put(entry);
      facts.add(new Record.Stored(entry));
    }
    Acceptor.persist(replica, facts, new DurableReply.Accepted(ballot, replica.log.end(), 0));
  }

  @Override
  void propose(Replica replica, Ballot term, List<Command> commands) {
    if (term.equals(ballot) && open && !commands.isEmpty()) {
      append(replica, commands);
      send(replica, false);
    }
  }

  @Override
  void confirm(Replica replica, Ballot term, long ticket) {
    if (!term.equals(ballot) || !open) {
      return;
    }
    if (lease.isValid()) {
      replica.output(new Output.Confirmed(ticket));
      return;
    }
    rounds.ask(ticket);
    if (rounds.isIdle()) {
      send(replica, true);
      confirmed(replica);
    }
  }

  /** Sends what there is to all; a message at least, if {@code always}. */
  private void send(Replica replica, boolean always) {
    if (rounds.isWaiting()) {
      rounds.begin();
    }
    others.forEach((host, progress) -> send(replica, host, progress, always));
  }

  private void send(Replica replica, int to, FollowerProgress progress, boolean always) {
    LogMark previous = replica.log.markAt(progress.next);
    if (previous == null) {
      if (always) {
        replica.output(new Output.SnapshotNeeded(to));
        accept(replica, to, replica.log.start(), List.of());
      }
      return;
    }
    boolean must = always;
    while (true) {
      boolean full =
          progress.next - progress.reached >= replica.timing.windowBytes()
              || progress.probing && !must;
      List<LogEntry> entries =
          full ? List.of() : replica.log.after(progress.next, replica.timing.mostBytes());
      if (entries.isEmpty() && !must) {
        return;
      }
      accept(replica, to, previous, entries);
      if (entries.isEmpty()) {
        return;
      }
      previous = entries.getLast().mark();
      progress.next = previous.position();
      must = false;
    }
  }

  private void accept(Replica replica, int to, LogMark previous, List<LogEntry> entries) {
    replica.send(
        to, new Message.Accept(ballot, previous, entries, replica.chosen(), rounds.newest()));
  }

  @Override
  void received(Replica replica, int from, Message message) {
    switch (message) {
      case Message.Accepted accepted when accepted.ballot().equals(ballot) ->
          accepted(replica, from, accepted);
      case Message.Behind(Ballot of, long end) when of.equals(ballot) -> behind(replica, from, end);
      case Message.Refused(Ballot higher) when ballot.isBelow(higher) ->
          replica.become(new Follower());
      default -> {}
    }
  }

  private void accepted(Replica replica, int from, Message.Accepted accepted) {
    boolean counts = replica.heeds(from, accepted.disks()) && accepted.votes();
    FollowerProgress progress = others.get(from);
    if (progress == null || replica.role() != this) {
      return;
    }
    progress.heard = true;
    progress.outdated = accepted.votes() && !counts;
    progress.reached(accepted.end());
    if (counts) {
      progress.accepted = Math.max(progress.accepted, accepted.end());
      progress.round = Math.max(progress.round, accepted.round());
      advance(replica);
    }
    if (replica.role() == this) {
      confirmed(replica);
      send(replica, from, progress, false);
    }
  }

  private void behind(Replica replica, int from, long end) {
    FollowerProgress progress = others.get(from);
    if (progress != null) {
      progress.heard = true;
      if (progress.goBack(end)) {
        send(replica, from, progress, true);
      }
    }
  }

  @Override
  void lost(Replica replica, int host) {
    if (host != replica.group.self()) {
      others.put(host, new FollowerProgress(replica.log.end().position()));
    }
  }

  @Override
  void forced(Replica replica, DurableReply what) {
    if (what instanceof DurableReply.Accepted(Ballot of, LogMark _, long _) && of.equals(ballot)) {
      advance(replica);
    }
  }

  /** Finds what a majority has accepted, and so what is chosen. */
  private void advance(Replica replica) {
    List<Long> ends = new ArrayList<>(List.of(replica.log.durable()));
    others.values().forEach(each -> ends.add(each.accepted));
    long most = most(replica, ends);
    if (most >= opening && most > replica.chosen()) {
      replica.choose(most);
    }
    if (!open && replica.chosen() >= opening) {
      open = true;
      replica.output(new Output.Opened(ballot, replica.log.terms(), opening));
      askForLease(replica);
    }
    handOver(replica);
  }

  /** The highest of these that a majority has reached. */
  private static long most(Replica replica, List<Long> reached) {
    return reached.stream().sorted().toList().get(reached.size() - replica.group.majority());
  }

  private void confirmed(Replica replica) {
    List<Long> answered = new ArrayList<>(List.of(rounds.newest()));
    others.values().forEach(each -> answered.add(each.round));
    long round = most(replica, answered);
    lease.confirmed(round);
    long ticket = rounds.confirmed(round);
    if (ticket > 0) {
      replica.output(new Output.Confirmed(ticket));
    }
    if (rounds.isIdle() && rounds.isWaiting()) {
      send(replica, true);
    }
  }

  private void askForLease(Replica replica) {
    if (replica.timing.hasLeases() && !lease.isAsked() && successor == NO_HOST) {
      rounds.begin();
      replica.setTimer(lease.ask(rounds.newest()), replica.timing.leaderLeaseNanos());
      send(replica, true);
    }
  }

  @Override
  void handOver(Replica replica, int to) {
    if (to == Input.HandOver.AT_ONCE) {
      yieldToBest(replica);
    } else if (others.containsKey(to)) {
      successor = to;
      handOver(replica);
    }
  }

  /** Transfers the leadership to the host that has accepted most: it has all that is chosen. */
  private void yieldToBest(Replica replica) {
    Integer most = open ? best() : null;
    if (most != null) {
      replica.send(most, new Message.TransferLeadership(ballot));
      replica.become(new Follower());
    }
  }

  /** Returns the host that has accepted most; null if there is no other host. */
  private @Nullable Integer best() {
    return others.entrySet().stream()
        .max((one, other) -> Long.compare(one.getValue().accepted, other.getValue().accepted))
        .map(Map.Entry::getKey)
        .orElse(null);
  }

  private void handOver(Replica replica) {
    @Nullable FollowerProgress progress = others.get(successor);
    long end = replica.log.end().position();
    if (open && progress != null && replica.chosen() == end && progress.accepted == end) {
      replica.send(successor, new Message.TransferLeadership(ballot));
      replica.become(new Follower());
    }
  }

  @Override
  void fired(Replica replica, Timer timer) {
    switch (timer) {
      case HEARTBEAT -> {
        replica.setTimer(Timer.HEARTBEAT, replica.timing.heartbeatNanos());
        others.values().forEach(Proposer::repeat);
        others.forEach((host, progress) -> tellIfOutdated(replica, host, progress));
        send(replica, true);
        if (open) {
          askForLease(replica);
        }
      }
      case QUORUM -> quorum(replica);
      case LEASE_EVEN, LEASE_ODD -> lease.ended(timer);
      case ELECTION, RETRY, GRANT -> {}
    }
  }

  private static void tellIfOutdated(Replica replica, int host, FollowerProgress progress) {
    if (progress.outdated) {
      progress.outdated = false;
      replica.acceptor().outdated(replica, host);
    }
  }

  /** Sends again, at the next occasion, a message that was sent alone and not answered. */
  private static void repeat(FollowerProgress progress) {
    if (progress.probing) {
      progress.next = progress.reached;
    }
  }

  private void quorum(Replica replica) {
    long heard = others.values().stream().filter(each -> each.heard).count();
    if (heard + 1 < replica.group.majority()) {
      replica.become(new Follower());
      return;
    }
    others.values().forEach(each -> each.heard = false);
    successor = NO_HOST;
    replica.setTimer(Timer.QUORUM, replica.timing.electionNanos());
  }

  @Override
  void end(Replica replica) {
    replica.cancelTimer(Timer.HEARTBEAT);
    replica.cancelTimer(Timer.QUORUM);
    replica.cancelTimer(Timer.LEASE_EVEN);
    replica.cancelTimer(Timer.LEASE_ODD);
    if (replica.role() instanceof Halted && open) {
      // The others hear what is chosen: they may stop, too, before another leader tells them.
      send(replica, true);
      Integer best = best();
      if (best != null) {
        replica.send(best, new Message.TransferLeadership(ballot));
      }
    }
    replica.output(new Output.SteppedDown(ballot));
  }
}
