package tutti.simulator.application;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.simulator.world.Seeds;

/**
 * The keys of the actors that one run numbers: the numbers themselves, or unusual texts, which are
 * valid keys nevertheless. The texts of one run are of one kind, so that code may mistake one for
 * another: prefixes of each other, forms of one text that differ in normalization, signs of URLs,
 * controls, digits of other scripts, texts whose order in UTF-16 differs from that in UTF-8, or
 * texts of all lengths up to the greatest. No two of them are equal, since each text contains its
 * kind and its number. For example, {@code ActorNames.PLAIN.text(3)} is {@code "3"}. Immutable.
 */
public final class ActorNames {
  /** The numbers themselves. */
  public static final ActorNames PLAIN = new ActorNames(List.of());

  /** The number of unusual texts in one kind; further numbers have longer texts. */
  private static final int SIZE = 8;

  /** The number of kinds whose texts are put together from those of all others. */
  private static final int MIXTURES = 6;

  private static final List<List<String>> PIECES =
      List.of(
          List.of("a", "aa", "aaa", "a\0", "a\0b", "a/", "a/b", "ab"),
          List.of(
              "\u00E9",
              "e\u0301",
              "\u212B",
              "\u00C5",
              "A\u030A",
              "\uAC00",
              "\u1100\u1161",
              "\uFB01"),
          List.of("+", "-", "%2F", "/", ".", "..", " ", "%"),
          List.of("?", "#", "\\", "\"", "~", "&=", "[0]", "a b"),
          List.of("\0", "\0\0", "\n", "\r\n", "\u007F", "\u0085", "\u2028", "\u202E"),
          List.of("\t", "\uFEFF", "\u200B", "\u00A0", "\u3000", "\u0001", "'", "\u00AD"),
          List.of(
              "\uFFFF",
              "\uD83D\uDE00",
              "\uE000",
              "\uD800\uDC00",
              "\uDBFF\uDFFF",
              "\uFFFD",
              "\uD7FF",
              "\uD83D\uDE00\u200D"),
          List.of("\u0661", "\uFF11", "\u0967", "\u00B2", "\u2167", "01", "-1", "1e0"));

  /** The lengths of texts of one letter: bounds of the numbers that stand before texts. */
  private static final List<Integer> LENGTHS = List.of(1, 127, 128, 255, 256, 1000, 300);

  private static final List<ActorNames> ODD = kinds();

  private static final Map<String, ActorNames> BY_TEXT = byText();

  private final List<String> texts;

  private ActorNames(List<String> texts) {
    this.texts = texts;
  }

  private static List<ActorNames> kinds() {
    List<ActorNames> all = new ArrayList<>();
    PIECES.forEach(pieces -> all.add(new ActorNames(pieces)));
    List<String> lengths = new ArrayList<>(LENGTHS.stream().map("k"::repeat).toList());
    lengths.add("\u3042".repeat(ActorId.MOST_KEY_BYTES / 3) + "k");
    all.add(new ActorNames(List.copyOf(lengths)));
    RandomGenerator random = Seeds.stream(0, "names of actors");
    for (int i = 0; i < MIXTURES; i++) {
      List<String> mixed = new ArrayList<>();
      for (int j = 0; j < SIZE; j++) {
        // What comes first tells these texts from all others.
        mixed.add("m" + (i * SIZE + j) + piece(random) + piece(random) + piece(random));
      }
      all.add(new ActorNames(List.copyOf(mixed)));
    }
    return List.copyOf(all);
  }

  private static String piece(RandomGenerator random) {
    List<String> pieces = PIECES.get(random.nextInt(PIECES.size()));
    return pieces.get(random.nextInt(pieces.size()));
  }

  private static Map<String, ActorNames> byText() {
    Map<String, ActorNames> all = new HashMap<>();
    for (ActorNames names : ODD) {
      for (String text : names.texts) {
        if (names.texts.size() != SIZE || all.put(text, names) != null) {
          throw new IllegalStateException("two names of actors are equal: " + text);
        }
      }
    }
    return all;
  }

  /** Draws unusual texts of one kind. */
  public static ActorNames draw(RandomGenerator random) {
    return ODD.get(random.nextInt(ODD.size()));
  }

  /** Returns the names of which a text of one of the first eight numbers is one. */
  public static ActorNames beside(String text) {
    @Nullable ActorNames odd = BY_TEXT.get(text);
    return odd == null ? PLAIN : odd;
  }

  /** Returns the number, as text, whose text this is among unusual ones; else the text itself. */
  public static String plain(String text) {
    int number = beside(text).texts.indexOf(text);
    return number < 0 ? text : Integer.toString(number);
  }

  /**
   * Returns the key of the actor with that number. No other number has the same text.
   *
   * @param number at least 0
   */
  public String text(long number) {
    if (texts.isEmpty()) {
      return Long.toString(number);
    }
    String text = texts.get((int) (number % SIZE));
    String longer = number < SIZE ? text : number + ":" + text;
    return ActorId.keyFault(longer) == null ? longer : Long.toString(number);
  }

  /** Returns whether these are unusual texts. */
  public boolean unusual() {
    return !texts.isEmpty();
  }

  /**
   * Returns a text that tells requests of one client apart: four of them in a row differ only in
   * how they are written.
   *
   * @param client the client's name
   * @param number the number of the request
   */
  public String request(String client, int number) {
    if (texts.isEmpty()) {
      return client + "-" + number;
    }
    String end =
        switch (number & 3) {
          case 0 -> "\u00E9";
          case 1 -> "e\u0301";
          case 2 -> "";
          default -> "\0";
        };
    return client + "-" + texts.getFirst() + "-" + (number >> 2) + end;
  }

  @Override
  public String toString() {
    return texts.isEmpty() ? "numbers" : texts.toString();
  }
}
