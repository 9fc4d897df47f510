---------------------------- MODULE PaxosCommit ----------------------------
(***************************************************************************)
(* Paxos Commit as Tutti's machines run it (tutti.protocol.commit          *)
(* .paxoscommit): members vote for themselves in ballot 0, witnesses       *)
(* accept the votes of all together, anybody may lead a higher ballot, and *)
(* witnesses forget.  After J. Gray and L. Lamport, Consensus on           *)
(* Transaction Commit, TODS 31(1), 2006.                                   *)
(*                                                                         *)
(* Messages are never taken out of the network, so that each may arrive    *)
(* late, twice, or never.  A crash of a member that has not voted is one   *)
(* that does nothing more; what others keep is durable.                    *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
  Member,       \* those that change something
  Witness,      \* an odd number
  MaxBallot,    \* the highest ballot that is led
  AskAll        \* whether a witness asks the coordinator, too, before it forgets

VARIABLES
  member,       \* where each member is
  counter,      \* where the coordinator is, which here is no member
  promised,     \* each witness's highest ballot
  accepted,     \* what each witness has accepted about each member
  net           \* all messages ever sent

vars == <<member, counter, promised, accepted, net>>

Nothing == [ballot |-> -1, value |-> "none"]
Majority == {Q \in SUBSET Witness : 2 * Cardinality(Q) > Cardinality(Witness)}
Values == [Member -> {"prepared", "aborted"}]
AllPrepared == [m \in Member |-> "prepared"]

Init ==
  /\ member = [m \in Member |-> "working"]
  /\ counter = "counting"
  /\ promised = [w \in Witness |-> 0]
  /\ accepted = [w \in Witness |-> [m \in Member |-> Nothing]]
  /\ net = {}

Say(message) == net' = net \cup {message}
Voted(m) == [type |-> "vote", member |-> m] \in net

(* A member forces its vote, and says it. *)
Vote(m) ==
  /\ member[m] = "working"
  /\ member' = [member EXCEPT ![m] = "prepared"]
  /\ Say([type |-> "vote", member |-> m])
  /\ UNCHANGED <<counter, promised, accepted>>

(* A member that has not voted aborts, which is certain from then on. *)
Refuse(m) ==
  /\ member[m] = "working"
  /\ member' = [member EXCEPT ![m] = "aborted"]
  /\ Say([type |-> "no"])
  /\ UNCHANGED <<counter, promised, accepted>>

HasNothing(w) == promised[w] = 0 /\ \A m \in Member : accepted[w][m] = Nothing

(* A witness has the votes of all, and accepts them. *)
AcceptVotes(w) ==
  /\ HasNothing(w)
  /\ \A m \in Member : Voted(m)
  /\ accepted' =
       [accepted EXCEPT ![w] = [m \in Member |-> [ballot |-> 0, value |-> "prepared"]]]
  /\ Say([type |-> "2b", witness |-> w, ballot |-> 0, values |-> AllPrepared])
  /\ UNCHANGED <<member, counter, promised>>

Phase1a(b) ==
  /\ [type |-> "1a", ballot |-> b] \notin net
  /\ \E m \in Member : member[m] = "prepared"
  /\ Say([type |-> "1a", ballot |-> b])
  /\ UNCHANGED <<member, counter, promised, accepted>>

(* A witness promises; the votes that it has gathered by then it accepts. *)
Phase1b(w, b) ==
  /\ [type |-> "1a", ballot |-> b] \in net
  /\ b > promised[w]
  /\ \E gathered \in SUBSET {m \in Member : Voted(m)} :
       /\ gathered # {} => HasNothing(w)
       /\ LET now == [m \in Member |->
                 IF m \in gathered THEN [ballot |-> 0, value |-> "prepared"]
                                   ELSE accepted[w][m]]
          IN /\ accepted' = [accepted EXCEPT ![w] = now]
             /\ Say([type |-> "1b", witness |-> w, ballot |-> b, accepted |-> now])
  /\ promised' = [promised EXCEPT ![w] = b]
  /\ UNCHANGED <<member, counter>>

(* A leader proposes what may have been chosen, else that it is aborted. *)
Phase2a(b) ==
  /\ ~ \E x \in net : x.type = "2a" /\ x.ballot = b
  /\ \E Q \in Majority :
       LET said == {x \in net : x.type = "1b" /\ x.ballot = b /\ x.witness \in Q}
       IN /\ \A w \in Q : \E x \in said : x.witness = w
          \* One that has forgotten in between may have said two things: either may come.
          /\ \E pick \in {f \in [Q -> said] : \A w \in Q : f[w].witness = w} :
               LET of(m) == {pick[w].accepted[m] : w \in Q}
                   newest(m) == CHOOSE x \in of(m) : \A y \in of(m) : y.ballot <= x.ballot
               IN Say([type |-> "2a", ballot |-> b, values |->
                        [m \in Member |-> IF newest(m) = Nothing THEN "aborted"
                                                                 ELSE newest(m).value]])
  /\ UNCHANGED <<member, counter, promised, accepted>>

Phase2b(w, b) ==
  /\ b >= promised[w]
  /\ \E x \in net :
       /\ x.type = "2a" /\ x.ballot = b
       /\ accepted' = [accepted EXCEPT ![w] =
                         [m \in Member |-> [ballot |-> b, value |-> x.values[m]]]]
       /\ Say([type |-> "2b", witness |-> w, ballot |-> b, values |-> x.values])
  /\ promised' = [promised EXCEPT ![w] = b]
  /\ UNCHANGED <<member, counter>>

