--------------------------- MODULE MultiPaxosLog ---------------------------
(***************************************************************************)
(* The log of a shard with replicas: ballots, one contiguous log, reads by *)
(* read index, and disks that are lost and come back blank.  After the     *)
(* card of the machine.                                                    *)
(*                                                                         *)
(* Messages are never taken out of the network, so that each may arrive    *)
(* late, twice, or never.  What a replica says is durable before it is     *)
(* said, in one step, so a crash only ends what a replica leads.           *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS
  Replica,
  Owner,        \* the replica that may lead each ballot; the ballots are 1 to Len(Owner)
  Command,
  MaxLost,      \* how many disks are lost, one after another
  MaxReads,     \* whether there is a read
  Answers       \* how many others a replica asks that has lost its disk

VARIABLES
  log,          \* each replica's entries: the ballot in which each was appended, and what it says
  promised,     \* each replica's highest ballot
  phase,        \* whether a replica follows, is a candidate, or leads the ballot that it promised
  vote,         \* whether a replica votes, asks what its lost disk has said, or learns it
  disks,        \* the number of each replica's disk, as each replica knows it
  must,         \* what a replica that learns must have: ends of logs of those that it asked
  heard,        \* the leader whose log a replica that learns has, and up to where
  chosen,       \* how much of its log a leader knows to be chosen
  told,         \* what any leader ever knew to be chosen, and may have told
  broken,       \* whether two leaders knew different things to be chosen
  read,         \* the read
  lost,         \* how many disks were lost
  net           \* all messages ever sent

vars ==
  <<log, promised, phase, vote, disks, must, heard, chosen, told, broken, read, lost, net>>

(* Who leads which ballot, in the scopes of the models. *)
TwoLeaders == <<1, 2>>
ThreeTerms == <<1, 2, 1>>

Ballot == 1..Len(Owner)
Majority == {Q \in SUBSET Replica : 2 * Cardinality(Q) > Cardinality(Replica)}
NoRead == [state |-> "none", by |-> 0, index |-> 0, needs |-> 0]

Init ==
  /\ log = [r \in Replica |-> <<>>]
  /\ promised = [r \in Replica |-> 0]
  /\ phase = [r \in Replica |-> "follows"]
  /\ vote = [r \in Replica |-> "votes"]
  /\ disks = [r \in Replica |-> [q \in Replica |-> 0]]
  /\ must = [r \in Replica |-> {}]
  /\ heard = [r \in Replica |-> [ballot |-> 0, end |-> 0]]
  /\ chosen = [r \in Replica |-> 0]
  /\ told = <<>>
  /\ broken = FALSE
  /\ read = NoRead
  /\ lost = 0
  /\ net = {}

Say(message) == net' = net \cup {message}

(* A log's end: the ballot of its last entry, and its length. *)
End(l) == [ballot |-> IF l = <<>> THEN 0 ELSE l[Len(l)].ballot, length |-> Len(l)]
Below(x, y) == x.ballot < y.ballot \/ (x.ballot = y.ballot /\ x.length < y.length)
First(l, n) == SubSeq(l, 1, n)
Begins(l, m) == Len(m) <= Len(l) /\ First(l, Len(m)) = m

(* The newer number of each disk, of what many know. *)
Newest(known) == [q \in Replica |->
  LET all == {k[q] : k \in known} IN CHOOSE n \in all : \A m \in all : m <= n]

(* Answers of a quorum, one from each other than r, of which none is from a disk that
   r or another of them knows to be lost. *)
Counted(r, Q, said) ==
  {f \in [Q \ {r} -> said] :
     LET known == Newest({disks[r]} \cup {f[q].disks : q \in Q \ {r}})
     IN \A q \in Q \ {r} : f[q].from = q /\ f[q].disks[q] = known[q]}
Known(r, f) == Newest({disks[r]} \cup {f[q].disks : q \in DOMAIN f})

(* ---- phase 1 ---- *)

PreVote(r, b) ==
  /\ Owner[b] = r /\ b > promised[r] /\ vote[r] = "votes"
  /\ promised' = [promised EXCEPT ![r] = b]
  /\ phase' = [phase EXCEPT ![r] = "prepares"]
  /\ chosen' = [chosen EXCEPT ![r] = 0]
  /\ Say([type |-> "prepare", ballot |-> b])
  /\ UNCHANGED <<log, vote, disks, must, heard, told, broken, read, lost>>

Promise(r, b) ==
  /\ [type |-> "prepare", ballot |-> b] \in net
  /\ b > promised[r] /\ vote[r] = "votes"
  /\ promised' = [promised EXCEPT ![r] = b]
  /\ phase' = [phase EXCEPT ![r] = "follows"]
  /\ chosen' = [chosen EXCEPT ![r] = 0]
  /\ Say([type |-> "promise", ballot |-> b, from |-> r, log |-> log[r], disks |-> disks[r]])
  /\ UNCHANGED <<log, vote, disks, must, heard, told, broken, read, lost>>

(* A candidate takes the best log of a majority, and begins its term with an entry. *)
Term(r) ==
  /\ phase[r] = "prepares"
  /\ \E Q \in {Q \in Majority : r \in Q} :
       \E f \in Counted(r, Q, {x \in net : x.type = "promise" /\ x.ballot = promised[r]}) :
         LET logs == {log[r]} \cup {f[q].log : q \in Q \ {r}}
             best == CHOOSE l \in logs : \A m \in logs : ~Below(End(l), End(m))
             now == Append(best, [ballot |-> promised[r], says |-> "term"])
         IN /\ log' = [log EXCEPT ![r] = now]
            /\ disks' = [disks EXCEPT ![r] = Known(r, f)]
            /\ Say([type |-> "accept", ballot |-> promised[r], log |-> now])
  /\ phase' = [phase EXCEPT ![r] = "leads"]
  /\ UNCHANGED <<promised, vote, must, heard, chosen, told, broken, read, lost>>

(* ---- phase 2 ---- *)

Propose(r, c) ==
  /\ phase[r] = "leads" /\ chosen[r] > 0
  /\ \A x \in net : x.type = "accept" => \A i \in 1..Len(x.log) : x.log[i].says # c
  /\ log' = [log EXCEPT ![r] = Append(@, [ballot |-> promised[r], says |-> c])]
  /\ Say([type |-> "accept", ballot |-> promised[r], log |-> log'[r]])
  /\ UNCHANGED <<promised, phase, vote, disks, must, heard, chosen, told, broken, read, lost>>

(* A replica takes what it lacks; what it has behind the same entries it keeps. *)
Accept(r, x) ==
  /\ x.type = "accept" /\ Owner[x.ballot] # r
  /\ x.ballot >= promised[r] /\ vote[r] # "asks"
  /\ promised' = [promised EXCEPT ![r] = x.ballot]
  /\ log' = [log EXCEPT ![r] = IF Begins(@, x.log) THEN @ ELSE x.log]
  /\ phase' = [phase EXCEPT ![r] = "follows"]
  /\ chosen' = [chosen EXCEPT ![r] = 0]
  /\ heard' = [heard EXCEPT ![r] =
       IF vote[r] = "learns" THEN [ballot |-> x.ballot, end |-> Len(x.log)] ELSE @]
  /\ IF vote[r] = "votes"
       THEN Say([type |-> "accepted", ballot |-> x.ballot, from |-> r, end |-> Len(x.log),
                 disks |-> disks[r]])
       ELSE UNCHANGED net
  /\ UNCHANGED <<vote, disks, must, told, broken, read, lost>>

(* Where the entry with which a term begins stands in its leader's log. *)
Opening(r) ==
  CHOOSE i \in 1..Len(log[r]) : log[r][i] = [ballot |-> promised[r], says |-> "term"]

(* A majority has accepted, up to the term's first entry at least. *)
Choose(r) ==
  /\ phase[r] = "leads"
  /\ \E n \in Opening(r)..Len(log[r]), Q \in {Q \in Majority : r \in Q} :
       /\ n > chosen[r]
       /\ \E f \in Counted(r, Q, {x \in net :
              x.type = "accepted" /\ x.ballot = promised[r] /\ x.end >= n}) :
            disks' = [disks EXCEPT ![r] = Known(r, f)]
       /\ chosen' = [chosen EXCEPT ![r] = n]
       /\ LET now == First(log[r], n)
          IN /\ told' = IF Len(now) > Len(told) THEN now ELSE told
             /\ broken' = (broken \/ ~(Begins(now, told) \/ Begins(told, now)))
  /\ UNCHANGED <<log, promised, phase, vote, must, heard, read, lost, net>>

(* A leader crashes, or takes itself for deposed. *)
Stop(r) ==
  /\ phase[r] # "follows"
  /\ phase' = [phase EXCEPT ![r] = "follows"]
  /\ chosen' = [chosen EXCEPT ![r] = 0]
  /\ UNCHANGED <<log, promised, vote, disks, must, heard, told, broken, read, lost, net>>

(* ---- a read ---- *)

Ask(r) ==
  /\ MaxReads = 1 /\ read = NoRead
  /\ phase[r] = "leads" /\ chosen[r] > 0
  /\ read' = [state |-> "asked", by |-> promised[r], index |-> chosen[r], needs |-> Len(told)]
  /\ UNCHANGED <<log, promised, phase, vote, disks, must, heard, chosen, told, broken, lost, net>>

(* A replica hears of the round that the leader began for the read. *)
Confirm(r) ==
  /\ read.state = "asked" /\ Owner[read.by] # r
  /\ read.by >= promised[r] /\ vote[r] = "votes"
  /\ promised' = [promised EXCEPT ![r] = read.by]
  /\ phase' = [phase EXCEPT ![r] = "follows"]
  /\ chosen' = [chosen EXCEPT ![r] = 0]
  /\ Say([type |-> "here", ballot |-> read.by, from |-> r, disks |-> disks[r]])
  /\ UNCHANGED <<log, vote, disks, must, heard, told, broken, read, lost>>

Answer(r) ==
  /\ read.state = "asked" /\ phase[r] = "leads" /\ promised[r] = read.by
  /\ \E Q \in {Q \in Majority : r \in Q} :
       Counted(r, Q, {x \in net : x.type = "here"}) # {}
  /\ read' = [read EXCEPT !.state = "answered"]
  /\ UNCHANGED
       <<log, promised, phase, vote, disks, must, heard, chosen, told, broken, lost, net>>

(* ---- a lost disk ---- *)

(* The next disk is lost when all vote.  The first round of the machine, which finds a number that
   no disk of the replica has had, is not a step here. *)
Lose(r) ==
  /\ lost < MaxLost /\ \A q \in Replica : vote[q] = "votes"
  /\ lost' = lost + 1
  /\ log' = [log EXCEPT ![r] = <<>>]
  /\ promised' = [promised EXCEPT ![r] = 0]
  /\ phase' = [phase EXCEPT ![r] = "follows"]
  /\ vote' = [vote EXCEPT ![r] = "asks"]
  /\ disks' = [disks EXCEPT ![r] = [q \in Replica |-> IF q = r THEN lost + 1 ELSE 0]]
  /\ chosen' = [chosen EXCEPT ![r] = 0]
  /\ UNCHANGED <<must, heard, told, broken, read, net>>

(* Another tells what it has promised and accepted, and counts no answer of the lost disk. *)
Tell(r, q) ==
  /\ vote[r] = "asks" /\ vote[q] = "votes" /\ q # r
  /\ disks' = [disks EXCEPT ![q][r] = disks[r][r]]
  /\ Say([type |-> "rejoined", to |-> r, disk |-> disks[r][r], from |-> q,
          promised |-> promised[q], end |-> End(log[q]), disks |-> disks'[q]])
  /\ UNCHANGED <<log, promised, phase, vote, must, heard, chosen, told, broken, read, lost>>

Learn(r) ==
  /\ vote[r] = "asks"
  /\ \E A \in {A \in SUBSET (Replica \ {r}) : Cardinality(A) = Answers} :
       \E f \in [A -> {x \in net : x.type = "rejoined" /\ x.to = r /\ x.disk = disks[r][r]}] :
         /\ \A q \in A : f[q].from = q
         /\ promised' = [promised EXCEPT ![r] =
              LET all == {f[q].promised : q \in A} IN CHOOSE b \in all : \A c \in all : c <= b]
         /\ disks' = [disks EXCEPT ![r] = Known(r, f)]
         /\ must' = [must EXCEPT ![r] = {f[q].end : q \in A}]
  /\ vote' = [vote EXCEPT ![r] = "learns"]
  /\ UNCHANGED <<log, phase, heard, chosen, told, broken, read, lost, net>>

(* It has the log of a later leader than any that it can have accepted from, from the beginning of
   that term on; or of the same leader, as far as the others had accepted from that. *)
Join(r) ==
  /\ vote[r] = "learns"
  /\ log[r] # <<>> /\ heard[r].end = Len(log[r])
  /\ End(log[r]).ballot = heard[r].ballot
  /\ \A e \in must[r] : e.ballot = heard[r].ballot => Len(log[r]) >= e.length
  /\ vote' = [vote EXCEPT ![r] = "votes"]
  /\ must' = [must EXCEPT ![r] = {}]
  /\ heard' = [heard EXCEPT ![r] = [ballot |-> 0, end |-> 0]]
  /\ UNCHANGED <<log, promised, phase, disks, chosen, told, broken, read, lost, net>>

Next ==
  \/ \E r \in Replica, b \in Ballot : PreVote(r, b) \/ Promise(r, b)
  \/ \E r \in Replica : Term(r) \/ Choose(r) \/ Stop(r)
  \/ \E r \in Replica, c \in Command : Propose(r, c)
  \/ \E r \in Replica, x \in net : Accept(r, x)
  \/ \E r \in Replica : Ask(r) \/ Confirm(r) \/ Answer(r)
  \/ \E r \in Replica : Lose(r) \/ Learn(r) \/ Join(r)
  \/ \E r, q \in Replica : Tell(r, q)

Spec == Init /\ [][Next]_vars

(* I1, I2, and so I5: what was chosen once is in everything that is chosen later. *)
OneLog == ~broken

(* I6: a read sees all that was told before it was asked. *)
FreshReads == read.state = "answered" => read.index >= read.needs

(* A leader of a later ballot has all that was told. *)
LeadersHaveAll ==
  \A r \in Replica : phase[r] = "leads" /\ told # <<>> /\ promised[r] > told[Len(told)].ballot
    => Begins(log[r], told)
=============================================================================
