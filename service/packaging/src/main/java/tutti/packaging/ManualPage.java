package tutti.packaging;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A page of the manual as the archive has it. The reader stands in the archive's folder: a command
 * begins with {@code bin/tutti}, and a page links to nothing that only a clone has.
 */
final class ManualPage {
  private static final Pattern LINK =
      Pattern.compile("\\[([^\\[\\]]+)]\\(([^():#\\s]+)(#[^()\\s]*)?\\)");

  private final Set<String> files;
  private final Pattern clone;

  /**
   * @param files the paths of all that the archive has
   * @param commands the names of the commands that the archive has
   */
  ManualPage(Set<String> files, Collection<String> commands) {
    this.files = files;
    clone = Pattern.compile("\\./tutti (?=-|(?:" + String.join("|", commands) + ")(?![\\w-]))");
  }

  /** Returns a clone's page for the archive; its path is the same in both. */
  String of(String path, String text) {
    return LINK.matcher(clone.matcher(text).replaceAll("bin/tutti "))
        .replaceAll(link -> has(path, link.group(2)) ? "$0" : "$1");
  }

  private boolean has(String page, String target) {
    String path = Path.of(page).resolveSibling(target).normalize().toString().replace('\\', '/');
    return files.stream().anyMatch(file -> file.equals(path) || file.startsWith(path + "/"));
  }
}
