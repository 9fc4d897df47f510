package tutti.server.openapi;

import static tutti.server.json.Trees.object;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tutti.engine.relational.ProcedureAction;
import tutti.model.relation.RelationDefinition;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.FieldEntry;
import tutti.server.catalog.Form;
import tutti.server.catalog.ParameterEntry;
import tutti.server.catalog.SpecificationEntry;

/**
 * The description of an application's API: OpenAPI 3.1. The file {@code openapi-base.json} has all
 * that does not depend on the application, {@code openapi-operations.json} the operations and
 * schemas of one specification or type of actor, with holes for its names.
 */
public final class OpenApi {
  private static final Template BASE = Template.of("openapi-base.json");
  private static final String BATCH = "/transactions/batch";
  private static final Template OPERATIONS = Template.of("openapi-operations.json");

  private final Map<String, Object> paths = new LinkedHashMap<>();
  private final NamedSchemas components = new NamedSchemas();
  private final Schemas schemas;
  private final List<Object> tags = new ArrayList<>();
  private final List<Object> calls = new ArrayList<>();
  private final List<Object> example = new ArrayList<>();

  private OpenApi(boolean infinite) {
    schemas = new Schemas(components, infinite);
  }

  /**
   * The description, as a JSON tree.
   *
   * @param mostEvents the number of events that one transaction may have
   * @param mostItems the number of transactions that one batch may have
   */
  public static Map<String, Object> document(Catalog catalog, int mostEvents, int mostItems) {
    return new OpenApi(catalog.infinite())
        .add(
            catalog,
            BASE.fill(
                Map.of(
                    "title", catalog.title(), "mostEvents", mostEvents, "mostItems", mostItems)));
  }

  private Map<String, Object> add(Catalog catalog, Map<String, Object> document) {
    Map<String, Object> parts = Template.at(document, "components");
    components.putAll(Template.at(parts, "schemas"));
    if (catalog.specifications().stream().anyMatch(type -> type.relations() != null)) {
      components.putAll(OPERATIONS.fill("queries", Map.of()));
    }
    parts.put("schemas", components.schemas());
    catalog.specifications().forEach(this::addSpecification);
    Map<String, Object> system = Template.at(document, "paths");
    if (!calls.isEmpty()) {
      Map<String, Object> call = Template.at(components.schemas(), "TransactionCall");
      call.remove("type");
      call.put("oneOf", calls);
      Template.at(system, "/transactions", "post", "requestBody", "content", "application/json")
          .put("example", object("events", example));
      Template.at(system, BATCH, "post", "requestBody", "content", "application/json")
          .put("example", object("transactions", List.of(object("events", example))));
    }
    paths.putAll(system);
    document.put("paths", paths);
    tags.addAll((List<?>) Objects.requireNonNull(document.get("tags")));
    document.put("tags", tags);
    return document;
  }

  private void addSpecification(SpecificationEntry type) {
    String name = type.name();
    Map<String, Object> tag = object("name", name);
    if (!type.documentation().isEmpty()) {
      tag.put("description", type.documentation());
    }
    tags.add(tag);
    Map<String, Object> values = object("specification", name, "key", Examples.key(type));
    if (type.relations() == null) {
      addInstance(type, values);
    } else {
      addActor(name, type.relations(), values);
    }
    values.put("page", component(name + ".page", OPERATIONS.fill("page", values)));
    Map<String, Object> list =
        OPERATIONS.fill(type.relations() == null ? "list" : "list-actors", values);
    paths.put("/" + name, object("get", list));
    paths.put("/" + name + "/{key}", object("get", OPERATIONS.fill("read", values)));
    type.events().forEach(event -> addEvent(type, event));
    if (type.relations() != null && type.event("query") == null) {
      // A procedure of that name takes precedence.
      paths.put("/" + name + "/{key}/query", object("post", OPERATIONS.fill("select", values)));
    }
  }

