package tutti.rebel.syntax;

import java.util.List;
import java.util.Optional;

/**
 * One file: a specification, or a library of declarations. (Tutti reads a file with both; the
 * public grammar wants one or the other.)
 */
public record Module(
    SourceFile file,
    Name name,
    List<Name> imports,
    Optional<Specification> specification,
    List<Declaration> declarations) {
  public Module {
    imports = List.copyOf(imports);
    declarations = List.copyOf(declarations);
  }
}
