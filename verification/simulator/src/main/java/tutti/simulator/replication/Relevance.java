package tutti.simulator.replication;

import static tutti.simulator.explorer.world.ChoiceKind.DISK;
import static tutti.simulator.replication.LogScope.HAND_OVER;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tutti.protocol.machine.Effect;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.ShardMessage;
import tutti.protocol.replication.multipaxos.LogFacts;
import tutti.protocol.replication.multipaxos.Message;
import tutti.simulator.explorer.world.Budget;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Machines;
import tutti.simulator.explorer.world.Member;

/**
 * The messages under way that can make a difference: some never do any more, some arrive at once,
 * some wait. The package's card says why. Confined to one thread.
 */
final class Relevance {
  /** The ballot that a host has reached which does not know what it had promised. */
  private static final long UNKNOWN = Long.MAX_VALUE;

  /** The number of a machine that breaks a rule, or does more than answer. */
  private static final int BREAKS = -1;

  /** Fields that say how far followers of a leader have got. */
  private static final Set<String> PROGRESS =
      Set.of("heard", "next", "reached", "probing", "accepted", LogModel.OUTDATED);

  private final LogModel model;
  private final Budget budget;
  private final Map<Integer, String> seen = new HashMap<>();

  Relevance(LogScope scope, LogModel model) {
    this.budget = scope.budget();
    this.model = model;
  }

  /** The messages under way to a host that can still make a difference. */
  List<InFlight> left(Member<LogFacts> receiver, List<InFlight> underWay, int stage) {
    Stream<InFlight> left = underWay.stream().filter(each -> !isDead(receiver, each, stage));
    return model.isStanding()
        ? left.filter(each -> underWay.stream().noneMatch(it -> MessageParts.replaces(it, each)))
            .map(each -> MessageParts.settled(each, underWay))
            .distinct()
            .toList()
        : left.toList();
  }

  /**
   * Whether a message makes no difference any more, whatever its receiver does from now on.
   *
   * @param stage the dangers that are left
   */
  private boolean isDead(Member<LogFacts> receiver, InFlight sent, int stage) {
    boolean over =
        switch (MessageParts.message(sent)) {
          case Message.Promise promise -> !leads(receiver, promise.ballot(), LogModel.CANDIDATE);
          case Message.Accepted accepted ->
              model.isStanding() || !leads(receiver, accepted.ballot(), LogModel.LEADER);
          case Message.Behind(Ballot ballot, long _) -> !leads(receiver, ballot, LogModel.LEADER);
          case Message.Rejoined _ -> true;
          case Message.Prepare prepare ->
              refuses(receiver, prepare.ballot(), stage)
                  || hasAnswered(receiver, prepare.ballot(), stage);
          case Message.TransferLeadership(Ballot ballot) -> refuses(receiver, ballot, stage);
          case Message.Accept accept ->
              refuses(receiver, accept.ballot(), stage)
                  || hasAnswered(receiver, accept.ballot(), stage) && isOver(receiver, accept);
          default -> false;
        };
    return over && (!receiver.isUp() || ignores(receiver.machine(), sent))
        || isKnown(receiver, sent);
  }

  /**
   * Returns whether a leader knows that all is chosen which a follower has accepted, or the
   * follower has less than the first entry of the term. Then it makes no difference which of them
   * have that much, unless the leader hands over.
   */
  private boolean isKnown(Member<LogFacts> receiver, InFlight sent) {
    if (!model.isStanding()
        || budget.has(HAND_OVER)
        || !receiver.isUp()
        || !(MessageParts.message(sent) instanceof Message.Accepted accepted)
        || accepted.round() > 0) {
      return false;
    }
    LogModel.View view = model.view(receiver.machine());
    boolean opening = view.phase().equals("opening") && accepted.end() < view.end().position();
    int after = quietly(receiver.machine(), sent);
    return (opening || accepted.end() <= view.chosen())
        && after != BREAKS
        && seen(after).equals(seen(receiver.machine()));
  }

  /** A leader's machine without what it knows of its followers. */
  private String seen(int machine) {
    return seen.computeIfAbsent(machine, it -> model.picture(it, PROGRESS));
  }

  /** Whether a part of a leader's message that does nothing now does nothing later. */
  private boolean isOver(Member<LogFacts> receiver, Message.Accept part) {
    return MessageParts.tellsOfChosen(part)
        ? part.chosen() <= receiver.facts().applied()
        : part.round() == 0;
  }

  /**
   * Returns whether a message may arrive immediately without losing any behavior. That holds for an
   * answer that a host waits for, and for nothing else, when the host wants to rejoin. It also
   * holds for an entry that a follower of its leader has already, so that the follower only
   * acknowledges it, and counts it as its leader's.
   */
  boolean isUrgent(Member<LogFacts> host, InFlight sent) {
    if (!model.isStanding() || !host.isUp()) {
      return false;
    }
    boolean may =
        switch (MessageParts.message(sent)) {
          case Message.Rejoined _ -> model.view(host.machine()).phase().equals("rejoining");
          case Message.Accept part ->
              !part.entries().isEmpty()
                  && follows(host, part.ballot())
                  && quietly(host.machine(), sent) != BREAKS;
          default -> false;
        };
    return may && !ignores(host.machine(), sent);
  }

