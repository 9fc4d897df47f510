package tutti.server.http;

import io.netty.handler.codec.DefaultHeaders.NameValidator;
import io.netty.handler.codec.DefaultHeaders.ValueValidator;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.TooLongHttpHeaderException;

/**
 * Makes headers that take {@link Limits#FIELDS} fields. A bound of the bytes alone is not enough:
 * an empty field takes five bytes on the wire and a hundred in memory, so 32 KiB of them would be
 * 600 kB for each connection whose request never ends.
 *
 * @param checks what names and values are checked by
 */
record BoundedFields(DefaultHttpHeadersFactory checks) implements HttpHeadersFactory {
  @Override
  public HttpHeaders newHeaders() {
    return new Fields(checks.getNameValidator(), checks.getValueValidator());
  }

  @Override
  public HttpHeaders newEmptyHeaders() {
    return checks.newEmptyHeaders();
  }

  private static final class Fields extends DefaultHttpHeaders {
    private static final int TABLE = 16;
    private int fields;

    Fields(NameValidator<CharSequence> names, ValueValidator<CharSequence> values) {
      super(names, values, TABLE);
    }

    private void count() {
      if (++fields > Limits.FIELDS) {
        throw new TooLongHttpHeaderException("more than " + Limits.FIELDS + " fields");
      }
    }

    @Override
    public HttpHeaders add(String name, Object value) {
      count();
      return super.add(name, value);
    }

    @Override
    public HttpHeaders add(CharSequence name, Object value) {
      count();
      return super.add(name, value);
    }
  }
}
