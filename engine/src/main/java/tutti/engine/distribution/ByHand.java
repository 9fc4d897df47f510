package tutti.engine.distribution;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.PeerMessage.Answer;
import tutti.engine.journal.JournalFailed;
import tutti.engine.transaction.Resolution;

/**
 * The operation by which a person ends this node's part of a transaction that is in doubt and
 * cannot end by itself (a <i>heuristic</i> decision): refused unless it is forced, with a reason.
 * Thread-safe.
 */
final class ByHand {
  private static final Logger LOG = LoggerFactory.getLogger(ByHand.class);

  private final Ground ground;
  private final Machines machines;
  private final Coordinations coordinations;

  ByHand(Ground ground, Machines machines, Coordinations coordinations) {
    this.ground = ground;
    this.machines = machines;
    this.coordinations = coordinations;
  }

  /**
   * @param branches of other nodes' transactions; null if there are none yet
   * @param done is told once, on some thread: an {@link Answer.Resolved} when that is durable, or
   *     why not
   */
  void resolve(TransactionId id, Order order, @Nullable Branches branches, Consumer<Answer> done) {
    Branch branch = branches == null ? null : first(branches.all().stream(), id).orElse(null);
    if (branch != null) {
      branch.queue().step(() -> resolve(branch, branch.view(new Views(ground)), order, done));
      return;
    }
    Coordinated running = coordinations.newest(id);
    if (running != null) {
      running.queue().step(() -> resolve(running, running.view(new Views(ground)), order, done));
      return;
    }
    Kept kept =
        machines.all().stream()
            .filter(each -> each.key().id().equals(id) && !each.id.witness())
            .findFirst()
            .orElse(null);
    if (kept instanceof Reinstated member) {
      member.queue.step(() -> resolve(member, member.view(new Views(ground)), order, done));
    } else {
      done.accept(nothingToResolve(id, kept));
    }
  }

  private static Optional<Branch> first(Stream<Branch> all, TransactionId id) {
    return all.filter(each -> each.id().equals(id) && each.status() != Participant.Status.ABORTED)
        .findFirst();
  }

  private Answer nothingToResolve(TransactionId id, @Nullable Kept kept) {
    String here = ground.peers().ownName();
    for (Resolution each : ground.resolutions().all()) {
      if (each.key().id().equals(id)) {
        return new Answer.Failed(
            "already-resolved",
            "its part was "
                + (each.commit() ? "committed" : "aborted")
                + " by hand at "
                + each.at()
                + " by "
                + each.by()
                + "; that cannot be taken back");
      }
    }
    return kept == null
        ? new Answer.Failed("unknown-transaction", "nothing of it is in progress there")
        : new Answer.Failed("not-in-doubt", "it has ended there, and others are told");
  }

  /** Ends a member on its queue. */
  private void resolve(Doubtful member, Underway now, Order order, Consumer<Answer> done) {
    if (member.inDoubt() == null || !now.inDoubt()) {
      done.accept(
          new Answer.Failed(
              "not-in-doubt",
              "its part is not in doubt there ("
                  + now.phase()
                  + "); what ends it: "
                  + now.ending()));
    } else if (now.endsAlone()) {
      done.accept(
          new Answer.Failed(
              "ends-by-itself",
              "its part ends by itself; what ends it: "
                  + now.ending()
                  + ". If it does not, stop the process that does not answer"));
    } else if (!order.force() || order.reason().isBlank()) {
      done.accept(
          new Answer.Failed(
              "not-forced",
              "what would end it: "
                  + now.ending()
                  + ". To "
                  + (order.commit() ? "commit" : "abort")
                  + " its part by hand makes half a transaction if the others end it otherwise; say"
                  + " so with --force and --reason"));
    } else {
      overrule(member, order, done);
    }
  }

  private void overrule(Doubtful member, Order order, Consumer<Answer> done) {
    try {
      switch (machines.overrule(member, order.commit(), order.by(), order.reason())) {
        case Machines.Overruling.Logged(Resolution how, long lsn) -> overruled(how, lsn, done);
        case Machines.Overruling.NotInDoubt() ->
            done.accept(new Answer.Failed("not-in-doubt", "it has just ended"));
        case Machines.Overruling.TooLong(int bytes, int most) ->
            done.accept(
                storageFailed(
                    "the record would have "
                        + bytes
                        + " bytes, and the journal takes "
                        + most
                        + ": give a shorter reason"));
      }
    } catch (JournalFailed unwritten) {
      done.accept(storageFailed("it has failed"));
    }
  }

  private void overruled(Resolution how, long lsn, Consumer<Answer> done) {
    LOG.warn(
        "transaction {} is {} on {} by hand, by {}: {}",
        how.key().id(),
        how.commit() ? "committed" : "aborted",
        ground.peers().ownName(),
        how.by(),
        how.reason());
    ground
        .journal()
        .whenDurable(
            lsn,
            durable ->
                done.accept(
                    durable
                        ? new Answer.Resolved(how.forPeople())
                        : storageFailed("it failed before that was durable")));
  }

  private static Answer storageFailed(String why) {
    return new Answer.Failed("storage-failed", "the journal does not take it: " + why);
  }
}
