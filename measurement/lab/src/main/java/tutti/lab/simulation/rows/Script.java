package tutti.lab.simulation.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/**
 * The steps of a procedure, one after another. A step is a letter, numbers with dots between them,
 * and of a call the callee's script in brackets: {@code g3 c1(d4 s0.9) !0}. {@link
 * ScriptInterpreter} defines the letters.
 */
record Script(List<Step> steps) {

  /**
   * One step of a script.
   *
   * @param body the script that is called; empty if there is none
   */
  record Step(char kind, List<Integer> numbers, Script body) {
    int number(int which) {
      return numbers.get(which);
    }

    /** Returns whether the step calls a procedure, of any actor. */
    boolean calls() {
      return kind == 'c' || kind == 'q' || kind == 'o';
    }

    /** Returns whether the step asks for an event of a till. */
    boolean moves() {
      return kind == 'b' || kind == 'B' || rings();
    }

    /** Returns whether the step's till has a shelf do something. */
    boolean rings() {
      return kind == 'k';
    }

    /** Returns the shelf that is called, directly or by a till. */
    int callee() {
      return number(rings() ? 1 : 0);
    }

    /**
     * Gives the shelves that are called, by this step and all its calls, but for the caller's own.
     */
    void shelves(IntConsumer sink) {
      if (calls() || rings()) {
        if (kind != 'o') {
          sink.accept(callee());
        }
        body.steps.forEach(step -> step.shelves(sink));
      }
    }

    @Override
    public String toString() {
      String all = kind + String.join(".", numbers.stream().map(String::valueOf).toList());
      return calls() || rings() ? all + "(" + body + ")" : all;
    }
  }

  static final Script NOTHING = new Script(List.of());

  static Script parse(String text) {
    return new Parser(text).script();
  }

  /** Returns whether this script, or a script that it calls, has such a step. */
  boolean has(Predicate<Step> which) {
    return steps.stream().anyMatch(step -> which.test(step) || step.body.has(which));
  }

  /** Gives the tills that this script and all its calls move; once for each time. */
  void tills(IntConsumer sink) {
    for (Step step : steps) {
      if (step.moves()) {
        sink.accept(step.number(0));
      }
      step.body.tills(sink);
    }
  }

  private static final class Parser {
    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    Script script() {
      List<Step> steps = new ArrayList<>();
      while (at < text.length() && text.charAt(at) != ')') {
        if (text.charAt(at) == ' ') {
          at++;
        } else {
          steps.add(step());
        }
      }
      return new Script(steps);
    }

    private Step step() {
      char kind = text.charAt(at++);
      List<Integer> numbers = new ArrayList<>(3);
      int number = -1;
      while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
        char next = text.charAt(at++);
        if (next == '.') {
          numbers.add(number);
          number = -1;
        } else {
          number = Math.max(number, 0) * 10 + (next - '0');
        }
      }
      if (number >= 0) {
        numbers.add(number);
      }
      Script body = NOTHING;
      if (at < text.length() && text.charAt(at) == '(') {
        at++;
        body = script();
        at++;
      }
      return new Step(kind, numbers, body);
    }
  }

  @Override
  public String toString() {
    return String.join(" ", steps.stream().map(Step::toString).toList());
  }
}
