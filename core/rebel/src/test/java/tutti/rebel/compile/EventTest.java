package tutti.rebel.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;
import tutti.model.Caller;
import tutti.model.Evaluation;
import tutti.model.Observation;
import tutti.model.Surroundings;
import tutti.model.Unobserved;
import tutti.model.form.BadValue;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Money;

/** The effects of events: life cycles, rules, refusals, partners. */
class EventTest {
  static final String BANK =
      """
      module t.Bank

      @doc {Opens it.}
      event open[minimum: Money = EUR 0.00](first: Money, owner: String = "nobody") {
        preconditions {
          @doc {The first deposit must reach the minimum.}
          first >= minimum;
        }
        postconditions {
          new this.balance == first;
          new this.owner == owner;
          new this.opened == now.date;
        }
      }
      event deposit(amount: Money) {
        preconditions { amount > EUR 0.00; }
        postconditions { new this.balance == this.balance + amount; }
      }
      event withdraw(amount: Money) {
        preconditions { amount > EUR 0.00; }
        postconditions { new this.balance == this.balance - amount; }
      }
      event remark(text: String) {
        postconditions { new this.note == text; }
      }
      event shorten() {
        preconditions { this.note != ""; }
        postconditions { new this.note == ""; }
      }
      event block() {}
      event unblock() {}
      event close() {}
      invariant positive {
        this.note != "overdrawn";
        this.balance >= EUR 0.00;
      }

      specification Account {
        fields {
          number: IBAN @key
          balance: Money
          owner: String
          opened: Date
          note: String
        }
        events {
          open[minimum = EUR 50.00]
          deposit[]
          withdraw[]
          remark[]
          shorten[]
          block[]
          unblock[]
          close[]
        }
        invariants { positive }
        lifeCycle {
          initial init -> opened: open
          opened -> opened: deposit, withdraw, remark, shorten
                 -> blocked: block
                 -> closed: close
          blocked -> opened: unblock
          final closed
        }
      }
      """;

  static final String TRANSFER =
      """
      module t.Transfer

      import t.Bank

      event book(amount: Money, from: IBAN, to: IBAN) {
        preconditions {
          @doc {From must exist.}
          initialized Account[from];
          to != from;
          not (Account[to] instate blocked);
          Account[from].balance >= amount;
        }
        postconditions {
          new this.amount == amount;
          new this.left == Account[from].balance - amount;
        }
        sync {
          Account[from].withdraw(amount);
          Account[to].deposit(amount);
        }
      }

      specification Transfer {
        fields {
          id: Integer @key
          amount: Money
          left: Money
        }
        events { book[] }
        lifeCycle {
          initial init -> done: book
          final done
        }
      }
      """;

  static final String SEIZURE =
      """
      module t.Seizure

      import t.Bank

      event seize(account: IBAN) {
        sync {
          not Account[account].unblock();
          Account[account].block();
        }
      }

      event only(account: IBAN) {
        sync {
          not Account[account].unblock();
        }
      }

      specification Seizure {
        fields {
          id: Integer @key
        }
        events { seize[] only[] }
        lifeCycle {
          initial init -> done: seize, only
          final done
        }
      }
      """;

  private static final String A = Iban.of("NL", "BANK0001").text();
  private static final String B = Iban.of("NL", "BANK0002").text();

  private static World bank() {
    World world = World.of(BANK, TRANSFER, SEIZURE);
    world.must("Account", A, "open", "EUR 100.00");
    world.must("Account", B, "open", "EUR 50.00");
    return world;
  }

  private static void refused(World.Refused refused, String actor, String code) {
    assertThat(refused).isNotNull();
    assertThat(refused.actor().key()).isEqualTo(actor);
    assertThat(refused.refusal().code()).as(refused.refusal().message()).isEqualTo(code);
  }

  @Test
  void createsAnInstanceWithItsKeyAndDefaults() {
    World world = bank();
    assertThat(world.stage("Account", A)).isEqualTo("opened");
    assertThat(world.field("Account", A, "number")).isEqualTo(A);
    assertThat(world.field("Account", A, "owner")).isEqualTo("nobody");
    assertThat(world.field("Account", A, "opened")).isEqualTo("2026-03-31");
    assertThat(world.field("Account", A, "note")).isNull();
  }

