package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.TWO_PHASE_COMMIT;

import java.util.List;
import java.util.stream.Stream;

/** Bugs of the machines of commit protocols, looked for by exploring all that can happen. */
final class CommitMachineMutants {
  private CommitMachineMutants() {}

  private static String[] exploring(String protocol, String... faults) {
    return Stream.concat(
            Stream.of("--exhaustive", "--commit", protocol, "--participants", "3"),
            Stream.of(faults))
        .toArray(String[]::new);
  }

  static final List<Mutant> ALL =
      List.of(
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
              .replace("effects.add(new Effect.Persist(Entry.VOTE, true));")
              .by(
                  "effects.add(new Effect.Persist(Entry.VOTE, true));"
                      + " effects.add(new Effect.Send(coordinator, new Message.Vote(voted, Kind.YES)));")
              .runs(1, exploring("two-phase")),
          Mutant.of(TWO_PHASE_COMMIT, "commit-told-with-its-record")
              .breaks("A coordinator tells its client of the commit as it writes it.")
              .from("acknowledged before the flush: Jepsen on MongoDB, Redis-Raft")
              .expect("agreement", "unanimous")
              .in("protocol.commit.twophase.Coordinator")
              .replace("effects.add(new Effect.Persist(Entry.DECISION, true));")
              .by(
                  "effects.add(new Effect.Persist(Entry.DECISION, true));"
                      + " effects.add(new Effect.Tell(true));")
              .runs(1, exploring("two-phase", "--crashes", "1")),
          Mutant.of(TWO_PHASE_COMMIT, "acknowledged-with-its-record")
              .breaks("A participant acknowledges the commit as it writes it.")
              .from("2PC errata: the coordinator forgets what its participant does not know yet")
              .expect("agreement")
              .in("protocol.commit.twophase.Participant")
              .replace("effects.add(new Effect.Persist(Entry.COMMITTED, true));")
              .by(
                  "effects.add(new Effect.Persist(Entry.COMMITTED, true));"
                      + " effects.add(new Effect.Send(coordinator, new Message.Ack()));")
              .runs(1, exploring("two-phase", "--crashes", "1")),
          Mutant.of(TWO_PHASE_COMMIT, "commit-said-once")
              .breaks("A coordinator says its commit once, whoever has heard it.")
              .from("a lost message that nobody sends again")
              .expect("ends")
              .in("protocol.commit.twophase.Coordinator")
              .replace("if (state == State.PREPARING) { askForVotes(); } else { sayCommit(); }")
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
