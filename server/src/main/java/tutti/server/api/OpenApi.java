package tutti.server.api;

import static tutti.server.api.Trees.object;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tutti.model.relation.RelationDefinition;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.FieldEntry;
import tutti.server.catalog.ParameterEntry;
import tutti.server.catalog.SpecificationEntry;

/** Describes the API of an application: OpenAPI 3.1, made from its specifications. */
final class OpenApi {
  private static final String SYSTEM = "Tutti";

  private final Catalog catalog;
  private final Map<String, Object> paths = new LinkedHashMap<>();
  private final Map<String, Object> schemas = new LinkedHashMap<>();

  private OpenApi(Catalog catalog) {
    this.catalog = catalog;
  }

  /** The description, as a JSON tree. */
  static Map<String, Object> document(Catalog catalog) {
    return new OpenApi(catalog).document();
  }

  private Map<String, Object> document() {
    List<Object> tags = new ArrayList<>();
    for (SpecificationEntry specification : catalog.specifications()) {
      Map<String, Object> tag = object("name", specification.name());
      if (!specification.documentation().isEmpty()) {
        tag.put("description", specification.documentation());
      }
      tags.add(tag);
      addSpecification(specification);
    }
    tags.add(object("name", SYSTEM, "description", "Transactions of several events; operation."));
    OpenApiSystem.addPaths(paths, catalog, SYSTEM);
    OpenApiCommitments.addPaths(paths, SYSTEM);
    if (catalog.specification("backups") == null) {
      OpenApiBackups.addPaths(paths, SYSTEM);
    }
    Schemas.addSimple(schemas);
    Schemas.addDocuments(schemas);
    return object(
        "openapi",
        "3.1.0",
        "info",
        object(
            "title",
            catalog.title(),
            "version",
            "1",
            "description",
            "Every request is one transaction: all of it happens, or nothing."),
        "servers",
        List.of(object("url", "/")),
        "tags",
        tags,
        "paths",
        paths,
        "components",
        object(
            "parameters",
            OpenApiAnswers.parameters(),
            "responses",
            OpenApiAnswers.responses(),
            "schemas",
            schemas));
  }

  private void addSpecification(SpecificationEntry specification) {
    String name = specification.name();
    schemas.put(name + ".instance", instance(specification));
    paths.put("/" + name, object("get", OpenApiOperations.list(specification)));
    paths.put("/" + name + "/{key}", object("get", OpenApiOperations.read(specification)));
    for (EventEntry event : specification.events()) {
      schemas.put(name + "." + event.name(), arguments(event));
      paths.put(
          "/" + name + "/{key}/" + event.name(),
          object("post", OpenApiOperations.event(specification, event)));
    }
    if (specification.relations() != null) {
      // A procedure of that name takes precedence.
      paths.putIfAbsent(
          "/" + name + "/{key}/query", object("post", OpenApiOperations.query(specification)));
    }
  }

  private static Map<String, Object> actor(SpecificationEntry type) {
    Map<String, Object> relations = new LinkedHashMap<>();
    for (RelationDefinition<?, ?> relation : Objects.requireNonNull(type.relations())) {
      relations.put(
          relation.name(),
          object("type", "object", "properties", object("rows", object("type", "integer"))));
    }
    return object(
        "type",
        "object",
        "required",
        List.of("key"),
        "properties",
        object(
            "key",
            object("type", "string"),
            "relations",
            object("type", "object", "properties", relations)));
  }

  private Map<String, Object> instance(SpecificationEntry specification) {
    if (specification.relations() != null) {
      return actor(specification);
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    for (FieldEntry field : specification.fields()) {
      fields.put(field.name(), described(Schemas.nullable(field.type()), field.documentation()));
    }
    return object(
        "type",
        "object",
        "required",
        List.of("key", "state", "version", "fields"),
        "properties",
        object(
            "key", object("type", "string"),
            "state", object("enum", specification.states()),
            "version", object("type", "integer"),
            "fields", object("type", "object", "properties", fields)));
  }

  private static Map<String, Object> described(Map<String, Object> schema, String text) {
    if (!text.isEmpty()) {
      schema.put("description", text);
    }
    return schema;
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
    return object(
        "type",
        "object",
        "required",
        required,
        "properties",
        properties,
        "additionalProperties",
        false);
  }
}
