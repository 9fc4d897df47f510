package tutti.protocol.integrated.tapir;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Entry.Stage;
import tutti.protocol.integrated.tapir.Entry.Standing;

/**
 * The merge of the records of a majority at the end of a view (the paper's IR-MERGE-RECORDS and
 * TAPIR-MERGE). In this order (ruling T3): outcomes and finalized results stay; a result that a
 * fast quorum may have had stays if nothing contradicts it; all other transactions are validated
 * again, by timestamp.
 *
 * <p><b>Why a result that a client took is never contradicted.</b> A transaction T that was taken
 * on the fast path has consents of a fast quorum; each replica consented when it held no
 * transaction that has a conflict with T. A transaction U that would contradict T, and that the
 * merge finds prepared, has consents of a majority. Some replica X is in both quorums. If X held U
 * when it consented to T, the two have no conflict, since conflict does not depend on the order; or
 * one of the two has read the other's version, so that the other has committed, and its entry,
 * which is merged here, contains the outcome. Else U was executed at X before T, or T before U. A
 * replica executes only a transaction whose outcome f + 1 replicas have noted, so one of these is
 * in the majority that is merged here, and the merge knows that outcome.
 */
final class Merge {
  private final Quorums quorums;
  private final Validation.Mode mode;
  private final DurableState own;
  private final Prepared prepared = new Prepared();
  private final Store store;
  private final NavigableMap<Timestamp, Entry> merged = new TreeMap<>();

  /**
   * @param own the memory of the replica that merges, which has all that was executed by earlier
   *     views
   */
  Merge(Quorums quorums, Validation.Mode mode, DurableState own) {
    this.quorums = quorums;
    this.mode = mode;
    this.own = own;
    this.store = own.store().overlay();
  }

  /**
   * The begin of the next view.
   *
   * @param records the records of a majority that acted in the view that ends
   * @param mostEnded the most outcomes of settled transactions that are kept
   */
  ViewCommand.Open open(
      Collection<List<Entry>> records, SortedMap<Integer, Long> joined, int mostEnded) {
    NavigableMap<Timestamp, List<Entry>> all = new TreeMap<>();
    for (List<Entry> record : records) {
      record.forEach(entry -> all.computeIfAbsent(entry.id(), _ -> new ArrayList<>()).add(entry));
    }
    SortedSet<Timestamp> read = read(records);
    List<Entry> decided = new ArrayList<>();
    List<Entry> again = new ArrayList<>();
    for (List<Entry> entries : all.values()) {
      Entry entry = join(entries);
      if (read.contains(entry.id()) && !entry.isDecided() && entry.part().isKnown()) {
        entry = entry.decided(entry.part(), Outcome.COMMITTED, Stage.NOTED);
      }
      if (entry.isDecided()) {
        executed(entry);
      } else if (entry.standing().compareTo(Standing.FINALIZED) >= 0) {
        chosen(entry, entry.vote());
      } else if (mayBeTaken(entries, true) || mayBeTaken(entries, false)) {
        decided.add(entry.voting(mayBeTaken(entries, true) ? Vote.OK : refusal(entries)));
      } else {
        again.add(entry);
      }
    }
    Validation validation = new Validation(mode, store, prepared, own.floor());
    for (Entry entry : decided) {
      boolean consents = entry.vote().consents();
      chosen(entry, consents ? validation.vote(entry.id(), entry.part()) : entry.vote());
    }
    for (Entry entry : again) {
      // A promise alone is over with its view: what was asked under it must be asked anew.
      if (entry.part().isKnown()) {
        chosen(entry, validation.vote(entry.id(), entry.part()));
      }
    }
    return new ViewCommand.Open(
        own.view() + 1, List.copyOf(merged.values()), floor(mostEnded), joined);
  }

  /** The versions that transactions have read: whoever wrote them has committed. */
  private static SortedSet<Timestamp> read(Collection<List<Entry>> records) {
    SortedSet<Timestamp> versions = new TreeSet<>();
    for (List<Entry> record : records) {
      record.forEach(entry -> versions.addAll(entry.part().reads().values()));
    }
    return versions;
  }

  /** The entries of one transaction as one, without its tentative results. */
  private static Entry join(List<Entry> entries) {
    Entry joined = Entry.of(entries.getFirst().transaction(), Part.NONE);
    Ballot promised = Ballot.FIRST;
    for (Entry entry : entries) {
      promised = promised.isBelow(entry.promised()) ? entry.promised() : promised;
      if (weighsMore(entry, joined)) {
        joined = joined.finalizing(entry.part(), entry.vote(), entry.accepted());
      }
      if (entry.isDecided()) {
        if (joined.isDecided() && joined.outcome() != entry.outcome()) {
          throw new IllegalStateException(entry + " and " + joined + " have two outcomes");
        }
        boolean further = joined.stage().compareTo(entry.stage()) < 0;
        Stage stage = further ? entry.stage() : joined.stage();
        joined = joined.decided(entry.part(), entry.outcome(), stage);
      }
      joined = joined.decided(entry.part(), joined.outcome(), joined.stage());
    }
    return joined.promising(promised);
  }

  /** Whether a result was finalized, with a higher ballot than the one that is known. */
  private static boolean weighsMore(Entry entry, Entry known) {
    return entry.standing().compareTo(Standing.FINALIZED) >= 0
        && (known.standing() == Standing.NONE || known.accepted().isBelow(entry.accepted()));
  }

  /** Whether a fast quorum may have had that result. */
  private boolean mayBeTaken(List<Entry> entries, boolean consent) {
    return entries.stream()
            .map(Entry::vote)
            .filter(vote -> consent ? vote.consents() : vote.refuses())
            .count()
        >= quorums.trace();
  }

  private static Vote refusal(List<Entry> entries) {
    return entries.stream().map(Entry::vote).reduce(Vote.NONE, Vote::and);
  }

  private void executed(Entry entry) {
    Stage stage = entry.stage() == Stage.SETTLED ? Stage.SETTLED : Stage.EXECUTED;
    merged.put(entry.id(), entry.decided(entry.part(), entry.outcome(), stage));
    Entry known = own.entry(entry.transaction());
    boolean isNews = known == null || !known.isExecuted();
    // What the store has executed it may have let go since: a removal would be there again.
    if (entry.outcome() == Outcome.COMMITTED && isNews) {
      store.execute(entry.id(), entry.part(), own.versionFloor());
    }
  }

  private void chosen(Entry entry, Vote vote) {
    Entry chosen = entry.merging(vote);
    merged.put(entry.id(), chosen);
    if (chosen.holds()) {
      prepared.add(chosen.id(), chosen.part());
    }
  }

  /**
   * Returns the lowest floor that leaves {@code mostEnded} outcomes. The floor passes transactions
   * that are not settled, which stay in the record: their votes are final with this view, and when
   * they are executed, what they write is in its place, below later versions. A transaction that
   * settles below the floor does not lower the floor: what is forgotten stays forgotten.
   */
  private Timestamp floor(int mostEnded) {
    TreeSet<Timestamp> ended = new TreeSet<>(own.ended().keySet());
    for (Entry entry : merged.values()) {
      if (entry.stage() == Stage.SETTLED) {
        ended.add(entry.id());
      }
    }
    Timestamp floor = own.floor();
    while (ended.size() > mostEnded) {
      floor = Timestamp.max(floor, ended.removeFirst());
    }
    return floor;
  }
}