  @Test
  void refusesWhatTheLifeCycleDoesNotAllow() {
    World world = bank();
    world.must("Account", A, "block");
    World.Refused blocked = world.run("Account", A, "deposit", "EUR 1.00");
    refused(blocked, A, "state");
    assertThat(blocked.refusal().message()).contains("blocked", "unblock");
    World.Refused again = world.run("Account", B, "open", "EUR 60.00");
    refused(again, B, "state");
    world.must("Account", B, "close");
    World.Refused ended = world.run("Account", B, "deposit", "EUR 1.00");
    refused(ended, B, "state");
    assertThat(ended.refusal().message()).contains("ended");
  }

  @Test
  void saysThatAnInstanceDoesNotExist() {
    World world = bank();
    String unknown = Iban.of("NL", "BANK0003").text();
    World.Refused refused = world.run("Account", unknown, "deposit", "EUR 1.00");
    refused(refused, unknown, "no-such-instance");
    assertThat(refused.refusal().message()).contains("open");
  }

  @Test
  void reportsTheFirstPreconditionThatFailsWithItsTextAndValues() {
    World world = bank();
    String third = Iban.of("NL", "BANK0003").text();
    World.Refused refused = world.run("Account", third, "open", "EUR 49.99");
    refused(refused, third, "precondition");
    assertThat(refused.refusal().documentation())
        .isEqualTo("The first deposit must reach the minimum.");
    assertThat(refused.refusal().rule()).isEqualTo("first >= minimum");
    assertThat(refused.refusal().values())
        .containsExactly(Map.entry("first", "EUR 49.99"), Map.entry("minimum", "EUR 50.00"));
    assertThat(refused.refusal().message()).contains("first = EUR 49.99");
  }

  @Test
  void checksInvariantsOnTheNewState() {
    World world = bank();
    World.Refused refused = world.run("Account", A, "withdraw", "EUR 100.01");
    refused(refused, A, "invariant");
    assertThat(refused.refusal().message()).contains("positive", "this.balance = EUR -0.01");
    world.must("Account", A, "withdraw", "EUR 100.00");
    assertThat(world.field("Account", A, "balance")).isEqualTo("EUR 0.00");
  }

  @Test
  void refusesToReadAFieldThatWasNeverSet() {
    World world = bank();
    refused(world.run("Account", A, "shorten"), A, "unset-field");
    world.must("Account", A, "remark", "hello");
    world.must("Account", A, "shorten");
    assertThat(world.field("Account", A, "note")).isEqualTo("");
  }

  @Test
  void anInvariantOnAFieldWithoutValueDoesNotApplyYet() {
    World world = bank();
    world.must("Account", A, "remark", "hello");
    refused(world.run("Account", A, "remark", "overdrawn"), A, "invariant");
    assertThat(world.field("Account", A, "note")).isEqualTo("hello");
  }

  @Test
  void refusesMixedCurrencies() {
    World world = bank();
    World.Refused refused = world.run("Account", A, "deposit", "USD 1.00");
    refused(refused, A, "mixed-currencies");
    assertThat(refused.refusal().rule()).isEqualTo("amount > EUR 0.00");
    assertThat(refused.refusal().values()).containsEntry("amount", "USD 1.00");
  }

  @Test
  void movesAllPartnersOrNone() {
    World world = bank();
    world.must("Transfer", "1", "book", "EUR 30.00", A, B);
    assertThat(world.field("Account", A, "balance")).isEqualTo("EUR 70.00");
    assertThat(world.field("Account", B, "balance")).isEqualTo("EUR 80.00");
    assertThat(world.field("Transfer", "1", "left")).isEqualTo("EUR 70.00");
    world.must("Account", B, "close");
    refused(world.run("Transfer", "2", "book", "EUR 30.00", A, B), B, "state");
    assertThat(world.field("Account", A, "balance")).isEqualTo("EUR 70.00");
    assertThat(world.stage("Transfer", "2")).isEqualTo("init");
  }

