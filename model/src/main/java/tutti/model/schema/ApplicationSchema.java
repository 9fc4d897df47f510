package tutti.model.schema;

import java.util.ArrayList;
import java.util.List;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The schema of an application's data, which a data folder keeps so that a later version of the
 * application can read the data of this one. Compared by value; its text is stable.
 */
public record ApplicationSchema(List<TypeSchema> types) {
  private static final int VERSION = 2;

  public ApplicationSchema {
    types = List.copyOf(types);
  }

  /**
   * An actor type.
   *
   * @param relations by their number
   * @param procedures whose results are kept, and whose calls nodes send each other
   */
  public record TypeSchema(
      String name, List<RelationSchema> relations, List<ProcedureSchema> procedures) {
    public TypeSchema {
      relations = List.copyOf(relations);
      procedures = List.copyOf(procedures);
    }
  }

  public byte[] encode() {
    Encoder out = new Encoder().putByte(VERSION);
    out.putVarLong(types.size());
    for (TypeSchema type : types) {
      out.putString(type.name);
      out.putVarLong(type.relations.size());
      type.relations.forEach(relation -> relation.encode(out));
      out.putVarLong(type.procedures.size());
      type.procedures.forEach(procedure -> procedure.encode(out));
    }
    return out.toByteArray();
  }

  /**
   * @throws MalformedData if the bytes are not from {@link #encode}
   */
  public static ApplicationSchema decode(byte[] bytes) {
    Decoder in = new Decoder(bytes);
    int version = in.getByte();
    if (version != VERSION) {
      throw new MalformedData("a schema of version " + version + "; this reads " + VERSION);
    }
    int count = in.getCount(in.remaining());
    List<TypeSchema> types = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String name = in.getString();
      int relations = in.getCount(in.remaining());
      List<RelationSchema> read = new ArrayList<>(relations);
      for (int j = 0; j < relations; j++) {
        read.add(RelationSchema.decode(in));
      }
      int procedures = in.getCount(in.remaining());
      List<ProcedureSchema> calls = new ArrayList<>(procedures);
      for (int j = 0; j < procedures; j++) {
        calls.add(ProcedureSchema.decode(in));
      }
      types.add(new TypeSchema(name, read, calls));
    }
    if (in.remaining() > 0) {
      throw new MalformedData(in.remaining() + " bytes behind a schema");
    }
    return new ApplicationSchema(types);
  }

  /** The schema as text for people: a line for each type, and one for each of its relations. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (TypeSchema type : types) {
      text.append(type.name).append('\n');
      type.relations.forEach(relation -> text.append("  ").append(relation).append('\n'));
    }
    return text.toString();
  }
}
