package tutti.simulator.mutant;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One bug to be put into the real code. {@link MutantFile} describes its file.
 *
 * @param name of the mutant; lower-case words with dashes
 * @param breaks the fault of the changed code, in one sentence
 * @param idea the published bug, or the kind of bug, that it is taken from
 * @param expected the rules at least one of which is expected not to hold, as findings name them,
 *     written down before the mutant was tried
 * @param caughtBy the rule that was broken when the mutant was tried
 * @param hunt the runs of the hunt for it
 * @param changes to the source, a class each
 */
public record Mutant(
    String name,
    Mechanism mechanism,
    String breaks,
    String idea,
    List<String> expected,
    String caughtBy,
    Hunt hunt,
    List<Change> changes) {

  /**
   * The runs in which a mutant is looked for.
   *
   * @param most the number of runs within which it is expected to be caught
   * @param flags of {@code tutti simulate}
   * @param control the source files of a concurrency control that the runs can choose beside
   *     Tutti's own, by their paths in the project: first that of its kind; mostly none
   */
  public record Hunt(int most, List<String> flags, List<String> control) {
    public Hunt(int most, List<String> flags) {
      this(most, flags, List.of());
    }
  }

  /**
   * The part of the bug in one class.
   *
   * @param className the class that is patched, with its package
   * @param edits of that class's file, in order
   */
  public record Change(String className, List<Edit> edits) {

    /**
     * Returns the source of the class with this bug in it.
     *
     * @throws IllegalArgumentException if the text that it replaces is not there exactly once
     */
    public String patched(String source) {
      String patched = source;
      for (Edit edit : edits) {
        patched = edit.apply(patched);
      }
      return patched;
    }
  }

  /**
   * One change to a file.
   *
   * @param find the text to replace, which is there exactly once; its line breaks do not matter
   * @param put the text that goes there instead
   */
  public record Edit(String find, String put) {
    /**
     * Returns a source with this change.
     *
     * @throws IllegalArgumentException if the text is not there, or more than once
     */
    String apply(String source) {
      Matcher matcher =
          Pattern.compile(
                  Stream.of(find.strip().split("\\s+"))
                      .map(Pattern::quote)
                      .collect(Collectors.joining("\\s+")))
              .matcher(source);
      if (!matcher.find()) {
        throw new IllegalArgumentException("this is not in the source any more: " + find);
      }
      int start = matcher.start();
      int end = matcher.end();
      if (matcher.find()) {
        throw new IllegalArgumentException("this is in the source more than once: " + find);
      }
      return source.substring(0, start) + put + source.substring(end);
    }
  }
}
