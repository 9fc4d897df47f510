package tutti.model;

/** Bytes that do not have the expected form: a damaged file or a foreign message. */
public class MalformedData extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MalformedData(String message) {
    super(message);
  }

  public MalformedData(String message, Throwable cause) {
    super(message, cause);
  }
}