  private Map<String, Object> component(String name, Map<String, Object> schema) {
    return components.add(name, "", schema);
  }

  private void addInstance(SpecificationEntry type, Map<String, Object> values) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (FieldEntry field : type.shownFields()) {
      Map<String, Object> schema = schemas.nullable(field.type());
      if (!field.documentation().isEmpty()) {
        schema.put("description", field.documentation());
      }
      members.put(field.name(), schema);
    }
    String name = type.name();
    values.put(
        "state", component(name + ".state", object("type", "string", "enum", type.states())));
    values.put("fields", component(name + ".fields", members("fields", members, members.keySet())));
    values.put("instance", component(name + ".instance", OPERATIONS.fill("instance", values)));
  }

  private void addActor(
      String name, List<RelationDefinition<?, ?>> relations, Map<String, Object> values) {
    Map<String, Object> sizes = new LinkedHashMap<>();
    for (RelationDefinition<?, ?> relation : relations) {
      sizes.put(relation.name(), object("$ref", "#/components/schemas/RelationSize"));
    }
    values.put(
        "relation",
        relations.stream().findFirst().map(RelationDefinition::name).orElse("relation"));
    values.put(
        "relations", component(name + ".relations", members("fields", sizes, sizes.keySet())));
    values.put("instance", component(name + ".instance", OPERATIONS.fill("actor", values)));
  }

  private void addEvent(SpecificationEntry type, EventEntry event) {
    boolean needed = event.parameters().stream().anyMatch(p -> !p.optional());
    String name = type.name() + "." + event.name();
    Map<String, Object> arguments = Examples.argumentTree(event);
    Map<String, Object> call =
        object("specification", type.name(), "key", Examples.key(type), "event", event.name());
    Map<String, Object> values = new LinkedHashMap<>(call);
    values.put("summary", event.documentation().strip().lines().findFirst().orElse(event.name()));
    values.put("description", description(event));
    values.put("needed", needed);
    values.put("arguments", arguments);
    values.put("body", components.add(name, "Arguments", arguments(event)));
    addAnswer(name, event, values);
    boolean query = event.action() instanceof ProcedureAction action && action.procedure().query();
    Map<String, Object> operation = OPERATIONS.fill(query ? "query" : "event", values);
    if (event.parameters().isEmpty()) {
      operation.remove("requestBody"); // An empty object is taken; generators would send null.
    }
    operation.remove("description", "");
    paths.put("/" + type.name() + "/{key}/" + event.name(), object("post", operation));
    List<String> members = List.of("specification", "key", "event", "arguments");
    values.put("members", needed ? members : members.subList(0, 3));
    calls.add(component(name + ".call", OPERATIONS.fill("call", values)));
    if (example.isEmpty()) {
      call.put("arguments", arguments);
      example.add(call);
    }
  }

  /** Adds the schema of the answer to an event, which has a type of its own if it has a result. */
  private void addAnswer(String name, EventEntry event, Map<String, Object> values) {
    Map<String, Object> answered = OPERATIONS.fill("answered", values);
    values.put("answered", answered);
    if (event.result().isEmpty()) {
      values.put("answer", object("$ref", "#/components/schemas/CommittedEvent"));
      return;
    }
    Form result = event.result().get();
    answered.put("result", Examples.of(result));
    values.put("result", schemas.of(result));
    values.put("answer", component(name + ".committed", OPERATIONS.fill("committed", values)));
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

  private static Map<String, Object> members(
      String kind, Map<String, Object> properties, Collection<String> required) {
    return OPERATIONS.fill(
        kind, Map.of("required", List.copyOf(required), "properties", properties));
  }

  /** The schema of an event's body. */
  private Map<String, Object> arguments(EventEntry event) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (ParameterEntry parameter : event.parameters()) {
      Map<String, Object> schema = schemas.of(parameter.form());
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
    return members("arguments", properties, required);
  }
}
