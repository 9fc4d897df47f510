package tutti.packaging;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import picocli.AutoComplete;
import picocli.CommandLine;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tutti.cli.Tutti;
import tutti.packaging.TarGz.Entry;

/**
 * The archive of Tutti for machines that have a Java and no clone. The same jars, files and time
 * give the same bytes.
 */
public final class Distribution {
  /** The names of files by which jars tell of licences and authors. */
  private static final Pattern LEGAL =
      Pattern.compile("(?:META-INF/)?([\\w-]*(?:LICENSE|NOTICE)(?:\\.txt|\\.md)?)");

  /** Files that speak to their reader: those of the manual, and deployments by their comments. */
  private static final Pattern PAGE = Pattern.compile(".*\\.md|examples/.*\\.conf");

  /** Files that 'npm install' leaves in a clone. */
  private static final Pattern OF_NPM = Pattern.compile("/(node_modules/|package-lock\\.json$)");

  /** The classes of commands that only a clone has. */
  private static final String CLONE = "tutti/cli/simulate/";

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final SortedMap<String, Entry> files = new TreeMap<>();
  private final Path root;
  private final long seconds;

  /**
   * @param root the folder of the clone
   * @param seconds the time of all files, in seconds since 1970
   */
  Distribution(Path root, long seconds) {
    this.root = root;
    this.seconds = seconds;
  }

  /**
   * Writes the archive, its checksum and the Dockerfile that takes it.
   *
   * @param arguments the folder of the clone, the folder of the jars, the bill of materials, the
   *     folder to write to, the time in seconds since 1970
   */
  public static void main(String[] arguments) throws IOException {
    Path to =
        new Distribution(Path.of(arguments[0]), Long.parseLong(arguments[4]))
            .write(Path.of(arguments[1]), Path.of(arguments[2]), Path.of(arguments[3]));
    System.out.println("wrote " + to);
  }

  /** Writes the archive of these jars, and returns it. */
  Path write(Path jars, Path materials, Path to) throws IOException {
    ObjectNode bill = (ObjectNode) JSON.readTree(Files.readString(materials));
    String version = bill.path("metadata").path("component").path("version").asString();
    String folder = "tutti-" + version;
    ThirdParty.settle(bill);
    Copies.nameIn(bill, jars);
    ThirdParty others = new ThirdParty(bill);
    add("sbom.json", JSON.writeValueAsString(bill) + "\n");
    add("THIRD-PARTY.md", others.page());
    addJars(jars, others);
    addFiles();
    addHelp(version);
    addressPagesToAReaderWithoutAClone();
    SortedMap<String, Entry> all = new TreeMap<>();
    files.forEach((path, entry) -> all.put(folder + "/" + path, entry));
    return publish(to, folder + ".tar.gz", all);
  }

  private void add(String path, String text) {
    files.put(path, new Entry(text.getBytes(StandardCharsets.UTF_8), false));
  }

