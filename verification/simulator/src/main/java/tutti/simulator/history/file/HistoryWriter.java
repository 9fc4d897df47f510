package tutti.simulator.history.file;

import java.io.Flushable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.Operation;
import tutti.simulator.history.Operation.Read;
import tutti.simulator.history.Operation.Write;

/**
 * A writer of a history while it happens. The lines that were added and flushed are a history that
 * can be read, also if nothing follows. Not thread-safe. Every method throws an {@link IOException}
 * when the writer behind it fails, and should not be used after that.
 */
public final class HistoryWriter implements Flushable {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .rootValueSeparator("")
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build();

  private final Writer writer;
  private final JsonGenerator json;

  /**
   * Writes the header.
   *
   * @param writer is flushed and never closed
   */
  public HistoryWriter(Writer writer, HistoryClaim claim) throws IOException {
    this.writer = writer;
    json = FACTORY.createGenerator(ObjectWriteContext.empty(), writer);
    line(
        () -> {
          json.writeNumberProperty("tutti-history", HistoryFiles.FORMAT);
          json.writeStringProperty("claim", ClaimNames.of(claim));
        });
  }

  /** Writes an operation, in a line of its own. */
  public void add(Operation operation) throws IOException {
    line(
        () -> {
          json.writeStringProperty("operation", operation.id());
          json.writeStringProperty("client", operation.client());
          if (operation.key() != null) {
            json.writeStringProperty("key", operation.key());
          }
          json.writeNumberProperty("invoked", operation.invoked());
          if (operation.completed() != Operation.NEVER) {
            json.writeNumberProperty("completed", operation.completed());
          }
          json.writeStringProperty("outcome", ClaimNames.of(operation.outcome()));
          reads(operation.reads());
          writes(operation.writes());
        });
  }

  /** Writes the versions that were found at the end; each actor once, in one call or several. */
  public void last(Map<String, Long> versions) throws IOException {
    if (versions.isEmpty()) {
      return;
    }
    line(
        () -> {
          json.writeObjectPropertyStart("last");
          new TreeMap<>(versions).forEach(json::writeNumberProperty);
          json.writeEndObject();
        });
  }

  @Override
  public void flush() throws IOException {
    try {
      json.flush();
    } catch (JacksonIOException failed) {
      throw failed.getCause();
    }
    writer.flush();
  }

  private void reads(List<Read> reads) {
    if (reads.isEmpty()) {
      return;
    }
    json.writeArrayPropertyStart("reads");
    for (Read read : reads) {
      json.writeStartObject();
      json.writeStringProperty("actor", read.actor());
      json.writeNumberProperty("version", read.version());
      if (read.follows() != read.version()) {
        json.writeNumberProperty("follows", read.follows());
      }
      if (read.until() != read.version()) {
        json.writeNumberProperty("until", read.until());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writes(List<Write> writes) {
    if (writes.isEmpty()) {
      return;
    }
    json.writeArrayPropertyStart("writes");
    for (Write write : writes) {
      json.writeStartObject();
      json.writeStringProperty("actor", write.actor());
      json.writeNumberProperty("version", write.version());
      if (write.follows() != write.version() - 1) {
        json.writeNumberProperty("follows", write.follows());
      }
      if (write.what() != null) {
        json.writeStringProperty("what", write.what());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void line(Runnable fields) throws IOException {
    try {
      json.writeStartObject();
      fields.run();
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (JacksonIOException failed) {
      throw failed.getCause();
    }
  }
}
