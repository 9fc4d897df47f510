package tutti.server.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.model.Action;
import tutti.model.actor.ProcedureType;
import tutti.model.actor.RelationalType;
import tutti.model.bytecode.PlainRecords;
import tutti.model.codec.TypeCodec;
import tutti.model.form.BadValue;
import tutti.model.form.RecordForm;
import tutti.model.form.ValueForm;
import tutti.model.relation.RelationDefinition;
import tutti.rebel.compile.RebelApplication;
import tutti.rebel.value.Type;

/** The catalog of an application with actors in Java, possibly beside specifications. */
public final class JavaCatalog {
  private JavaCatalog() {}

  /**
   * @param title names the application for people
   */
  public static Catalog of(String title, RelationalApplication application) {
    List<SpecificationEntry> entries = new ArrayList<>();
    boolean infinite = false;
    if (application.declarative() instanceof RebelApplication rebel) {
      Catalog declared = RebelCatalog.of(title, rebel);
      entries.addAll(declared.specifications());
      infinite = declared.infinite();
    }
    for (RelationalType type : application.java().types()) {
      entries.add(
          actor((RelationalActorType) Objects.requireNonNull(application.type(type.name()))));
    }
    return new Catalog(title, entries, infinite);
  }

  private static SpecificationEntry actor(RelationalActorType type) {
    List<EventEntry> procedures = new ArrayList<>();
    List<EventEntry> hidden = new ArrayList<>();
    for (ProcedureType procedure : type.relational().procedures()) {
      EventEntry entry =
          procedure(procedure, Objects.requireNonNull(type.action(procedure.name())));
      (procedure.name().startsWith("#") ? hidden : procedures).add(entry);
    }
    return new SpecificationEntry(
        type,
        paragraphs(
            JavaDocumentation.of(type.relational().actorClass()),
            "Relations: "
                + type.relational().relations().stream()
                    .map(JavaCatalog::relation)
                    .collect(Collectors.joining("; "))),
        Optional.of(Type.Simple.STRING),
        List.of(),
        procedures,
        hidden);
  }

  private static String paragraphs(String... texts) {
    return Stream.of(texts).filter(text -> !text.isEmpty()).collect(Collectors.joining("\n\n"));
  }

  private static String relation(RelationDefinition<?, ?> relation) {
    return relation.schema().toString();
  }

  private static EventEntry procedure(ProcedureType procedure, Action action) {
    RecordForm record = new RecordForm(procedure.parameters());
    List<ParameterEntry> parameters = new ArrayList<>();
    for (int i = 0; i < record.names().size(); i++) {
      ValueForm form = record.component(i);
      parameters.add(new ParameterEntry(record.names().get(i), new Form.Java(form), form.absent()));
    }
    TypeCodec<Object> result = procedure.result();
    return new EventEntry(
        action,
        procedure.internal(),
        paragraphs(
            JavaDocumentation.of(procedure.record()), procedure.query() ? "Only reads." : ""),
        parameters,
        List.of(),
        false,
        List.of(),
        new Arguments(record, !PlainRecords.only(procedure.parameters())),
        Optional.ofNullable(result).map(codec -> new Form.Java(ValueForm.of(codec))));
  }

  /** Makes the one argument of a procedure. */
  private record Arguments(RecordForm record, boolean runsCode) implements EventEntry.Arguments {
    @Override
    public List<Object> of(List<Object> values) throws BadValue {
      return List.of(record.make(values.toArray()));
    }
  }

  /** The arguments of a call of a procedure, by name. */
  static Map<String, @Nullable Object> arguments(Record procedure) {
    RecordForm form = new RecordForm(tutti.model.codec.RecordCodec.of(procedure.getClass()));
    return new LinkedHashMap<>(object(form.write(procedure)));
  }

  @SuppressWarnings("unchecked") // records are written as objects
  private static Map<String, @Nullable Object> object(Object tree) {
    return (Map<String, @Nullable Object>) tree;
  }
}
