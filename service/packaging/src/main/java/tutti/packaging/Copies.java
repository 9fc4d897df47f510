package tutti.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The libraries whose classes are contained in the jars of others, under other names. Maven does
 * not know of them, so the bill of materials that it makes lacks them.
 */
final class Copies {
  /** The entries of a jar that are of another library. */
  private static final Pattern FOTERM =
      Pattern.compile(
          "(?:.*/)?(?:shaded|relocated|repackaged|com_google_[^/]+)/.+\\.class"
              + "|META-INF/maven/[^/]+/([^/]+)/pom\\.properties"
              + "|META-INF/([\\w-]+)-LICENSE");

  private static final List<Known> KNOWN =
      List.of(
          new Known(
              "netty-common",
              ".*/shaded/org/jctools/.*|META-INF/maven/org.jctools/.*",
              "pkg:maven/org.jctools/jctools-core",
              "Apache-2.0"),
          new Known(
              "jackson-core",
              ".*/shaded/fdp/.*|META-INF/FastDoubleParser-.*",
              "pkg:maven/ch.randelshofer/fastdoubleparser",
              "MIT"),
          new Known(
              "jackson-core",
              "META-INF/Schubfach-.*",
              "pkg:github/c4f7fcce9cb06515/Schubfach",
              "MIT"));

  private Copies() {}

  /**
   * A library that stands in the jar of another.
   *
   * @param holder the name of the other
   * @param entries the paths of what is its own
   * @param purl its address as a package, without the version
   */
  private record Known(String holder, Pattern entries, String purl, String licence) {
    Known(String holder, String entries, String purl, String licence) {
      this(holder, Pattern.compile(entries), purl, licence);
    }

    void addTo(ArrayNode components, String version) {
      List<String> parts = List.of(purl.split("/"));
      String versioned = version.isEmpty() ? purl : purl + "@" + version;
      ObjectNode component = components.addObject();
      component.put("type", "library").put("bom-ref", versioned + "#" + holder);
      component.put("group", parts.get(1)).put("name", parts.get(2));
      if (!version.isEmpty()) {
        component.put("version", version);
      }
      component.putArray("licenses").addObject().putObject("license").put("id", licence);
      component.put("purl", versioned);
    }
  }

  /**
   * Names in a bill of materials what stands in the jars of its components.
   *
   * @param jars the folder of the jars
   * @throws IllegalArgumentException if a jar has something of another library that is not known
   */
  static void nameIn(ObjectNode materials, Path jars) throws IOException {
    for (JsonNode each : materials.path("components")) {
      if (each instanceof ObjectNode component && !group(each).equals("io.tutti")) {
        nameHeld(component, jars);
      }
    }
  }

  private static String group(JsonNode component) {
    return component.path("group").asString();
  }

  private static void nameHeld(ObjectNode component, Path jars) throws IOException {
    String name = component.path("name").asString();
    String jar = name + "-" + component.path("version").asString() + ".jar";
    Map<Known, String> found = new LinkedHashMap<>();
    try (JarFile file = new JarFile(jars.resolve(jar).toFile())) {
      for (ZipEntry entry : file.stream().toList()) {
        if (isForeign(entry.getName(), name)) {
          Known known = known(name, entry.getName());
          found.merge(known, version(file, entry), (one, two) -> one.isEmpty() ? two : one);
        }
      }
    }
    if (!found.isEmpty()) {
      ArrayNode copies = component.putArray("components");
      found.forEach((known, version) -> known.addTo(copies, version));
    }
  }

  private static boolean isForeign(String entry, String name) {
    Matcher foreign = FOTERM.matcher(entry);
    return foreign.matches() && !name.equals(foreign.group(1));
  }

  private static Known known(String holder, String entry) {
    Optional<Known> known =
        KNOWN.stream()
            .filter(each -> each.holder().equals(holder) && each.entries().matcher(entry).matches())
            .findFirst();
    return known.orElseThrow(
        () ->
            new IllegalArgumentException(
                holder
                    + " holds "
                    + entry
                    + " of another library, which the bill of materials must name: add it to Copies"));
  }

  /** Returns the version that Maven has left in a jar; empty if the entry is another. */
  private static String version(JarFile file, ZipEntry entry) throws IOException {
    if (!entry.getName().endsWith("/pom.properties")) {
      return "";
    }
    Properties told = new Properties();
    try (InputStream in = file.getInputStream(entry)) {
      told.load(in);
    }
    return told.getProperty("version", "");
  }
}
