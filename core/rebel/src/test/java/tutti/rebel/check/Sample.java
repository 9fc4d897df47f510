package tutti.rebel.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A small application without a mistake, for tests to put one into. */
final class Sample {

  static final String ACCOUNT =
      """
      module bank.Account
      import bank.Lib

      @doc { Somebody's money. }
      specification Account {
        fields {
          id: Integer @key
          balance: Money
          tags: set[String]
          limits: map[Currency: Integer]
          since: Date
          note: String @doc { What somebody wrote. }
          friend: Integer @ref=Account
        }
        events { open[least = EUR 5.00] public add[] write[] close[] move[] }
        invariants { positive }
        lifeCycle {
          initial init -> opened: open
          opened -> opened: add, write, move
                 -> closed: close
          final closed
        }
      }
      """;

  static final String LIB =
      """
      module bank.Lib
      import bank.Account

      event open[least: Money = EUR 0.00, word: String = "new"](amount: Money) {
        preconditions { @doc { At least so much. } amount >= least; }
        postconditions {
          new this.balance == amount;
          new this.tags == {word};
          new this.limits == ();
          now.date == new this.since;
        }
      }
      event add(amount: Money, times: Integer = 1) {
        preconditions {
          amount > EUR 0.00;
          exists t : this.tags | t != "x" && it != "y";
        }
        postconditions { new this.balance == this.balance + twice(amount) * times; }
      }
      event write(note: String, friend: Integer) {
        preconditions { initialized Account[friend]; Account[friend].balance > this.balance; }
        postconditions { new this.note == note; new this.friend == friend; }
      }
      event close() {
        preconditions { this instate {opened} -> this.balance.amount == 0; }
      }
      event move(amount: Money) {
        postconditions { new this.balance == this.balance - amount; }
        sync {
          Account[this.friend].add(amount);
          not Account[this.id + 1].write("a", 1);
        }
      }
      function twice(m: Money): Money = m * two();
      function two(): Integer = case 1 { 1 => 2; ANY => 3; };
      @doc { Never below nothing. }
      invariant positive { this.balance >= EUR 0.00; }
      """;

  private Sample() {}

  static Map<String, String> files() {
    Map<String, String> files = new HashMap<>();
    files.put("bank/Account.ebl", ACCOUNT);
    files.put("bank/Lib.ebl", LIB);
    return files;
  }

  static CheckResult check() {
    return Checker.check(files());
  }

  /** The application with one text in it replaced; it must occur exactly once. */
  static CheckResult with(String old, String replacement) {
    Map<String, String> files = files();
    int places = 0;
    for (String name : List.copyOf(files.keySet())) {
      String text = files.get(name);
      places += (text.length() - text.replace(old, "").length()) / old.length();
      files.put(name, text.replace(old, replacement));
    }
    if (places != 1) {
      throw new IllegalArgumentException("occurs " + places + " times: " + old);
    }
    return Checker.check(files);
  }
}
