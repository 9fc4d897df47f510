package tutti.engine.storage;

import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowAccess;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;

/**
 * The actors of one container: by name for transactions, and per type in the order of their keys
 * for listings. Thread-safe.
 */
public final class ActorTable implements Iterable<Cell> {
  private final ConcurrentHashMap<ActorId, Cell> cells = new ConcurrentHashMap<>();
  private final Map<String, ConcurrentSkipListMap<String, Cell>> byKey = new TreeMap<>();

  private final RowAccess access;
  private volatile boolean dropped;

  public ActorTable(Application application) {
    this(application, RowAccess.WHOLE);
  }

  /**
   * @param access how the rows of its actors are found
   */
  public ActorTable(Application application, RowAccess access) {
    this.access = access;
    for (ActorType type : application.types()) {
      byKey.put(type.name(), new ConcurrentSkipListMap<>());
    }
  }

  /** Returns the actor's cell, or null if no request has named the actor yet. */
  public @Nullable Cell find(ActorId id) {
    return cells.get(id);
  }

  /**
   * The actor's cell, made blank if it is not there.
   *
   * @throws IllegalArgumentException if the key is none of this type
   */
  public Cell findOrCreate(ActorId id, ActorType type) {
    Cell found = cells.get(id);
    return found != null ? found : insert(id, type, type.blank(id.key()));
  }

  /** Puts an actor here whose state is known, unless it is here already. */
  public Cell insert(ActorId id, ActorType type, ActorState state) {
    ActorRows.use(state, access);
    Cell made = new Cell(id, type, state);
    Cell before = cells.putIfAbsent(id, made);
    if (before != null) {
      return before;
    }
    index(id.type()).put(id.key(), made);
    return made;
  }

  /**
   * Forgets an actor that has never changed and that is not in use: so that refused requests for
   * odd keys leave no memory behind.
   */
  public void dropIfUnused(Cell cell) {
    cell.lock();
    boolean unused =
        cell.version() == 0
            && cell.isIdle()
            && !cell.removed()
            && !cell.type().initialized(cell.state());
    if (unused) {
      cell.markRemoved();
      if (cell.control() instanceof Cell.Memory memory) {
        memory.dropped();
      }
    }
    cell.unlock();
    if (unused) {
      remove(cell);
    }
  }

  /** Forgets an actor that nothing uses. */
  public void remove(Cell cell) {
    cells.remove(cell.id(), cell);
    index(cell.id().type()).remove(cell.id().key(), cell);
  }

  /**
   * Forgets all actors, whatever uses them: a transaction keeps the cells that it has, and must not
   * take others, which would be blank. For the table of a term that is over, whose transactions
   * decide nothing any more.
   */
  public void drop() {
    // In this order: a request that has missed an actor finds it set.
    dropped = true;
    cells.clear();
    byKey.values().forEach(Map::clear);
  }

  /** Returns whether the actors are dropped: a cell that is found or made here may be blank. */
  public boolean isDropped() {
    return dropped;
  }

  /** The cells of one type after a key, in order; weakly consistent. */
  public NavigableMap<String, Cell> after(String type, @Nullable String key) {
    ConcurrentSkipListMap<String, Cell> all = index(type);
    return key == null ? all : all.tailMap(key, false);
  }

  /**
   * Returns an iterator over the actors by type, then by key. Every cell that exists during all of
   * the iteration is returned; others may be.
   */
  @Override
  public Iterator<Cell> iterator() {
    return byKey.values().stream().flatMap(type -> type.values().stream()).iterator();
  }

  /** Returns how many actors are here. */
  public long size() {
    return cells.mappingCount();
  }

  private ConcurrentSkipListMap<String, Cell> index(String type) {
    ConcurrentSkipListMap<String, Cell> index = byKey.get(type);
    if (index == null) {
      throw new IllegalArgumentException("no actor type " + type);
    }
    return index;
  }
}
