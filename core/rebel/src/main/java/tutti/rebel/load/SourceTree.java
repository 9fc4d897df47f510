package tutti.rebel.load;

import java.util.List;
import java.util.Optional;

/** The source of files. Paths are written with {@code /}. */
interface SourceTree {

  /** A file that exists but cannot be read; the message says why. */
  final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    Unreadable(String message) {
      super(message);
    }
  }

  /** The text of a file, or empty if there is none. */
  Optional<String> read(String path) throws Unreadable;

  /** The paths of all Rebel files below a folder, in the order of their names. */
  List<String> below(String folder);

  /** A path in the form that the user knows. */
  String display(String path);
}
