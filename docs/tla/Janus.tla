------------------------------- MODULE Janus -------------------------------
(***************************************************************************)
(* How Janus' replicas agree on what comes before a transaction, as        *)
(* Tutti's machines do (tutti.protocol.integrated.janus): witnesses of the *)
(* fast path, acceptances of the slow one, and takeovers.  After S. Mu,    *)
(* L. Nelson, W. Lloyd, J. Li, Consolidating Concurrency Control and       *)
(* Consensus for Commits under Conflicts, OSDI 2016.                       *)
(*                                                                         *)
(* One shard, and two transactions with a conflict.  Each has a            *)
(* coordinator in ballot 0; others may take over the first one.  Messages  *)
(* are never taken out of the network, so that each may arrive late,       *)
(* twice, or never; a coordinator that is gone is one whose messages never *)
(* do.  What a replica keeps is durable.                                   *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
  Replica,      \* an odd number
  Lone,         \* one of them
  MaxBallot,    \* the highest ballot in which the first transaction is taken over
  Asks,         \* whether the questions of ballot 0 may still arrive
  OneField      \* whether a replica has one field for what it has witnessed and accepted

VARIABLES
  vertex,       \* what each replica keeps of each transaction
  net           \* all messages ever sent

vars == <<vertex, net>>

Transaction == {"first", "second"}
Majority == {Q \in SUBSET Replica : 2 * Cardinality(Q) > Cardinality(Replica)}
Ballots(t) == IF t = "first" THEN 0..MaxBallot ELSE {0}

Commit(before) == [before |-> before, abandoned |-> FALSE]
Abandoned == [before |-> {}, abandoned |-> TRUE]
Decision == {Commit(before) : before \in SUBSET Transaction} \cup {Abandoned}

Blank == [known |-> FALSE, before |-> {}, promised |-> 0, in |-> -1, accepted |-> Abandoned]

(* No message has arrived. *)
Init ==
  /\ vertex = [r \in Replica |-> [t \in Transaction |-> Blank]]
  /\ net = {}

(***************************************************************************)
(* One replica alone has heard of the first transaction, whose coordinator *)
(* is gone.  The others have accepted the second one, so that it is        *)
(* chosen, and comes after nothing.                                        *)
(***************************************************************************)
Left ==
  LET heard == [Blank EXCEPT !.known = TRUE]
      chosen == [heard EXCEPT !.in = 0, !.accepted = Commit({})]
      others == Replica \ {Lone}
      said(r, t) == [type |-> "pre-accepted", replica |-> r, of |-> t, ballot |-> 0,
                     before |-> {}]
  IN
  /\ vertex = [r \in Replica |-> [t \in Transaction |->
       CASE r = Lone /\ t = "first" -> heard
         [] r # Lone /\ t = "second" -> chosen
         [] OTHER -> Blank]]
  /\ net = {said(Lone, "first")} \cup {said(r, "second") : r \in others}
       \cup {[type |-> "accept", of |-> "second", ballot |-> 0, decision |-> Commit({})]}
       \cup {[type |-> "accepted", replica |-> r, of |-> "second", ballot |-> 0,
               decision |-> Commit({})] : r \in others}

Say(message) == net' = net \cup {message}

(* The transactions that a replica knows when it first has a request. *)
Before(r, t) ==
  IF vertex[r][t].known THEN vertex[r][t].before
                        ELSE {u \in Transaction \ {t} : vertex[r][u].known}

(* Algorithm 2.  The first coordinator has asked all; one that takes over may have. *)
PreAccept(r, t, b) ==
  /\ (b = 0 /\ Asks) \/ [type |-> "pre-accept", ballot |-> b] \in net
  /\ vertex[r][t].promised <= b
  /\ vertex' = [vertex EXCEPT ![r][t] =
                  [@ EXCEPT !.known = TRUE, !.before = Before(r, t), !.promised = b]]
  /\ Say([type |-> "pre-accepted", replica |-> r, of |-> t, ballot |-> b,
          before |-> Before(r, t)])

(* Algorithm 7. *)
Promise(r, b) ==
  LET own == vertex[r]["first"] IN
  /\ own.promised < b
  /\ vertex' = [vertex EXCEPT ![r]["first"].promised = b]
  /\ Say([type |-> "promised", replica |-> r, ballot |-> b, known |-> own.known,
          before |-> own.before, in |-> own.in, accepted |-> own.accepted])

Proposed(t, b) == \E x \in net : x.type = "accept" /\ x.of = t /\ x.ballot = b

Propose(t, b, decision) ==
  Say([type |-> "accept", of |-> t, ballot |-> b, decision |-> decision])

(* A majority has witnessed it in this ballot: the coordinator proposes the union. *)
ProposeUnion(t, b) ==
  /\ ~ Proposed(t, b)
  /\ \E Q \in Majority :
       LET said == {x \in net : x.type = "pre-accepted" /\ x.of = t /\ x.ballot = b
                                /\ x.replica \in Q}
       IN /\ \A r \in Q : \E x \in said : x.replica = r
          /\ Propose(t, b, Commit(UNION {x.before : x \in said}))
  /\ UNCHANGED vertex

(* Algorithm 6: a coordinator that takes over the first transaction has a majority. *)
TakeOver(b) ==
  /\ ~ Proposed("first", b)
  /\ [type |-> "pre-accept", ballot |-> b] \notin net
  /\ \E Q \in Majority :
       LET said == {x \in net : x.type = "promised" /\ x.ballot = b /\ x.replica \in Q}
           some == {x \in said : x.in >= 0}
           newest == CHOOSE x \in some : \A y \in some : y.in <= x.in
       IN /\ \A r \in Q : \E x \in said : x.replica = r
          /\ CASE some # {} -> Propose("first", b, newest.accepted)
               [] some = {} /\ \A x \in said : x.known ->
                    Propose("first", b, Commit(UNION {x.before : x \in said}))
               [] some = {} /\ (\E x \in said : x.known) /\ (\E x \in said : ~ x.known) ->
                    Say([type |-> "pre-accept", ballot |-> b])
               [] OTHER -> Propose("first", b, Abandoned)
  /\ UNCHANGED vertex

(* Algorithm 3.  The message brings the request to a replica that has missed it. *)
Accept(r, t, b) ==
  /\ vertex[r][t].promised <= b
  /\ \E x \in net :
       /\ x.type = "accept" /\ x.of = t /\ x.ballot = b
       /\ LET heeding == [vertex[r][t] EXCEPT !.promised = b, !.in = b, !.accepted = x.decision]
              learning == [heeding EXCEPT !.known = TRUE, !.before = Before(r, t)]
              one == [heeding EXCEPT !.known = TRUE, !.before = x.decision.before]
          IN vertex' = [vertex EXCEPT ![r][t] =
                          CASE OneField -> one
                            [] ~ OneField /\ x.decision.abandoned -> heeding
                            [] OTHER -> learning]
       /\ Say([type |-> "accepted", replica |-> r, of |-> t, ballot |-> b,
               decision |-> x.decision])

Next ==
  \/ \E r \in Replica, t \in Transaction : \E b \in Ballots(t) :
       PreAccept(r, t, b) \/ Accept(r, t, b)
  \/ \E r \in Replica, b \in 1..MaxBallot : Promise(r, b)
  \/ \E t \in Transaction : \E b \in Ballots(t) : ProposeUnion(t, b)
  \/ \E b \in 1..MaxBallot : TakeOver(b)

Spec == Init /\ [][Next]_vars
SpecLeft == Left /\ [][Next]_vars

(* All replicas have witnessed the same in ballot 0, or a majority has accepted it. *)
Chosen(t, decision) ==
  \/ /\ ~ decision.abandoned
     /\ \A r \in Replica :
          [type |-> "pre-accepted", replica |-> r, of |-> t, ballot |-> 0,
           before |-> decision.before] \in net
  \/ \E b \in Ballots(t), Q \in Majority : \A r \in Q :
       [type |-> "accepted", replica |-> r, of |-> t, ballot |-> b,
        decision |-> decision] \in net

(* I1 of the card. *)
OneDecision ==
  \A t \in Transaction : \A one, other \in Decision :
    Chosen(t, one) /\ Chosen(t, other) => one = other

(* I2 of the card. *)
Depends ==
  \A one, other \in SUBSET Transaction :
    Chosen("first", Commit(one)) /\ Chosen("second", Commit(other)) =>
      "second" \in one \/ "first" \in other

Alike == Permutations(Replica)
OthersAlike == Permutations(Replica \ {Lone})
=============================================================================
