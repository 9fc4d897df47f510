package tutti.cli.application;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.ProcedureType;
import tutti.model.actor.RelationalType;
import tutti.model.bytecode.CodeFindings;
import tutti.model.footprint.Access;
import tutti.model.footprint.Footprint;
import tutti.model.footprint.Shape;
import tutti.model.footprint.Source;
import tutti.model.relation.RelationDefinition;
import tutti.model.schema.ProcedureSchema;
import tutti.model.schema.RelationSchema;

/**
 * The text of {@code tutti explain} for actors in Java: their relations and procedures, and their
 * conflicts. The actors that a procedure calls are those that it declares, or else those that its
 * bytecode tells (docs/rulings.md#object-model).
 */
final class JavaExplanation {
  /** The controls that need the actors of a transaction before it begins. */
  private static final Set<ControlKind> BEGINNING =
      Set.of(
          ConcurrencyControlKind.VERSIONING,
          ConcurrencyControlKind.VERSIONING_RW,
          ConcurrencyControlKind.EXCLUSIVE_LOCKS,
          ConcurrencyControlKind.READ_WRITE_LOCKS);

  private final ControlKind control;
  private final @Nullable String only;

  /**
   * @param only an actor type or one of its procedures; null for all
   */
  JavaExplanation(ControlKind control, @Nullable String only) {
    this.control = control;
    this.only = only;
  }

  /** Prints the explanation; false if there is no such actor type or procedure. */
  boolean print(JavaApplication application, PrintWriter out) {
    boolean found = false;
    for (RelationalType type : application.types()) {
      List<ProcedureType> procedures =
          type.procedures().stream()
              .filter(it -> !it.name().startsWith("#") && chosen(type, it))
              .toList();
      if (!procedures.isEmpty() || type.name().equals(only)) {
        print(application, type, procedures, out);
        found = true;
      }
    }
    return found;
  }

  private boolean chosen(RelationalType type, ProcedureType procedure) {
    return only == null
        || only.equals(type.name())
        || only.equals(type.name() + "." + procedure.name());
  }

  private void print(
      JavaApplication application,
      RelationalType type,
      List<ProcedureType> procedures,
      PrintWriter out) {
    out.println(type.name());
    out.println();
    for (RelationDefinition<?, ?> relation : type.relations()) {
      RelationSchema schema = relation.schema();
      line(out, "relation", schema.name() + " " + schema.rows());
      line(out, "", "primary key (" + String.join(", ", schema.key()) + ")");
      schema.indexes().forEach(index -> line(out, "", index.toString()));
    }
    line(out, "meets", meets());
    for (ProcedureType procedure : procedures) {
      ProcedureSchema schema = procedure.schema();
      out.println();
      String result = schema.result() == null ? "" : " gives " + schema.result();
      out.println("  " + schema.name() + "   " + schema.parameters() + result);
      line(out, "kind", schema.query() ? "query: only reads" : "procedure");
      if (procedure.internal()) {
        line(out, "internal", "runs for the application only: no client may call it");
      }
      CodeFindings findings = application.findings(procedure);
      print(application.footprint(type, procedure), findings, out);
      String dry = dryRun(control, application.footprint(type, procedure), findings.impurity());
      if (dry != null) {
        line(out, "dry run", dry);
      }
      if (findings.acts()) {
        line(out, "irrevocable", "does an operation outside, when all else is prepared");
      }
      if (findings.impurity() != null) {
        line(out, "not pure", "its code " + findings.impurity());
      }
    }
    out.println();
  }

  /**
   * Returns what a dry run adds to a footprint; null if the control needs none, or it adds nothing.
   *
   * @param impurity why it cannot run dry, or null
   */
  static @Nullable String dryRun(
      ControlKind control, Footprint footprint, @Nullable String impurity) {
    return !BEGINNING.contains(control) || !footprint.leavesOpen()
        ? null
        : impurity == null
            ? "finds the rest before the transaction begins, and is checked when it runs"
            : "none, since it is not pure: the rest is found while the transaction runs";
  }

  private static void print(Footprint footprint, CodeFindings findings, PrintWriter out) {
    String label = "touches";
    for (Access access : footprint.accesses()) {
      line(out, label, access.toString());
      label = "";
    }
    line(out, "shape", footprint.shape() + ": " + reason(footprint, findings));
  }

  private static String reason(Footprint footprint, CodeFindings findings) {
    if (footprint.accesses().size() == 1) {
      return "it touches nothing but its own actor, which may refuse it";
    }
    boolean declared = has(footprint, Source.DECLARED);
    String who = declared ? "its declaration" : "its code";
    if (footprint.shape() != Shape.DYNAMIC) {
      return who + " tells every actor that it touches";
    }
    if (has(footprint, Source.UNKNOWN)) {
      return findings.unboundedness() == null
          ? "its code calls events, which may have any partners"
          : "its code may call any actor: it " + findings.unboundedness();
    }
    return declared
        ? "its declaration tells the types of the actors, and its code chooses among them"
        : "its code tells the types of the actors, and chooses among them when it runs";
  }

  private static boolean has(Footprint footprint, Source source) {
    return footprint.accesses().stream().anyMatch(access -> access.source() == source);
  }

  /** The rule by which two transactions conflict at one actor of the type. */
  private String meets() {
    String name = control.longName();
    if (!(control instanceof ConcurrencyControlKind known)) {
      return "under " + name + " as that control says";
    }
    return switch (known) {
      case TWO_PHASE_LOCKING, PATH_SENSITIVE ->
          "under " + name + " a procedure takes the whole actor to the end; queries share it";
      case EXCLUSIVE_LOCKS ->
          "under " + name + " each, also a query, takes the whole actor to the end";
      case READ_WRITE_LOCKS ->
          "under "
              + name
              + " of whole actors: what may write takes the actor to the end; what only reads"
              + " shares it";
      case VERSIONING ->
          "under "
              + name
              + " of whole actors: each has its turn, and lets the next one in after its last use";
      case VERSIONING_RW ->
          "under "
              + name
              + " of whole actors: what may write has its turn, and lets the next one in after its"
              + " last use; what only reads shares a turn";
      case TL2 ->
          "under "
              + name
              + " of whole actors: what has read one that another one wrote begins anew";
      case OPTIMISTIC, NO_WAIT, WAIT_DIE, WOUND_WAIT ->
          "under "
              + name
              + " row by row: those that write different rows, and none that another one reads, do"
              + " not";
    };
  }

  private static void line(PrintWriter out, String label, String text) {
    out.println(String.format(Locale.ROOT, "    %-12s%s", label, text).stripTrailing());
  }
}