Chosen(b, v) ==
  \E Q \in Majority : \A w \in Q :
    [type |-> "2b", witness |-> w, ballot |-> b, values |-> v] \in net

Commits == \E b \in 0..MaxBallot : Chosen(b, AllPrepared)
Aborts ==
  \/ [type |-> "no"] \in net
  \/ \E b \in 1..MaxBallot, v \in Values : v # AllPrepared /\ Chosen(b, v)

(* A member that has voted learns how it ended; one that has not may hear of an abort. *)
End(m) ==
  /\ \/ member[m] = "prepared" /\ Commits /\ member' = [member EXCEPT ![m] = "committed"]
     \/ member[m] \in {"working", "prepared"} /\ Aborts
        /\ member' = [member EXCEPT ![m] = "aborted"]
  /\ UNCHANGED <<counter, promised, accepted, net>>

(* The coordinator counts what is accepted, tells its client, and is over. *)
Count ==
  /\ counter = "counting"
  /\ \/ Commits /\ counter' = "committed"
     \/ Aborts /\ counter' = "aborted"
  /\ UNCHANGED <<member, promised, accepted, net>>

(* It has ended everywhere for good: what is left of it may still arrive. *)
Forget(w) ==
  /\ \A m \in Member : member[m] \in {"committed", "aborted"}
  /\ AskAll => counter # "counting"
  /\ ~ (promised[w] = 0 /\ HasNothing(w))
  /\ promised' = [promised EXCEPT ![w] = 0]
  /\ accepted' = [accepted EXCEPT ![w] = [m \in Member |-> Nothing]]
  /\ UNCHANGED <<member, counter, net>>

Next ==
  \/ \E m \in Member : Vote(m) \/ Refuse(m) \/ End(m)
  \/ \E w \in Witness : AcceptVotes(w) \/ Forget(w)
  \/ \E b \in 1..MaxBallot : Phase1a(b) \/ Phase2a(b)
  \/ \E w \in Witness, b \in 1..MaxBallot : Phase1b(w, b) \/ Phase2b(w, b)
  \/ Count

Spec == Init /\ [][Next]_vars

Ended(outcome) == (\E m \in Member : member[m] = outcome) \/ counter = outcome

(* Which member or witness is which makes no difference. *)
Alike == Permutations(Member) \cup Permutations(Witness)

(* Where all have ended nothing can change that the invariants look at. *)
SomebodyWaits ==
  counter = "counting" \/ \E m \in Member : member[m] \notin {"committed", "aborted"}

(* I1 *)
EndsAlike == ~ (Ended("committed") /\ Ended("aborted"))

(* An end in the explorer's words. *)
InWords(m) ==
  CASE member[m] = "committed" -> "COMMITTED"
    [] member[m] = "aborted" -> "ABORTED"
    [] OTHER -> "OPEN"

Told ==
  CASE counter = "committed" -> "commit"
    [] counter = "aborted" -> "abort"
    [] OTHER -> "nothing"

(* Always holds, and prints how all have ended: each combination once for each
   worker.  Whatever is under way may be lost, so any state may be the last. *)
Ends ==
  LET end == <<"ends", {<<m, InWords(m)>> : m \in Member}, Told>>
  IN end \in TLCGet(1) \/ (PrintT(end) /\ TLCSet(1, TLCGet(1) \cup {end}))

ASSUME TLCSet(1, {})

(* I2: everybody has voted where anybody commits. *)
CommitsOnVotes == Ended("committed") => \A m \in Member : Voted(m)
=============================================================================
