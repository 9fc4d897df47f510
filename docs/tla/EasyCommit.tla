----------------------------- MODULE EasyCommit -----------------------------
(***************************************************************************)
(* EasyCommit as Tutti's machines run it (tutti.protocol.commit            *)
(* .easycommit), when nodes crash and come back, and messages between two  *)
(* that are up arrive in time.  After S. Gupta and M. Sadoghi, EasyCommit, *)
(* EDBT 2018, Figure 5 and sections 3.1 to 3.3.                            *)
(*                                                                         *)
(* Silence lasts longer than any chain of crashes, so a time-out is a step *)
(* that is possible only when nothing is under way to a node that is up,   *)
(* and nobody that is up still has something to say.                       *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
  Last,       \* node 0 coordinates, nodes 1..Last take part
  MaxCrashes, \* how many crashes there are at most
  ByItself    \* whether who was down and has the commit in its log commits by itself, as the paper says

VARIABLES
  at,         \* where each node is
  up,         \* whether it is up
  log,        \* the newest that is durable
  toTell,     \* whom it has still to send the decision to
  net,        \* decisions under way
  crashes,
  told,       \* what the client has heard
  shown       \* whether a participant has committed: others may have seen it, also if a crash undoes it

vars == <<at, up, log, toTell, net, crashes, told, shown>>

Node == 0..Last
Others(n) == Node \ {n}
Transmits == {"transmit-c", "transmit-a"}
Undecided == {"initial", "ready"}

Init ==
  /\ at = [n \in Node |-> IF n = 0 THEN "wait" ELSE "initial"]
  /\ up = [n \in Node |-> TRUE]
  /\ log = [n \in Node |-> "none"]
  /\ toTell = [n \in Node |-> {}]
  /\ net = {}
  /\ crashes = 0
  /\ told = "nothing"
  /\ shown = FALSE

Known(outcome) == IF outcome = "commit" THEN "known-c" ELSE "known-a"
Transmit(outcome) == IF outcome = "commit" THEN "transmit-c" ELSE "transmit-a"
OutcomeOf(state) == IF state = "transmit-c" THEN "commit" ELSE "abort"

(* It knows the decision, and has it in its log. *)
Learn(n, outcome) ==
  /\ at' = [at EXCEPT ![n] = Transmit(outcome)]
  /\ log' = [log EXCEPT ![n] = Known(outcome)]
  /\ toTell' = [toTell EXCEPT ![n] = Others(n)]

Vote(n) ==
  /\ n # 0 /\ up[n] /\ at[n] = "initial"
  /\ at' = [at EXCEPT ![n] = "ready"]
  /\ log' = [log EXCEPT ![n] = "ready"]
  /\ UNCHANGED <<up, toTell, net, crashes, told, shown>>

(* The coordinator has all votes; a vote stays valid when its node crashes. *)
DecideCommit ==
  /\ up[0] /\ at[0] = "wait"
  /\ \A n \in Node \ {0} : log[n] = "ready"
  /\ Learn(0, "commit")
  /\ UNCHANGED <<up, net, crashes, told, shown>>

(* Somebody said No, or was silent. *)
DecideAbort ==
  /\ up[0] /\ at[0] = "wait"
  /\ Learn(0, "abort")
  /\ UNCHANGED <<up, net, crashes, told, shown>>

(* First transmit, one after the other: a crash may come between any two. *)
Send(n, m) ==
  /\ up[n] /\ at[n] \in Transmits /\ m \in toTell[n]
  /\ net' = net \cup {[to |-> m, outcome |-> OutcomeOf(at[n])]}
  /\ toTell' = [toTell EXCEPT ![n] = @ \ {m}]
  /\ UNCHANGED <<at, up, log, crashes, told, shown>>

(* Then commit.  That is not forced. *)
Finish(n) ==
  /\ up[n] /\ at[n] \in Transmits /\ toTell[n] = {}
  /\ at' = [at EXCEPT ![n] = OutcomeOf(at[n])]
  /\ told' = IF n = 0 THEN OutcomeOf(at[n]) ELSE told
  /\ shown' = (shown \/ (n # 0 /\ at[n] = "transmit-c"))
  /\ UNCHANGED <<up, log, toTell, net, crashes>>

Flush(n) ==
  /\ up[n] /\ at[n] \in {"commit", "abort"}
  /\ log' = [log EXCEPT ![n] = at[n]]
  /\ UNCHANGED <<at, up, toTell, net, crashes, told, shown>>

(* The only participant has the commit from the coordinator, and so nobody to
   pass it on to: it commits at once, and writes nothing before. *)
CommitAtOnce(n) ==
  /\ at' = [at EXCEPT ![n] = "commit"]
  /\ shown' = TRUE
  /\ UNCHANGED <<log, toTell>>

Receive(message) ==
  /\ message \in net
  /\ net' = net \ {message}
  /\ LET n == message.to
     IN IF ~ (up[n] /\ at[n] \in Undecided)
        THEN UNCHANGED <<at, log, toTell, shown>>
        ELSE IF Last = 1 /\ message.outcome = "commit" /\ ~ ByItself
             THEN CommitAtOnce(n)
             ELSE Learn(n, message.outcome) /\ UNCHANGED shown
  /\ UNCHANGED <<up, crashes, told>>

Crash(n) ==
  /\ up[n] /\ crashes < MaxCrashes
  /\ up' = [up EXCEPT ![n] = FALSE]
  /\ crashes' = crashes + 1
  /\ toTell' = [toTell EXCEPT ![n] = {}]
  /\ UNCHANGED <<at, log, net, told, shown>>

(* Who never voted has lost its part.  Who does not know the outcome asks;
   to the letter of section 3.3 it goes on by its own log. *)
Restart(n) ==
  /\ ~ up[n]
  /\ up' = [up EXCEPT ![n] = TRUE]
  /\ at' = [at EXCEPT ![n] =
       CASE log[n] \in {"commit", "abort"} -> log[n]
         [] log[n] \in {"none", "known-a"} -> "abort"
         [] log[n] = "known-c" /\ ByItself -> "transmit-c"
         [] log[n] = "ready" /\ ByItself -> "ready"
         [] OTHER -> "asks"]
  /\ toTell' = [toTell EXCEPT ![n] = IF log[n] = "known-c" /\ ByItself THEN Others(n) ELSE {}]
  /\ UNCHANGED <<log, net, crashes, told, shown>>

