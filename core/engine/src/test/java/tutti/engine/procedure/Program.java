package tutti.engine.procedure;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The steps of a procedure that matter for the active set: calls and takes. As text, {@code b(c)
 * d() !0} calls b, whose procedure calls c, then d, and then takes the promise of b.
 */
record Program(List<Step> steps) {

  sealed interface Step {
    /** Calls an actor, which runs the body. */
    record Make(String actor, Program body) implements Step {
      @Override
      public String toString() {
        return actor + "(" + body + ")";
      }
    }

    /** Takes the promise of the call of that number, of those made here. */
    record Take(int call) implements Step {
      @Override
      public String toString() {
        return "!" + call;
      }
    }
  }

  static Program parse(String text) {
    return new Parser(text).program();
  }

  private static final class Parser {
    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    Program program() {
      List<Step> steps = new ArrayList<>();
      while (at < text.length() && text.charAt(at) != ')') {
        int from = at;
        if (text.charAt(at) == ' ') {
          at++;
        } else if (text.charAt(at) == '!') {
          at++;
          steps.add(new Step.Take(Integer.parseInt(word())));
        } else {
          String actor = word();
          at++;
          Program body = program();
          at++;
          steps.add(new Step.Make(actor, body));
        }
        if (at == from) {
          throw new IllegalArgumentException(text + " at " + at);
        }
      }
      return new Program(steps);
    }

    private String word() {
      int from = at;
      while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
        at++;
      }
      return text.substring(from, at);
    }
  }

  /** A random one: at most so deep, over so many actors. */
  static Program random(RandomGenerator random, int depth, int actors) {
    List<Step> steps = new ArrayList<>();
    int calls = 0;
    for (int left = random.nextInt(4); left > 0; left--) {
      if (calls > 0 && random.nextInt(3) == 0) {
        steps.add(new Step.Take(random.nextInt(calls)));
      } else if (depth > 0) {
        String actor = String.valueOf((char) ('a' + random.nextInt(actors)));
        steps.add(new Step.Make(actor, random(random, depth - 1, actors)));
        calls++;
      }
    }
    return new Program(steps);
  }

  @Override
  public String toString() {
    return String.join(" ", steps.stream().map(Step::toString).toList());
  }
}
