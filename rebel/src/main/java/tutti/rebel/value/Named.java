package tutti.rebel.value;

/** Finds the constant that has a text. */
final class Named {
  private Named() {}

  static <E extends Enum<E>> E parse(E[] constants, String text, String expected) {
    for (E constant : constants) {
      if (constant.toString().equals(text)) {
        return constant;
      }
    }
    throw new NotAValue(expected, text);
  }
}
