package tutti.lab.simulation.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** A generator of scripts: short ones, on few shelves and few keys, so that they meet. */
final class ScriptDraw {
  private static final int GROUPS = 4;
  private static final int CODES = 12;

  private final RandomGenerator random;
  private final int shelves;
  private final int keys;
  private final int tills;
  private final boolean later;

  /**
   * @param shelves the number of shelves
   * @param keys the number of keys of each shelf that are used most
   * @param tills the number of tills that may be moved; if it is 0, nothing is drawn for them
   * @param later whether the application is a later version, which has more than its first version
   */
  ScriptDraw(RandomGenerator random, int shelves, int keys, int tills, boolean later) {
    this.random = random;
    this.shelves = shelves;
    this.keys = keys;
    this.tills = tills;
    this.later = later;
  }

  int shelf() {
    return random.nextInt(shelves);
  }

  /** Draws a procedure that begins on a shelf and may change it. */
  Script changing(int shelf) {
    return switch (random.nextInt(10)) {
      case 0 -> transfer(shelf);
      case 1 -> moved(shelf);
      case 2 -> Script.parse(write() + " " + end());
      case 3 -> Script.parse(read() + " " + write() + " " + read());
      default -> body(shelf, 3, false);
    };
  }

  /** Draws a query. */
  Script reading(int shelf) {
    return body(shelf, 2, true);
  }

  /** Returns a script that reads everything, on all shelves. */
  String everything() {
    StringBuilder script = new StringBuilder("s0.9 n0.9");
    for (int i = 1; i < shelves; i++) {
      script.append(" q").append(i).append("(s0.9 N0.9)");
    }
    for (int i = 1; i < shelves; i++) {
      script.append(" !").append(i - 1);
    }
    return script.toString();
  }

  /** Draws a transfer of money from here to another shelf, or within this one. */
  private Script transfer(int shelf) {
    int to = shelf();
    int cents = 1 + random.nextInt(60);
    return Script.parse(
        to == shelf
            ? "m" + purse() + "." + purse() + "." + cents
            : "-" + purse() + "." + cents + " c" + to + "(+" + purse() + "." + cents + ") "
                + end());
  }

  /** Draws a move of an item from one shelf to another. */
  private Script moved(int shelf) {
    int to = shelf();
    return Script.parse(
        to == shelf
            ? "d" + key() + " " + write()
            : "D" + key() + " c" + to + "(" + add() + ")" + (random.nextBoolean() ? " !0" : ""));
  }

  private Script body(int shelf, int deeper, boolean reads) {
    List<String> steps = new ArrayList<>();
    int calls = 0;
    for (int left = 1 + random.nextInt(5); left > 0; left--) {
      int what = random.nextInt(10);
      if (tills > 0 && !reads && random.nextInt(4) == 0) {
        steps.add(till(deeper));
      } else if (what == 0 && calls > 0) {
        steps.add("!" + random.nextInt(calls));
      } else if (what <= 2 && deeper > 0 && calls < ScriptInterpreter.MOST_CALLS) {
        steps.add(call(shelf, deeper, reads));
        calls += steps.getLast().charAt(0) == 'o' ? 0 : 1;
      } else {
        steps.add(reads || random.nextInt(3) == 0 ? read() : write());
      }
    }
    for (int i = 0; i < calls; i++) {
      // Some promises are never taken.
      if (random.nextInt(3) > 0) {
        steps.add("!" + i);
      }
    }
    if (!reads && deeper == 3) {
      steps.add(end());
    }
    return Script.parse(String.join(" ", steps));
  }

  /** Draws money for a till or from it, or an action that it has a shelf do. */
  private String till(int deeper) {
    int till = random.nextInt(tills);
    if (deeper > 0 && random.nextBoolean()) {
      int callee = shelf();
      String purse = purse() + "." + random.nextInt(40);
      return "k" + till + "." + callee + "." + purse + "(" + body(callee, deeper - 1, false) + ")";
    }
    return (random.nextBoolean() ? "b" : "B") + till + "." + purse() + "." + random.nextInt(40);
  }

  private String call(int shelf, int deeper, boolean reads) {
    int callee = random.nextInt(6) == 0 ? shelf : shelf();
    if (callee == shelf && random.nextBoolean() && !reads) {
      return "o(" + body(shelf, deeper - 1, false) + ")";
    }
    boolean query = reads || random.nextInt(3) == 0;
    return (query ? "q" : "c") + callee + "(" + body(callee, deeper - 1, query) + ")";
  }

  private String read() {
    if (later && random.nextInt(5) == 0) {
      int worth = random.nextInt(5);
      return "y" + worth + "." + (worth + random.nextInt(3));
    }
    int low = random.nextInt(keys);
    int high = low + random.nextInt(keys - low);
    int group = random.nextInt(GROUPS);
    return switch (random.nextInt(9)) {
      case 0 -> "s" + low + "." + high;
      case 1 -> "S" + low + "." + high;
      case 2 -> "t" + low + "." + (1 + random.nextInt(3));
      case 3 -> "T" + high + "." + (1 + random.nextInt(3));
      case 4 -> "n" + group + "." + Math.min(GROUPS - 1, group + random.nextInt(2));
      case 5 -> "N" + group + "." + (GROUPS - 1);
      case 6 -> "u" + random.nextInt(CODES);
      default -> "g" + key();
    };
  }

  private String write() {
    if (later && random.nextInt(6) == 0) {
      return "a" + random.nextInt(3);
    }
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> add();
      case 3 -> "d" + key();
      case 4 -> "D" + key();
      case 5 -> "v" + key() + "." + random.nextInt(GROUPS);
      case 6 -> "m" + purse() + "." + purse() + "." + random.nextInt(40);
      default -> "w" + key();
    };
  }

  private String add() {
    String kind =
        switch (random.nextInt(8)) {
          case 0 -> "I";
          case 1 -> "p";
          default -> "i";
        };
    return kind + key() + "." + random.nextInt(GROUPS) + "." + random.nextInt(CODES);
  }

  /** Draws an end: some scripts give up there. */
  private String end() {
    return switch (random.nextInt(24)) {
      case 0 -> "x";
      case 1 -> "e";
      default -> "";
    };
  }

  private int key() {
    return random.nextInt(keys);
  }

  private int purse() {
    return random.nextInt(RowScenario.PURSES);
  }
}
