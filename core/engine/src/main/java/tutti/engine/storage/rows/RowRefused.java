package tutti.engine.storage.rows;

import tutti.model.MalformedData;

/**
 * A row that was written cannot be read as this version of the application has it: its record's
 * constructor throws, it has a constant that was dropped, or it would be one with another row. The
 * message names the relation and the row.
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
