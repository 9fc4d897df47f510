package tutti.packaging;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The list of what others have written, made from the bill of materials that Maven has drawn up.
 */
final class ThirdParty {
  /** The licences under which an archive may hold a library. */
  private static final Set<String> GOOD =
      Set.of("Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0");

  /** The licences that the sources of a group's libraries name, where their POMs name fewer. */
  private static final Map<String, String> SAID_BY_SOURCES =
      Map.of("org.eclipse.lsp4j", "EPL-2.0 OR BSD-3-Clause");

  private final List<Library> libraries = new ArrayList<>();
  private final List<String> own = new ArrayList<>();

  /**
   * A library of the archive.
   *
   * @param holder the jar of another library that has its classes; empty if it has a jar of its own
   */
  private record Library(
      String group, String name, String version, String licence, String home, String holder) {
    String jar() {
      return name + "-" + version + ".jar";
    }

    private String row() {
      String in = holder.isEmpty() ? "" : ", inside of " + holder;
      return "| %s:%s%s | %s | %s | %s |\n".formatted(group, name, in, version, licence, home);
    }
  }

  /**
   * @param materials the bill of materials, settled
   * @throws IllegalArgumentException if a library offers no licence that is good for the archive
   */
  ThirdParty(JsonNode materials) {
    for (JsonNode each : materials.path("components")) {
      if (each.path("group").asString().equals("io.tutti")) {
        own.add(each.path("name").asString() + "-" + each.path("version").asString() + ".jar");
      } else {
        Library library = library(each, "");
        libraries.add(library);
        each.path("components").forEach(copy -> libraries.add(library(copy, library.jar())));
      }
    }
  }

  private static Library library(JsonNode component, String holder) {
    String name = component.path("name").asString();
    List<String> offered = new ArrayList<>();
    for (JsonNode each : component.path("licenses")) {
      JsonNode licence = each.path("license");
      String said =
          licence
              .path("id")
              .asString(licence.path("name").asString(each.path("expression").asString("")));
      offered.addAll(List.of(said.split(" OR ")));
    }
    String chosen =
        offered.stream()
            .map(ThirdParty::identifier)
            .filter(GOOD::contains)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        name
                            + " is offered under "
                            + offered
                            + ", and none of these is known as good"));
    String home = component.path("purl").asString();
    for (JsonNode reference : component.path("externalReferences")) {
      if (reference.path("type").asString().equals("website")) {
        home = reference.path("url").asString();
      }
    }
    return new Library(
        component.path("group").asString(),
        name,
        component.path("version").asString(),
        chosen,
        home,
        holder);
  }

  private static String identifier(String licence) {
    return switch (licence) {
      case "Apache License, Version 2.0", "The Apache Software License, Version 2.0" ->
          "Apache-2.0";
      default -> licence;
    };
  }

  /** Returns the names of Tutti's own jars. */
  List<String> own() {
    return own;
  }

  /** Returns the names of the jars that others have made. */
  List<String> jars() {
    return libraries.stream().filter(each -> each.holder().isEmpty()).map(Library::jar).toList();
  }

  /** Returns the list as a page. */
  String page() {
    StringBuilder page =
        new StringBuilder(
            """
            # What others have written

            The folder `lib` has these libraries, unchanged; some stand inside of the jars of others. Their own words on licences
            and authors, where their jars have any, are in the folder `licenses`; the text of the Apache licence is in the file
            `LICENSE`.

            | library | version | licence | home |
            |---|---|---|---|
            """);
    libraries.forEach(each -> page.append(each.row()));
    return page.toString();
  }

  /**
   * Removes from the bill of materials what differs from one time to the next, and puts right the
   * licences that POMs have left out.
   */
  static void settle(ObjectNode materials) {
    materials.remove("serialNumber");
    if (materials.path("metadata") instanceof ObjectNode metadata) {
      metadata.remove("timestamp");
    }
    if (materials.path("components") instanceof ArrayNode components) {
      List<JsonNode> sorted = new ArrayList<>(components.values());
      sorted.sort(Comparator.comparing(each -> each.path("bom-ref").asString()));
      components.removeAll().addAll(sorted);
      for (JsonNode each : sorted) {
        String said = SAID_BY_SOURCES.get(each.path("group").asString());
        if (said != null && each instanceof ObjectNode component) {
          component.putArray("licenses").addObject().put("expression", said);
        }
      }
    }
  }
}
