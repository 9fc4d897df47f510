package tutti.simulator.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;

/**
 * The versions of the application that ran one after another, with all nodes on the same version at
 * any time. Each took over the states of the version before it, in a form of its own.
 */
final class Eras {
  private final List<Application> applications = new ArrayList<>();
  private final List<Application.Conversion> conversions = new ArrayList<>();
  private final List<UnaryOperator<Record>> rows = new ArrayList<>();

  Eras(Application first) {
    applications.add(first);
  }

  /**
   * The form of an actor's state.
   *
   * @param era the number of the version whose form it is, from 0
   * @param state null for an actor to which nothing has happened: such an actor is blank in any era
   */
  record Form(int era, @Nullable ActorState state) {}

  /**
   * Begins the era of a version, which runs from now on.
   *
   * @param rowsOfBefore the conversion of a row of the version before it
   */
  void begin(Application next, UnaryOperator<Record> rowsOfBefore) {
    conversions.add(next.evolveFrom(applications.getLast()).conversion());
    rows.add(rowsOfBefore);
    applications.add(next);
  }

  /** The number of the version that runs. */
  int now() {
    return applications.size() - 1;
  }

  /** The number of a version that has run. */
  int of(Application application) {
    int era = applications.indexOf(application);
    if (era < 0) {
      throw new IllegalArgumentException("that application has not run");
    }
    return era;
  }

  Application application(int era) {
    return applications.get(era);
  }

  /**
   * A state in the form of an era.
   *
   * @throws IllegalArgumentException if the state is of a later era
   */
  ActorState in(int era, ActorId actor, Form form) {
    ActorState state = form.state();
    if (state == null) {
      return blank(era, actor);
    }
    if (form.era() > era) {
      throw new IllegalArgumentException(actor + " has gone on to another version");
    }
    for (int i = form.era(); i < era; i++) {
      state =
          RowsImage.is(state)
              ? RowsImage.of(state.stage(), RowsImage.in(state).each(rows.get(i)))
              : conversions.get(i).convert(actor, state);
    }
    return state;
  }

  /** The form that a row of an era has in the running version; null if there is no row. */
  @Nullable Record today(int era, @Nullable Record row) {
    Record today = row;
    for (int i = era; today != null && i < rows.size(); i++) {
      today = rows.get(i).apply(today);
    }
    return today;
  }

  private ActorState blank(int era, ActorId actor) {
    ActorType type = applications.get(era).type(actor.type());
    if (type == null) {
      throw new IllegalArgumentException("there is no " + actor.type() + " in that version");
    }
    return RowsImage.freeze(type.blank(actor.key()));
  }
}
