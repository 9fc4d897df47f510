package tutti.server.http;

import java.io.IOException;

/** An address on which the server cannot listen; the message names the address and a remedy. */
public final class PortInUse extends IOException {
  private static final long serialVersionUID = 1L;

  PortInUse(String message, Throwable cause) {
    super(message, cause);
  }
}
