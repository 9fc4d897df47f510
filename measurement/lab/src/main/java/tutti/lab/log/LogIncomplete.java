package tutti.lab.log;

import java.io.IOException;

/** The failure to read a log from its beginning to its end. */
public final class LogIncomplete extends IOException {
  private static final long serialVersionUID = 1;

  LogIncomplete(String message) {
    super(message);
  }
}