(* All that is under way has arrived, and all that is to be said is said. *)
Silent ==
  /\ \A message \in net : ~ up[message.to]
  /\ \A n \in Node : up[n] => at[n] \notin Transmits \cup {"wait"}

(* The first that waits leads, and aborts: had anybody committed, it would have heard. *)
Lead(n) ==
  /\ Silent
  /\ up[n] /\ at[n] \in Undecided
  /\ \A m \in Node : m < n => ~ (up[m] /\ at[m] \in Undecided)
  /\ Learn(n, "abort")
  /\ UNCHANGED <<up, net, crashes, told, shown>>

(* Who was down does as those that have ended. *)
Follow(n) ==
  /\ up[n] /\ at[n] = "asks"
  /\ \E m \in Node :
       /\ up[m] /\ at[m] \in {"commit", "abort"}
       /\ at' = [at EXCEPT ![n] = at[m]]
       /\ log' = [log EXCEPT ![n] = at[m]]
  /\ UNCHANGED <<up, toTell, net, crashes, told, shown>>

(* All were down and none knows the end: the coordinator may have told its client. *)
AllWereDown ==
  /\ \A n \in Node : up[n] /\ at[n] = "asks"
  /\ at' = [at EXCEPT ![0] = "commit"]
  /\ log' = [log EXCEPT ![0] = "commit"]
  /\ UNCHANGED <<up, toTell, net, crashes, told, shown>>

Next ==
  \/ \E n \in Node : Vote(n) \/ Finish(n) \/ Flush(n) \/ Crash(n) \/ Restart(n) \/ Lead(n) \/ Follow(n)
  \/ \E n, m \in Node : Send(n, m)
  \/ \E message \in net : Receive(message)
  \/ DecideCommit \/ DecideAbort \/ AllWereDown

Spec == Init /\ [][Next]_vars

(* A crash undoes an end that is not durable. *)
Ended(n, outcome) == IF up[n] THEN at[n] = outcome ELSE log[n] = outcome
Some(outcome) ==
  \/ \E n \in Node : Ended(n, outcome)
  \/ told = outcome
  \/ outcome = "commit" /\ shown

(* No node commits while another aborts, or the client was told otherwise, or
   others may have seen it otherwise; who never voted may have lost its part
   before an abort. *)
EndsAlike == ~ (Some("commit") /\ Some("abort"))

(* Nothing is left to be done but what time-outs, crashes and restarts begin. *)
Quiet ==
  /\ \A message \in net : ~ up[message.to]
  /\ \A n \in Node : up[n] =>
       /\ at[n] \notin Transmits
       /\ at[n] \in {"commit", "abort"} => log[n] = at[n]
  /\ up[0] /\ at[0] = "wait" => \E n \in Node \ {0} : ~ up[n] /\ log[n] # "ready"

(* A node's end in the explorer's words. *)
End(n) ==
  CASE Ended(n, "commit") -> "COMMITTED"
    [] Ended(n, "abort") \/ (~ up[n] /\ log[n] \in {"none", "known-a"}) -> "ABORTED"
    [] OTHER -> "OPEN"

(* Always holds, and prints how the nodes have ended where all is quiet: each
   combination once for each worker. *)
Ends ==
  Quiet => LET end == <<"ends", [i \in 1..(Last + 1) |-> End(i - 1)], told>>
           IN end \in TLCGet(1) \/ (PrintT(end) /\ TLCSet(1, TLCGet(1) \cup {end}))

ASSUME TLCSet(1, {})
=============================================================================
