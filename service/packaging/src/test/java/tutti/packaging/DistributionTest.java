package tutti.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DistributionTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final long SECONDS = 1_790_000_000;

  private static final String MANIFEST =
      "Manifest-Version: 1.0\nAutomatic-Module-Name: a.name\nClass-Path: lib/other.jar\n";

  @TempDir private Path folder;
  private Path jars;

  @BeforeEach
  void twoJars() throws IOException {
    jars = Files.createDirectories(folder.resolve("jars"));
    jar(
        "tutti-cli-1.jar",
        "META-INF/MANIFEST.MF",
        "tutti/cli/Tutti.class",
        "tutti/cli/simulate/SimulateCommand.class");
    jar("other-2.jar", "other/Other.class", "META-INF/LICENSE");
  }

  private void jar(String name, String... entries) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jars.resolve(name)))) {
      for (String entry : entries) {
        ZipEntry each = new ZipEntry(entry);
        each.setLastModifiedTime(FileTime.fromMillis(0));
        out.putNextEntry(each);
        String text = entry.endsWith(".MF") ? MANIFEST : "version=7\n#" + entry;
        out.write(text.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private Path materials(String serial, String licence) throws IOException {
    return Files.writeString(
        folder.resolve("bom-" + serial + ".json"),
        """
        {"serialNumber": "%s",
         "metadata": {"timestamp": "%s", "component": {"name": "tutti-packaging", "version": "9"}},
         "components": [
           {"bom-ref": "b", "group": "io.tutti", "name": "tutti-cli", "version": "1"},
           {"bom-ref": "a", "group": "org.other", "name": "other", "version": "2",
            "purl": "pkg:maven/org.other/other@2", "licenses": [{"license": {"id": "%s"}}]}]}
        """
            .formatted(serial, serial, licence));
  }

  private Path write(String serial, Path to) throws IOException {
    return new Distribution(ROOT, SECONDS).write(jars, materials(serial, "MIT"), to);
  }

  /** A file of an archive as its header tells of it. */
  private record TarEntry(String mode, String owner, String time, byte[] bytes) {
    String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static SortedMap<String, TarEntry> read(Path archive) throws IOException {
    byte[] tar;
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(archive))) {
      tar = in.readAllBytes();
    }
    SortedMap<String, TarEntry> entries = new TreeMap<>();
    List<String> names = new ArrayList<>();
    for (int at = 0; tar[at] != 0; ) {
      String name = text(tar, at, 100);
      int length = Integer.parseInt(text(tar, at + 124, 12), 8);
      byte[] bytes = Arrays.copyOfRange(tar, at + 512, at + 512 + length);
      names.add(name);
      entries.put(
          name,
          new TarEntry(
              text(tar, at + 100, 8),
              text(tar, at + 108, 8) + text(tar, at + 116, 8),
              text(tar, at + 136, 12),
              bytes));
      at += 512 + (length + 511) / 512 * 512;
    }
    assertThat(names).isSorted().doesNotHaveDuplicates();
    return entries;
  }

  private static String text(byte[] bytes, int from, int width) {
    String text = new String(bytes, from, width, StandardCharsets.UTF_8);
    int end = text.indexOf('\0');
    return end < 0 ? text : text.substring(0, end);
  }

  @Test
  void theSameJarsGiveTheSameBytes() throws Exception {
    Path one = write("first", folder.resolve("one"));
    Path two = write("second", folder.resolve("two"));
    assertThat(one.getFileName()).hasToString("tutti-9.tar.gz");
    assertThat(two).hasSameBinaryContentAs(one);
  }

  @Test
  void allBelongsToRootAndIsAsOldAsTheCommit() throws Exception {
    Map<String, TarEntry> entries = read(write("first", folder));
    assertThat(entries.keySet()).allMatch(path -> path.startsWith("tutti-9/"));
    assertThat(entries.values())
        .allMatch(each -> each.owner().equals("00000000000000"))
        .allMatch(each -> Long.parseLong(each.time(), 8) == SECONDS);
    assertThat(
            entries.entrySet().stream()
                .filter(each -> each.getValue().mode().equals("0000755"))
                .map(Map.Entry::getKey))
        .containsExactly("tutti-9/bin/tutti");
  }

  @Test
  void hasWhatAMachineWithoutACloneNeeds() throws Exception {
    Map<String, TarEntry> entries = read(write("first", folder));
    assertThat(entries.keySet().stream().map(path -> path.substring("tutti-9/".length())))
        .contains("LICENSE", "NOTICE", "THIRD-PARTY.md", "sbom.json", "licenses/other-2/LICENSE")
        .contains("bin/tutti", "lib/launch.sh", "lib/tutti.jar", "lib/other-2.jar")
        .contains("share/systemd/tutti.service", "share/completion/tutti", "docs/install.md")
        .contains("share/man/man1/tutti.1", "share/man/man1/tutti-txn-list.1")
        .contains("examples/bank/Account.ebl", "examples/exchange/Exchange.java")
        .doesNotContain("share/man/man1/tutti-bench.1", "share/man/man1/tutti-simulate.1");
    assertThat(entries.get("tutti-9/THIRD-PARTY.md").text())
        .contains("| org.other:other | 2 | MIT | pkg:maven/org.other/other@2 |")
        .doesNotContain("tutti-cli");
    assertThat(entries.get("tutti-9/sbom.json").text()).doesNotContain("serialNumber", "timestamp");
    assertThat(entries.get("tutti-9/share/man/man1/tutti-run.1").text())
        .startsWith(
            ".TH \"TUTTI-RUN\" 1 \"2026-09-21\" \"Tutti 9\"\n.SH NAME\ntutti\\-run \\- Run an")
        .contains("\n.B \\-\\-port=N\n", "\n  tutti run examples/bank\n");
    assertThat(entries.get("tutti-9/share/completion/tutti").text())
        .contains("_complete_tutti", "bashcompinit");
  }

  @Test
  void thePagesAreForAReaderWithoutAClone() throws Exception {
    Map<String, TarEntry> entries = read(write("first", folder));
    Pattern link = Pattern.compile("]\\(([^():#\\s]+)(?:#[^()\\s]*)?\\)");
    entries.forEach(
        (path, page) -> {
          if (path.endsWith(".md")) {
            assertThat(link.matcher(page.text()).results().map(each -> each.group(1)))
                .as(path)
                .allMatch(to -> leads(entries.keySet(), Path.of(path).resolveSibling(to)));
          }
        });
    assertThat(entries.get("tutti-9/README.md").text())
        .contains("\n    bin/tutti run examples/bank\n", "`./tutti test` runs the tests")
        .contains("[install it](docs/install.md)", "· contributing ·");
    assertThat(entries.get("tutti-9/examples/bank/three-nodes.conf").text())
        .contains("\n#   bin/tutti run examples/bank ");
    assertThat(entries)
        .containsKeys(
            "tutti-9/docs/clients/java/pom.xml", "tutti-9/docs/clients/python/config.yaml");
  }

  private static boolean leads(Set<String> files, Path to) {
    String path = to.normalize().toString();
    return files.stream().anyMatch(file -> file.equals(path) || file.startsWith(path + "/"));
  }

  @Test
  void theJarThatIsStartedNamesTheOthers() throws Exception {
    Map<String, TarEntry> entries = read(write("first", folder));
    try (ZipInputStream in = zip(entries.get("tutti-9/lib/tutti.jar"))) {
      assertThat(in.getNextEntry().getName()).isEqualTo("META-INF/MANIFEST.MF");
      Manifest manifest = new Manifest(in);
      assertThat(manifest.getMainAttributes().getValue("Class-Path").strip().split(" +"))
          .containsExactly("other-2.jar", "tutti-cli-1.jar");
      assertThat(manifest.getMainAttributes().getValue("Main-Class")).isEqualTo("tutti.cli.Tutti");
    }
    try (ZipInputStream in = zip(entries.get("tutti-9/lib/tutti-cli-1.jar"))) {
      assertThat(in.getNextEntry().getName()).isEqualTo("META-INF/MANIFEST.MF");
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .contains("Automatic-Module-Name: a.name")
          .doesNotContain("Class-Path");
      assertThat(in.getNextEntry().getName()).isEqualTo("tutti/cli/Tutti.class");
      assertThat(in.getNextEntry()).as("the commands of a clone stay there").isNull();
    }
  }

  /** A time beside that of the form itself would be of the time zone in which the jar was made. */
  @Test
  void theJarsHaveNoTimeOfTheMachine() throws Exception {
    Map<String, TarEntry> entries = read(write("first", folder));
    for (String jar : List.of("tutti.jar", "tutti-cli-1.jar")) {
      try (ZipInputStream in = zip(entries.get("tutti-9/lib/" + jar))) {
        for (ZipEntry each = in.getNextEntry(); each != null; each = in.getNextEntry()) {
          assertThat(each.getExtra()).as("%s of %s", each, jar).isNull();
        }
      }
    }
  }

  private static ZipInputStream zip(TarEntry entry) {
    return new ZipInputStream(new ByteArrayInputStream(entry.bytes()));
  }

  @Test
  void theChecksumFitsAndAnOlderArchiveGoes() throws Exception {
    Path to = Files.createDirectories(folder.resolve("dist"));
    Files.writeString(to.resolve("tutti-8.tar.gz"), "old");
    Path archive = write("first", to);
    try (var files = Files.list(to)) {
      assertThat(files.map(file -> file.getFileName().toString()).collect(Collectors.toSet()))
          .containsExactlyInAnyOrder("tutti-9.tar.gz", "SHA256SUMS", "Dockerfile");
    }
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive));
    assertThat(to.resolve("SHA256SUMS"))
        .hasContent(HexFormat.of().formatHex(digest) + "  tutti-9.tar.gz\n");
  }

  @Test
  void aLibraryUnderAnotherLicenceIsRefused() {
    assertThatThrownBy(
            () ->
                new Distribution(ROOT, SECONDS)
                    .write(jars, materials("gpl", "GPL-2.0-only"), folder))
        .hasMessage("other is offered under [GPL-2.0-only], and none of these is known as good");
  }

  /** The Eclipse Distribution License is in the sources of LSP4J alone. */
  @Test
  void addsTheLicenceThatALibraryOffersOnlyInItsSources() throws Exception {
    jar("org.eclipse.lsp4j.jsonrpc-3.jar", "lsp/Server.class");
    Path materials = materials("lsp", "EPL-2.0");
    Files.writeString(
        materials,
        Files.readString(materials)
            .replace("org.other", "org.eclipse.lsp4j")
            .replace(
                "\"name\": \"other\", \"version\": \"2\"",
                "\"name\": \"org.eclipse.lsp4j.jsonrpc\", \"version\": \"3\""));
    Map<String, TarEntry> entries =
        read(new Distribution(ROOT, SECONDS).write(jars, materials, folder));
    assertThat(entries.get("tutti-9/licenses/org.eclipse.lsp4j.jsonrpc-3/LICENSE").text())
        .contains("Eclipse Distribution License - v 1.0");
    assertThat(entries.get("tutti-9/THIRD-PARTY.md").text())
        .contains("| org.eclipse.lsp4j:org.eclipse.lsp4j.jsonrpc | 3 | BSD-3-Clause |");
    assertThat(entries.get("tutti-9/sbom.json").text())
        .containsPattern("\\{\\s*\"expression\" : \"EPL-2.0 OR BSD-3-Clause\"\\s*}")
        .doesNotContain("\"EPL-2.0\"");
    assertThat(entries).containsKey("tutti-9/editors/vscode/syntaxes/rebel.tmLanguage.json");
  }

  private Map<String, TarEntry> holding(String library, String... entries) throws Exception {
    jar(library + "-3.jar", entries);
    Path materials = materials("holder", "MIT");
    Files.writeString(
        materials,
        Files.readString(materials)
            .replace(
                "\"name\": \"other\", \"version\": \"2\"",
                "\"name\": \"" + library + "\", \"version\": \"3\""));
    return read(new Distribution(ROOT, SECONDS).write(jars, materials, folder));
  }

  /** Maven knows nothing of what another library has put into its own jar. */
  @Test
  void namesTheCopyOfALibraryInTheJarOfAnother() throws Exception {
    Map<String, TarEntry> entries =
        holding(
            "netty-common",
            "META-INF/maven/org.other/netty-common/pom.properties",
            "META-INF/maven/org.jctools/jctools-core/pom.properties",
            "io/netty/util/internal/shaded/org/jctools/queues/IndexedQueue.class");
    JsonNode copies =
        JsonMapper.shared()
            .readTree(entries.get("tutti-9/sbom.json").text())
            .at("/components/0/components");
    assertThat(copies.size()).isEqualTo(1);
    assertThat(copies.at("/0/purl").asString()).isEqualTo("pkg:maven/org.jctools/jctools-core@7");
    assertThat(copies.at("/0/licenses/0/license/id").asString()).isEqualTo("Apache-2.0");
    assertThat(entries.get("tutti-9/THIRD-PARTY.md").text())
        .contains("| org.jctools:jctools-core, inside of netty-common-3.jar | 7 | Apache-2.0 |");
  }

  @Test
  void aCopyThatNobodyHasNamedIsRefused() {
    assertThatThrownBy(() -> holding("surprise", "org/surprise/shaded/com/example/A.class"))
        .hasMessageStartingWith(
            "surprise holds org/surprise/shaded/com/example/A.class of another");
  }

  @Test
  void takesTheJarsOfTheBillOfMaterialsAndNoOthers() throws Exception {
    jar("left-1.jar", "left/FromABuildBefore.class");
    assertThat(read(write("first", folder))).doesNotContainKey("tutti-9/lib/left-1.jar");
    Files.delete(jars.resolve("other-2.jar"));
    assertThatThrownBy(() -> write("second", folder)).isInstanceOf(NoSuchFileException.class);
  }
}
