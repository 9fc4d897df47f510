package tutti.model.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/** Decimal numbers as bytes: with their scale, and as keys that sort by value. */
final class Decimals {
  private static final int NEGATIVE = 0;
  private static final int ZERO = 1;
  private static final int POSITIVE = 2;

  private static final BigInteger SMALLEST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

  private Decimals() {}

  /**
   * Appends the scale, zig-zag, with a bit that says whether the digits follow as a number or as
   * bytes.
   */
  static void put(BigDecimal value, Encoder out) {
    BigInteger digits = value.unscaledValue();
    boolean small = digits.compareTo(SMALLEST) >= 0 && digits.compareTo(LARGEST) <= 0;
    out.putSigned((long) value.scale() << 1 | (small ? 0 : 1));
    if (small) {
      out.putSigned(digits.longValue());
    } else {
      out.putBytes(digits.toByteArray());
    }
  }

  static BigDecimal get(Decoder in) {
    long header = in.getSigned();
    long scale = header >> 1;
    if (scale != (int) scale) {
      throw new MalformedData("a decimal of scale " + scale + " at offset " + in.position());
    }
    return (header & 1) == 0
        ? BigDecimal.valueOf(in.getSigned(), (int) scale)
        : new BigDecimal(getInteger(in), (int) scale);
  }

  static BigInteger getInteger(Decoder in) {
    byte[] bytes = in.getBytes();
    if (bytes.length == 0) {
      throw new MalformedData("an integer without bytes at offset " + in.position());
    }
    return new BigInteger(bytes);
  }

  /**
   * Appends the sign, the power of ten of the first digit, and the digits, closed by a byte that is
   * less than any digit. In a negative number all bytes but the sign are inverted, so that the
   * larger magnitude sorts first.
   */
  static void putKey(BigDecimal value, Encoder out) {
    if (value.signum() == 0) {
      out.putByte(ZERO);
      return;
    }
    BigDecimal canonical = value.stripTrailingZeros();
    int flip = value.signum() < 0 ? 0xFF : 0;
    out.putByte(flip == 0 ? POSITIVE : NEGATIVE);
    long magnitude = (long) canonical.precision() - canonical.scale();
    long ordered = magnitude ^ Long.MIN_VALUE;
    out.putLong(flip == 0 ? ordered : ~ordered);
    byte[] digits = canonical.unscaledValue().abs().toString().getBytes(StandardCharsets.US_ASCII);
    for (byte digit : digits) {
      out.putByte(digit ^ flip);
    }
    out.putByte(flip);
  }

  static BigDecimal getKey(Decoder in) {
    int sign = in.getByte();
    if (sign == ZERO) {
      return BigDecimal.ZERO;
    }
    if (sign > POSITIVE) {
      throw new MalformedData(sign + " is no sign of a decimal");
    }
    int flip = sign == NEGATIVE ? 0xFF : 0;
    long ordered = in.getLong();
    long magnitude = (flip == 0 ? ordered : ~ordered) ^ Long.MIN_VALUE;
    StringBuilder digits = new StringBuilder();
    for (int next = in.getByte() ^ flip; next != 0; next = in.getByte() ^ flip) {
      if (next < '0' || next > '9') {
        throw new MalformedData(next + " is no digit at offset " + in.position());
      }
      digits.append((char) next);
    }
    if (digits.isEmpty()) {
      throw new MalformedData("a decimal without digits at offset " + in.position());
    }
    BigInteger unscaled = new BigInteger(digits.toString());
    int scale = Math.toIntExact(digits.length() - magnitude);
    return new BigDecimal(flip == 0 ? unscaled : unscaled.negate(), scale);
  }
}
