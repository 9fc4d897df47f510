package tutti.cli.application;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.RelationalApplication;
import tutti.model.actor.Internal;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.ProcedureType;
import tutti.model.actor.Public;
import tutti.model.actor.RelationalType;
import tutti.model.bytecode.CodeFindings;
import tutti.rebel.compile.RebelAction;
import tutti.rebel.compile.RebelApplication;
import tutti.rebel.compile.RebelType;
import tutti.rebel.syntax.Specification.Visibility;
import tutti.rebel.typed.CheckedSpecification;

/**
 * The procedures and events that the application's code calls, and that clients may call too,
 * although no mark says that this is meant. The calls are those that the bytecode tells; what is
 * called by reflection is not known, and nothing is said of it. Queries only read.
 */
final class UnmarkedPartners {
  private final JavaApplication java;
  private final @Nullable RebelApplication rebel;
  private final PrintWriter err;

  UnmarkedPartners(RelationalApplication application, PrintWriter err) {
    this.java = application.java();
    this.rebel = application.declarative() instanceof RebelApplication is ? is : null;
    this.err = err;
  }

  /** Writes a warning for each. */
  void warn() {
    for (RelationalType type : java.types()) {
      type.procedures().stream()
          .filter(procedure -> !procedure.query())
          .filter(procedure -> !procedure.record().isAnnotationPresent(Internal.class))
          .filter(procedure -> !procedure.record().isAnnotationPresent(Public.class))
          .forEach(procedure -> warn(type, procedure));
    }
    if (rebel != null) {
      rebel.specifications().forEach(type -> type.events().forEach(event -> warn(type, event)));
    }
    err.flush();
  }

  private void warn(RelationalType type, ProcedureType procedure) {
    caller(procedure, findings -> findings.calls(procedure.record()))
        .or(() -> syncing(type.name(), procedure.name()))
        .ifPresent(
            caller ->
                warn(
                    type.name() + "." + procedure.name(),
                    caller,
                    "@Internal",
                    "@Public",
                    "at its record"));
  }

  private void warn(RebelType type, RebelAction event) {
    if (event.visibility() == Visibility.UNMARKED) {
      caller(null, findings -> findings.callsEvent(type.name(), event.name()))
          .ifPresent(
              caller ->
                  warn(
                      type.name() + "." + event.name(),
                      caller,
                      "internal",
                      "public",
                      "before it in the list"));
    }
  }

  private void warn(String called, String caller, String internal, String open, String where) {
    err.printf(
        "tutti: warning: clients may call %s, which %s calls: write %s %s if no client should, or"
            + " %s if clients may%n",
        called, caller, internal, where, open);
  }

  /** The first procedure but one whose code makes such a call. */
  private Optional<String> caller(@Nullable ProcedureType but, Predicate<CodeFindings> calls) {
    return java.types().stream()
        .flatMap(
            type ->
                type.procedures().stream()
                    .filter(each -> !each.equals(but) && calls.test(java.findings(each)))
                    .map(procedure -> type.name() + "." + procedure.name()))
        .findFirst();
  }

  /** An event that syncs with the procedure. */
  private Optional<String> syncing(String type, String procedure) {
    return rebel == null
        ? Optional.empty()
        : rebel.checked().specifications().stream()
            .flatMap(specification -> syncing(specification, type, procedure))
            .findFirst();
  }

  private static Stream<String> syncing(
      CheckedSpecification specification, String type, String procedure) {
    return specification.events().stream()
        .filter(
            event ->
                event.calls().stream()
                    .anyMatch(
                        call ->
                            call.actor().equals(type) && call.procedure().name().equals(procedure)))
        .map(event -> specification.name() + "." + event.name());
  }
}