  @Test
  void looksAtOtherInstancesAndShowsWhatItSaw() {
    World world = bank();
    String unknown = Iban.of("NL", "BANK0003").text();
    World.Refused refused = world.run("Transfer", "1", "book", "EUR 1.00", unknown, B);
    refused(refused, "1", "precondition");
    assertThat(refused.refusal().documentation()).isEqualTo("From must exist.");
    assertThat(refused.refusal().values())
        .containsEntry("initialized Account[from]", "False")
        .containsEntry("from", unknown);
    World.Refused poor = world.run("Transfer", "1", "book", "EUR 100.01", A, B);
    assertThat(poor.refusal().values()).containsEntry("Account[from].balance", "EUR 100.00");
    world.must("Account", B, "block");
    refused(world.run("Transfer", "1", "book", "EUR 1.00", A, B), "1", "precondition");
  }

  @Test
  void aNegatedPartnerMustBeImpossible() {
    World world = bank();
    world.must("Seizure", "1", "only", A);
    world.must("Account", A, "block");
    assertThat(world.run("Seizure", "2", "only", A)).isNotNull();
    assertThat(world.stage("Seizure", "2")).isEqualTo("init");
  }

  @Test
  void asksForWhatItHasNotSeen() {
    World world = bank();
    Surroundings blind =
        new Surroundings() {
          @Override
          public Instant now() {
            return world.now;
          }

          @Override
          public Caller caller() {
            return Caller.NOBODY;
          }

          @Override
          public Object observe(ActorId other, Observation what) {
            throw new Unobserved(other, what);
          }
        };
    RebelAction book = world.action("Transfer", "book");
    List<Object> arguments = List.of(Money.parse("EUR 1.00"), Iban.parse(A), Iban.parse(B));
    assertThatThrownBy(() -> book.evaluate(book.type().blank("9"), arguments, blind))
        .isInstanceOfSatisfying(
            Unobserved.class,
            e -> {
              assertThat(e.actor()).isEqualTo(new ActorId("Account", A));
              assertThat(e.what()).isEqualTo(new Observation.InStages(0b1110));
            });
  }

  @Test
  void equalEvaluationsAreEqual() {
    World world = bank();
    RebelAction withdraw = world.action("Account", "withdraw");
    List<Object> arguments = List.of(Money.parse("EUR 1.00"));
    Evaluation first = withdraw.evaluate(world.state("Account", A), arguments, world.around());
    Evaluation second = withdraw.evaluate(world.state("Account", A), arguments, world.around());
    assertThat(first).isEqualTo(second).isInstanceOf(Evaluation.Accepted.class);
  }

  @Test
  void readsArgumentsByName() throws BadValue {
    World world = bank();
    RebelAction open = world.action("Account", "open");
    assertThat(open.arguments(Map.of("first", "EUR 60.00"), world.now))
        .containsExactly(Money.parse("EUR 60.00"), "nobody");
    assertThatThrownBy(() -> open.arguments(Map.of("frist", "EUR 60.00"), world.now))
        .isInstanceOf(BadValue.class)
        .hasMessageContaining("/frist")
        .hasMessageContaining("first, owner");
    assertThatThrownBy(() -> open.arguments(Map.of("owner", "me"), world.now))
        .isInstanceOf(BadValue.class)
        .hasMessageContaining("/first");
    assertThatThrownBy(() -> open.arguments(Map.of("first", 60L), world.now))
        .isInstanceOf(BadValue.class)
        .hasMessageContaining("EUR 50.00");
  }

  @Test
  void tellsWhatItIs() {
    RebelType account = bank().type("Account");
    assertThat(account.reference()).hasToString("Account");
    assertThat(account.checkedFields().getFirst().key()).isTrue();
    assertThat(account.checkedFields().getLast().optional()).isTrue();
    RebelAction open = account.action("open");
    assertThat(open).isNotNull();
    assertThat(open.documentation()).isEqualTo("Opens it.");
    assertThat(open.creates()).isTrue();
    assertThat(open.parameters().getLast().defaultText()).contains("\"nobody\"");
  }

  @Test
  void refusesKeysThatAreNone() {
    RebelType account = bank().type("Account");
    assertThatThrownBy(() -> account.blank("NL00BANK0001"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("check digits");
    assertThatThrownBy(() -> bank().type("Transfer").blank("01"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"1\"");
  }
}
