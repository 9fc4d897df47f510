package tutti.model.schema;

import java.util.Locale;

/**
 * The kinds of scalar values, which have no parts. The order of the kinds is part of the stored
 * form, so new kinds are appended.
 */
public enum Kind {
  BOOLEAN,
  BYTE,
  SHORT,
  CHAR,
  INT,
  LONG,
  FLOAT,
  DOUBLE,
  STRING,
  DECIMAL,
  BIG_INTEGER,
  INSTANT,
  DATE,
  DATE_TIME,
  DURATION,
  UUID;

  /** Whether values are whole numbers that fit a {@code long}, in order of size. */
  public boolean integral() {
    return this == BYTE || this == SHORT || this == INT || this == LONG;
  }

  /** The name as it stands in a schema's text. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
