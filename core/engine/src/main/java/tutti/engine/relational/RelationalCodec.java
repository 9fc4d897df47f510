package tutti.engine.relational;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;
import tutti.model.Call;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.ValueCodec;
import tutti.model.actor.ApplicationEvolution;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.ProcedureType;
import tutti.model.actor.RelationalType;
import tutti.model.bytecode.PlainRecords;
import tutti.model.codec.RecordCodec;
import tutti.model.codec.Renames;
import tutti.model.codec.TypeCodec;
import tutti.model.codec.TypeEvolution;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.store.KeyRange;
import tutti.model.schema.Formerly;
import tutti.model.schema.ProcedureSchema;

/**
 * Bytes for the values of relational actors: rows, changes of them, calls, results; and, behind a
 * byte of its own, for the values of declarative ones. Thread-safe.
 *
 * <p>Data that was written under an older schema is read as today's. Such a value is written again
 * in its former form where the older schema still holds: in the log of a folder that is not today's
 * yet.
 *
 * @param declarative for all other values; null if there are none
 * @param evolution from the schema that was written to today's
 * @param rows the evolution of rows, likewise
 * @param older whether the schema that was written is not today's
 */
record RelationalCodec(
    JavaApplication application,
    @Nullable ValueCodec declarative,
    ApplicationEvolution evolution,
    RowFormat rows,
    boolean older)
    implements ValueCodec {
  private static final int NONE = 0;
  private static final int DECLARATIVE = 1;
  private static final int ROWS = 2;
  private static final int CHANGES = 3;
  private static final int PROCEDURE = 4;
  private static final int RESULT = 5;
  private static final int FORMER_RESULT = 6;
  private static final int MOST_ITEMS = 1 << 28;

  @Override
  public void encode(@Nullable Object value, Encoder out) {
    switch (value) {
      case null -> out.putByte(NONE);
      case ActorRows all -> rows(all, out.putByte(ROWS));
      case RowChanges changes -> changes(changes, out.putByte(CHANGES));
      case FormerChanges changes ->
          out.putByte(CHANGES).putRaw(changes.written(), 0, changes.written().length);
      case Procedure<?, ?> procedure -> procedure(procedure, false, out.putByte(PROCEDURE));
      case ProcedureResult result -> result(result, out);
      default -> others().encode(value, out.putByte(DECLARATIVE));
    }
  }

  @Override
  public void encodeMeaning(@Nullable Object value, Encoder out) {
    if (value instanceof Procedure<?, ?> procedure) {
      procedure(procedure, true, out.putByte(PROCEDURE));
    } else {
      encode(value, out);
    }
  }

  @Override
  public void encodeNamed(Call call, Encoder out) {
    if (!(call.action() instanceof ProcedureAction action)) {
      others().encodeNamed(call, out);
      return;
    }
    Class<?> actor = ((RelationalActorType) action.type()).relational().actorClass();
    out.putString(Renames.first(action.type().name(), actor.getAnnotation(Formerly.class)));
    out.putString(call.target().key()).putString(action.name());
    named(action.procedure(), (Record) call.arguments().getFirst(), out);
  }

  @SuppressWarnings("unchecked") // the procedure's own record
  private static void named(ProcedureType procedure, Record arguments, Encoder out) {
    ((TypeCodec<Record>) procedure.parameters()).encodeNamed(arguments, out);
  }

  private ValueCodec others() {
    if (declarative == null) {
      throw new MalformedData("the application has no declarative actors");
    }
    return declarative;
  }

  /** Stands for a value that was left out ({@link Decoder#omittingCode}). */
  private enum Omitted {
    VALUE;

    @Override
    public String toString() {
      return "…";
    }
  }

  private static Object omitted(Decoder in) {
    in.omitted();
    return Omitted.VALUE;
  }

  /** Returns whether values of a type are left out, which takes code of the application. */
  private boolean omits(TypeCodec<?> codec, Decoder in) {
    return in.omitsCode() && !older && !PlainRecords.only(codec);
  }

  private boolean omitsRows(String type, Decoder in) {
    if (!in.omitsCode() || older) {
      return false;
    }
    RelationalType known = application.type(type);
    return known != null
        && known.relations().stream().anyMatch(each -> !PlainRecords.only(each.codec()));
  }

  /** Reads past a row. */
  private void skipRow(String type, Decoder in) {
    List<RelationDefinition<?, ?>> relations =
        Objects.requireNonNull(application.type(type)).relations();
    PlainRecords.skip(relations.get(in.getCount(relations.size() - 1)).codec(), in);
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
      case FORMER_RESULT -> formerResult(in);
      default -> throw new MalformedData("a value of unknown kind " + kind);
    };
  }

  // --- rows ---

  private void rows(ActorRows all, Encoder out) {
    out.putString(all.type());
    for (RelationDefinition<?, ?> relation : all.relations()) {
      RowTable<?> table = all.known(relation.number());
      List<Record> each = table == null ? List.of() : all(table);
      out.putVarLong(each.size());
      for (Record row : each) {
        rows.put(all.type(), relation.number(), row, out);
      }
    }
  }

  private static List<Record> all(RowTable<?> table) {
    List<Record> all = new ArrayList<>();
    Cursor<RowPlace> places = table.scan(0, KeyRange.ALL, false, null);
    while (places.next()) {
      // A checkpoint does not wait for writers: their changes are in the log, or will be.
      Record row = places.value().installed();
      if (row != null) {
        all.add(row);
      }
    }
    return all;
  }

  private Object rows(Decoder in) {
    String written = in.getString();
    if (omitsRows(written, in)) {
      for (int relation = 0; relation < evolution.relations(written); relation++) {
        for (int left = in.getCount(MOST_ITEMS); left > 0; left--) {
          skipRow(written, in);
        }
      }
      return omitted(in);
    }
    RelationalType type = application.type(evolution.type(written));
    if (type == null) {
      throw new MalformedData("no actor type " + written);
    }
    ActorRows all = new ActorRows(type.name(), type.relations());
    for (int relation = 0; relation < evolution.relations(written); relation++) {
      for (int left = in.getCount(MOST_ITEMS); left > 0; left--) {
        Change change = rows.get(written, in, false);
        if (change != null) {
          OneRowEach.apply(all, change);
        }
      }
    }
    return all;
  }

  private void changes(RowChanges changes, Encoder out) {
    out.putString(changes.type());
    out.putVarLong(changes.list().size());
    for (Change change : changes.list()) {
      rows.put(changes.type(), change.relation(), change.row(), out.putBoolean(change.deleted()));
    }
  }

  private Object changes(Decoder in) {
    int begin = in.position();
    String written = in.getString();
    int count = in.getCount(MOST_ITEMS);
    if (omitsRows(written, in)) {
      for (int i = 0; i < count; i++) {
        boolean ignored = in.getBoolean();
        skipRow(written, in);
      }
      return omitted(in);
    }
    List<Change> all = new ArrayList<>(Math.min(count, in.remaining()));
    for (int i = 0; i < count; i++) {
      boolean deleted = in.getBoolean();
      Change change = rows.get(written, in, deleted);
      if (change != null) {
        all.add(change);
      }
    }
    RowChanges changes = new RowChanges(evolution.type(written), all);
    return older ? new FormerChanges(changes, in.since(begin)) : changes;
  }

  // --- procedures ---

  private void procedure(Procedure<?, ?> procedure, boolean meaning, Encoder out) {
    for (RelationalType type : application.types()) {
      for (ProcedureType each : type.procedures()) {
        if (each.record() == procedure.getClass()) {
          out.putString(type.name()).putString(each.name());
          arguments(each, (Record) procedure, meaning, out);
          return;
        }
      }
    }
    throw new IllegalArgumentException(
        application.name() + " has no procedure " + procedure.getClass().getName());
  }

  @SuppressWarnings("unchecked") // the procedure's own record
  private static void arguments(
      ProcedureType procedure, Record arguments, boolean meaning, Encoder out) {
    TypeCodec<Record> codec = (TypeCodec<Record>) procedure.parameters();
    if (meaning) {
      codec.encodeMeaning(arguments, out);
    } else {
      codec.encode(arguments, out);
    }
  }

  private Object procedure(Decoder in) {
    RecordCodec<? extends Record> arguments = find(in.getString(), in.getString()).parameters();
    if (omits(arguments, in)) {
      PlainRecords.skip(arguments, in);
      return omitted(in);
    }
    return arguments.decode(in);
  }

  private void result(ProcedureResult result, Encoder out) {
    Object value = result.value();
    out.putByte(value instanceof FormerResult ? FORMER_RESULT : RESULT);
    out.putString(result.type()).putString(result.procedure());
    if (value instanceof FormerResult former) {
      ProcedureSchema.encode(former.type(), out);
      out.putBytes(former.bytes());
      return;
    }
    // A result from an older version without a value may be of a procedure that is gone.
    TypeCodec<Object> codec = value == null ? null : find(result).result();
    out.putBoolean(codec != null);
    if (codec != null && value != null) {
      codec.encode(value, out);
    }
  }

  private ProcedureResult result(Decoder in) {
    String type = in.getString();
    String name = in.getString();
    return new ProcedureResult(
        evolution.type(type), name, in.getBoolean() ? value(type, name, in) : null);
  }

  private Object value(String type, String name, Decoder in) {
    ApplicationEvolution.Result result = evolution.result(type, name);
    if (result == null || result.was() == null) {
      throw new MalformedData("a result of " + type + "." + name + ", which returned nothing");
    }
    if (result.reader() != null) {
      TypeCodec<Object> today = in.omitsCode() && !older ? find(type, name).result() : null;
      if (today != null && omits(today, in)) {
        PlainRecords.skip(today, in);
        return omitted(in);
      }
      return result.reader().apply(in);
    }
    int begin = in.position();
    TypeEvolution.dropper(result.was()).accept(in);
    return new FormerResult(result.was(), in.since(begin));
  }

  /** The bytes name their own type: no schema, then or now, knows it. */
  private ProcedureResult formerResult(Decoder in) {
    return new ProcedureResult(
        evolution.type(in.getString()),
        in.getString(),
        new FormerResult(ProcedureSchema.decodeType(in), in.getBytes()));
  }

  private ProcedureType find(ProcedureResult result) {
    return find(result.type(), result.procedure());
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
