package tutti.lsp;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.SymbolKind;
import tutti.rebel.syntax.Declaration;
import tutti.rebel.syntax.Module;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Span;
import tutti.rebel.syntax.Specification;

/** Lists what a module declares, for the outline of an editor. */
final class Outline {

  private Outline() {}

  static List<DocumentSymbol> of(Module module) {
    List<DocumentSymbol> symbols = new ArrayList<>();
    module.specification().ifPresent(specification -> symbols.add(specification(specification)));
    for (Declaration declaration : module.declarations()) {
      SymbolKind kind =
          switch (declaration) {
            case Declaration.Event _ -> SymbolKind.Event;
            case Declaration.Function _ -> SymbolKind.Function;
            case Declaration.Invariant _ -> SymbolKind.Property;
          };
      symbols.add(symbol(declaration.name(), kind, declaration.span()));
    }
    symbols.sort(Comparator.comparingInt(symbol -> symbol.getRange().getStart().getLine()));
    return symbols;
  }

  private static DocumentSymbol specification(Specification specification) {
    DocumentSymbol symbol = symbol(specification.name(), SymbolKind.Class, specification.span());
    List<DocumentSymbol> parts = new ArrayList<>();
    specification
        .fields()
        .forEach(each -> parts.add(symbol(each.name(), SymbolKind.Field, each.span())));
    specification
        .events()
        .forEach(each -> parts.add(symbol(each.name(), SymbolKind.Event, each.span())));
    specification
        .lifeCycle()
        .forEach(each -> parts.add(symbol(each.state(), SymbolKind.EnumMember, each.span())));
    symbol.setChildren(parts);
    return symbol;
  }

  private static DocumentSymbol symbol(Name name, SymbolKind kind, Span whole) {
    return new DocumentSymbol(name.text(), kind, Lines.range(whole), Lines.range(name.span()));
  }
}
