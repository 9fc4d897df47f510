package tutti.simulator.mutant;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * One bug to be put into the real code.
 *
 * @param name it goes by; lower-case words with dashes
 * @param breaks what is wrong then, in one sentence
 * @param idea the published bug, or the kind of bug, that it is taken from
 * @param expected the rules of which one at least is expected not to hold, as findings name them
 * @param className the class that is patched, with its package
 * @param edits of that class's file
 * @param flags of {@code tutti simulate} that suit it
 * @param runs within which it is expected to be caught
 */
public record Mutant(
    String name,
    Mechanism mechanism,
    String breaks,
    String idea,
    List<String> expected,
    String className,
    List<Edit> edits,
    List<String> flags,
    int runs) {

  /**
   * One change to a file.
   *
   * @param find is there exactly once; how it is broken into lines is the same
   * @param put goes there instead
   */
  public record Edit(String find, String put) {}

  /** Many short runs have more crashes and restarts than few long ones. */
  private static final List<String> SHORT = List.of("--requests", "200");

  private static final List<String> OF_BANK = List.of("--workload", "bank");
  private static final List<String> TWO_PHASE = List.of("--commit", "two-phase");

  /** Begins one; {@link Draft#runs} ends it. */
  static Draft of(Mechanism mechanism, String name) {
    return new Draft(mechanism, name);
  }

  /**
   * The source of its class with this bug in it.
   *
   * @throws IllegalArgumentException if what it replaces is not there exactly once
   */
  public String patched(String source) {
    String patched = source;
    for (Edit edit : edits) {
      patched = Patch.apply(patched, edit);
    }
    return patched;
  }

  /** A mutant in the making: its parts by name. */
  static final class Draft {
    private final Mechanism mechanism;
    private final String name;
    private String breaks = "";
    private String idea = "";
    private List<String> expected = List.of();
    private String className = "";
    private final List<Edit> edits = new ArrayList<>();
    private String find = "";
    private List<String> commit = TWO_PHASE;

    private Draft(Mechanism mechanism, String name) {
      this.mechanism = mechanism;
      this.name = name;
    }

    Draft breaks(String sentence) {
      breaks = sentence;
      return this;
    }

    Draft from(String source) {
      idea = source;
      return this;
    }

    Draft expect(String... rules) {
      expected = List.of(rules);
      return this;
    }

    /** Where it is: a class below the package {@code tutti}. */
    Draft in(String inClass) {
      className = "tutti." + inClass;
      return this;
    }

    /** What is there; {@link #by} follows. */
    Draft replace(String text) {
      find = text;
      return this;
    }

    Draft by(String text) {
      edits.add(new Edit(find, text));
      return this;
    }

    /** Each run draws its commit protocol. */
    Draft underAnyCommit() {
      commit = List.of();
      return this;
    }

    private static List<String> unless(String said, String[] flags, List<String> usual) {
      return Arrays.asList(flags).contains(said) ? List.of() : usual;
    }

    /** How it is looked for: at most so many runs, with these flags. */
    Mutant runs(int most, String... flags) {
      return new Mutant(
          name,
          mechanism,
          breaks,
          idea,
          expected,
          className,
          List.copyOf(edits),
          Stream.of(
                  unless("--requests", flags, SHORT),
                  unless("--workload", flags, OF_BANK),
                  unless("--commit", flags, commit),
                  List.of(flags))
              .flatMap(List::stream)
              .toList(),
          most);
    }
  }
}
