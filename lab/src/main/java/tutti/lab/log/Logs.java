package tutti.lab.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tutti.engine.transaction.record.LogRecord;
import tutti.engine.transaction.record.RecordFormat;
import tutti.model.Application;
import tutti.model.Decoder;

/**
 * The logs of all nodes of a deployment, read from their data folders once or again and again while
 * they grow. Not thread-safe.
 */
public final class Logs {
  private final List<LogTail> tails = new ArrayList<>();
  private final RecordFormat format;
  private final LoggedTransactions transactions;

  /**
   * @param application that wrote the logs
   * @param folders the nodes' data folders, in the order of the nodes' numbers
   */
  public Logs(Application application, List<Path> folders) {
    this.format = new RecordFormat(application);
    this.transactions = new LoggedTransactions(application);
    for (int node = 0; node < folders.size(); node++) {
      int of = node;
      tails.add(new LogTail(folders.get(node), (lsn, bytes) -> record(of, lsn, bytes)));
    }
  }

  private void record(int node, long lsn, byte[] bytes) {
    LogRecord record = format.read(new Decoder(bytes));
    transactions.add(node, lsn, record);
  }

  /**
   * Reads the new records.
   *
   * @throws LogIncomplete if part of a log is gone
   */
  public void poll() throws IOException {
    for (LogTail tail : tails) {
      tail.poll();
    }
  }

  /** Returns the transactions that were read so far. */
  public LoggedTransactions transactions() {
    return transactions;
  }
}
