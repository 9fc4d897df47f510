package tutti.engine.relational;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;
import tutti.engine.storage.rows.RowView;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.ValueCodec;
import tutti.model.actor.ApplicationEvolution;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.ProcedureType;
import tutti.model.actor.RelationalType;
import tutti.model.relation.KeyRange;
import tutti.model.relation.RelationDefinition;
import tutti.model.schema.TypeCodec;

/**
 * Bytes for what relational actors have: rows, changes of them, calls, results; and, behind a byte
 * of its own, for the values of declarative ones. Thread-safe.
 */
final class RelationalCodec implements ValueCodec {
  private static final int NONE = 0;
  private static final int DECLARATIVE = 1;
  private static final int ROWS = 2;
  private static final int CHANGES = 3;
  private static final int PROCEDURE = 4;
  private static final int RESULT = 5;
  private static final int MOST_ITEMS = 1 << 28;

  private final JavaApplication application;
  private final @Nullable ValueCodec declarative;
  private final ApplicationEvolution evolution;

  /**
   * @param declarative for all other values; null if there are none
   * @param evolution from the schema that was written to today's
   */
  RelationalCodec(
      JavaApplication application,
      @Nullable ValueCodec declarative,
      ApplicationEvolution evolution) {
    this.application = application;
    this.declarative = declarative;
    this.evolution = evolution;
  }

  @Override
  public void encode(@Nullable Object value, Encoder out) {
    switch (value) {
      case null -> out.putByte(NONE);
      case ActorRows rows -> rows(rows, out.putByte(ROWS));
      case RowChanges changes -> changes(changes, out.putByte(CHANGES));
      case Procedure<?, ?> procedure -> procedure(procedure, out.putByte(PROCEDURE));
      case ProcedureResult result -> result(result, out.putByte(RESULT));
      default -> others().encode(value, out.putByte(DECLARATIVE));
    }
  }

  private ValueCodec others() {
    if (declarative == null) {
      throw new MalformedData("the application has no declarative actors");
    }
    return declarative;
  }

  @Override
  public @Nullable Object decode(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case NONE -> null;
      case DECLARATIVE -> others().decode(in);
      case ROWS -> rows(in);
      case CHANGES -> changes(in);
      case PROCEDURE -> procedure(in);
      case RESULT -> result(in);
      default -> throw new MalformedData("a value of unknown kind " + kind);
    };
  }

  // --- rows ---

  private static void rows(ActorRows rows, Encoder out) {
    out.putString(rows.type());
    for (RelationDefinition<?, ?> relation : rows.relations()) {
      RowTable<?> table = rows.known(relation.number());
      List<Record> all = table == null ? List.of() : all(table);
      out.putVarLong(all.size());
      for (Record row : all) {
        row(relation, row, out);
      }
    }
  }

  private static List<Record> all(RowTable<?> table) {
    List<Record> all = new ArrayList<>();
    RowView view = new RowView();
    Cursor<RowPlace> places = table.scan(0, KeyRange.ALL, false, null);
    while (places.next()) {
      places.value().read(view);
      Record row = view.row();
      if (row != null) {
        all.add(row);
      }
    }
    return all;
  }

  @SuppressWarnings("unchecked") // rows of this relation
  private static <R extends Record> void row(
      RelationDefinition<?, R> relation, Record row, Encoder out) {
    relation.codec().encode((R) row, out);
  }

  private ActorRows rows(Decoder in) {
    String written = in.getString();
    RelationalType type = today(written);
    ActorRows rows = new ActorRows(type.name(), type.relations());
    List<Change> all = new ArrayList<>();
    for (int relation = 0; relation < evolution.relations(written); relation++) {
      ApplicationEvolution.Step step = evolution.step(written, relation);
      for (int left = in.getCount(MOST_ITEMS); left > 0; left--) {
        all.add(change(step, step.reader().apply(in), false));
      }
    }
    rows.apply(new RowChanges(type.name(), all));
    return rows;
  }

  private RelationalType today(String written) {
    RelationalType type = application.type(evolution.type(written));
    if (type == null) {
      throw new MalformedData("no actor type " + written);
    }
    return type;
  }

  private Change change(ApplicationEvolution.Step step, Record row, boolean deleted) {
    RelationalType type = application.type(step.type());
    if (type == null) {
      throw new MalformedData("no actor type " + step.type());
    }
    return new Change(
        step.relation(), key(type.relations().get(step.relation()), row), row, deleted);
  }

  @SuppressWarnings("unchecked") // rows of this relation
  private static <K, R extends Record> Object key(RelationDefinition<K, R> relation, Record row) {
    return relation.key().of((R) row);
  }

  private void changes(RowChanges changes, Encoder out) {
    out.putString(changes.type());
    RelationalType type = application.type(changes.type());
    if (type == null) {
      throw new IllegalArgumentException("no actor type " + changes.type());
    }
    out.putVarLong(changes.list().size());
    for (Change change : changes.list()) {
      out.putVarLong(change.relation()).putBoolean(change.deleted());
      row(type.relations().get(change.relation()), change.row(), out);
    }
  }

  private RowChanges changes(Decoder in) {
    String written = in.getString();
    List<Change> all = new ArrayList<>();
    for (int left = in.getCount(MOST_ITEMS); left > 0; left--) {
      int relation = in.getCount(MOST_ITEMS);
      boolean deleted = in.getBoolean();
      ApplicationEvolution.Step step = evolution.step(written, relation);
      all.add(change(step, step.reader().apply(in), deleted));
    }
    return new RowChanges(evolution.type(written), all);
  }

  // --- procedures ---

  private void procedure(Procedure<?, ?> procedure, Encoder out) {
    for (RelationalType type : application.types()) {
      for (ProcedureType each : type.procedures()) {
        if (each.record() == procedure.getClass()) {
          out.putString(type.name()).putString(each.name());
          arguments(each, (Record) procedure, out);
          return;
        }
      }
    }
    throw new IllegalArgumentException(
        application.name() + " has no procedure " + procedure.getClass().getName());
  }

  @SuppressWarnings("unchecked") // the procedure's own record
  private static void arguments(ProcedureType procedure, Record arguments, Encoder out) {
    ((TypeCodec<Record>) procedure.parameters()).encode(arguments, out);
  }

  private Object procedure(Decoder in) {
    return find(in.getString(), in.getString()).parameters().decode(in);
  }

  private void result(ProcedureResult result, Encoder out) {
    out.putString(result.type()).putString(result.procedure());
    TypeCodec<Object> codec = find(result.type(), result.procedure()).result();
    Object value = result.value();
    out.putBoolean(value != null);
    if (codec != null && value != null) {
      codec.encode(value, out);
    }
  }

  private ProcedureResult result(Decoder in) {
    String type = in.getString();
    String name = in.getString();
    TypeCodec<Object> codec = find(type, name).result();
    Object value = in.getBoolean() && codec != null ? codec.decode(in) : null;
    return new ProcedureResult(type, name, value);
  }

  private ProcedureType find(String type, String name) {
    RelationalType known = application.type(type);
    ProcedureType procedure = known == null ? null : known.procedure(name);
    if (procedure == null) {
      throw new MalformedData("no procedure " + type + "." + name);
    }
    return procedure;
  }
}
