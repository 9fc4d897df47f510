package tutti.engine.concurrency.locking.row;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant;

/**
 * The transactions' locks in one order of one relation of one actor. Guarded by the cell's latch.
 */
final class OrderLocks {
  private final TreeMap<byte[], RowLockClaim> written = new TreeMap<>(Arrays::compareUnsigned);
  private final TreeMap<byte[], List<RowLockClaim>> read = new TreeMap<>(Arrays::compareUnsigned);
  private final List<HeldRange> scanned = new ArrayList<>(2);

  /**
   * Shows the other owners of locks that this one excludes, one after another.
   *
   * @param enough whether no more need be shown
   * @return whether it was enough
   */
  boolean anyInTheWay(RowLock lock, Participant owner, Predicate<Participant> enough) {
    return switch (lock.kind()) {
      case READ -> isOther(written.get(lock.from()), owner, enough);
      case SCAN -> anyWriter(lock, owner, enough);
      case WRITE ->
          isOther(written.get(lock.from()), owner, enough)
              || anyReader(lock.from(), owner, enough)
              || anyScanner(lock.from(), owner, enough);
    };
  }

  private static boolean isOther(
      @Nullable RowLockClaim holder, Participant owner, Predicate<Participant> enough) {
    return holder != null && holder.owner() != owner && enough.test(holder.owner());
  }

  private boolean anyWriter(RowLock range, Participant owner, Predicate<Participant> enough) {
    if (written.isEmpty()) {
      return false;
    }
    SortedMap<byte[], RowLockClaim> within =
        range.until().length == 0
            ? written.tailMap(range.from())
            : written.subMap(range.from(), range.until());
    for (RowLockClaim holder : within.values()) {
      if (isOther(holder, owner, enough)) {
        return true;
      }
    }
    return false;
  }

  private boolean anyReader(byte[] place, Participant owner, Predicate<Participant> enough) {
    List<RowLockClaim> readers = read.get(place);
    if (readers != null) {
      for (RowLockClaim reader : readers) {
        if (isOther(reader, owner, enough)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean anyScanner(byte[] place, Participant owner, Predicate<Participant> enough) {
    for (HeldRange range : scanned) {
      if (range.contains(place) && isOther(range.claim(), owner, enough)) {
        return true;
      }
    }
    return false;
  }

  /** Gives a lock that no other lock excludes. */
  void hold(RowLock lock, RowLockClaim claim) {
    switch (lock.kind()) {
      case READ -> {
        List<RowLockClaim> readers = read.computeIfAbsent(lock.from(), k -> new ArrayList<>(2));
        if (!readers.contains(claim)) {
          readers.add(claim);
          claim.keep(lock);
        }
      }
      case SCAN -> {
        if (!claim.extend(this, lock)) {
          HeldRange range = new HeldRange(this, claim, lock);
          scanned.add(range);
          claim.keep(range);
        }
      }
      case WRITE -> {
        if (written.putIfAbsent(lock.from(), claim) == null) {
          claim.keep(lock);
        }
      }
    }
  }

  void letGo(RowLock lock, RowLockClaim claim) {
    if (lock.kind() == RowLock.Kind.WRITE) {
      written.remove(lock.from(), claim);
      return;
    }
    List<RowLockClaim> readers = read.get(lock.from());
    if (readers != null && readers.remove(claim) && readers.isEmpty()) {
      read.remove(lock.from());
    }
  }

  void letGo(HeldRange range) {
    scanned.remove(range);
  }
}
