package tutti.server.openapi;

import static tutti.server.json.Trees.object;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tutti.engine.relational.ProcedureAction;
import tutti.model.relation.RelationDefinition;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.FieldEntry;
import tutti.server.catalog.ParameterEntry;
import tutti.server.catalog.SpecificationEntry;

/**
 * The description of an application's API: OpenAPI 3.1. The file {@code openapi-base.json} has all
 * that does not depend on the application, {@code openapi-operations.json} the operations and
 * schemas of one specification or type of actor, with holes for its names.
 */
public final class OpenApi {
  private static final Template BASE = Template.of("openapi-base.json");
  private static final Template OPERATIONS = Template.of("openapi-operations.json");

  private final Map<String, Object> paths = new LinkedHashMap<>();
  private final Map<String, Object> schemas = new LinkedHashMap<>();
  private final List<Object> tags = new ArrayList<>();
  private final List<Object> transactionEvents = new ArrayList<>();
  private final List<Object> example = new ArrayList<>();

  private OpenApi() {}

  /**
   * The description, as a JSON tree.
   *
   * @param mostEvents the number of events that one transaction may have
   */
  public static Map<String, Object> document(Catalog catalog, int mostEvents) {
    return new OpenApi()
        .add(catalog, BASE.fill(Map.of("title", catalog.title(), "mostEvents", mostEvents)));
  }

  private Map<String, Object> add(Catalog catalog, Map<String, Object> document) {
    catalog.specifications().forEach(this::addSpecification);
    Map<String, Object> system = Template.at(document, "paths");
    if (catalog.specification("backups") != null) {
      system.keySet().removeIf(path -> path.startsWith("/backups"));
    }
    Map<String, Object> transaction =
        Template.at(system, "/transactions", "post", "requestBody", "content", "application/json");
    if (!transactionEvents.isEmpty()) {
      Template.at(transaction, "schema", "properties", "events")
          .put("items", object("oneOf", transactionEvents));
      transaction.put("example", object("events", example));
    }
    paths.putAll(system);
    document.put("paths", paths);
    tags.addAll((List<?>) Objects.requireNonNull(document.get("tags")));
    document.put("tags", tags);
    Map<String, Object> components = Template.at(document, "components");
    Schemas.addSimple(schemas);
    schemas.putAll(Template.at(components, "schemas"));
    components.put("schemas", schemas);
    return document;
  }

  private void addSpecification(SpecificationEntry type) {
    String name = type.name();
    Map<String, Object> tag = object("name", name);
    if (!type.documentation().isEmpty()) {
      tag.put("description", type.documentation());
    }
    tags.add(tag);
    schemas.put(name + ".instance", instance(type));
    Map<String, Object> values =
        object("specification", name, "key", Examples.key(type), "states", type.states());
    Map<String, Object> list = OPERATIONS.fill("list", values);
    if (type.relations() != null) {
      List<?> parameters = (List<?>) Objects.requireNonNull(list.get("parameters"));
      list.put("parameters", parameters.subList(1, parameters.size())); // no state to select
    }
    paths.put("/" + name, object("get", list));
    paths.put("/" + name + "/{key}", object("get", OPERATIONS.fill("read", values)));
    type.events().forEach(event -> addEvent(type, event));
    if (type.relations() != null) {
      values.put(
          "relation",
          type.relations().stream().findFirst().map(RelationDefinition::name).orElse("relation"));
      // A procedure of that name takes precedence.
      paths.putIfAbsent(
          "/" + name + "/{key}/query", object("post", OPERATIONS.fill("select", values)));
    }
  }

  private void addEvent(SpecificationEntry type, EventEntry event) {
    boolean needed = event.parameters().stream().anyMatch(p -> !p.optional());
    Map<String, Object> values =
        object(
            "specification", type.name(),
            "key", Examples.key(type),
            "event", event.name(),
            "summary", event.documentation().strip().lines().findFirst().orElse(event.name()),
            "description", description(event),
            "needed", needed,
            "arguments", Examples.argumentTree(event));
    schemas.put(type.name() + "." + event.name(), arguments(event));
    boolean query = event.action() instanceof ProcedureAction action && action.procedure().query();
    paths.put(
        "/" + type.name() + "/{key}/" + event.name(),
        object("post", OPERATIONS.fill(query ? "query" : "event", values)));
    transactionEvents.add(
        OPERATIONS.fill(needed ? "transaction-event" : "transaction-event-alone", values));
    if (example.isEmpty()) {
      example.add(
          object(
              "specification", type.name(),
              "key", Examples.key(type),
              "event", event.name(),
              "arguments", Examples.argumentTree(event)));
    }
  }

  private static String description(EventEntry event) {
    StringBuilder text = new StringBuilder(event.documentation());
    if (event.creates()) {
      text.append(text.isEmpty() ? "" : "\n\n").append("Creates the instance.");
    } else if (!event.from().isEmpty()) {
      text.append(text.isEmpty() ? "" : "\n\n")
          .append("Possible in: ")
          .append(String.join(", ", event.from()))
          .append('.');
    }
    for (String rule : event.rules()) {
      text.append("\n- ").append(rule);
    }
    return text.toString();
  }

  private static Map<String, Object> instance(SpecificationEntry type) {
    Map<String, Object> members = new LinkedHashMap<>();
    if (type.relations() != null) {
      for (RelationDefinition<?, ?> relation : type.relations()) {
        members.put(relation.name(), OPERATIONS.fill("relation", Map.of()));
      }
      return OPERATIONS.fill("actor", Map.of("relations", members));
    }
    for (FieldEntry field : type.fields()) {
      Map<String, Object> schema = Schemas.nullable(field.type());
      if (!field.documentation().isEmpty()) {
        schema.put("description", field.documentation());
      }
      members.put(field.name(), schema);
    }
    return OPERATIONS.fill("instance", Map.of("states", type.states(), "fields", members));
  }

  /** The schema of an event's body. */
  private static Map<String, Object> arguments(EventEntry event) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (ParameterEntry parameter : event.parameters()) {
      Map<String, Object> schema = Schemas.of(parameter.form());
      if (parameter.defaultValue().isPresent()) {
        Object value = parameter.form().write(parameter.defaultValue().get());
        if (value != null) {
          schema.put("default", value);
        }
      } else {
        required.add(parameter.name());
      }
      properties.put(parameter.name(), schema);
    }
    return OPERATIONS.fill("arguments", Map.of("required", required, "properties", properties));
  }
}
