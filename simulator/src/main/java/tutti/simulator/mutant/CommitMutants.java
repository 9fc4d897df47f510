package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.TWO_PHASE_COMMIT;

import java.util.List;

/** Bugs of two-phase commit: of its machines, and of the engine that drives them. */
final class CommitMutants {
  private static final String[] FLAGS = {"--nodes", "3"};

  private CommitMutants() {}

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(TWO_PHASE_COMMIT, "vote-before-durable")
              .breaks("A Yes is sent before it is durable.")
              .from("DESIGN 7.2; EasyCommit's Figure 5b sends first")
              .expect("agreement", "durable", "actor-serial")
              .in("engine.distribution.Branch")
              .replace("whenDurable(voteLsn, Entry.VOTE);")
              .by("persisted(true, Entry.VOTE);")
              .runs(200, FLAGS),
          Mutant.of(TWO_PHASE_COMMIT, "decision-before-durable")
              .breaks("A decision is told before it is durable.")
              .from("acknowledged before the flush: Jepsen on MongoDB, Redis-Raft")
              .expect("durable", "agreement")
              .in("engine.distribution.Coordinated")
              .replace("ground.journal().whenDurable(decidedLsn,")
              .by("ground.journal().whenDurable(0,")
              .runs(200, FLAGS),
          Mutant.of(TWO_PHASE_COMMIT, "rolls-back-after-yes")
              .breaks("A participant rolls itself back although it has voted Yes.")
              .from("heuristic decisions of XA resource managers")
              .expect("agreement")
              .in("protocol.commit.twophase.Participant")
              .replace("if (state == State.INITIAL) { abort(); } }")
              .by("if (mayVote()) { abort(); } }")
              .runs(200, FLAGS),
          Mutant.of(TWO_PHASE_COMMIT, "yes-after-no")
              .breaks("A participant that cannot write its vote, and undoes its part, votes Yes.")
              .from("an error path that answers as if all were well: Yuan et al., OSDI 2014")
              .expect("agreement", "actor-serial", "no-failure")
              .in("engine.distribution.Branch")
              .replace("protocol.no(execution.round())")
              .by(
                  "new tutti.protocol.commit.twophase.Message.Vote(execution.round(),"
                      + " tutti.protocol.commit.twophase.Message.Vote.Kind.YES)")
              .replace("execution.answer(new Reply.Stopped(reason), no);")
              .by("execution.answer(reply, no);")
              .runs(300, "--nodes", "3", "--faults", "crash,write-failure,force-failure"),
          Mutant.of(TWO_PHASE_COMMIT, "gives-up-in-doubt")
              .breaks("A participant that has voted Yes, and hears nothing for a while, aborts.")
              .from("a time-out in the uncertain period: Skeen 1981; heuristic aborts of XA")
              .expect("agreement")
              .in("protocol.commit.twophase.Participant")
              .replace("wait = timing.after(wait); inquire();")
              .by("abort();")
              .runs(200, FLAGS),
          Mutant.of(TWO_PHASE_COMMIT, "forgets-at-the-first-acknowledgement")
              .breaks("A coordinator forgets a commit once one participant has acknowledged it.")
              .from("the end record written too early: Mohan, Lindsay, Obermarck, TODS 1986")
              .expect("agreement")
              .in("protocol.commit.twophase.Coordinator")
              .replace("member.acknowledged = true; if (missing().isEmpty()) { finish(); }")
              .by("finish();")
              .runs(200, FLAGS),
          Mutant.of(TWO_PHASE_COMMIT, "presumed-abort-too-early")
              .breaks("Who inquires while the coordinator has not decided hears that it aborted.")
              .from("presumed abort answered by who still runs: Mohan et al., TODS 1986")
              .expect("agreement")
              .in("protocol.commit.twophase.Coordinator")
              .replace(
                  "if (state == State.COMMITTED || state == State.ABORTED) { sayOutcome(from); }")
              .by("sayOutcome(from);")
              .runs(200, FLAGS),
          Mutant.of(TWO_PHASE_COMMIT, "presumed-commit")
              .breaks("Who asks about a transaction that nobody knows hears that it committed.")
              .from("presumed commit without its log record: Lampson and Lomet, VLDB 1993")
              .expect("agreement")
              .in("protocol.commit.twophase.TwoPhase")
              .replace(
                  "case Message.Inquire _ -> new Message.Decide(presumption == Presumption.COMMIT);")
              .by("case Message.Inquire _ -> new Message.Decide(true);")
              .runs(200, FLAGS),
          Mutant.of(TWO_PHASE_COMMIT, "acknowledged-before-logged")
              .breaks("A participant acknowledges the commit before its log has it.")
              .from("2PC errata: the coordinator forgets what its participant does not know yet")
              .expect("agreement")
              .in("engine.distribution.Branch")
              .replace(
                  "ground .journal() .whenDurableLazily(committedLsn, durable -> persisted(durable,"
                      + " Entry.COMMITTED));")
              .by("persisted(true, Entry.COMMITTED);")
              .runs(200, FLAGS),
          Mutant.of(TWO_PHASE_COMMIT, "second-vote-not-written")
              .breaks(
                  "A participant that executes again after its vote does not write the new vote.")
              .from("a promise that is updated in memory only: Raft's votedFor")
              .expect("actor-serial", "agreement")
              .in("protocol.commit.twophase.Participant")
              .replace("if (voted != executed) { voted = executed;")
              .by(
                  "if (voted != NONE && state == State.PREPARED) { voted = executed; }"
                      + " if (voted != executed) { voted = executed;")
              .runs(400, FLAGS),
          Mutant.of(TWO_PHASE_COMMIT, "forgotten-participant")
              .breaks("The log leaves out one participant of those who must hear the decision.")
              .from("a participant left out of the commit record")
              .expect("agreement")
              .in("engine.distribution.Coordinated")
              .replace("voters.stream().map(this::voter).toList()")
              .by("voters.stream().skip(1).map(this::voter).toList()")
              .runs(400, FLAGS),
          Mutant.of(TWO_PHASE_COMMIT, "recovered-decision-not-told")
              .breaks("A coordinator that restarts forgets decisions that not all have heard.")
              .from("in-doubt participants after a coordinator's crash: XA without recovery")
              .expect("agreement")
              .in("engine.distribution.Machines")
              .replace("for (Unfinished each : found) {")
              .by("for (Unfinished each : java.util.List.<Unfinished>of()) {")
              .runs(200, FLAGS),
          Mutant.of(TWO_PHASE_COMMIT, "read-only-out-too-early")
              .breaks(
                  "Another node lets go of what a transaction looked at there before everybody has"
                      + " executed.")
              .from("DESIGN 7.3; the read-only optimisation of R*, Mohan et al. 1986, §3.3")
              .expect("serial")
              .in("engine.distribution.BranchExecution")
              .replace("claims.add(claim); observedLsn")
              .by(
                  "if (claim.call() == null) { tutti.engine.container.Container of ="
                      + " means.directory().containerOf(claim.cell().id());"
                      + " of.route(claim.cell().id()).step(() -> Claims.abort(of, claim)); }"
                      + " else { claims.add(claim); } observedLsn")
              .runs(600, "--nodes", "3", "--concurrency-control", "two-phase-locking"),
          Mutant.of(TWO_PHASE_COMMIT, "commits-after-a-no")
              .breaks("A coordinator takes a No for the word of one who is out.")
              .from("2PC errata: a vote that is counted, and not looked at")
              .expect("agreement", "actor-serial")
              .in("protocol.commit.twophase.Coordinator")
              .replace("member.vote = Kind.NO; abort();")
              .by("count(member, vote);")
              .runs(100, "--nodes", "3", "--provoke", "vote-apart,given-up-early"),
          Mutant.of(TWO_PHASE_COMMIT, "commits-when-late")
              .breaks("A coordinator whose time is over decides by the votes that it has.")
              .from("a time-out taken for assent: optimistic termination, Skeen 1981")
              .expect("agreement", "actor-serial", "no-failure")
              .in("protocol.commit.twophase.Coordinator")
              .replace("case Event.GaveUp _ -> { if (undecided()) { abort(); } }")
              .by(
                  "case Event.GaveUp _ -> { if (state == State.PREPARING) { decide(); }"
                      + " else if (undecided()) { abort(); } }")
              .runs(
                  100,
                  "--nodes",
                  "3",
                  "--provoke",
                  "vote-apart,vote-late",
                  "-D",
                  "tutti.transaction-timeout=15ms"),
          Mutant.of(TWO_PHASE_COMMIT, "lost-part-votes-yes")
              .breaks("A node that has lost its part in a restart votes Yes all the same.")
              .from("Yes by default of who knows nothing: XA resource managers after a restart")
              .expect("agreement", "actor-serial")
              .in("protocol.commit.twophase.TwoPhase")
              .replace("new Message.Vote(prepare.round(), Message.Vote.Kind.NO);")
              .by("new Message.Vote(prepare.round(), Message.Vote.Kind.YES);")
              .runs(100, "--nodes", "3", "--provoke", "vote-apart,given-up-early"),
          Mutant.of(TWO_PHASE_COMMIT, "branches-share-a-name")
              .breaks("Nobody compares which of two branches of one name is meant.")
              .from("an earlier life taken for this one: ABA; Raft without terms in its answers")
              .expect("agreement", "actor-serial")
              .in("engine.distribution.Branch")
              .replace("(message.nonce() == nonce ||")
              .by("(message.nonce() != 0 ||")
              .runs(100, FLAGS),
          Mutant.of(TWO_PHASE_COMMIT, "granted-after-the-end")
              .breaks("A branch that is over takes what it is granted late.")
              .from("a callback that comes after its owner has gone: leaks of locks")
              .expect("no-leaks", "resolved", "waits-end")
              .in("engine.distribution.BranchExecution")
              .replace("asking = null; if (over() || ask.round().number() != round) {")
              .by(
                  "asking = null;"
                      + " if ((over() || ask.round().number() != round) && given == null) {")
              .runs(100, FLAGS));
}
