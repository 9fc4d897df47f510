package tutti.model.text;

import java.nio.charset.Charset;
import java.nio.file.InvalidPathException;
import org.jspecify.annotations.Nullable;

/** Explains why a text names no file, which is mostly the locale's fault and not the text's. */
public final class PathText {
  /** The charset of the locale, in which Java gives the system the names of files. */
  private static final String CHARSET = System.getProperty("sun.jnu.encoding", "UTF-8");

  private static final String NARROW =
      "its name has letters that the locale of this process does not have ("
          + CHARSET
          + "): start it with LC_ALL=C.UTF-8";

  private PathText() {}

  /** Returns why a text is no path, with what a person does about it. */
  public static String why(InvalidPathException none) {
    return none.getReason().contains("unmappable") ? NARROW : none.getReason();
  }

  /**
   * Returns why the working folder cannot be named, so that no path leads from it; null if it can.
   */
  public static @Nullable String unnamedWorkingFolder() {
    String folder = System.getProperty("user.dir", "");
    return Charset.forName(CHARSET).newEncoder().canEncode(folder)
        ? null
        : "the working folder: " + NARROW;
  }
}
