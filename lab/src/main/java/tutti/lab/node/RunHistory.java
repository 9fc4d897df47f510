package tutti.lab.node;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.history.History;
import tutti.engine.transaction.Outcome;
import tutti.model.ActorId;
import tutti.model.Call;

/**
 * Writes the history of all runs to a file, for checkers: one JSON object per line.
 *
 * <ul>
 *   <li>{@code {"event":"began","run":3,"label":…}}: a node was opened; what follows is its history
 *   <li>{@code {"event":"wrote","transaction","actor","version","action","arguments"}}
 *   <li>{@code {"event":"read","transaction","actor","version"}}
 *   <li>{@code {"event":"ended","transaction","outcome","invoked-ns","completed-ns"}}: what the
 *       client saw, and when it asked and was answered, on one clock
 * </ul>
 *
 * Thread-safe. A thread of its own writes; when it falls a million lines behind, the run waits.
 */
public final class RunHistory implements AutoCloseable {
  /** Keeps nothing. */
  public static final RunHistory NONE = new RunHistory();

  private static final int BEHIND = 1_000_000;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final @Nullable Recorder recorder;
  private int runs;

  private RunHistory() {
    recorder = null;
  }

  private RunHistory(Path file) throws IOException {
    recorder = new Recorder(Files.newBufferedWriter(file));
  }

  /** A history in this file, replacing what is there. */
  public static RunHistory to(Path file) throws IOException {
    return new RunHistory(file);
  }

  /** The hook for the next node. */
  public History of(String label) {
    if (recorder == null) {
      return History.NONE;
    }
    ObjectNode line = recorder.line("began");
    line.put("run", runs++);
    line.put("label", label);
    recorder.put(line);
    return recorder;
  }

  /** Whether anybody is told. */
  public boolean enabled() {
    return recorder != null;
  }

  /**
   * What a client saw.
   *
   * @param invoked when it asked, {@link System#nanoTime}
   */
  public void ended(Outcome outcome, long invoked) {
    if (recorder == null) {
      return;
    }
    ObjectNode line = recorder.line("ended");
    line.put("transaction", outcome.transaction().toString());
    line.put(
        "outcome",
        switch (outcome) {
          case Outcome.Committed committed -> "committed";
          case Outcome.Aborted aborted -> "aborted/" + aborted.reason().code();
          case Outcome.InDoubt inDoubt -> "in-doubt";
        });
    line.put("invoked-ns", invoked);
    line.put("completed-ns", System.nanoTime());
    recorder.put(line);
  }

  @Override
  public void close() throws IOException {
    if (recorder != null) {
      recorder.close();
    }
  }

  private static final class Recorder implements History {
    private final LinkedBlockingQueue<ObjectNode> lines = new LinkedBlockingQueue<>(BEHIND);
    private final ObjectNode end = JSON.createObjectNode();
    private final BufferedWriter out;
    private final Thread writer;
    private volatile @Nullable IOException failure;

    Recorder(BufferedWriter out) {
      this.out = out;
      this.writer = Thread.ofPlatform().daemon().name("history").start(this::write);
    }

    @Override
    public void wrote(TransactionId transaction, ActorId actor, long version, Call call) {
      ObjectNode line = access("wrote", transaction, actor, version);
      line.put("action", call.action().name());
      ArrayNode arguments = line.putArray("arguments");
      call.arguments().forEach(argument -> arguments.add(String.valueOf(argument)));
      put(line);
    }

    @Override
    public void read(TransactionId transaction, ActorId actor, long version) {
      put(access("read", transaction, actor, version));
    }

    private ObjectNode access(
        String event, TransactionId transaction, ActorId actor, long version) {
      ObjectNode line = line(event);
      line.put("transaction", transaction.toString());
      line.put("actor", actor.toString());
      line.put("version", version);
      return line;
    }

    ObjectNode line(String event) {
      ObjectNode line = JSON.createObjectNode();
      line.put("event", event);
      return line;
    }

    void put(ObjectNode line) {
      try {
        lines.put(line);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void write() {
      List<ObjectNode> batch = new ArrayList<>();
      try (out) {
        while (true) {
          batch.add(lines.take());
          lines.drainTo(batch);
          for (ObjectNode line : batch) {
            if (line == end) {
              return;
            }
            write(line);
          }
          batch.clear();
        }
      } catch (IOException e) {
        failure = e;
      } catch (InterruptedException | UncheckedIOException e) {
        failure = new IOException(e);
      }
    }

    private void write(ObjectNode line) throws IOException {
      if (failure == null) {
        try {
          out.write(line.toString());
          out.newLine();
        } catch (IOException e) {
          // Lines are taken on, so that the run does not hang; the failure is told at the end.
          failure = e;
        }
      }
    }

    void close() throws IOException {
      put(end);
      try {
        writer.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      IOException failed = failure;
      if (failed != null) {
        throw new IOException("the history could not be written: " + failed.getMessage(), failed);
      }
    }
  }
}
