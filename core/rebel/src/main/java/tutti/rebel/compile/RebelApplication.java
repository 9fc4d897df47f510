package tutti.rebel.compile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.MalformedData;
import tutti.model.ValueCodec;
import tutti.model.actor.BesideActors;
import tutti.model.actor.ProcedureFinder;
import tutti.rebel.check.CheckResult;
import tutti.rebel.check.Checker;
import tutti.rebel.form.RebelCodec;
import tutti.rebel.load.Diagnostic;
import tutti.rebel.syntax.Span;
import tutti.rebel.typed.CheckedApplication;

/** A Rebel application, checked and compiled. Thread-safe and immutable. */
public final class RebelApplication implements BesideActors {
  private static final RebelCodec CODEC = new RebelCodec();

  private final CheckedApplication checked;
  private final List<RebelType> types;
  private final Map<String, RebelType> byName;
  private final ModuleTexts sources;

  private RebelApplication(
      CheckedApplication checked, ModuleTexts sources, ProcedureFinder procedures) {
    this.checked = checked;
    this.types = ApplicationCompiler.compile(checked, procedures);
    Map<String, RebelType> names = new HashMap<>();
    types.forEach(type -> names.put(type.name(), type));
    this.byName = Map.copyOf(names);
    this.sources = sources;
  }

  /** Compiles the application that was checked; empty if it has errors. */
  public static Optional<RebelApplication> of(CheckResult result) {
    return result
        .application()
        .map(
            checked ->
                new RebelApplication(
                    checked,
                    ModuleTexts.of(result.files(), ProcedurePartner.needed(checked)),
                    ProcedureFinder.NONE));
  }

  @Override
  public RebelApplication beside(ProcedureFinder procedures) {
    return new RebelApplication(checked, sources, procedures);
  }

  /** The model that this was compiled from. */
  public CheckedApplication checked() {
    return checked;
  }

  /** The specifications, in the order of their names. */
  public List<RebelType> specifications() {
    return types;
  }

  @Override
  public List<ActorType> types() {
    return List.copyOf(types);
  }

  @Override
  public @Nullable RebelType type(String name) {
    return byName.get(name);
  }

  @Override
  public List<String> readsOfCaller() {
    return checked.callers().stream().map(Span::toString).sorted().toList();
  }

  @Override
  public ValueCodec codec() {
    return CODEC;
  }

  @Override
  public byte[] source() {
    return sources.bytes();
  }

  /**
   * @throws MalformedData if the bytes are not those of an application without errors
   */
  @Override
  public RebelApplication reload(byte[] source) {
    return restore(source);
  }

  /**
   * Makes the application that has this {@link #source()}.
   *
   * @throws MalformedData if these are not the bytes of an application that checks
   */
  public static RebelApplication restore(byte[] source) {
    ModuleTexts sources = ModuleTexts.read(source);
    CheckResult result = Checker.check(sources.texts(), sources.actors());
    if (result.application().isEmpty()) {
      throw new MalformedData(
          "the kept specification does not check any more: "
              + String.join("; ", result.diagnostics().stream().map(Diagnostic::message).toList()));
    }
    return new RebelApplication(result.application().get(), sources, ProcedureFinder.NONE);
  }

  @Override
  public Evolution evolveFrom(Application older) {
    if (!(older instanceof RebelApplication rebel)) {
      return new Evolution(
          List.of("the data was written by an application that is not Rebel"),
          (actor, state) -> state);
    }
    return new EvolutionPlan(rebel, this).evolution();
  }
}
