package tutti.server.http;

import java.io.IOException;

/** The address cannot be listened on; the message says which and what to do. */
public final class PortInUse extends IOException {
  private static final long serialVersionUID = 1L;

  PortInUse(String message, Throwable cause) {
    super(message, cause);
  }
}
