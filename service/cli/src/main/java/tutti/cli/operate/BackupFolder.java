package tutti.cli.operate;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.engine.node.NodeFolder;
import tutti.model.Sha256;
import tutti.model.text.ValueText;

/**
 * A backup on a disk: {@code backup.json} describes it, each node has a folder with its files, and
 * {@code SHA256SUMS} has the sums of all of them, in the form that {@code sha256sum -c} reads.
 */
final class BackupFolder {
  static final String MANIFEST = NodeFolder.BACKUP;
  private static final String SUMS = "SHA256SUMS";
  private static final Pattern SUM = Pattern.compile("([0-9a-f]{64})  (.+)");
  private static final int FORMAT = 1;
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** A node's name, as deployments take it, or a shard's. */
  private static final Pattern PART = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,31}");

  /** The greatest number of starts that a node counts. */
  private static final long MOST_STARTS = 1L << 48;

  private final Path folder;
  private final JsonNode manifest;
  private final List<Part> parts;

  /**
   * One node's part of the backup.
   *
   * @param name the node's name; empty for a single node without a name
   * @param folder the folder of its files
   */
  record Part(String name, int number, Path folder, long incarnation, long actors, long records) {}

  private BackupFolder(Path folder, JsonNode manifest) {
    this.folder = folder;
    this.manifest = manifest;
    this.parts = readParts();
  }

  // --- writing ---

  /** The folder of a node's files within a backup. */
  static String partOf(JsonNode node) {
    return node.hasNonNull("node") ? node.get("node").asString() : "data";
  }

  /** Completes a folder that has all files: writes its description and all sums, and forces it. */
  static void complete(Path folder, Map<String, Object> manifest) throws IOException {
    manifest.put("format", FORMAT);
    Files.writeString(folder.resolve(MANIFEST), JSON.writeValueAsString(manifest) + "\n");
    force(folder.resolve(MANIFEST));
    StringBuilder sums = new StringBuilder();
    for (Path file : files(folder)) {
      sums.append(sha256(file, _ -> {})).append("  ").append(name(folder, file)).append('\n');
    }
    Files.writeString(folder.resolve(SUMS), sums);
    force(folder.resolve(SUMS));
    forceFolder(folder);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.equals(folder.resolve(SUMS)))
          .sorted()
          .toList();
    }
  }

  private static String name(Path folder, Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  static void forceFolder(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static String sha256(Path file, LongConsumer read) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = Sha256.begin();
      byte[] bytes = new byte[1 << 20];
      int count;
      while ((count = in.read(bytes)) > 0) {
        digest.update(bytes, 0, count);
        read.accept(count);
      }
      return HexFormat.of().formatHex(digest.digest());
    }
  }

  // --- reading ---

  /**
   * Opens a backup and reads its description; {@link #check} follows.
   *
   * @throws Failure if the folder is no backup
   */
  static BackupFolder open(Path folder) throws IOException {
    if (!Files.isRegularFile(folder.resolve(SUMS))
        || !Files.isRegularFile(folder.resolve(MANIFEST))) {
      throw new Failure(
          ExitStatus.FAILED,
          folder + " is no complete backup: it needs " + MANIFEST + " and " + SUMS);
    }
    try {
      JsonNode manifest = JSON.readTree(Files.readString(folder.resolve(MANIFEST)));
      if (manifest == null || !manifest.isObject() || !manifest.path("format").isInt()) {
        throw damaged(folder, "it does not say its format");
      }
      if (manifest.path("format").asInt() > FORMAT) {
        throw new Failure(
            ExitStatus.FAILED,
            folder + " was made by a newer version of Tutti: restore it with that one");
      }
      return new BackupFolder(folder, manifest);
    } catch (JacksonException damaged) {
      throw damaged(folder, "it is no JSON any more");
    }
  }

  private static Failure damaged(Path folder, String why) {
    return new Failure(
        ExitStatus.FAILED, "the backup is damaged: " + folder.resolve(MANIFEST) + ": " + why);
  }

  /**
   * Refuses a place in a backup, or in a folder with a node's data: what is made there would be no
   * part of it, and is removed with it.
   */
  static void requireOutside(Path place) {
    Path own = place.toAbsolutePath().normalize();
    for (Path above = own.getParent(); above != null; above = above.getParent()) {
      boolean isBackup = Files.isRegularFile(above.resolve(MANIFEST));
      if (isBackup || NodeFolder.isData(above)) {
        throw new Failure(
            ExitStatus.USAGE,
            own
                + " would be in the "
                + (isBackup ? "backup " : "data folder ")
                + above
                + "; name a folder outside of it");
      }
    }
  }

  String id() {
    return manifest.path("backup").asString("");
  }

  /** Whether the parts are those of shards with replicas. */
  boolean isOfShards() {
    return manifest.path("shards").asBoolean(false);
  }

  /** The time and the application of the backup, in a line. */
  String title() {
    String application = manifest.path("application").asString("?");
    return "backup %s of %s, begun %s"
        .formatted(id(), application, manifest.path("began").asString("?"));
  }

  /** The number of starts of each node, by the node's number. */
  Map<Integer, Long> incarnations() {
    Map<Integer, Long> incarnations = new TreeMap<>();
    parts().forEach(part -> incarnations.put(part.number(), part.incarnation()));
    return incarnations;
  }

  /** Returns the parts of all nodes or shards, in the order of their numbers. */
  List<Part> parts() {
    return parts;
  }

  /**
   * Reads the parts: what names a folder leads to no other place than the backup and the target.
   */
  private List<Part> readParts() {
    List<Part> read = new ArrayList<>();
    Set<String> names = new HashSet<>();
    JsonNode nodes = manifest.path("nodes");
    if (!nodes.isArray() || nodes.isEmpty()) {
      throw damaged(folder, "it names no nodes");
    }
    for (JsonNode node : nodes) {
      String name = node.hasNonNull("node") ? node.get("node").asString("") : "";
      int number = read.size();
      if (!(node.hasNonNull("node") ? PART.matcher(name).matches() : nodes.size() == 1)
          || !names.add(name)) {
        throw damaged(folder, "node " + number + " has the name '" + ValueText.of(name) + "'");
      }
      if (!node.path("number").isInt() || node.path("number").asInt() != number) {
        throw damaged(folder, "nodes are not numbered from 0 on");
      }
      read.add(
          new Part(
              name,
              number,
              folder.resolve(partOf(node)),
              count(node, "incarnation", MOST_STARTS),
              count(node, "actors", Long.MAX_VALUE),
              count(node, "records", Long.MAX_VALUE)));
    }
    return List.copyOf(read);
  }

  private long count(JsonNode node, String field, long most) {
    JsonNode value = node.path(field);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw damaged(folder, "a node's '" + field + "' is no number");
    }
    long count = value.asLong();
    if (count < 0 || count > most) {
      throw damaged(folder, "a node's '" + field + "' is " + count);
    }
    return count;
  }

  /**
   * Compares the sums of the manifest and of these parts' files.
   *
   * @throws Failure with all damaged, missing and additional files
   */
  void check(List<Part> parts, RestoreProgress progress) throws IOException {
    progress.begin("checking the backup");
    List<String> wrong = new ArrayList<>();
    Map<String, String> sums = sums(wrong);
    List<String> wanted = new ArrayList<>(List.of(MANIFEST));
    for (Part part : parts) {
      String prefix = name(folder, part.folder()) + "/";
      List<String> listed = sums.keySet().stream().filter(it -> it.startsWith(prefix)).toList();
      wanted.addAll(listed);
      if (listed.isEmpty()) {
        wrong.add(prefix + ": it is not in " + SUMS);
      }
      if (Files.isDirectory(part.folder())) {
        for (Path file : files(part.folder())) {
          if (!sums.containsKey(name(folder, file))) {
            wrong.add(name(folder, file) + ": it does not belong here");
          }
        }
      }
    }
    for (String each : wanted) {
      Path file = folder.resolve(each);
      if (!Files.isRegularFile(file)) {
        wrong.add(each + ": it is missing");
      } else if (!sha256(file, progress::add).equals(sums.get(each))) {
        wrong.add(each + ": it does not fit its checksum");
      }
    }
    if (!wrong.isEmpty()) {
      throw new Failure(
          ExitStatus.FAILED,
          "the backup in "
              + folder
              + " is damaged, and nothing was restored:\n  "
              + String.join("\n  ", wrong));
    }
  }

  /** The bytes of all files of some parts. */
  static long bytes(List<Part> parts) throws IOException {
    long bytes = 0;
    for (Part part : parts) {
      if (Files.isDirectory(part.folder())) {
        for (Path file : files(part.folder())) {
          bytes += Files.size(file);
        }
      }
    }
    return bytes;
  }

  private Map<String, String> sums(List<String> wrong) throws IOException {
    Map<String, String> sums = new TreeMap<>();
    List<String> lines =
        new String(Files.readAllBytes(folder.resolve(SUMS)), StandardCharsets.UTF_8)
            .lines()
            .toList();
    for (int i = 0; i < lines.size(); i++) {
      Matcher sum = SUM.matcher(lines.get(i));
      if (!sum.matches()) {
        wrong.add(SUMS + ": line " + (i + 1) + " is no sum of a file");
      } else if (sums.putIfAbsent(sum.group(2), sum.group(1)) != null) {
        wrong.add(SUMS + ": line " + (i + 1) + " names a file that an earlier line names");
      }
    }
    return sums;
  }
}
