package tutti.lsp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;
import tutti.rebel.load.Diagnostic;
import tutti.rebel.syntax.Fix;

/** Offers the changes that the checker's diagnostics have. */
record QuickFixes(Documents documents, ApplicationDiagnosis application) {

  /** The changes that mend mistakes within a range of a file. */
  List<CodeAction> in(Path file, Range range) {
    List<CodeAction> actions = new ArrayList<>();
    for (Diagnostic diagnostic : application.diagnostics().getOrDefault(file, List.of())) {
      Range place = Lines.range(diagnostic.span());
      if (!isBefore(place.getEnd(), range.getStart())
          && !isBefore(range.getEnd(), place.getStart())) {
        diagnostic.fix().ifPresent(fix -> actions.add(action(diagnostic, fix)));
      }
    }
    return actions;
  }

  private static boolean isBefore(Position one, Position other) {
    return one.getLine() < other.getLine()
        || one.getLine() == other.getLine() && one.getCharacter() < other.getCharacter();
  }

  private CodeAction action(Diagnostic diagnostic, Fix fix) {
    CodeAction action = new CodeAction(title(fix));
    action.setKind(CodeActionKind.QuickFix);
    action.setIsPreferred(true);
    action.setDiagnostics(List.of(EditorWorkspace.translated(diagnostic)));
    String uri = documents.uri(ApplicationDiagnosis.path(fix.place()));
    TextEdit edit = new TextEdit(Lines.range(fix.place()), fix.text());
    action.setEdit(new WorkspaceEdit(Map.of(uri, List.of(edit))));
    return action;
  }

  private static String title(Fix fix) {
    String there = fix.place().text();
    return fix.text().isEmpty()
        ? "Remove `" + there + "`"
        : there.isEmpty()
            ? "Insert `" + fix.text().strip() + "`"
            : "Write `" + fix.text() + "` instead of `" + there + "`";
  }
}
