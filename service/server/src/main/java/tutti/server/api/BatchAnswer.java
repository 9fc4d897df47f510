package tutti.server.api;

import java.nio.charset.StandardCharsets;
import java.util.NoSuchElementException;
import tutti.engine.node.RunningBatch;
import tutti.server.http.LivePieces;

/** The answer to a batch, as text that is made while the batch runs. */
final class BatchAnswer implements LivePieces {
  /** The number of characters after which a piece of the answer ends. */
  private static final int CHARACTERS = 16 << 10;

  private final RunningBatch<String> batch;
  private final boolean lines;
  private boolean begun;

  /**
   * @param batch whose answers are JSON objects
   * @param lines whether the answer has a line for each transaction; else it is one object
   */
  BatchAnswer(RunningBatch<String> batch, boolean lines) {
    this.batch = batch;
    this.lines = lines;
  }

  @Override
  public boolean isThereOr(Runnable task) {
    return batch.isThereOr(task);
  }

  @Override
  public boolean hasNext() {
    return batch.hasNext();
  }

  @Override
  public byte[] next() {
    StringBuilder text = new StringBuilder(CHARACTERS);
    String document;
    while (text.length() < CHARACTERS && (document = batch.take()) != null) {
      if (!lines) {
        text.append(begun ? "," : "{\"items\":[");
      }
      begun = true;
      text.append(document);
      if (lines) {
        text.append('\n');
      }
    }
    if (text.isEmpty()) {
      throw new NoSuchElementException();
    }
    if (!lines && !hasNext()) {
      text.append("]}");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void abandon() {
    batch.abandon();
  }
}
