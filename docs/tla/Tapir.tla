------------------------------- MODULE Tapir -------------------------------
(***************************************************************************)
(* How the replicas of one participant agree whether it consents to a      *)
(* transaction of TAPIR, as Tutti's machines do                            *)
(* (tutti.protocol.integrated.tapir): the fast path, the slow one, views,  *)
(* and a coordinator that takes over.  After I. Zhang, N. Sharma,          *)
(* A. Szekeres, A. Krishnamurthy, D. Ports, Building Consistent            *)
(* Transactions with Inconsistent Replication, SOSP 2015.                  *)
(*                                                                         *)
(* Two transactions that write one item; the first has the lower           *)
(* timestamp.  Each has a coordinator in ballot 0; others may take over    *)
(* the first one.  Messages are never taken out of the network, so that    *)
(* each may arrive late, twice, or never; a coordinator that is gone is    *)
(* one whose messages never do.  What a replica keeps is durable.          *)
(*                                                                         *)
(* The second transaction reads the item at one replica, before it asks    *)
(* any: as it was before either, or, where Early is TRUE, what the first   *)
(* one wrote, once a replica knows that it has committed.  A read that     *)
(* waits for what is about to be written ends in one of these ways, too,   *)
(* as no read waits for ever.                                              *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
  Replica,      \* three
  Lone, Heard,  \* two of them
  MaxView,      \* views begin with 1
  MaxBallot,    \* the highest ballot in which the first transaction is taken over
  Keeps,        \* whether a replica that is overruled goes on to hold the item
  Viewed,       \* whether a replica takes a result only in the view that it is of
  Fenced,       \* whether a replica heeds no ballot below one that it has heard of
  Early,        \* whether a version is read before it is executed
  Proves        \* whether a merge knows by a version that was read that it has committed

VARIABLES
  entry,        \* what each replica keeps of each transaction
  view,         \* the view of each replica
  closed,       \* the replicas whose view has ended
  begun,        \* the views whose records are chosen
  record,       \* the record with which each view has begun
  read,         \* what the second transaction has read
  net           \* all messages ever sent

vars == <<entry, view, closed, begun, record, read, net>>

Transaction == {"first", "second"}
Other(t) == IF t = "first" THEN "second" ELSE "first"
Majority == {Q \in SUBSET Replica : 2 * Cardinality(Q) > Cardinality(Replica)}
Result == {"yes", "no"}
Ballots(t) == IF t = "first" THEN 0..MaxBallot ELSE {0}

(* The standing of a result. *)
NoResult == 0
Tentative == 1
Finalized == 2
Merged == 3
(* A refusal that is finalized where the replica had consented. *)
Overruled == 4

(* A replica that knows that a transaction has committed has noted it. *)
Blank == [vote |-> "none", standing |-> NoResult, promised |-> 0, accepted |-> 0, noted |-> FALSE]

Init ==
  /\ entry = [r \in Replica |-> [t \in Transaction |-> Blank]]
  /\ view = [r \in Replica |-> 1]
  /\ closed = {}
  /\ begun = {1}
  /\ record = [v \in 1..MaxView |-> [t \in Transaction |-> Blank]]
  /\ read = "nothing"
  /\ net = {}

Acts(r) == r \notin closed

(***************************************************************************)
(* A transaction holds the item where a replica has consented, until the   *)
(* view ends, also if a coordinator that takes over finalizes a refusal.   *)
(* An outcome that a record has is executed in its view.                   *)
(***************************************************************************)
Executed(e) == e.noted /\ e.standing = Merged
Holds(e) == (e.vote = "yes" \/ e.standing = Overruled) /\ ~ Executed(e)

(* Whether the other transaction, with that entry, is in the way of t, which has read what. *)
InTheWay(t, what, other) ==
  (Holds(other) \/ Executed(other)) /\ ~ (t = "second" /\ what = "first")

(* The check of the strict claim. *)
Vote(r, t, what) == IF InTheWay(t, what, entry[r][Other(t)]) THEN "no" ELSE "yes"

(* A replica notes that the first transaction has committed.  That may be read from then on. *)
Noted == [type |-> "noted"]
Readable ==
  IF read # "nothing" THEN {read}
  ELSE {"before"} \cup (IF Noted \in net THEN {"first"} ELSE {})

Told(r, t, e) ==
  [type |-> "told", replica |-> r, of |-> t, view |-> view[r], ballot |-> e.promised,
   vote |-> e.vote, standing |-> e.standing, accepted |-> e.accepted]

Keep(r, t, e) == entry' = [entry EXCEPT ![r][t] = e]
Say(message) == net' = net \cup {message}

(* The first coordinator has asked all.  The first answer stands. *)
Prepare(r, t) ==
  LET e == entry[r][t] IN
  /\ Acts(r) /\ e.promised = 0 /\ e.standing = NoResult /\ ~ e.noted
  /\ read' \in IF t = "second" THEN Readable ELSE {read}
  /\ LET voted == [e EXCEPT !.vote = Vote(r, t, read'), !.standing = Tentative]
     IN Keep(r, t, voted) /\ Say(Told(r, t, voted))
  /\ UNCHANGED <<view, closed, begun, record>>

(* A coordinator that takes over has asked all; once is enough, as it proposes once in a view. *)
Promise(r, b) ==
  LET e == entry[r]["first"] IN
  /\ Acts(r) /\ e.promised <= b /\ ~ e.noted
  /\ ~ \E x \in net : x.type = "told" /\ x.replica = r /\ x.of = "first"
                      /\ x.ballot = b /\ x.view = view[r]
  /\ LET promising == [e EXCEPT !.promised = b]
     IN Keep(r, "first", promising) /\ Say(Told(r, "first", promising))
  /\ UNCHANGED <<view, closed, begun, record, read>>

(***************************************************************************)
(* All replicas but Lone have consented to the first transaction.  Its     *)
(* coordinator has proposed that, and Heard alone has heard of it.  The    *)
(* others heed another coordinator, which has proposed a refusal.          *)
(***************************************************************************)
Overtaken ==
  LET proposal(b, vote) == [type |-> "finalize", of |-> "first", ballot |-> b, view |-> 1,
                            vote |-> vote]
  IN
  /\ entry = [r \in Replica |-> [t \in Transaction |->
       CASE t = "second" -> Blank
         [] t = "first" /\ r = Lone -> [Blank EXCEPT !.promised = 1]
         [] t = "first" /\ r = Heard -> [Blank EXCEPT !.vote = "yes", !.standing = Finalized]
         [] OTHER -> [Blank EXCEPT !.vote = "yes", !.standing = Tentative, !.promised = 1]]]
  /\ view = [r \in Replica |-> 1]
  /\ closed = {}
  /\ begun = {1}
  /\ record = [v \in 1..MaxView |-> [t \in Transaction |-> Blank]]
  /\ read = "nothing"
  /\ net = {proposal(0, "yes"), proposal(1, "no")}
       \cup {[type |-> "confirmed", replica |-> Heard, of |-> "first", ballot |-> 0, view |-> 1,
               vote |-> "yes"]}

(* The answers to a coordinator in one view, of which only one of each replica counts. *)
Answers(t, b, v) ==
  {x \in net : x.type = "told" /\ x.of = t /\ x.ballot = b /\ x.view = v
               /\ x.standing # Merged}
Of(answers, Q) == {x \in answers : x.replica \in Q}
From(answers, Q) == \A r \in Q : \E x \in answers : x.replica = r
Consents(answers) == Cardinality({x.replica : x \in {y \in answers : y.vote = "yes"}})

Proposed(t, b, v) ==
  \E x \in net : x.type = "finalize" /\ x.of = t /\ x.ballot = b /\ x.view = v

Propose(t, b, v, vote) ==
  /\ Say([type |-> "finalize", of |-> t, ballot |-> b, view |-> v, vote |-> vote])
  /\ UNCHANGED <<entry, view, closed, begun, record, read>>

(* The first coordinator waits no longer for the rest. *)
ProposeFirst(t, v) ==
  /\ ~ Proposed(t, 0, v)
  /\ \E Q \in Majority :
       LET said == Of({x \in Answers(t, 0, v) : x.standing = Tentative}, Q)
       IN /\ From(said, Q)
          /\ Propose(t, 0, v, IF 2 * Consents(said) > Cardinality(Replica) THEN "yes" ELSE "no")

(* With three replicas a majority without a finalized result is never unclear. *)
ProposeTakingOver(b, v) ==
  /\ ~ Proposed("first", b, v)
  /\ \E Q \in Majority :
       LET said == Of(Answers("first", b, v), Q)
           some == {x \in said : x.standing \in {Finalized, Overruled}}
           newest == CHOOSE x \in some : \A y \in some : y.accepted <= x.accepted
       IN /\ From(said, Q)
          /\ Propose("first", b, v,
               CASE some # {} -> newest.vote
                 [] some = {} /\ 2 * Consents(said) > Cardinality(Replica) -> "yes"
                 [] OTHER -> "no")

(* A replica that knows the outcome takes no result any more. *)
Finalize(r, t) ==
  LET e == entry[r][t] IN
  /\ Acts(r) /\ ~ e.noted
  /\ \E x \in net :
       /\ x.type = "finalize" /\ x.of = t
       /\ Viewed => x.view = view[r] /\ e.standing # Merged
       /\ Fenced => e.promised <= x.ballot
       /\ LET overruled == Keeps /\ x.ballot > 0 /\ x.vote = "no" /\ Holds(e)
          IN Keep(r, t, [e EXCEPT !.vote = x.vote, !.promised = x.ballot, !.accepted = x.ballot,
                                  !.standing = IF overruled THEN Overruled ELSE Finalized])
       /\ Say([type |-> "confirmed", replica |-> r, of |-> t, ballot |-> x.ballot,
               view |-> x.view, vote |-> x.vote])
  /\ UNCHANGED <<view, closed, begun, record, read>>

(* All replicas have told the same in ballot 0, or a majority has the result of a ballot. *)
ChosenIn(t, v, vote) ==
  \/ From({x \in Answers(t, 0, v) : x.standing = Tentative /\ x.vote = vote}, Replica)
  \/ \E b \in Ballots(t), Q \in Majority : \A r \in Q :
       [type |-> "confirmed", replica |-> r, of |-> t, ballot |-> b, view |-> v,
        vote |-> vote] \in net

MergedIn(t, v, vote) == record[v][t].standing = Merged /\ record[v][t].vote = vote
Chosen(t, vote) == \E v \in 1..MaxView : ChosenIn(t, v, vote) \/ MergedIn(t, v, vote)

Note(r) ==
  /\ Early /\ Acts(r) /\ ~ entry[r]["first"].noted /\ Chosen("first", "yes")
  /\ Keep(r, "first", [entry[r]["first"] EXCEPT !.noted = TRUE])
  /\ Say(Noted)
  /\ UNCHANGED <<view, closed, begun, record, read>>

(***************************************************************************)
(* Views.  Which record begins a view is chosen by a register, which never *)
(* fails here: the shard's replicated log.                                 *)
(***************************************************************************)
Close(r) ==
  /\ Acts(r) /\ view[r] < MaxView
  /\ closed' = closed \cup {r}
  /\ UNCHANGED <<entry, view, begun, record, read, net>>

(* What the records of a majority have of a transaction. *)
Entries(Q, t) == {entry[r][t] : r \in Q}
Heavy(Q, t) == {e \in Entries(Q, t) : e.standing >= Finalized}
Count(Q, t, vote) ==
  Cardinality({r \in Q : entry[r][t].vote = vote /\ entry[r][t].standing = Tentative})
(* The fewest results that a fast quorum of three leaves in a majority. *)
Trace == 2

Asked(Q, t) == \E e \in Entries(Q, t) : e.standing # NoResult

(* The first one has committed: a replica has noted that, or knows that the second has read it. *)
Ended(Q, t) ==
  /\ t = "first"
  /\ \/ \E e \in Entries(Q, t) : e.noted
     \/ /\ Proves /\ read = "first"
        /\ Asked(Q, "first") /\ Asked(Q, "second")

(* Outcomes stay, and finalized results, then what a fast quorum may have had; then the rest. *)
Class(Q, t) ==
  CASE Ended(Q, t) -> 0
    [] ~ Ended(Q, t) /\ Heavy(Q, t) # {} -> 1
    [] ~ Ended(Q, t) /\ Heavy(Q, t) = {} /\ (\E vote \in Result : Count(Q, t, vote) >= Trace) -> 2
    [] OTHER -> 3

(* The result of a transaction of the first class, or without the other one in its way. *)
Alone(Q, t) ==
  LET heavy == Heavy(Q, t)
      newest == CHOOSE e \in heavy : \A f \in heavy : f.accepted <= e.accepted
  IN CASE Ended(Q, t) -> "yes"
       [] ~ Ended(Q, t) /\ heavy # {} -> newest.vote
       [] OTHER -> IF Count(Q, t, "no") >= Trace THEN "no" ELSE "yes"

Earlier(Q, t) ==
  LET other == Other(t) IN
  Class(Q, other) < Class(Q, t)
    \/ (Class(Q, other) = Class(Q, t) /\ Class(Q, t) > 1 /\ t = "second")

Kept(Q, t) ==
  IF /\ Class(Q, t) > 1 /\ Earlier(Q, t)
     /\ Ended(Q, Other(t)) \/ (Asked(Q, Other(t)) /\ Alone(Q, Other(t)) = "yes")
     /\ ~ (t = "second" /\ read = "first")
  THEN "no" ELSE Alone(Q, t)

Highest(S) == CHOOSE n \in S : \A m \in S : m <= n

Merge(Q, t) ==
  IF ~ Asked(Q, t) /\ ~ Ended(Q, t) THEN Blank
  ELSE [vote |-> Kept(Q, t),
        standing |-> Merged,
        noted |-> Ended(Q, t),
        promised |-> Highest({e.promised : e \in Entries(Q, t)}),
        accepted |-> Highest({e.accepted : e \in Entries(Q, t)})]

Open(v) ==
  /\ v \notin begun
  /\ \E Q \in Majority :
       /\ \A r \in Q : r \in closed /\ view[r] = v - 1
       /\ begun' = begun \cup {v}
       /\ record' = [record EXCEPT ![v] = [t \in Transaction |-> Merge(Q, t)]]
  /\ UNCHANGED <<entry, view, closed, read, net>>

(* A promise that stands with nothing else is over with its view. *)
Adopt(r) ==
  /\ view[r] + 1 \in begun
  /\ view' = [view EXCEPT ![r] = @ + 1]
  /\ closed' = closed \ {r}
  /\ entry' = [entry EXCEPT ![r] = [t \in Transaction |->
       LET e == record[view[r] + 1][t] IN
       IF e = Blank THEN e
       ELSE [e EXCEPT !.promised = Highest({@, entry[r][t].promised})]]]
  /\ UNCHANGED <<begun, record, read, net>>

Next ==
  \/ \E r \in Replica :
       \/ \E t \in Transaction : Prepare(r, t) \/ Finalize(r, t)
       \/ \E b \in 1..MaxBallot : Promise(r, b)
       \/ Note(r)
       \/ Close(r)
       \/ Adopt(r)
  \/ \E v \in 1..MaxView :
       \/ Open(v)
       \/ \E t \in Transaction : ProposeFirst(t, v)
       \/ \E b \in 1..MaxBallot : ProposeTakingOver(b, v)

Spec == Init /\ [][Next]_vars
SpecOvertaken == Overtaken /\ [][Next]_vars

(* I1 of the card, for each transaction. *)
OneResult == \A t \in Transaction : ~ (Chosen(t, "yes") /\ Chosen(t, "no"))

(* I1, for each view: what was chosen before it stands in its record. *)
Stays ==
  \A v \in 1..(MaxView - 1), t \in Transaction, vote \in Result :
    v + 1 \in begun /\ ChosenIn(t, v, vote) =>
      MergedIn(t, v + 1, vote)

(* I2 of the card: a second one that commits as well has read what the first has left. *)
NoConflict == Chosen("first", "yes") /\ Chosen("second", "yes") => read = "first"

Alike == Permutations(Replica)
=============================================================================
