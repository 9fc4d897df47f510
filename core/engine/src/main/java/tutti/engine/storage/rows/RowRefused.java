package tutti.engine.storage.rows;

import tutti.model.MalformedData;

/**
 * A row that was written cannot be read under this version of the application: its record's
 * constructor throws, it has a constant that was dropped, or its key is now that of another row.
 * The message names the relation and the row.
 */
public final class RowRefused extends MalformedData {
  private static final long serialVersionUID = 1L;

  public RowRefused(String message, Throwable cause) {
    super(message, cause);
  }

  public RowRefused(String message) {
    super(message);
  }
}
