package tutti.engine.distribution.operator;

import java.util.Comparator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.member.Branch;
import tutti.engine.distribution.member.CommitContext;
import tutti.engine.distribution.member.CommitMember;
import tutti.engine.distribution.member.CommitMembers;
import tutti.engine.distribution.member.HeuristicMember;
import tutti.engine.distribution.member.InDoubtMember;
import tutti.engine.distribution.member.RecoveredMember;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.journal.JournalFailed;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.record.Unfinished;
import tutti.engine.transaction.submission.Reason;
import tutti.model.Encoder;

/**
 * The operation by which a person ends this node's part of a transaction that is in doubt and
 * cannot end by itself (a <i>heuristic</i> decision): refused unless it is forced, with a reason.
 * Thread-safe.
 */
public record HeuristicResolver(CommitContext context, CommitMembers members) {
  private static final Logger LOG = LoggerFactory.getLogger(HeuristicResolver.class);

  /**
   * @param done is told once, on some thread: an {@link Answer.Resolved} when that is durable, or
   *     why not
   */
  public void resolve(TransactionId id, ResolutionRequest request, Consumer<Answer> done) {
    CommitMember newest =
        members.of(id).stream()
            .filter(each -> !(each instanceof Branch branch && branch.status() == Status.ABORTED))
            .max(Comparator.comparing(CommitMember::key))
            .orElse(null);
    boolean holdsNothing = newest instanceof RecoveredMember && !(newest instanceof InDoubtMember);
    if (newest == null || holdsNothing) {
      nothingToResolve(id, newest, request, done);
    } else {
      newest.queue().step(() -> resolve(newest, request, done));
    }
  }

  private void nothingToResolve(
      TransactionId id,
      @Nullable CommitMember known,
      ResolutionRequest request,
      Consumer<Answer> done) {
    Resolution before = resolved(id);
    if (before != null) {
      resolvedBefore(before, request, done);
    } else if (known == null) {
      done.accept(new Answer.Failed("unknown-transaction", "nothing of it is in progress there"));
    } else {
      done.accept(new Answer.Failed("not-in-doubt", "it has ended there, and others are told"));
    }
  }

  private @Nullable Resolution resolved(TransactionId id) {
    for (Resolution each : context.recovered().resolutions().all()) {
      if (each.key().id().equals(id)) {
        return each;
      }
    }
    return null;
  }

  /** Answers an order that is given again as it was answered first, and refuses another one. */
  private void resolvedBefore(Resolution before, ResolutionRequest request, Consumer<Answer> done) {
    boolean again =
        before.commit() == request.commit()
            && before.by().equals(request.by())
            && before.reason().equals(request.reason());
    if (again) {
      whenDurable(before, context.log().journal().end(), done);
    } else {
      done.accept(
          new Answer.Failed(
              "already-resolved",
              "its part was "
                  + (before.commit() ? "committed" : "aborted")
                  + " by hand at "
                  + before.at()
                  + " by "
                  + before.by()
                  + "; that cannot be taken back"));
    }
  }

  /** Ends a member on its queue. */
  private void resolve(CommitMember member, ResolutionRequest request, Consumer<Answer> done) {
    PreparedBranch inDoubt = member.inDoubt();
    MemberProgress now = new ProgressViews(context).of(member);
    if (inDoubt == null || !now.inDoubt()) {
      Resolution before = resolved(member.key().id());
      if (before != null) {
        resolvedBefore(before, request, done);
        return;
      }
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
    } else if (!request.force() || request.reason().isBlank()) {
      done.accept(
          new Answer.Failed(
              "not-forced",
              "what would end it: "
                  + now.ending()
                  + ". To "
                  + (request.commit() ? "commit" : "abort")
                  + meaning(inDoubt)
                  + "; say so with --force and --reason"));
    } else {
      try {
        overrule(member, inDoubt, request, done);
      } catch (JournalFailed unwritten) {
        done.accept(notTaken("it has failed"));
      }
    }
  }

  /** Returns the meaning of an order, as it follows the word for it. */
  private String meaning(PreparedBranch inDoubt) {
    if (ProgressViews.operationOf(inDoubt) == null) {
      return " its part by hand makes half a transaction if the others end it otherwise";
    }
    String answers = " it by hand answers in place of the check";
    return context.peers().count() > 1 ? answers + ", for all of its nodes" : answers;
  }

  /**
   * Ends a member in doubt as a person says, logged first.
   *
   * @throws JournalFailed if the log does not take the record: then nothing was done
   */
  private void overrule(
      CommitMember member, PreparedBranch inDoubt, ResolutionRequest request, Consumer<Answer> done)
      throws JournalFailed {
    Resolution how =
        Resolution.of(
            inDoubt,
            request.commit(),
            context.runtime().scheduler().now(),
            request.by(),
            request.reason());
    Encoder record = member.format().resolved(inDoubt, how);
    int most = context.log().journal().maxRecordBytes();
    if (record.size() > most) {
      done.accept(
          storageFailed(
              "the record would have "
                  + record.size()
                  + " bytes, and the journal takes "
                  + most
                  + ": give a shorter reason"));
      return;
    }
    int entered = context.log().gate().enter();
    boolean logged = false;
    long lsn;
    try {
      lsn = context.log().append(record);
      logged = true;
    } finally {
      if (!logged) {
        context.log().gate().exit(entered);
      }
    }
    context.recovered().resolutions().addUnsure(how);
    HeuristicMember next =
        new HeuristicMember(context, members, Unfinished.of(inDoubt), how, member.lateOutcome());
    next.record.remember();
    members.add(next);
    member.overruled(request.commit(), lsn, entered);
    next.queue().step(next::resume);
    overruled(how, lsn, done);
  }

  private void overruled(Resolution how, long lsn, Consumer<Answer> done) {
    LOG.warn(
        "transaction {} is {} on {} by hand, by {}: {}",
        how.key().id(),
        how.commit() ? "committed" : "aborted",
        context.peers().ownName(),
        how.by(),
        how.reason());
    whenDurable(how, lsn, done);
  }

  private void whenDurable(Resolution how, long lsn, Consumer<Answer> done) {
    context
        .log()
        .journal()
        .whenDurable(
            lsn,
            durable -> {
              if (durable) {
                context.recovered().resolutions().durable(how.key());
              }
              done.accept(
                  durable
                      ? new Answer.Resolved(how.forPeople())
                      : notTaken("it failed before that was durable"));
            });
  }

  /** Answers for a journal that has failed, or which another leader goes on with. */
  private Answer notTaken(String why) {
    return context.log().journal().isHandedOn()
        ? new Answer.Failed(
            Reason.Unavailable.LEADER_CHANGED,
            "another node leads the shard by now, and knows whether that happened: ask again")
        : storageFailed(why);
  }

  private static Answer storageFailed(String why) {
    return new Answer.Failed("storage-failed", "the journal does not take it: " + why);
  }
}
