------------------------------- MODULE Janus -------------------------------
(***************************************************************************)
(* How Janus' replicas agree on what comes before a transaction, as        *)
(* Tutti's machines do (tutti.protocol.integrated.janus): witnesses of the *)
(* fast path, acceptances of the slow one, and takeovers.  After S. Mu,    *)
(* L. Nelson, W. Lloyd, J. Li, Consolidating Concurrency Control and       *)
(* Consensus for Commits under Conflicts, OSDI 2016.                       *)
(*                                                                         *)
(* One shard, and two or three transactions with conflicts.  Each has a    *)
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
  GivesUp,      \* whether the first transaction's coordinator may abandon it in ballot 0
  OneField,     \* whether a replica has one field for what it has witnessed and accepted
  Implying      \* the transactions that stand for those before them: "none", or those that
                \* are "decided" at a replica, or "accepted"; then there is a third one

VARIABLES
  vertex,       \* what each replica keeps of each transaction
  net           \* all messages ever sent

vars == <<vertex, net>>

Transaction == IF Implying = "none" THEN {"first", "second"} ELSE {"first", "second", "third"}
Majority == {Q \in SUBSET Replica : 2 * Cardinality(Q) > Cardinality(Replica)}
Ballots(t) == IF t = "first" THEN 0..MaxBallot ELSE {0}

Commit(before) == [before |-> before, abandoned |-> FALSE]
Abandoned == [before |-> {}, abandoned |-> TRUE]

Blank == [known |-> FALSE, before |-> {}, promised |-> 0, in |-> -1, accepted |-> Abandoned,
          stands |-> FALSE, behind |-> {}, out |-> FALSE]

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
                     before |-> {}, implied |-> {}]
  IN
  /\ vertex = [r \in Replica |-> [t \in Transaction |->
       CASE r = Lone /\ t = "first" -> heard
         [] r # Lone /\ t = "second" -> chosen
         [] OTHER -> Blank]]
  /\ net = {said(Lone, "first")} \cup {said(r, "second") : r \in others}
       \cup {[type |-> "accept", of |-> "second", ballot |-> 0, decision |-> Commit({})]}
       \cup {[type |-> "accepted", replica |-> r, of |-> "second", ballot |-> 0,
               decision |-> Commit({})] : r \in others}

(***************************************************************************)
(* One replica has heard of the second transaction and then of the first,  *)
(* and has accepted this order; the others have heard of the first one     *)
(* alone, and then one of them of the second.  So it is chosen that the    *)
(* second comes behind the first.  The third one begins.                   *)
(***************************************************************************)
Crossed ==
  LET other == CHOOSE r \in Replica : r # Lone
      first(before) == [Blank EXCEPT !.known = TRUE, !.before = before]
      second(before) == [first(before) EXCEPT !.in = 0, !.accepted = Commit({"first"})]
      decision == Commit({"first"})
  IN
  /\ vertex = [r \in Replica |-> [t \in Transaction |->
       CASE r = Lone /\ t = "first" ->
              [first({"second"}) EXCEPT !.in = 0, !.accepted = Commit({"second"}),
                 !.stands = Implying = "accepted",
                 !.behind = IF Implying = "accepted" THEN {"second"} ELSE {}]
         [] r = Lone /\ t = "second" -> [second({}) EXCEPT !.out = Implying = "accepted"]
         [] r = other /\ t = "second" -> second({"first"})
         [] r # Lone /\ t = "first" -> first({})
         [] OTHER -> Blank]]
  /\ net = {[type |-> "accept", of |-> "second", ballot |-> 0, decision |-> decision]}
       \cup {[type |-> "accepted", replica |-> r, of |-> "second", ballot |-> 0,
               decision |-> decision] : r \in {Lone, other}}

Say(message) == net' = net \cup {message}

(* The transactions that a replica knows when it first has a request, but for those left out. *)
Before(r, t) ==
  IF vertex[r][t].known THEN vertex[r][t].before
    ELSE {u \in Transaction \ {t} : vertex[r][u].known /\ ~ vertex[r][u].out}

(* Those left out; they are told with the first answer. *)
Implied(r, t) ==
  IF vertex[r][t].known THEN {} ELSE {u \in Transaction \ {t} : vertex[r][u].known /\ vertex[r][u].out}

(* Whether a transaction that stands for those before it has this one among them. *)
IsImplied(own, t) == \E u \in Transaction \ {t} : own[u].stands /\ t \in own[u].behind

(* What a replica keeps of all, when it has the request of one. *)
Learning(own, r, t) ==
  [own EXCEPT ![t] = [@ EXCEPT !.known = TRUE, !.before = Before(r, t),
                                !.out = IF own[t].known THEN @ ELSE IsImplied(own, t)]]

(* What it keeps when one stands for those before it; one that is left out does not. *)
Standing(own, t, before) ==
  IF own[t].out \/ IsImplied(own, t) THEN [own EXCEPT ![t].out = TRUE]
    ELSE [u \in Transaction |->
            IF u = t THEN [own[t] EXCEPT !.stands = TRUE, !.behind = before]
              ELSE IF u \in before /\ own[u].known
                THEN [own[u] EXCEPT !.out = TRUE, !.stands = FALSE, !.behind = {}]
                ELSE own[u]]

(* Algorithm 2.  The first coordinator has asked all; one that takes over may have. *)
PreAccept(r, t, b) ==
  /\ \/ b = 0 /\ (Asks \/ t = "third")
     \/ t = "first" /\ [type |-> "pre-accept", ballot |-> b] \in net
  /\ vertex[r][t].promised <= b
  /\ vertex' = [vertex EXCEPT ![r] =
                  Learning([@ EXCEPT ![t].promised = b], r, t)]
  /\ Say([type |-> "pre-accepted", replica |-> r, of |-> t, ballot |-> b,
          before |-> Before(r, t), implied |-> Implied(r, t)])

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

