package tutti.server.api;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BiConsumer;
import tutti.server.http.Response;

/**
 * A JSON document with a long array in it, made piece by piece as the client reads it: what is not
 * sent yet is no text yet. Used by one thread at a time.
 *
 * @param <T> an element of the array, before it is text
 */
final class JsonPieces<T> implements Iterator<byte[]> {
  /**
   * The number of characters after which a piece ends, behind the element that reaches this number.
   */
  private static final int CHARACTERS = 16 << 10;

  private final Iterator<T> elements;
  private final BiConsumer<StringBuilder, T> put;
  private final String end;
  private String before;
  private boolean ended;

  private JsonPieces(
      String begin, Iterator<T> elements, BiConsumer<StringBuilder, T> put, String end) {
    this.before = begin;
    this.elements = elements;
    this.put = put;
    this.end = end;
  }

  /**
   * Returns an answer of status 200; a short one as a whole.
   *
   * @param begin the text before the first element, which ends with a bracket
   * @param put appends the text of an element
   * @param end the text after the last one
   */
  static <T> Response response(
      String begin, Iterator<T> elements, BiConsumer<StringBuilder, T> put, String end) {
    JsonPieces<T> pieces = new JsonPieces<>(begin, elements, put, end);
    byte[] first = pieces.next();
    return pieces.hasNext()
        ? Response.streamed(200, Response.JSON, new Begun(first, pieces))
        : new Response(200, Response.JSON, first);
  }

  @Override
  public boolean hasNext() {
    return !ended;
  }

  @Override
  public byte[] next() {
    if (ended) {
      throw new NoSuchElementException();
    }
    StringBuilder text = new StringBuilder(1 << 10);
    while (elements.hasNext() && text.length() < CHARACTERS) {
      text.append(before);
      put.accept(text, elements.next());
      before = ",";
    }
    if (!elements.hasNext()) {
      text.append(before.equals(",") ? "" : before).append(end);
      ended = true;
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Pieces of which the first is there. */
  private static final class Begun implements Iterator<byte[]> {
    private final byte[] first;
    private final Iterator<byte[]> others;
    private boolean begun;

    Begun(byte[] first, Iterator<byte[]> others) {
      this.first = first;
      this.others = others;
    }

    @Override
    public boolean hasNext() {
      return !begun || others.hasNext();
    }

    @Override
    public byte[] next() {
      if (begun) {
        return others.next();
      }
      begun = true;
      return first;
    }
  }
}
