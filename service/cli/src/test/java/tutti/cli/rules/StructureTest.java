package tutti.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The ways in which one idea may be cut into several files that cannot be read one by one: rings of
 * files that name each other, helpers that keep the object which has made them, and one name for
 * two types. {@link StyleExceptions} has what is over a limit, whose number may fall and never
 * rise.
 */
class StructureTest {
  /** The files of one package that may all lead to each other. */
  private static final int FILES_OF_A_RING = 4;

  /** Words that every protocol's package has by rule. */
  private static final Set<String> WORDS_OF_PROTOCOLS =
      Set.of(
          "Coordinator",
          "DurableState",
          "Group",
          "Input",
          "Invariants",
          "Message",
          "Output",
          "Participant",
          "Record",
          "Replica",
          "Role",
          "Settings",
          "Timer",
          "Timing",
          "Variant");

  @Test
  void noRingOfFilesIsLong() throws Exception {
    SortedMap<String, Integer> longest = new TreeMap<>();
    files()
        .forEach(
            (packageName, files) -> longest.put(packageName, longestRing(uses(files.values()))));
    assertThat(longest).hasSizeGreaterThan(100);
    StyleExceptions.staysBelow("ring", FILES_OF_A_RING, longest);
  }

  /** A helper that keeps its maker cannot be understood, nor tested, without it. */
  @Test
  void fewHelpersKeepTheirMaker() throws Exception {
    SortedMap<String, Integer> helpers = new TreeMap<>();
    for (JavaClass type : ProductionClasses.ALL) {
      for (JavaConstructorCall call : type.getConstructorCallsFromSelf()) {
        JavaClass made = call.getTargetOwner();
        if (!file(made).equals(file(type)) && inOnePackage(made, type) && keeps(made, type)) {
          helpers.put(made.getName(), 1);
        }
      }
    }
    StyleExceptions.staysBelow("helper", 0, helpers);
  }

  @Test
  void everySimpleNameIsUsedOnce() throws Exception {
    Map<String, Set<String>> byName = new HashMap<>();
    for (JavaClass type : ProductionClasses.ALL) {
      if (type.isTopLevelClass() && !type.getSimpleName().equals("package-info")) {
        byName
            .computeIfAbsent(type.getSimpleName(), _ -> new TreeSet<>())
            .add(type.getPackageName());
      }
    }
    byName.keySet().removeAll(WORDS_OF_PROTOCOLS);
    SortedMap<String, Integer> numbers = new TreeMap<>();
    byName.forEach((name, packages) -> numbers.put(name, packages.size()));
    StyleExceptions.staysBelow("name", 1, numbers);
  }

  /** Returns the classes of each package, with those that are nested, by their files. */
  private static SortedMap<String, SortedMap<String, Set<JavaClass>>> files() {
    SortedMap<String, SortedMap<String, Set<JavaClass>>> packages = new TreeMap<>();
    for (JavaClass type : ProductionClasses.ALL) {
      packages
          .computeIfAbsent(type.getPackageName(), _ -> new TreeMap<>())
          .computeIfAbsent(file(type), _ -> new HashSet<>())
          .add(type);
    }
    return packages;
  }

  /** Returns which other files of their package the files use. */
  private static SortedMap<String, SortedSet<String>> uses(Collection<Set<JavaClass>> files) {
    SortedMap<String, SortedSet<String>> uses = new TreeMap<>();
    for (Set<JavaClass> file : files) {
      for (JavaClass type : file) {
        SortedSet<String> used = uses.computeIfAbsent(file(type), _ -> new TreeSet<>());
        type.getDirectDependenciesFromSelf().stream()
            .map(dependency -> dependency.getTargetClass().getBaseComponentType())
            .filter(target -> inOnePackage(target, type))
            .map(StructureTest::file)
            .filter(name -> !name.equals(file(type)))
            .forEach(used::add);
      }
    }
    return uses;
  }

  private static int longestRing(SortedMap<String, SortedSet<String>> uses) {
    Map<String, Set<String>> reached = new HashMap<>();
    uses.keySet().forEach(file -> reached.put(file, reachedFrom(file, uses)));
    int longest = 0;
    for (String file : uses.keySet()) {
      Set<String> others = reached.getOrDefault(file, Set.of());
      long ring =
          others.stream()
              .filter(other -> reached.getOrDefault(other, Set.of()).contains(file))
              .count();
      longest = Math.max(longest, Math.toIntExact(ring));
    }
    return longest;
  }

  private static Set<String> reachedFrom(String file, SortedMap<String, SortedSet<String>> uses) {
    Set<String> reached = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(uses.getOrDefault(file, new TreeSet<>()));
    while (!open.isEmpty()) {
      String next = open.remove();
      if (reached.add(next)) {
        open.addAll(uses.getOrDefault(next, new TreeSet<>()));
      }
    }
    return reached;
  }

  /** Returns the top-level class of the file that declares the type. */
  private static String file(JavaClass type) {
    String name = type.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  private static boolean inOnePackage(JavaClass one, JavaClass other) {
    return one.getPackageName().equals(other.getPackageName());
  }

  /** Whether an object of the first class keeps one of the second in a field of its own. */
  private static boolean keeps(JavaClass made, JavaClass maker) {
    boolean takes =
        made.getConstructors().stream()
            .anyMatch(
                constructor ->
                    constructor.getRawParameterTypes().stream()
                        .anyMatch(type -> type.getName().equals(maker.getName())));
    return takes
        && made.getFields().stream()
            .anyMatch(field -> field.getRawType().getName().equals(maker.getName()));
  }
}
