package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.EASY_COMMIT;
import static tutti.simulator.mutant.Mechanism.THREE_PHASE_COMMIT;
import static tutti.simulator.mutant.Mechanism.TWO_PHASE_COMMIT;

import java.util.List;
import java.util.stream.Stream;

/** Bugs of the machines of commit protocols, looked for by exploring all that can happen. */
final class CommitMachineMutants {
  private CommitMachineMutants() {}

  private static String[] exploring(String protocol, String... faults) {
    return exploring(3, protocol, faults);
  }

  private static String[] exploring(int participants, String protocol, String... faults) {
    String number = Integer.toString(participants);
    return Stream.concat(
            Stream.of("--exhaustive", "--commit", protocol, "--participants", number),
            Stream.of(faults))
        .toArray(String[]::new);
  }

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(EASY_COMMIT, "told-before-it-is-transmitted")
              .breaks("The coordinator tells its client of the decision, and then the others.")
              .from("EasyCommit §3 turned round: first commit, then transmit")
              .expect("agreement")
              .in("protocol.commit.easycommit.EasyMember")
              .replace("send(to, new Message.Global(commit, members(), false));")
              .by(
                  "if (hasClient()) { tell(commit); }"
                      + " send(to, new Message.Global(commit, members(), false));")
              .runs(1, exploring("easy-commit", "--crashes", "1", "--refusals", "0")),
          Mutant.of(EASY_COMMIT, "decision-not-forwarded")
              .breaks("A participant does not pass on the decision that it hears.")
              .from("EasyCommit without its second insight, message redundancy")
              .expect("matrix", "agreement")
              .in("protocol.commit.easycommit.EasyMember")
              .replace("send(to, new Message.Global(commit, members(), false));")
              .by(
                  "if (coordinates()) {"
                      + " send(to, new Message.Global(commit, members(), false)); }")
              .runs(1, exploring("easy-commit", "--crashes", "1", "--refusals", "0")),
          Mutant.of(EASY_COMMIT, "yes-before-its-force")
              .breaks("A participant says its Yes as it writes it.")
              .from("EasyCommit's Figure 5b sends first; DESIGN 7.2")
              .expect("promise")
              .in("protocol.termination.Voting")
              .replace("name(prepare.members()); become(State.VOTING); persist(Entry.VOTE, true);")
              .by(
                  "name(prepare.members()); become(State.VOTING); persist(Entry.VOTE, true);"
                      + " voteYes();")
              .runs(1, exploring("easy-commit")),
          Mutant.of(EASY_COMMIT, "commits-alone-after-a-restart")
              .breaks("Who was down and has a Global-commit in its log commits without asking.")
              .from("EasyCommit §4.2 (iii), independent recovery")
              .expect("agreement", "matrix")
              .in("protocol.commit.easycommit.EasyMember")
              .replace("super(self, found, variant == Variant.PAPER);")
              .by("super(self, found, true);")
              .runs(1, exploring("easy-commit", "--crashes", "1", "--refusals", "0")),
          Mutant.of(EASY_COMMIT, "global-commit-before-its-force")
              .breaks("The coordinator transmits a commit before its own part is durable.")
              .from("EasyCommit's Figure 5a without the forced entry")
              .expect("unanimous", "agreement")
              .in("protocol.commit.easycommit.EasyMember")
              .replace("become(State.AGREED); persist(Entry.VOTE, true);")
              .by("become(State.AGREED); persist(Entry.VOTE, true); transmit(true);")
              .runs(1, exploring("easy-commit")),
          Mutant.of(EASY_COMMIT, "commits-when-all-but-one-agree")
              .breaks("The coordinator decides when one vote is still missing.")
              .from("a quorum where all are needed")
              .expect("unanimous", "agreement")
              .in("protocol.termination.Voting")
              .replace("if (!votes.missing().isEmpty()) { return; } stop(Timer.SILENCE);")
              .by("if (votes.missing().size() > 1) { return; } stop(Timer.SILENCE);")
              .runs(1, exploring("easy-commit")),
          Mutant.of(THREE_PHASE_COMMIT, "silence-taken-for-yes")
              .breaks("A coordinator that has waited long enough for votes takes the rest for Yes.")
              .from("a time-out taken for assent: optimistic termination, Skeen 1981")
              .expect("unanimous", "agreement")
              .in("protocol.termination.Member")
              .replace("case WAIT -> giveUp();")
              .by("case WAIT -> allAgreed();")
              .runs(1, exploring("three-phase", "--crashes", "1", "--refusals", "0")),
          Mutant.of(THREE_PHASE_COMMIT, "no-taken-for-yes")
              .breaks("A coordinator counts a No as a Yes.")
              .from("2PC errata: a vote that is counted, and not looked at")
              .expect("unanimous", "agreement")
              .in("protocol.termination.Voting")
              .replace("votes.refused(from); giveUp();")
              .by("votes.count(from, vote.round(), Vote.YES); countVotes();")
              .runs(1, exploring("three-phase")),
          Mutant.of(THREE_PHASE_COMMIT, "no-middle-phase")
              .breaks("The coordinator commits without anybody having heard a PreCommit.")
              .from("two-phase commit with three-phase commit's termination protocol")
              .expect("agreement")
              .in("protocol.commit.threephase.ThreePhaseMember")
              .replace(
                  "send(to, new Message.PreCommit()); if (variant != Variant.UNACKNOWLEDGED) {")
              .by("if (variant != Variant.UNACKNOWLEDGED) {")
              .runs(1, exploring("three-phase", "--crashes", "1", "--refusals", "0")),
          Mutant.of(THREE_PHASE_COMMIT, "leader-commits-before-its-force")
              .breaks(
                  "A leader commits its part as it writes that, when no log has the commit yet.")
              .from("this code: others saw what a crash took, and the coordinator aborted")
              .expect("agreement")
              .in("protocol.commit.threephase.ThreePhaseMember")
              .replace("return commit && leads() && !coordinates();")
              .by("return false;")
              .runs(1, exploring(2, "three-phase", "--crashes", "2", "--refusals", "0")),
          Mutant.of(THREE_PHASE_COMMIT, "pre-commit-before-its-force")
              .breaks("The coordinator says PreCommit before its own part is durable.")
              .from("a Persist behind the Send that depends on it")
              .expect("unanimous", "agreement")
              .in("protocol.commit.threephase.ThreePhaseMember")
              .replace("become(State.AGREED); persist(Entry.VOTE, true);")
              .by("persist(Entry.VOTE, true); spread(others());")
              .runs(1, exploring("three-phase", "--crashes", "1", "--refusals", "0")),
          Mutant.of(THREE_PHASE_COMMIT, "impatient-participants")
              .breaks("Participants wait for their coordinator as long as one message may take.")
              .from("a time-out shorter than what it waits for may take")
              .expect("agreement")
              .in("protocol.termination.Member")
              .replace("long bounds = 6L * (stage + 2) + members().size();")
              .by("long bounds = 1;")
              .runs(1, exploring("three-phase")),
          Mutant.of(THREE_PHASE_COMMIT, "forgotten-means-committed")
              .breaks(
                  "Who was down takes a transaction that its coordinator has forgotten for committed.")
              .from("presumed commit without its log record: Lampson and Lomet, VLDB 1993")
              .expect("agreement")
              .in("protocol.commit.threephase.ThreePhaseMember")
              .replace("protected boolean outcomeIfForgotten() { return false; }")
              .by("protected boolean outcomeIfForgotten() { return true; }")
              .runs(1, exploring("three-phase", "--crashes", "1", "--refusals", "0")),
          Mutant.of(TWO_PHASE_COMMIT, "decides-at-the-first-yes")
              .breaks("A coordinator that has asked decides at the first Yes.")
              .from("a quorum where all are needed")
              .expect("unanimous", "agreement")
              .in("protocol.commit.twophase.Coordinator")
              .replace("if (state == State.PREPARING && missing().isEmpty()) {")
              .by("if (state == State.PREPARING) {")
              .runs(1, exploring("two-phase")),
          Mutant.of(TWO_PHASE_COMMIT, "yes-with-its-record")
              .breaks("A participant says its Yes as it writes it.")
              .from("EasyCommit's Figure 5b sends first; DESIGN 7.2")
              .expect("promise")
              .in("protocol.commit.twophase.Participant")
              .replace("effects.add(new Effect.Persist(Entry.VOTE, memory(), true));")
              .by(
                  "effects.add(new Effect.Persist(Entry.VOTE, memory(), true));"
                      + " effects.add(new Effect.Send(coordinator, new Message.Vote(voted, Kind.YES)));")
              .runs(1, exploring("two-phase")),
          Mutant.of(TWO_PHASE_COMMIT, "commit-told-with-its-record")
              .breaks("A coordinator tells its client of the commit as it writes it.")
              .from("acknowledged before the flush: Jepsen on MongoDB, Redis-Raft")
              .expect("agreement", "unanimous")
              .in("protocol.commit.twophase.Coordinator")
              .replace("effects.add(new Effect.Persist(Entry.DECISION, memory(), true));")
              .by(
                  "effects.add(new Effect.Persist(Entry.DECISION, memory(), true));"
                      + " effects.add(new Effect.Tell(true));")
              .runs(1, exploring("two-phase", "--crashes", "1")),
          Mutant.of(TWO_PHASE_COMMIT, "acknowledged-with-its-record")
              .breaks("A participant acknowledges the commit as it writes it.")
              .from("2PC errata: the coordinator forgets what its participant does not know yet")
              .expect("agreement")
              .in("protocol.commit.twophase.Participant")
              .replace("effects.add(new Effect.Persist(Entry.COMMITTED, memory(), acknowledges));")
              .by(
                  "effects.add(new Effect.Persist(Entry.COMMITTED, memory(), acknowledges));"
                      + " effects.add(new Effect.Send(coordinator, new Message.Ack()));")
              .runs(1, exploring("two-phase", "--crashes", "1")),
          Mutant.of(TWO_PHASE_COMMIT, "commit-said-once")
              .breaks("A coordinator says its commit once, whoever has heard it.")
              .from("a lost message that nobody sends again")
              .expect("ends")
              .in("protocol.commit.twophase.Coordinator")
              .replace("if (state == State.PREPARING) { askForVotes(); } else { sayOutcome(); }")
              .by("if (state == State.PREPARING) { askForVotes(); } else { startTimer(); }")
              .runs(1, exploring("two-phase", "--losses", "1")),
          Mutant.of(TWO_PHASE_COMMIT, "doubted-in-silence")
              .breaks("A participant that finds its Yes in the log asks nobody how it ended.")
              .from("in-doubt participants after a crash: XA without recovery")
              .expect("ends")
              .in("protocol.commit.twophase.Participant")
              .replace(
                  "private void inquire() { effects.add(new Effect.Send(coordinator, new Message.Inquire()));")
              .by("private void inquire() {")
              .runs(1, exploring("two-phase", "--crashes", "1")));
}
