package tutti.command;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.jar.Manifest;

/**
 * The commit that this program was built from, as the build has written it into a jar. The working
 * directory does not matter: a shell may stand in another repository, or in none.
 */
public final class BuiltFrom {
  /** The attribute of the manifest of the jar of {@code cli}. */
  private static final String ATTRIBUTE = "Tutti-Commit";

  private static final String UNKNOWN = "unknown";

  private BuiltFrom() {}

  /**
   * Returns the commit: for example {@code 3d05b5ff1c2a}, {@code 3d05b5ff1c2a-dirty} where the
   * sources had local changes, or {@code unknown} where the sources were in no repository of git,
   * or the classes are in no jar.
   */
  public static String commit() {
    try {
      for (URL each :
          Collections.list(BuiltFrom.class.getClassLoader().getResources("META-INF/MANIFEST.MF"))) {
        try (InputStream in = each.openStream()) {
          String commit = new Manifest(in).getMainAttributes().getValue(ATTRIBUTE);
          if (commit != null && !commit.isBlank()) {
            return commit;
          }
        }
      }
    } catch (IOException unreadable) {
      // A jar that is replaced meanwhile: the commit is not worth an end of the command.
    }
    return UNKNOWN;
  }
}
