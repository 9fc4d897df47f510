package tutti.simulator.integrated;

import static tutti.simulator.explorer.world.ChoiceKind.RETRY;
import static tutti.simulator.integrated.TapirScope.VIEW;

import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Output;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.simulator.explorer.world.Budget;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Machines;
import tutti.simulator.explorer.world.Member;

/**
 * The messages under way that can make a difference: some never do any more, some arrive at once.
 * The package's card says why. Confined to one thread.
 */
final class TapirRelevance {
  /** The value for no message. */
  static final int NONE = -1;

  /** The most replicas of which no coordinator ends a view. */
  private static final int MOST_WITHOUT_END = 3;

  private final TapirModel model;

  /** Whether no coordinator ever repeats anything. */
  private final boolean once;

  /** Whether a view never ends, and no host crashes. */
  private final boolean calm;

  TapirRelevance(TapirScope scope, TapirModel model) {
    this.model = model;
    Budget budget = scope.budget();
    this.once = !budget.has(RETRY);
    this.calm = !budget.has(VIEW) && !budget.mayCrash() && scope.hosts() <= MOST_WITHOUT_END;
  }

  /** The messages that can still make a difference. */
  int alive(TapirWorld world) {
    int left = world.messages();
    for (int each : model.bags.get(left)) {
      if (isDead(world, model.messages.value(each))) {
        left = model.bags.without(left, each);
      }
    }
    return left;
  }

  private boolean isDead(TapirWorld world, InFlight sent) {
    if (!model.places.isToCoordinator(sent)) {
      return model.reduces()
          && model.places.isFromCoordinator(sent)
          && TapirWorld.ofCoordinator(world.member(model.places.sender(sent))).done()
          && isIdle(world, sent);
    }
    Member<MemberFacts> receiver = world.member(sent.to());
    return TapirWorld.ofCoordinator(receiver).done() || model.reduces() && isLate(receiver, sent);
  }

  /** Whether an answer comes too late to be counted, now and in all time. */
  private boolean isLate(Member<MemberFacts> receiver, InFlight sent) {
    return switch (sent.message()) {
      case Message.Confirmed _ -> {
        Machines.Step<Coordinator.Output> step =
            model.coordinators.on(receiver.machine(), sent.arrival());
        yield step.machine() == receiver.machine() && step.effects().isEmpty()
            || once && model.look(receiver.machine()).hasDecided();
      }
      case Message.PrepareReply told ->
          once
              && told.entry().outcome() == Outcome.UNKNOWN
              && model.look(receiver.machine()).hasProposed(MemberPlaces.shard(sent), told.view());
      default -> false;
    };
  }

  /**
   * Returns a message that may arrive immediately: an outcome that a replica has already, or the
   * acknowledgement of an outcome, if the coordinator only waits for that; {@link #NONE} if there
   * is none.
   */
  int urgent(TapirWorld world) {
    if (model.reduces() && calm && once) {
      for (int each : model.bags.get(world.messages())) {
        if (isUrgent(world, model.messages.value(each))) {
          return each;
        }
      }
    }
    return NONE;
  }

  private boolean isUrgent(TapirWorld world, InFlight sent) {
    return switch (sent.message()) {
      case Message.Decide _ -> isIdle(world, sent);
      case Message.OutcomeLogged _ -> {
        Member<MemberFacts> receiver = world.member(sent.to());
        Coordinator coordinator = model.look(receiver.machine());
        yield isInFirstView(world, MemberPlaces.shard(sent)) && coordinator.onlyTells();
      }
      default -> false;
    };
  }

  private boolean isInFirstView(TapirWorld world, int shard) {
    return calm && world.past().configurationLogs().get(shard).size() == 1;
  }

  /**
   * Returns whether a replica, now and later, only answers a message: in the first view, of which
   * nothing is forgotten.
   */
  private boolean isIdle(TapirWorld world, InFlight sent) {
    if (!isInFirstView(world, MemberPlaces.shard(sent))) {
      return false;
    }
    int machine = world.member(sent.to()).machine();
    Machines.Step<Output> step = model.replicas.on(machine, sent.arrival());
    return step.machine() == machine
        && !step.effects().isEmpty()
        && step.effects().stream()
            .allMatch(each -> each instanceof Effect.Send(Address.Coordinator _, var _));
  }
}
