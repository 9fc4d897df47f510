package tutti.lab.http;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** An answer that is in the buffer of its connection, until the next request is sent. */
abstract class BufferedAnswer implements HttpLoop.Answer {
  /** The bytes that have come so far. */
  ByteBuffer in;

  /** The time from the request to the answer's last byte, in nanoseconds. */
  long nanos;

  BufferedAnswer(int bytes) {
    in = ByteBuffer.allocate(bytes);
  }

  @Override
  public final int status() {
    return HttpAnswers.status(in.array());
  }

  @Override
  public final long nanos() {
    return nanos;
  }

  @Override
  public final String body() {
    return HttpAnswers.body(in.array(), in.position());
  }

  @Override
  public final @Nullable String header(String name) {
    return HttpAnswers.header(in.array(), in.position(), name);
  }
}
