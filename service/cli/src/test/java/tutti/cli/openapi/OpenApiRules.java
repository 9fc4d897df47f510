package tutti.cli.openapi;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Rules of a description that generators of clients need, beyond those of OpenAPI itself. */
final class OpenApiRules {
  /** Types that are there already in Java, TypeScript or Python. */
  private static final Set<String> TYPES =
      Set.of(
          """
          any array bool boolean byte char character currency date datetime decimal dict double
          enum error exception file float function int integer iterable list long map
          money none null number object optional period promise record request response
          set short str string symbol thread time tuple type undefined union unknown uri
          uuid void
          """
              .split("\\s+"));

  private final JsonNode document;
  private final List<String> broken = new ArrayList<>();
  private final Set<String> used = new HashSet<>();

  private OpenApiRules(JsonNode document) {
    this.document = document;
  }

  /** The rules that a document breaks, each with the place. */
  static List<String> brokenBy(JsonNode document) {
    OpenApiRules rules = new OpenApiRules(document);
    rules.look();
    return rules.broken;
  }

  private void look() {
    require(!document.at("/info/license/name").isMissingNode(), "info", "has no license");
    require(document.path("security").isArray(), "document", "has no security");
    Set<String> names = new HashSet<>();
    JsonNode schemas = document.at("/components/schemas");
    schemas
        .properties()
        .forEach(
            schema -> {
              String name = schema.getKey();
              require(!TYPES.contains(spelled(name)), name, "is the name of a type");
              require(names.add(spelled(name)), name, "is spelled as another component");
              schema(name, schema.getValue(), true);
            });
    Set<String> ids = new HashSet<>();
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        operation ->
                            operation(
                                operation.getKey() + " " + path.getKey(),
                                operation.getValue(),
                                ids)));
    walk("components", document.path("components"));
    walk("paths", document.path("paths"));
    for (String name : new TreeSet<>(schemas.propertyNames())) {
      require(used.contains("#/components/schemas/" + name), name, "is not used");
    }
  }

  private void operation(String place, JsonNode operation, Set<String> ids) {
    String id = operation.path("operationId").asString("");
    require(!id.isEmpty() && ids.add(spelled(id)), place, "has no operationId of its own");
    require(!operation.path("summary").asString("").isEmpty(), place, "has no summary");
    require(!operation.path("description").asString("-").isEmpty(), place, "describes nothing");
    require(
        operation.path("responses").propertyNames().stream().anyMatch(it -> it.startsWith("4")),
        place,
        "has no 4xx response");
  }

  /** Looks for references, and for the schemas outside of components. */
  private void walk(String place, JsonNode tree) {
    if (tree.isObject()) {
      JsonNode reference = tree.path("$ref");
      if (reference.isString()) {
        used.add(reference.asString());
        require(
            !document.at(reference.asString().substring(1)).isMissingNode(),
            place,
            "refers to nothing: " + reference.asString());
      }
      tree.properties()
          .forEach(
              member -> {
                String inside = place + "/" + member.getKey();
                if (member.getKey().equals("schema")) {
                  schema(inside, member.getValue(), false);
                }
                if (!member.getKey().equals("example")) {
                  walk(inside, member.getValue());
                }
              });
    }
    if (tree.isArray()) {
      tree.values().forEach(element -> walk(place, element));
    }
  }

  private void schema(String place, JsonNode schema, boolean named) {
    JsonNode type = schema.path("type");
    List<String> types = new ArrayList<>();
    (type.isArray() ? type.values() : List.of(type)).forEach(one -> types.add(one.asString("")));
    types.remove("null");
    require(types.size() < 2, place, "is a union of types");
    String only = types.isEmpty() ? "" : types.getFirst();
    require(!only.equals("array") || schema.has("items"), place, "is an array without items");
    require(!only.equals("integer") || schema.has("format"), place, "is an integer without format");
    require(
        !(schema.has("const") || schema.has("enum")) || !only.isEmpty(),
        place,
        "has values, but no type");
    require(named || !schema.has("properties"), place, "is an object without a name");
    alternatives(place, schema.path("oneOf"));
    alternatives(place, schema.path("anyOf"));
    schema
        .path("properties")
        .properties()
        .forEach(it -> schema(place + "/" + it.getKey(), it.getValue(), false));
    for (String part : List.of("items", "additionalProperties")) {
      if (schema.path(part).isObject()) {
        schema(place + "/" + part, schema.path(part), false);
      }
    }
  }

  private void alternatives(String place, JsonNode all) {
    List<JsonNode> real =
        all.values().stream().filter(one -> !one.path("type").asString("").equals("null")).toList();
    require(
        real.size() < 2 || real.stream().allMatch(one -> one.has("$ref")),
        place,
        "has alternatives without names");
    real.forEach(one -> schema(place, one, false));
  }

  private static String spelled(String name) {
    return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
  }

  private void require(boolean holds, String place, String otherwise) {
    if (!holds) {
      broken.add(place + " " + otherwise);
    }
  }
}
