package tutti.cli.application;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.EntityTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.StartElementTree;
import com.sun.source.doctree.TextTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;
import javax.tools.JavaCompiler;
import org.jspecify.annotations.Nullable;

/** The Javadoc of the classes that a compiler reads: a first sentence, and below it the others. */
final class Javadocs implements TaskListener {
  private final DocTrees trees;
  private final Properties texts = new Properties();

  private Javadocs(DocTrees trees) {
    this.trees = trees;
  }

  /** Collects what a task will read. */
  static Javadocs of(JavaCompiler.CompilationTask task) {
    Javadocs javadocs = new Javadocs(DocTrees.instance(task));
    ((JavacTask) task).addTaskListener(javadocs);
    return javadocs;
  }

  /** The texts by the names of the classes, as a file of properties. */
  String properties() {
    StringWriter out = new StringWriter();
    try {
      texts.store(out, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  @Override
  public void finished(TaskEvent event) {
    CompilationUnitTree unit = event.getCompilationUnit();
    if (event.getKind() == TaskEvent.Kind.PARSE && unit != null) {
      String of = unit.getPackageName() == null ? "" : unit.getPackageName() + ".";
      new Scanner().scan(unit, of);
    }
  }

  private final class Scanner extends TreePathScanner<@Nullable Void, String> {
    @Override
    public @Nullable Void visitClass(ClassTree type, String outer) {
      DocCommentTree comment = trees.getDocCommentTree(getCurrentPath());
      String name = outer + type.getSimpleName();
      if (comment != null) {
        String first = text(comment.getFirstSentence());
        String rest = text(comment.getBody());
        texts.put(name, rest.isEmpty() ? first : first + "\n\n" + rest);
      }
      return super.visitClass(type, name + "$");
    }
  }

  private static String text(List<? extends DocTree> parts) {
    StringBuilder text = new StringBuilder();
    for (DocTree part : parts) {
      text.append(
          switch (part) {
            case TextTree plain -> plain.getBody();
            case LiteralTree code -> code.getBody().getBody();
            case LinkTree link when !link.getLabel().isEmpty() -> text(link.getLabel());
            case LinkTree link -> link.getReference().getSignature().replace('#', '.');
            case EntityTree entity -> entity.toString();
            case StartElementTree element when element.getName().contentEquals("p") -> "\f";
            default -> "";
          });
    }
    return text.toString()
        .strip()
        .replaceAll("\\s*\f\\s*", "\f")
        .replaceAll("[^\\S\f]+", " ")
        .replace("\f", "\n\n");
  }
}
