package tutti.model.schema;

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
   * @param relations the relations, by their number
   * @param procedures the procedures, whose results are kept, and whose calls nodes send each other
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
    List<TypeSchema> types =
        SchemaFormat.list(
            in,
            from ->
                new TypeSchema(
                    from.getString(),
                    SchemaFormat.list(from, RelationSchema::decode),
                    SchemaFormat.list(from, ProcedureSchema::decode)));
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
