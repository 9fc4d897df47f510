package tutti.engine.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.RandomSchedule.Done;
import tutti.engine.storage.Cell;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;

/** Replays a history one transaction after the other and compares all that was seen. */
public final class SerialCheck {
  private final RandomSchedule schedule;
  private final List<Cell> cells;

  /** The states after so many transactions, and how many effects each actor has had. */
  private final List<Map<Cell, ActorState>> states = new ArrayList<>();

  private final List<Map<Cell, Long>> versions = new ArrayList<>();

  public SerialCheck(RandomSchedule schedule) {
    this.schedule = schedule;
    this.cells = schedule.cells();
  }

  /** Every answer is right at the moment it was given, and still at its transaction's commit. */
  public void inCommitOrder(String name) {
    List<Done> committed = schedule.committed();
    begin();
    for (Done done : committed) {
      String problem = step(done);
      assertThat(problem).as("%s, %s", name, done.owner()).isNull();
    }
    for (int i = 0; i < cells.size(); i++) {
      assertThat(cells.get(i).state()).as(name).isEqualTo(states.getLast().get(cells.get(i)));
    }
    for (Ask ask : schedule.asked()) {
      if (!ask.delayed()) {
        int at = (int) ask.answeredAt();
        String problem = wrong(ask, at);
        assertThat(problem).as("%s, %s when answered after %d commits", name, ask, at).isNull();
      }
    }
  }

  /** Whether some serial order explains all that the committed transactions saw and made. */
  public boolean someOrder() {
    return permute(new ArrayList<>(schedule.committed()), 0);
  }

  private boolean permute(List<Done> order, int fixed) {
    if (fixed == order.size()) {
      return explains(order);
    }
    for (int i = fixed; i < order.size(); i++) {
      Collections.swap(order, fixed, i);
      if (permute(order, fixed + 1)) {
        return true;
      }
      Collections.swap(order, fixed, i);
    }
    return false;
  }

  private boolean explains(List<Done> order) {
    begin();
    for (Done done : order) {
      if (step(done) != null) {
        return false;
      }
    }
    return cells.stream().allMatch(cell -> cell.state().equals(states.getLast().get(cell)));
  }

  private void begin() {
    states.clear();
    versions.clear();
    Map<Cell, ActorState> initial = new LinkedHashMap<>();
    Map<Cell, Long> none = new LinkedHashMap<>();
    for (int i = 0; i < cells.size(); i++) {
      initial.put(cells.get(i), schedule.initial().get(i));
      none.put(cells.get(i), 0L);
    }
    states.add(initial);
    versions.add(none);
  }

  /** Runs one transaction after those before it; tells what it did or saw that does not fit. */
  private @Nullable String step(Done done) {
    int before = states.size() - 1;
    Map<Cell, ActorState> after = new LinkedHashMap<>(states.getLast());
    Map<Cell, Long> counts = new LinkedHashMap<>(versions.getLast());
    for (Ask ask : done.asks()) {
      if (!ask.accepted()) {
        continue;
      }
      String problem = wrong(ask, before);
      if (problem != null) {
        return problem;
      }
      if (ask.work() instanceof Work.Act(Call call)) {
        Cell cell = ask.cell();
        after.put(cell, accepted(call, states.getLast().get(cell), ask).next());
        counts.merge(cell, 1L, Long::sum);
      }
    }
    states.add(after);
    versions.add(counts);
    return null;
  }

  /** The parts of an answer that are not so in the state after {@code commits} transactions. */
  private @Nullable String wrong(Ask ask, int commits) {
    ActorState state = states.get(commits).get(ask.cell());
    return switch (ask.verdict()) {
      case Verdict.CurrentState seen ->
          seen.state().equals(state) && seen.version() == versions.get(commits).get(ask.cell())
              ? null
              : ask + " saw " + seen + ", not " + state;
      case Verdict.Reject reject ->
          ask.work() instanceof Work.Act(Call call)
                  && evaluate(call, state, ask) instanceof Evaluation.Refused
              ? null
              : ask + " was refused, but not in " + state;
      case Verdict.Accept accept -> wrong(ask, accept, state);
      case Verdict.NeedsObservation needs -> null;
      case Verdict.Conflict conflict -> null;
      case Verdict.Delay delay -> "a delay is no answer";
    };
  }

  private static @Nullable String wrong(Ask ask, Verdict.Accept accept, ActorState state) {
    return switch (ask.work()) {
      case Work.Observe(var what) ->
          Objects.equals(what.in(state), accept.result())
              ? null
              : ask + " saw " + accept.result() + " in " + state;
      case Work.Forbid(Call call) ->
          evaluate(call, state, ask) instanceof Evaluation.Refused == accept.result().equals(true)
              ? null
              : ask + " said " + accept.result() + " in " + state;
      case Work.Act(Call call) ->
          evaluate(call, state, ask) instanceof Evaluation.Accepted plan
                  && plan.partners().equals(accept.partners())
                  && Objects.equals(plan.result(), accept.result())
              ? null
              : ask + " was accepted as " + accept + ", but not in " + state;
      case Work.Run run -> "procedures are not accepted here";
      case Work.Lock _, Work.Begin _, Work.Settle _ -> "no such work is serial: " + ask.work();
      case Work.Read read -> "a read is not accepted";
    };
  }

  private static Evaluation evaluate(Call call, ActorState state, Ask ask) {
    return Evaluations.evaluate(call, state, ask.around());
  }

  private static Evaluation.Accepted accepted(Call call, ActorState state, Ask ask) {
    return (Evaluation.Accepted) evaluate(call, state, ask);
  }
}
