package tutti.simulator.mutant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The mutants of the project: a file {@code MECHANISM/NAME.mutant} each, below {@code
 * verification/simulator/src/main/mutants}. They are patches of sources, and so are read where the
 * sources are.
 */
public final class Mutants {
  private static final String FOLDER = "verification/simulator/src/main/mutants";
  private static final String ENDING = ".mutant";

  private Mutants() {}

  /**
   * Returns all mutants, by mechanism and then by name.
   *
   * @throws IOException if there are no sources, or they cannot be read: the message is for a
   *     person
   * @throws IllegalArgumentException if a file is no mutant: the message names the file and the
   *     line
   */
  public static List<Mutant> all() throws IOException {
    Path root = ProjectSources.find().file(FOLDER);
    List<Mutant> all = new ArrayList<>();
    for (Mechanism mechanism : Mechanism.values()) {
      Path folder = root.resolve(mechanism.label());
      if (!Files.isDirectory(folder)) {
        continue;
      }
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.sorted().toList()) {
          all.add(read(file, mechanism));
        }
      }
    }
    return all;
  }

  /** Returns the path of a mutant's file, from the project's folder. */
  static String file(Mechanism mechanism, String name) {
    return FOLDER + "/" + mechanism.label() + "/" + name + ENDING;
  }

  private static Mutant read(Path file, Mechanism mechanism) throws IOException {
    String name = String.valueOf(file.getFileName());
    if (!name.endsWith(ENDING)) {
      throw new IllegalArgumentException(file + " does not end in " + ENDING);
    }
    String text = Files.readString(file);
    return MutantFile.parse(name.substring(0, name.length() - ENDING.length()), mechanism, text);
  }

  /**
   * Returns the mutants with these names, in this order.
   *
   * @throws IOException as {@link #all} does
   * @throws IllegalArgumentException if there is none of a name: the message names those that there
   *     are
   */
  public static List<Mutant> named(List<String> names) throws IOException {
    List<Mutant> all = all();
    List<Mutant> found = new ArrayList<>();
    for (String name : names) {
      found.add(
          all.stream()
              .filter(mutant -> mutant.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "there is no mutant '"
                              + name
                              + "'; there are "
                              + all.stream().map(Mutant::name).collect(Collectors.joining(", ")))));
    }
    return found;
  }
}
