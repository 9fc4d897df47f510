package tutti.rebel.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.model.schema.ApplicationSchema;
import tutti.rebel.syntax.Declaration;
import tutti.rebel.syntax.Expr;
import tutti.rebel.syntax.Module;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Parameter;
import tutti.rebel.syntax.Span;
import tutti.rebel.syntax.Specification;
import tutti.rebel.syntax.SyntaxTrees;
import tutti.rebel.syntax.TypeExpr;
import tutti.rebel.typed.Accessor;
import tutti.rebel.typed.ResolvedName;
import tutti.rebel.value.Type;

/** A check finds the declaration of every name. */
class ResolvedNamesTest {

  static Stream<Map<String, String>> applications() {
    return RebelReference.applications().values().stream();
  }

  static List<Path> examples() throws IOException {
    return ExamplesTest.examples();
  }

  @ParameterizedTest
  @MethodSource("applications")
  void everyNameOfTheReferenceLeadsToItsDeclaration(Map<String, String> files) {
    leadsToDeclarations(Checker.check(files));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyNameOfTheExamplesLeadsToItsDeclaration(Path example) {
    leadsToDeclarations(Checker.check(example));
  }

  private static void leadsToDeclarations(CheckResult result) {
    Set<Span> declared = new HashSet<>();
    Set<Span> known = result.names().stream().map(ResolvedName::use).collect(Collectors.toSet());
    Set<String> unknown = new TreeSet<>();
    result.modules().forEach(module -> SyntaxTrees.walk(module, part -> declares(part, declared)));
    for (Module module : result.modules()) {
      SyntaxTrees.walk(
          module,
          part -> {
            if (part instanceof Name name
                && !declared.contains(name.span())
                && !known.contains(name.span())) {
              unknown.add(name + " at " + name.span());
            }
            return !isBuiltIn(part);
          });
    }
    assertThat(unknown).isEmpty();
    assertThat(result.names()).isNotEmpty();
    assertThat(result.names())
        .allSatisfy(
            name -> {
              assertThat(declared).contains(name.declaration());
              // The states of an external specification that has no life cycle are not written.
              if (!name.use().text().equals("known")) {
                assertThat(name.use().text()).endsWith(simple(name.declaration().text()));
              }
            });
  }

  /** Modules and events in full are declared by more than the last part of their names. */
  private static String simple(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static boolean declares(Record part, Set<Span> declared) {
    switch (part) {
      case Module module -> declared.add(module.name().span());
      case Specification specification -> declared.add(specification.name().span());
      case Specification.FieldDecl field -> declared.add(field.name().span());
      case Specification.EventRef.Interface event -> declared.add(event.name().span());
      case Specification.StateFrom state -> declared.add(state.state().span());
      case Declaration declaration -> declared.add(declaration.name().span());
      case Parameter parameter -> declared.add(parameter.name().span());
      case Expr.Quantified quantified -> declared.add(quantified.variable().span());
      case Expr.Comprehension comprehension -> declared.add(comprehension.variable().span());
      default -> {}
    }
    return true;
  }

  private static boolean isBuiltIn(Record part) {
    return part instanceof TypeExpr.Named type
            && Stream.of(Type.Simple.values())
                .anyMatch(each -> each.toString().equals(type.name().full()))
        || part instanceof Expr.FieldAccess(Expr.Reference caller, _, _)
            && caller.name().text().equals("caller")
        || part instanceof Expr.FieldAccess access
            && !(access.target() instanceof Expr.This)
            && Stream.of(Accessor.values())
                .anyMatch(each -> each.field().equals(access.field().text()));
  }

  /** An event that two specifications have speaks of the fields of both. */
  @Test
  void aNameMayMeanTheDeclarationsOfSeveralSpecifications() {
    String one =
        "module %s specification %s { fields { id: Integer @key n: Integer } events { a[] }"
            + " lifeCycle { initial i -> f: a final f } }";
    CheckResult result =
        Checker.check(
            Map.of(
                "A.ebl", one.formatted("A import E", "A"),
                "B.ebl", one.formatted("B import E", "B"),
                "E.ebl", "module E event a() { postconditions { new this.n == 1; } }"));
    assertThat(result.diagnostics()).isEmpty();
    assertThat(result.names())
        .filteredOn(name -> name.use().file().name().equals("E.ebl"))
        .extracting(name -> name.declaration().file().name())
        .containsExactlyInAnyOrder("A.ebl", "B.ebl");
  }

  @Test
  void namesAreFoundBesideMistakes() {
    CheckResult result = Sample.with("amount >= least", "amuont >= least");
    assertThat(result.names())
        .anySatisfy(
            name -> {
              assertThat(name.use().text()).isEqualTo("least");
              assertThat(name.declaration().line()).isEqualTo(4);
            });
  }

  @Test
  void unsavedTextsStandInThePlaceOfFiles(@TempDir Path folder) throws IOException {
    Path account = folder.resolve("bank/Account.ebl");
    Path library = folder.resolve("bank/Lib.ebl");
    java.nio.file.Files.createDirectories(account.getParent());
    java.nio.file.Files.writeString(account, "not Rebel");
    CheckResult result =
        Checker.check(
            account.getParent(),
            new ApplicationSchema(List.of()),
            Map.of(account, Sample.ACCOUNT, library, Sample.LIB));
    assertThat(result.diagnostics()).isEmpty();
    assertThat(result.application()).isPresent();
    assertThat(Checker.check(account.getParent()).diagnostics()).isNotEmpty();
  }
}
