package tutti.rebel.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.typed.CheckedCondition;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedInvariant;
import tutti.rebel.typed.Typed;

/**
 * Checks creating events against invariants: an event that provably breaks an invariant is an
 * error, an event that may break one as far as the check sees is a warning. Invariants are checked
 * again with every event that happens.
 */
record InitialInvariants(Diagnostics diagnostics) {
  void check(
      SpecificationShape shape, List<CheckedEvent> events, List<CheckedInvariant> invariants) {
    for (CheckedEvent event : events) {
      if (shape.creates(event.name())) {
        Map<Integer, Typed> effects = new HashMap<>();
        event.effects().forEach(effect -> effects.put(effect.field(), effect.value()));
        Bounds bounds = new Bounds(event, effects);
        for (CheckedInvariant invariant : invariants) {
          invariant.conditions().forEach(condition -> check(event, invariant, condition, bounds));
        }
      }
    }
  }

  private void check(
      CheckedEvent event, CheckedInvariant invariant, CheckedCondition condition, Bounds bounds) {
    String rule = condition.span().text().strip();
    switch (bounds.of(condition.expression())) {
      case BROKEN ->
          diagnostics.error(
              event.span(),
              "invariant-broken",
              event.name(),
              invariant.name(),
              rule,
              condition.span());
      case OPEN ->
          diagnostics.warning(
              event.span(),
              "invariant-open",
              event.name(),
              invariant.name(),
              rule,
              condition.span());
      case HOLDS, UNKNOWN -> {}
    }
  }
}