(* The coordinator of the first transaction has proposed nothing in its own ballot, and takes the fast
   path no more: no client waits for it. *)
GivenUp == [type |-> "accept", of |-> "first", ballot |-> 0, decision |-> Abandoned] \in net
GiveUp ==
  /\ GivesUp /\ ~ Proposed("first", 0)
  /\ Propose("first", 0, Abandoned)
  /\ UNCHANGED vertex

(* Algorithm 6: a coordinator that takes over the first transaction has a majority. The text begins
   it anew where some know it; the machines abandon it unless a majority of another shard does. *)
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
                    \/ Say([type |-> "pre-accept", ballot |-> b])
                    \/ Propose("first", b, Abandoned)
               [] OTHER -> Propose("first", b, Abandoned)
  /\ UNCHANGED vertex

(* Algorithm 3.  The message brings the request to a replica that has missed it. *)
Accept(r, t, b) ==
  /\ t # "third"
  /\ vertex[r][t].promised <= b
  /\ \E x \in net :
       /\ x.type = "accept" /\ x.of = t /\ x.ballot = b
       /\ LET heeding == [vertex[r] EXCEPT ![t] = [@ EXCEPT !.promised = b, !.in = b,
                                                           !.accepted = x.decision]]
              learning == Learning(heeding, r, t)
              one == [heeding EXCEPT ![t] = [@ EXCEPT !.known = TRUE, !.before = x.decision.before]]
          IN vertex' = [vertex EXCEPT ![r] =
                          CASE OneField -> one
                            [] ~ OneField /\ x.decision.abandoned -> heeding
                            [] Implying = "accepted" /\ ~ x.decision.abandoned ->
                                 Standing(learning, t, x.decision.before)
                            [] OTHER -> learning]
       /\ Say([type |-> "accepted", replica |-> r, of |-> t, ballot |-> b,
               decision |-> x.decision])

(* All replicas have answered in ballot 0, and what one has witnessed each has, or implies; its
   coordinator has not given it up. *)
Fast(t) ==
  LET said == {x \in net : x.type = "pre-accepted" /\ x.of = t /\ x.ballot = 0}
      all == UNION {x.before : x \in said}
  IN IF ~ (t = "first" /\ GivenUp)
        /\ \A r \in Replica : \E x \in said : x.replica = r /\ all \subseteq x.before \cup x.implied
       THEN {Commit(all)}
       ELSE {}

(* A majority has accepted it; nothing is in the way of that for the third transaction. *)
Slow(t) ==
  {x.decision : x \in {y \in net : y.type = "accept" /\ y.of = t
     /\ \/ t = "third"
        \/ \E Q \in Majority : \A r \in Q :
             [type |-> "accepted", replica |-> r, of |-> t, ballot |-> y.ballot,
              decision |-> y.decision] \in net}}

Chosen(t) == Fast(t) \cup Slow(t)

(* A replica hears of a decision, which brings the request, too. *)
Decide(r, t) ==
  /\ Implying = "decided" /\ t # "third" /\ ~ vertex[r][t].stands
  /\ \E decision \in Chosen(t) :
       /\ ~ decision.abandoned
       /\ LET learning == Learning(vertex[r], r, t)
          IN vertex' = [vertex EXCEPT ![r] = Standing(learning, t, decision.before)]
  /\ UNCHANGED net

Next ==
  \/ \E r \in Replica, t \in Transaction : \E b \in Ballots(t) :
       PreAccept(r, t, b) \/ Accept(r, t, b)
  \/ \E r \in Replica, b \in 1..MaxBallot : Promise(r, b)
  \/ \E t \in Transaction : \E b \in Ballots(t) : ProposeUnion(t, b)
  \/ \E b \in 1..MaxBallot : TakeOver(b)
  \/ GiveUp
  \/ \E r \in Replica, t \in Transaction : Decide(r, t)

Spec == Init /\ [][Next]_vars
SpecLeft == Left /\ [][Next]_vars
SpecCrossed == Crossed /\ [][Next]_vars

(* All that come before what these are, near or far, as far as is chosen. *)
Nearer(some, chosen) ==
  some \cup UNION {UNION {decision.before : decision \in chosen[t]} : t \in some}
All(decision, chosen) == Nearer(Nearer(decision.before, chosen), chosen)

Decisions == [t \in Transaction |-> Chosen(t)]

(* I1 of the card. *)
OneDecision ==
  LET chosen == Decisions IN
  \A t \in Transaction : \A one, other \in chosen[t] :
    \/ one = other
    \/ /\ one.abandoned = other.abandoned
       /\ All(one, chosen) \ {t} = All(other, chosen) \ {t}

(* I2 of the card. *)
Depends ==
  LET chosen == Decisions IN
  \A t \in Transaction : \A u \in Transaction \ {t} :
    \A one \in chosen[t], other \in chosen[u] :
      one.abandoned \/ other.abandoned
        \/ u \in All(one, chosen) \/ t \in All(other, chosen)

Alike == Permutations(Replica)
OthersAlike == Permutations(Replica \ {Lone})
=============================================================================
