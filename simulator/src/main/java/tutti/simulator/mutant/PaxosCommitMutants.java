package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.PAXOS_COMMIT;

import java.util.List;
import java.util.stream.Stream;

/** Bugs of Paxos Commit, looked for by exploring all that can happen to two members. */
final class PaxosCommitMutants {
  private PaxosCommitMutants() {}

  private static String[] exploring(String... faults) {
    return Stream.concat(
            Stream.of("--exhaustive", "--commit", "paxos-commit", "--participants", "2"),
            Stream.of(faults))
        .toArray(String[]::new);
  }

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(PAXOS_COMMIT, "vote-accepted-below-a-promise")
              .breaks("A witness that has promised a ballot still accepts votes of ballot 0.")
              .from("Paxos §4.1 without the promise of Phase1b")
              .expect("agreement")
              .in("protocol.commit.paxoscommit.Witness")
              .replace("if (state == State.NOTED) { if (from != coordinator) { return; }")
              .by(
                  "if (state == State.NOTED && promised > 0) {"
                      + " accepted.forEach((member, what) ->"
                      + " gathered.putIfAbsent(member, what.value()));"
                      + " } else if (state == State.NOTED) { if (from != coordinator) { return; }")
              .replace("acceptVotes(); note(accepted(coordinator));")
              .by(
                  "acceptVotes(); int kept = promised; promised = 0;"
                      + " note(accepted(coordinator)); promised = kept;")
              .runs(1, exploring("--crashes", "1")),
          Mutant.of(PAXOS_COMMIT, "proposes-by-one-promise")
              .breaks("A leader proposes by what the first witness says that it has accepted.")
              .from("Paxos §4.1 without the majority of Phase1b")
              .expect("agreement")
              .in("protocol.commit.paxoscommit.Ballots")
              .replace("if (promises.size() < group.majority()) {")
              .by("if (promises.isEmpty()) {")
              .runs(1, exploring("--crashes", "1")),
          Mutant.of(PAXOS_COMMIT, "f-are-enough")
              .breaks("F witnesses count as a majority of 2F + 1.")
              .from("an off-by-one in a quorum: two of them need not meet")
              .expect("agreement")
              .in("protocol.commit.paxoscommit.Group")
              .replace("return witnesses.size() / 2 + 1;")
              .by("return witnesses.size() / 2;")
              .runs(1, exploring("--crashes", "1")),
          Mutant.of(PAXOS_COMMIT, "acceptance-not-forced")
              .breaks("A witness says what it has accepted before that is durable.")
              .from("an acceptor that forgets: Paxos Made Live, §5.1, on corrupted disks")
              .expect("forced", "agreement")
              .in("protocol.commit.paxoscommit.Witness")
              .replace(
                  "effects.add(new Effect.Persist(Entry.NOTE, memory(), true));"
                      + " unforced.add(answer);")
              .by(
                  "effects.add(new Effect.Persist(Entry.NOTE, memory(), false)); effects.add(answer);")
              .runs(1, exploring("--crashes", "1")),
          Mutant.of(PAXOS_COMMIT, "free-choice-is-commit")
              .breaks("A leader takes a member of whom nobody has accepted anything for prepared.")
              .from("Paxos Commit §4.2: the free value must be Aborted")
              .expect("agreement", "unanimous")
              .in("protocol.commit.paxoscommit.Ballots")
              .replace(".orElse(Value.ABORTED)")
              .by(".orElse(Value.PREPARED)")
              .runs(1, exploring("--crashes", "1")),
          Mutant.of(PAXOS_COMMIT, "commits-when-an-instance-is-missing")
              .breaks("A leader proposes nothing about members of whom nothing was accepted.")
              .from("Paxos Commit §4.2: committed iff every instance chooses Prepared")
              .expect("agreement", "unanimous")
              .in("protocol.commit.paxoscommit.Ballots")
              .replace("group.members().forEach(member -> proposal.put(member, free(member)));")
              .by(
                  "group.members().stream()"
                      + ".filter(member -> promises.values().stream()"
                      + ".anyMatch(accepted -> accepted.containsKey(member)))"
                      + ".forEach(member -> proposal.put(member, free(member)));")
              .runs(1, exploring("--crashes", "1")),
          Mutant.of(PAXOS_COMMIT, "ballot-zero-for-others")
              .breaks("A coordinator proposes Prepared in ballot 0 for every member.")
              .from("Paxos Commit §4.2: ballot 0 of an instance belongs to its resource manager")
              .expect("unanimous", "agreement")
              .in("protocol.commit.paxoscommit.Coordinator")
              .replace("votes ? Map.of(self.node(), Value.PREPARED) : Map.of()")
              .by(
                  "ballots().group().members().stream().collect("
                      + "java.util.stream.Collectors.toMap(node -> node, _ -> Value.PREPARED))")
              .runs(1, exploring("--crashes", "0")));
}
