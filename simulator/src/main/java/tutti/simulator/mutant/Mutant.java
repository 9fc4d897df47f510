package tutti.simulator.mutant;

import java.util.List;

/**
 * One bug to be put into the real code. {@link MutantFile} says how its file looks.
 *
 * @param name it goes by; lower-case words with dashes
 * @param breaks what is wrong then, in one sentence
 * @param idea the published bug, or the kind of bug, that it is taken from
 * @param expected the rules of which one at least is expected not to hold, as findings name them,
 *     written down before the mutant was tried
 * @param caughtBy the rule that was broken when it was tried
 * @param runs within which it is expected to be caught
 * @param flags of {@code tutti simulate} that it is looked for with
 * @param changes to the source, a class each
 */
public record Mutant(
    String name,
    Mechanism mechanism,
    String breaks,
    String idea,
    List<String> expected,
    String caughtBy,
    int runs,
    List<String> flags,
    List<Change> changes) {

  /**
   * The bug's part in one class.
   *
   * @param className the class that is patched, with its package
   * @param edits of that class's file, in order
   */
  public record Change(String className, List<Edit> edits) {

    /**
     * The source of the class with this bug in it.
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
  }

  /**
   * One change to a file.
   *
   * @param find is there exactly once; how it is broken into lines does not matter
   * @param put goes there instead
   */
  public record Edit(String find, String put) {}
}
