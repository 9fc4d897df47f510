package tutti.simulator.mutant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The mutants fit today's code. The command line's tests, which have all modules at hand, show that
 * they compile and are caught.
 */
class MutantsTest {
  static List<Mutant> all() throws IOException {
    return Mutants.all();
  }

  @Test
  void thereAreEnoughOfEachMechanism() throws IOException {
    assertThat(all()).hasSizeGreaterThanOrEqualTo(30);
    Map<Mechanism, Long> counts =
        all().stream().collect(Collectors.groupingBy(Mutant::mechanism, Collectors.counting()));
    for (Mechanism mechanism : Mechanism.values()) {
      assertThat(counts.get(mechanism)).as(mechanism.label()).isGreaterThanOrEqualTo(5);
    }
  }

  @Test
  void everyMutantHasANameOfItsOwnAndSaysWhatItIs() throws IOException {
    assertThat(all().stream().map(Mutant::name)).doesNotHaveDuplicates();
    for (Mutant mutant : all()) {
      assertThat(mutant.name()).matches("[a-z]+(-[a-z]+)*");
      assertThat(mutant.breaks()).as(mutant.name()).endsWith(".");
      assertThat(mutant.changes()).as(mutant.name()).isNotEmpty();
    }
  }

  @Test
  void everyMutantFitsTheSource() throws IOException {
    ProjectSources sources = ProjectSources.find();
    for (Mutant mutant : all()) {
      for (Mutant.Change change : mutant.changes()) {
        String source = sources.of(change.className());
        assertThat(change.patched(source)).as(mutant.name()).isNotEqualTo(source);
      }
    }
  }

  @Test
  void thePageCountsThemAndTheListHasThemAll() throws IOException {
    String page = Files.readString(ProjectSources.find().file("docs/mutants.md"));
    String list = MutantPage.of(all());
    for (Mechanism mechanism : Mechanism.values()) {
      List<Mutant> mutants = all().stream().filter(it -> it.mechanism() == mechanism).toList();
      assertThat(page)
          .as("the number of mutants of %s", mechanism.label())
          .contains("mutants/%s) | %s |\n".formatted(mechanism.label(), mutants.size()));
      assertThat(mutants).allSatisfy(it -> assertThat(list).contains("[`" + it.name() + "`]"));
    }
    assertThat(page).contains("| all | " + all().size() + " |\n");
  }

  @Test
  void aTextIsFoundHoweverItIsBrokenIntoLines() {
    Mutant.Edit edit = new Mutant.Edit("if (a) { b(); }", "c();");
    assertThat(edit.apply("x;\n  if (a) {\n    b();\n  }\ny;")).isEqualTo("x;\n  c();\ny;");
  }

  @Test
  void aTextThatIsGoneOrNotTheOnlyOneIsNamed() {
    Mutant.Edit edit = new Mutant.Edit("a();", "b();");
    assertThatThrownBy(() -> edit.apply("c();")).hasMessageContaining("any more: a();");
    assertThatThrownBy(() -> edit.apply("a(); a();")).hasMessageContaining("once: a();");
  }

  @Test
  void namesThatThereAreNotAreAnsweredWithThoseThatThereAre() {
    List<String> names = Arrays.asList("vote-before-durable", "none");
    assertThatThrownBy(() -> Mutants.named(names))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no mutant 'none'")
        .hasMessageContaining("vote-before-durable");
  }
}
