package tutti.protocol.integrated.tapir;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.protocol.integrated.DoublingLooks;
import tutti.protocol.integrated.tapir.Entry.Outcome;

/**
 * The part of a replica that changes views. Views are the commands of a configuration log, which is
 * the shard's replicated log: Close ends one, Open begins the next. Between the two no replica
 * acts, and the leader of the configuration log merges the records of a majority.
 */
final class ViewChange {
  private static final int NO_HOST = -1;

  private final Quorums quorums;
  private final Settings settings;
  private int leader = NO_HOST;

  /** The checks at which a replica sends its record again. */
  private final DoublingLooks told;

  /** Whether a command to end the view was appended in this term, and one to begin the next. */
  private boolean closing;

  private boolean opening;

  /** The size of the record when the view began, in entries and in bytes. */
  private int begun;

  private long begunBytes;

  /** The records of the view that has ended, by host. */
  private final SortedMap<Integer, List<Entry>> records = new TreeMap<>();

  /** The names of the disks that want to act, by host. */
  private final SortedMap<Integer, Long> joining = new TreeMap<>();

  /** The view that was here when the term began, or an image was installed in it. */
  private long from;

  /** The views with which hosts' disks have begun to act since then, by host. */
  private final SortedMap<Integer, Long> joinedIn = new TreeMap<>();

  ViewChange(Quorums quorums, Settings settings) {
    this.quorums = quorums;
    this.settings = settings;
    this.told = new DoublingLooks(settings.retryNanos());
  }

  private boolean leads(Replica replica) {
    return leader == replica.self();
  }

  void leads(Replica replica, int host) {
    leader = host;
    closing = false;
    opening = false;
    records.clear();
    joining.clear();
    joinedIn.clear();
    from = replica.kept().view();
    tell(replica);
  }

  /**
   * A replica that does not act tells the leader, again and again; as does one whose record is
   * full.
   */
  void again(Replica replica) {
    tell(replica, told.isDue());
  }

  /** Tells the leader something new. */
  private void tell(Replica replica) {
    told.restart();
    tell(replica, true);
  }

  /**
   * Tells the leader what it has to know.
   *
   * @param all also the record, which may be long
   */
  private void tell(Replica replica, boolean all) {
    DurableState kept = replica.kept();
    if (leader != NO_HOST && kept.acts() && canBeShorter(kept)) {
      replica.send(leader, new Message.RequestViewChange(kept.view()));
    }
    if (leader != NO_HOST && !kept.acts()) {
      boolean has = kept.isClosed() && (kept.isMember() || kept.view() == 0);
      if (has && !all) {
        return;
      }
      replica.send(
          leader,
          new Message.DoViewChange(
              kept.view(),
              kept.disk(),
              kept.isMember(),
              kept.isClosed(),
              has ? kept.record() : List.of()));
    }
  }

  void received(Replica replica, int host, Message.DoViewChange hand) {
    if (!leads(replica)) {
      return;
    }
    DurableState kept = replica.kept();
    // What was said in an earlier view may be of a disk that is lost, and has another in its place.
    boolean isOfToday = hand.view() >= joinedIn.getOrDefault(host, from);
    if (isOfToday && !hand.member() && !kept.hasJoined(host, hand.disk())) {
      joining.put(host, hand.disk());
      end(replica);
    }
    // No replica has acted before the first view, so none can have lost anything.
    boolean counts = hand.member() || hand.view() == 0;
    if (counts && hand.closed() && hand.view() == kept.view()) {
      records.put(host, hand.record());
      open(replica);
    }
  }

  /**
   * Ends the view {@code view}, if it is the present one, because some of its results cannot be
   * sent.
   */
  void wanted(Replica replica, long view) {
    if (view == replica.kept().view()) {
      end(replica);
    }
  }

  /** The record may have become too long since the view has begun. */
  void grown(Replica replica) {
    DurableState kept = replica.kept();
    if (kept.size() >= begun + settings.mostEntries()
        || kept.bytes() >= begunBytes + settings.mostBytes()
        || canBeShorter(kept)) {
      end(replica);
    }
  }

  /** Whether the record is full, and the next view begins with less. */
  private boolean canBeShorter(DurableState kept) {
    return kept.bytes() >= settings.fullBytes() && kept.hasSettled();
  }

  private void end(Replica replica) {
    if (leads(replica) && !replica.kept().isClosed() && !closing) {
      closing = true;
      replica.output(new Output.Append(new ViewCommand.Close(replica.kept().view())));
    }
  }

  private void open(Replica replica) {
    if (replica.kept().isClosed() && !opening && records.size() >= quorums.majority()) {
      opening = true;
      Merge merge = new Merge(quorums, settings.mode(), replica.kept());
      ViewCommand.Open open = merge.open(records.values(), joining, settings.mostEnded());
      replica.output(new Output.Append(open));
    }
  }

  /** The next command of the configuration log is chosen. */
  void chosen(Replica replica, ViewCommand entry) {
    DurableState kept = replica.kept();
    switch (entry) {
      case ViewCommand.Close(long view) -> {
        if (view == kept.view() && !kept.isClosed()) {
          replica.write(new Record.Closed(view));
          tell(replica);
        }
      }
      case ViewCommand.Open open -> {
        if (open.view() == kept.view() + 1) {
          begin(replica, open);
        } else if (open.view() > kept.view()) {
          throw new IllegalStateException("after view " + kept.view() + " comes no " + open);
        }
      }
    }
  }

  private void begin(Replica replica, ViewCommand.Open open) {
    DurableState kept = replica.kept();
    List<Entry> fresh = open.record().stream().filter(entry -> isNews(kept, entry)).toList();
    replica.write(new Record.Opened(open));
    fresh.forEach(entry -> replica.output(new Output.Executed(entry)));
    open.joined().keySet().forEach(host -> joinedIn.put(host, open.view()));
    begun(replica);
  }

  /** An image of a later view is here. */
  void installed(Replica replica) {
    joinedIn.clear();
    from = replica.kept().view();
    begun(replica);
  }

  /** A later view has begun here. */
  private void begun(Replica replica) {
    DurableState kept = replica.kept();
    begun = kept.size();
    begunBytes = kept.bytes();
    closing = false;
    opening = false;
    records.clear();
    joining.entrySet().removeIf(each -> kept.hasJoined(each.getKey(), each.getValue()));
    tell(replica);
    if (!joining.isEmpty()) {
      end(replica);
    }
  }

  private static boolean isNews(DurableState kept, Entry entry) {
    Entry own = kept.entry(entry.transaction());
    return entry.outcome() != Outcome.UNKNOWN && (own == null || !own.isExecuted());
  }
}
