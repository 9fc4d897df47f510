package tutti.lab.simulation.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.lab.simulation.rows.Note.How;
import tutti.model.ActorId;
import tutti.simulator.application.ActorNames;
import tutti.simulator.check.RowsImage.RowKey;
import tutti.simulator.check.Sight;

/**
 * A reader that finds in one transaction's notes the rows that the transaction saw as others left
 * them. The reader also checks the transaction's own writes: the transaction must see them
 * immediately and from then on.
 */
final class NoteReader {
  private record Row(String shelf, int relation, long key) {}

  private final ActorNames names;
  private final Consumer<String> wrong;
  private final List<Sight> sights = new ArrayList<>();
  private final Map<Row, Note> own = new HashMap<>();
  private final Set<String> unknown = new HashSet<>();
  private final Set<Row> wasThere = new HashSet<>();

  /** Whether procedures may have run that leave no notes. */
  private boolean hidden;

  NoteReader(ActorNames names, Consumer<String> wrong) {
    this.names = names;
    this.wrong = wrong;
  }

  void read(Note note) {
    if (note.how() == How.UNKNOWN) {
      unknown.add(note.shelf());
    }
    if (hidden || unknown.contains(note.shelf())) {
      return;
    }
    Row row = new Row(note.shelf(), note.relation(), note.key());
    if (note.how() == How.MADE) {
      own.put(row, note);
      return;
    }
    Note made = own.get(row);
    if (made == null) {
      if (note.how() == How.THERE || note.how() == How.SAW && note.a() != 0) {
        wasThere.add(row);
      }
      sights.add(sight(note, found -> admits(note, found), false));
    } else if (!sees(note, made)) {
      wrong.accept("it " + made + " of " + row + ", and then " + note);
    }
  }

  /**
   * Notes that procedures which leave no notes may run now: the transaction's own writes so far may
   * be overwritten, and its later reads may see writes that are not known.
   */
  void hidden() {
    hidden = true;
    own.clear();
  }

  /** Returns all sights that were read. */
  List<Sight> sights() {
    own.forEach(
        (row, made) -> {
          // A row that was not there and is not there need not be in any log.
          if (!unknown.contains(row.shelf) && (made.a() != 0 || wasThere.contains(row))) {
            sights.add(sight(made, found -> stamp(found) == made.a(), true));
          }
        });
    return sights;
  }

  private Sight sight(Note note, Sight.Test test, boolean made) {
    return new Sight(
        new ActorId("Shelf", names.text(Long.parseLong(note.shelf()))),
        new RowKey(note.relation(), note.key()),
        test,
        made,
        note.toString());
  }

  private static boolean sees(Note note, Note made) {
    return switch (note.how()) {
      case SAW -> note.a() == made.a();
      case THERE -> made.a() != 0;
      case NOT_IN_GROUPS -> made.a() == 0 || made.b() < note.a() || made.b() > note.b();
      case NOT_OF_CODE -> made.a() == 0 || made.c() != note.a();
      case MADE, UNKNOWN -> true;
    };
  }

  private static boolean admits(Note note, @Nullable Record found) {
    return switch (note.how()) {
      case SAW -> stamp(found) == note.a();
      case THERE -> found != null;
      case NOT_IN_GROUPS ->
          !(found instanceof ItemRow item) || item.group() < note.a() || item.group() > note.b();
      case NOT_OF_CODE -> !(found instanceof ItemRow item) || item.code() != note.a();
      case MADE, UNKNOWN -> true;
    };
  }

  private static long stamp(@Nullable Record row) {
    return row instanceof VersionedRow stamped ? stamped.stamp() : 0;
  }
}