  /** Whether a part only tells a follower of its leader what is chosen. */
  boolean waits(Member<LogFacts> receiver, InFlight sent) {
    return MessageParts.tellsOfChosen(MessageParts.message(sent))
        && follows(receiver, ((Message.Accept) MessageParts.message(sent)).ballot());
  }

  /** Whether the arrival of a message depends on how much the host knows to be chosen. */
  boolean minds(Member<LogFacts> receiver, InFlight sent) {
    return !(MessageParts.message(sent) instanceof Message.Accept part
        && follows(receiver, part.ballot()));
  }

  private boolean follows(Member<LogFacts> host, Ballot leader) {
    if (!host.isUp()) {
      return false;
    }
    LogModel.View view = model.view(host.machine());
    return view.votes() && view.promised().equals(leader) && view.phase().equals("follower");
  }

  /** Whether a host leads that ballot, or may lead it; no host ever does so a second time. */
  private boolean leads(Member<LogFacts> host, Ballot ballot, Set<String> phases) {
    if (!host.isUp()) {
      return false;
    }
    return hasPromised(host, ballot) && phases.contains(model.view(host.machine()).phase());
  }

  private boolean hasPromised(Member<LogFacts> host, Ballot ballot) {
    return ballot.equals(model.view(host.machine()).promised());
  }

  /** Whether a host has promised a higher ballot, and never forgets that. */
  private boolean refuses(Member<LogFacts> host, Ballot ballot, int stage) {
    return stage != LogModel.LOSS && ballot.isBelow(model.memory(host.disk()).promised());
  }

  /**
   * Returns whether a host is in that ballot, has sent all about it that it will, and loses
   * nothing.
   */
  private boolean hasAnswered(Member<LogFacts> host, Ballot ballot, int stage) {
    return model.isStanding()
        && stage == LogModel.CALM
        && host.isUp()
        && !host.doomed()
        && hasPromised(host, ballot);
  }

  /** Returns whether a machine only refuses a message, or acknowledges it once more. */
  private boolean ignores(int machine, InFlight sent) {
    int after = quietly(machine, sent);
    return after != BREAKS && model.withoutGrant(after) == model.withoutGrant(machine);
  }

  /** The machine behind a message about which it does no more than answer; else {@link #BREAKS}. */
  private int quietly(int machine, InFlight sent) {
    try {
      Machines.Step<Output> step = model.on(machine, sent.arrival());
      return step.effects().stream().allMatch(Relevance::isIdle) ? step.machine() : BREAKS;
    } catch (IllegalStateException broken) {
      return BREAKS;
    }
  }

  private static boolean isIdle(Effect<Output> effect) {
    return switch (effect) {
      case Effect.Send(var _, ShardMessage(long _, var message)) ->
          message instanceof Message.Refused
              || message instanceof Message.Accepted
              || message instanceof Message.Promise;
      case Effect.SetTimer(var _, long _) -> true;
      default -> false;
    };
  }

  /**
   * The ballot that a host has promised durably, as a number; the highest number as long as it does
   * not know what it had promised on a lost disk.
   */
  long reached(Member<LogFacts> host) {
    return model.knowsWhatItSaid(host) ? number(model.memory(host.disk()).promised()) : UNKNOWN;
  }

  /**
   * Returns the ballot below which a host takes no message any more. A host that loses its disk
   * learns the promises of both other hosts before it takes anything, and those lose nothing that
   * could be lost only once.
   *
   * @param disks the number of disks that may be lost from now on
   */
  long floor(long[] reached, int at, int disks) {
    long one = reached[(at + 1) % LogModel.HOSTS];
    long other = reached[(at + 2) % LogModel.HOSTS];
    if (budget.left(DISK) > 1) {
      long all = Math.min(reached[at], Math.min(one, other));
      return Arrays.stream(reached).anyMatch(each -> each == UNKNOWN) ? 0 : all;
    }
    if (reached[at] == UNKNOWN) {
      return Math.min(one, other);
    }
    return disks == 0 ? reached[at] : Math.min(reached[at], Math.max(one, other));
  }

  private static long number(Ballot ballot) {
    return ballot.round() << Byte.SIZE | ballot.host() + 1;
  }

  /** Whether a leader or candidate says that in a ballot below that number. */
  static boolean isBelow(Message message, long floor) {
    return switch (message) {
      case Message.Prepare prepare -> number(prepare.ballot()) < floor;
      case Message.Accept accept -> number(accept.ballot()) < floor;
      case Message.TransferLeadership(Ballot ballot) -> number(ballot) < floor;
      default -> false;
    };
  }
}
