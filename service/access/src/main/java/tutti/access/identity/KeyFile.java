package tutti.access.identity;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.model.text.JsonText;

/**
 * The file in which a service's API keys are kept, as those who manage them change it. Each change
 * replaces the file as a whole, so that a service that reads it meanwhile sees the former one or
 * the new one; changes by several processes are made one after the other.
 *
 * <pre>{@code
 * KeyFile file = new KeyFile(Path.of("api-keys.json"));
 * String token = file.make(new KeyDescription("branch-7", Set.of("teller"), "acme", Map.of(), null));
 * file.revoke("branch-7");
 * }</pre>
 */
public final class KeyFile {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Path file;

  public KeyFile(Path file) {
    this.file = file;
  }

  /**
   * Returns the keys of the file; none if there is no file yet.
   *
   * @throws IllegalArgumentException if anything in the file is wrong
   */
  public ApiKeys read() {
    return Files.exists(file) ? ApiKeys.read(file) : new ApiKeys(List.of());
  }

  /**
   * Makes a key and writes it down, without its secret.
   *
   * @param described what is known of the key before it has a secret
   * @return the token, which nobody can read again
   * @throws FileAlreadyExistsException if there is a key of that name
   * @throws IllegalArgumentException if the name is none, name, tenant and roles are together too
   *     long, or anything in the file is wrong
   * @throws IOException if the file cannot be written
   */
  public String make(KeyDescription described) throws IOException {
    if (!described.name().matches(ApiKey.NAME)) {
      throw new IllegalArgumentException(
          "'"
              + described.name()
              + "' is no name of a key: 1 to 64 letters, digits, '.', '_' or '-'");
    }
    byte[] random = new byte[32];
    RANDOM.nextBytes(random);
    String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    ApiKey key = described.with(ApiKey.hashOf(secret));
    key.caller();
    boolean made =
        change(
            keys -> {
              if (keys.stream().anyMatch(each -> each.name().equals(key.name()))) {
                return null;
              }
              List<ApiKey> more = new ArrayList<>(keys);
              more.add(key);
              return more;
            });
    if (!made) {
      throw new FileAlreadyExistsException("a key of the name '" + key.name() + "'");
    }
    return ApiKey.PREFIX + key.name() + "_" + secret;
  }

  /**
   * Removes a key, which counts no more once the services have read the file.
   *
   * @return whether there was one
   * @throws IllegalArgumentException if anything in the file is wrong
   * @throws IOException if the file cannot be written
   */
  public boolean revoke(String name) throws IOException {
    return change(
        keys -> {
          List<ApiKey> others = new ArrayList<>(keys);
          return others.removeIf(key -> key.name().equals(name)) ? others : null;
        });
  }

  /**
   * @param how returns the new keys; null if there is nothing to change
   */
  private boolean change(Changing how) throws IOException {
    Path lockFile = file.resolveSibling(file.getFileName() + ".lock");
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      List<ApiKey> changed = how.of(List.copyOf(read().all()));
      if (changed == null) {
        return false;
      }
      write(changed);
      return lock.isValid();
    }
  }

  /** A change of the keys. */
  @FunctionalInterface
  private interface Changing {
    @Nullable List<ApiKey> of(List<ApiKey> keys);
  }

  private void write(List<ApiKey> keys) throws IOException {
    Map<String, @Nullable Object> trees = new LinkedHashMap<>();
    keys.forEach(key -> trees.put(key.name(), tree(key)));
    byte[] text = JsonText.bytes(Map.of("keys", trees));
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(next);
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    try (FileChannel out =
        posix
            ? FileChannel.open(
                next,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
            : FileChannel.open(next, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer rest = ByteBuffer.wrap(text);
      while (rest.hasRemaining()) {
        out.write(rest);
      }
      out.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static Map<String, @Nullable Object> tree(ApiKey key) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("sha256", key.hash());
    tree.put("roles", List.copyOf(new TreeSet<>(key.roles())));
    tree.put("tenant", key.tenant());
    if (!key.claims().isEmpty()) {
      tree.put("claims", new TreeMap<>(key.claims()));
    }
    if (key.notAfter() != null) {
      tree.put("notAfter", key.notAfter().toString());
    }
    return tree;
  }
}
