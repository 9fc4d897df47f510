package tutti.simulator.mutant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The files of mutants are read as they are meant, and a wrong one is refused with its line. */
class MutantFileTest {
  private static final String HEADER =
      """
      # A remark.
      breaks: It is wrong.
      from: a book: page 3
      expected: history, serial
      caught-by: serial
      runs: 20
      flags: --nodes 3 --workload bank
      """;

  private static final String HUNK =
      """

      --- core/engine/src/main/java/tutti/engine/A.java
      <<<<
      if (a) {
        b();
      }
      ====
      >>>>
      """;

  private static Mutant parse(String text) {
    return MutantFile.parse("wrong", Mechanism.JOURNAL, text);
  }

  @Test
  void isReadWithAllItsParts() {
    Mutant mutant = parse(HEADER + HUNK);
    assertThat(mutant.name()).isEqualTo("wrong");
    assertThat(mutant.idea()).isEqualTo("a book: page 3");
    assertThat(mutant.expected()).containsExactly("history", "serial");
    assertThat(mutant.hunt().most()).isEqualTo(20);
    assertThat(mutant.hunt().flags()).containsExactly("--nodes", "3", "--workload", "bank");
    assertThat(mutant.hunt().control()).isEmpty();
    assertThat(parse(HEADER + "control: a/K.java a/C.java" + HUNK).hunt().control())
        .containsExactly("a/K.java", "a/C.java");
    assertThat(mutant.changes())
        .containsExactly(
            new Mutant.Change(
                "tutti.engine.A", List.of(new Mutant.Edit("if (a) {\n  b();\n}", ""))));
    assertThat(mutant.changes().getFirst().patched("x; if (a) { b(); } y;")).isEqualTo("x;  y;");
  }

  @Test
  void changesMoreThanOneClass() {
    Mutant mutant =
        parse(HEADER + HUNK + HUNK.replace("A.java", "B.java") + "<<<<\nc\n====\nd\n>>>>");
    assertThat(mutant.changes()).extracting(Mutant.Change::className).endsWith("tutti.engine.B");
    assertThat(mutant.changes().getLast().edits()).hasSize(2);
  }

  @Test
  void refusesWhatIsNoMutant() {
    refuses(HEADER.replace("runs: 20", "") + HUNK, "'runs:' is missing");
    refuses(HEADER.replace("20", "some") + HUNK, "'runs:' must be a number");
    refuses(HEADER + HEADER + HUNK, "line 9: 'breaks' is there twice");
    refuses(HEADER + "colour: red\n" + HUNK, "line 8: 'colour: red' is neither one of [");
    refuses(HEADER + HUNK + "runs: 3", "line 16: 'runs: 3' is neither");
    refuses(HEADER + HUNK.replace("---", "--"), "line 9: '-- core/engine");
    refuses(HEADER + "<<<<\na\n====\n>>>>", "line 8: a line '--- group/module");
    refuses(HEADER + HUNK.replace(">>>>", ""), "there is no '>>>>'");
    refuses(HEADER + HUNK.replace("====", ""), "there is no '===='");
  }

  private static void refuses(String text, String why) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("mutant wrong, line ")
        .hasMessageContaining(why);
  }
}