  /**
   * Adds the jars of the bill of materials; others may be left in the folder from builds before.
   */
  private void addJars(Path folder, ThirdParty others) throws IOException {
    for (String jar : others.own()) {
      byte[] bytes = Files.readAllBytes(folder.resolve(jar));
      files.put("lib/" + jar, new Entry(forAnInstallation(bytes), false));
    }
    for (String jar : others.jars()) {
      byte[] bytes = Files.readAllBytes(folder.resolve(jar));
      files.put("lib/" + jar, new Entry(bytes, false));
      addLegal(jar.replaceFirst("\\.jar$", ""), bytes);
      addMissingLicence(jar);
    }
    List<String> names =
        Stream.concat(others.own().stream(), others.jars().stream()).sorted().toList();
    files.put("lib/tutti.jar", new Entry(starter(names), false));
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  private static List<Path> list(Path folder, String end) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> name(file).endsWith(end) && Files.isRegularFile(file))
          .sorted()
          .toList();
    }
  }

  private void addLegal(String library, byte[] jar) throws IOException {
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar))) {
      for (ZipEntry each = in.getNextEntry(); each != null; each = in.getNextEntry()) {
        Matcher legal = LEGAL.matcher(each.getName());
        if (legal.matches()) {
          files.put(
              "licenses/" + library + "/" + legal.group(1), new Entry(in.readAllBytes(), false));
        }
      }
    }
  }

  /** Adds the licence of a library whose jar has not got the text. */
  private void addMissingLicence(String jar) throws IOException {
    for (Path text : list(root.resolve("service/packaging/licenses"), ".txt")) {
      if (jar.startsWith(name(text).replaceFirst("\\.txt$", ""))) {
        copy(
            "service/packaging/licenses/" + name(text),
            "licenses/" + jar.replaceFirst("\\.jar$", "") + "/LICENSE");
      }
    }
  }

  /** Returns one of Tutti's jars without the commands of a clone, and without its class path. */
  private static byte[] forAnInstallation(byte[] jar) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar));
        ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (ZipEntry each = in.getNextEntry(); each != null; each = in.getNextEntry()) {
        if (each.getName().equals(JarFile.MANIFEST_NAME)) {
          Manifest manifest = new Manifest(in);
          manifest.getMainAttributes().remove(Attributes.Name.CLASS_PATH);
          put(out, each.getName(), bytes(manifest));
        } else if (!each.getName().startsWith(CLONE)) {
          put(out, each.getName(), in.readAllBytes());
        }
      }
    }
    return bytes.toByteArray();
  }

  private static void put(ZipOutputStream out, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    // The first moment that the format knows stands for all before it, which a second field then
    // tells, by the zone of here.
    entry.setTimeLocal(LocalDateTime.of(1980, 2, 1, 0, 0, 0));
    out.putNextEntry(entry);
    out.write(bytes);
  }

  /** The jar that is started: it names the others, and has what the virtual machine must open. */
  private static byte[] starter(List<String> jars) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, "tutti.cli.Tutti");
    attributes.put(Attributes.Name.CLASS_PATH, String.join(" ", jars));
    attributes.putValue("Add-Opens", "java.base/java.lang");
    attributes.putValue("Enable-Native-Access", "ALL-UNNAMED");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      put(out, JarFile.MANIFEST_NAME, bytes(manifest));
    }
    return bytes.toByteArray();
  }

  private static byte[] bytes(Manifest manifest) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    manifest.write(bytes);
    return bytes.toByteArray();
  }

  private void addFiles() throws IOException {
    for (String each : List.of("LICENSE", "NOTICE", "README.md", "CHANGELOG.md", "SECURITY.md")) {
      copy(each, each);
    }
    copy("service/packaging/launch.sh", "lib/launch.sh");
    copy("service/packaging/tutti.service", "share/systemd/tutti.service");
    files.put(
        "bin/tutti",
        new Entry(Files.readAllBytes(root.resolve("service/packaging/bin/tutti")), true));
    for (String end : List.of(".md", ".ebl", ".java", ".conf")) {
      copyAll("examples", end);
    }
    for (String end : List.of(".json", ".js", ".vscodeignore")) {
      copyAll("editors", end);
    }
    copyAll("docs", ".md");
    for (String end : List.of(".java", ".xml", ".ts", ".json", ".py", ".yaml", ".txt")) {
      copyAll("docs/clients", end);
    }
  }

  private void copy(String from, String path) throws IOException {
    files.put(path, new Entry(Files.readAllBytes(root.resolve(from)), false));
  }

  private void copyAll(String folder, String end) throws IOException {
    for (Path file : list(root.resolve(folder), end)) {
      String path = root.relativize(file).toString().replace('\\', '/');
      if (!OF_NPM.matcher(path).find()) {
        copy(path, path);
      }
    }
  }

  private void addHelp(String version) {
    CommandLine command = Tutti.installed();
    ManPage.all(command, version, seconds)
        .forEach((name, page) -> add("share/man/man1/" + name, page));
    add("share/completion/tutti", AutoComplete.bash("tutti", command));
  }

  private void addressPagesToAReaderWithoutAClone() {
    List<String> commands =
        ManPage.shown(Tutti.installed()).stream().map(CommandLine::getCommandName).toList();
    ManualPage manual = new ManualPage(files.keySet(), commands);
    for (String path : files.keySet().stream().filter(PAGE.asMatchPredicate()).toList()) {
      add(
          path,
          manual.of(
              path, new String(requireNonNull(files.get(path)).bytes(), StandardCharsets.UTF_8)));
    }
  }

  /** Writes the archive and what goes with it; an archive of another version goes. */
  private Path publish(Path to, String name, SortedMap<String, Entry> all) throws IOException {
    Files.createDirectories(to);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TarGz.write(bytes, all, seconds);
    for (Path old : list(to, ".tar.gz")) {
      Files.delete(old);
    }
    Path archive = Files.write(to.resolve(name), bytes.toByteArray());
    Files.writeString(to.resolve("SHA256SUMS"), sha256(bytes.toByteArray()) + "  " + name + "\n");
    Files.copy(
        root.resolve("service/packaging/Dockerfile"),
        to.resolve("Dockerfile"),
        StandardCopyOption.REPLACE_EXISTING);
    return archive;
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has it", e);
    }
  }
}
