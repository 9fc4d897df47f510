package tutti.rebel.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tutti.rebel.check.SpecificationShape.EventShape;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Specification.Visibility;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.CheckedSync;

/**
 * A check for events that others sync with and that any client may call, too, although no word says
 * that this is meant: often such an event was written only as a partner.
 */
final class PublicPartners {
  private final Diagnostics diagnostics;

  PublicPartners(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /**
   * @param shapes of the specifications, with the places at which they list their events
   */
  void check(List<CheckedSpecification> specifications, List<SpecificationShape> shapes) {
    Set<String> warned = new HashSet<>();
    for (CheckedSpecification specification : specifications) {
      for (CheckedEvent event : specification.events()) {
        for (CheckedSync sync : event.sync()) {
          CheckedSpecification target = specifications.get(sync.specification());
          CheckedEvent partner = target.events().get(sync.event());
          String name = target.name() + "." + partner.name();
          if (!sync.negated() && partner.visibility() == Visibility.UNMARKED && warned.add(name)) {
            Name listed = listed(shapes, target.index(), partner.index());
            String by = specification.name() + "." + event.name();
            diagnostics.warning(listed.span(), "public-partner", name, by, listed.span().text());
          }
        }
      }
    }
  }

  private static Name listed(List<SpecificationShape> shapes, int specification, int event) {
    SpecificationShape shape =
        shapes.stream().filter(each -> each.index() == specification).findFirst().orElseThrow();
    return new ArrayList<EventShape>(shape.events.values()).get(event).ref().name();
  }
}
