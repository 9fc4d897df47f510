package tutti.access.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.access.Shop;
import tutti.access.identity.Principal;
import tutti.access.reach.ActionName;
import tutti.engine.relational.RelationalApplication;

class PolicyTest {
  private static final RelationalApplication SHOP = Shop.application();

  private static Policy policy(String text) {
    return Policy.parse(text, "roles.conf", SHOP);
  }

  private static Principal caller(String... roles) {
    return new Principal("7", "7", Set.of(roles), Map.of("accounts", List.of("1", "2")));
  }

  private static List<String> problems(String text) {
    try {
      policy(text);
      return List.of();
    } catch (IllegalArgumentException wrong) {
      return String.valueOf(wrong.getMessage()).lines().toList();
    }
  }

  private static final String ROLES =
      """
      roles {
        customer {
          call { Transfer = [book], Account = [deposit] }
          read { Account = ["@state", balance], Transfer = "*" }
          where { Account = "key in claims.accounts", Transfer = "key == sub" }
        }
        teller { includes = [customer], call { Account = "*" }, list = [Account], where { Account = any } }
        auditor { read { Account = "*" }, query = [Ledger] }
        ops { operate = [metrics, shards] }
        admin { includes = [ops, auditor], operate = [resolve, backup] }
      }
      """;

  @Test
  void aRoleMayWhatIsWrittenDownForKeysOfItsRule() {
    Rights rights = policy(ROLES).rights(Set.of("customer"));
    Principal caller = caller("customer");
    assertThat(rights.mayCall("Account", "deposit", "1", caller)).isTrue();
    assertThat(rights.mayCall("Account", "deposit", "3", caller)).isFalse();
    assertThat(rights.mayCall("Account", "open", "1", caller)).isFalse();
    assertThat(rights.mayCall("Transfer", "book", "7", caller)).isTrue();
    assertThat(rights.mayCall("Transfer", "book", "8", caller)).isFalse();
    assertThat(rights.fields("Account", "2", caller)).containsExactly("@state", "balance");
    assertThat(rights.fields("Account", "3", caller)).isEmpty();
    assertThat(rights.fields("Transfer", "7", caller)).isNull();
    assertThat(rights.sees("Ledger")).isFalse();
    assertThat(rights.mayList("Account")).isFalse();
  }

  @Test
  void aRoleHasWhatItIncludesByItsOwnRules() {
    Rights rights = policy(ROLES).rights(Set.of("teller"));
    Principal caller = caller("teller");
    assertThat(rights.mayCall("Account", "deposit", "3", caller)).isTrue();
    assertThat(rights.mayCall("Account", "block", "3", caller)).isTrue();
    assertThat(rights.mayCall("Account", "withdraw", "3", caller)).as("it is internal").isFalse();
    assertThat(rights.mayCall("Transfer", "book", "8", caller)).as("as of the customer").isFalse();
    assertThat(rights.mayList("Account")).isTrue();
  }

  @Test
  void severalRolesHaveTheRightsOfEach() {
    Policy policy = policy(ROLES);
    Rights rights = policy.rights(Set.of("customer", "auditor", "gone"));
    assertThat(rights.fields("Account", "3", caller())).isNull();
    assertThat(rights.mayQuery("Ledger", "1", caller())).isTrue();
    assertThat(rights.mayCall("Account", "deposit", "1", caller())).isTrue();
    assertThat(policy.rights(Set.of("admin")).may(OperatorWork.METRICS)).isTrue();
    assertThat(policy.rights(Set.of("admin")).may(OperatorWork.TRANSACTIONS)).isFalse();
    assertThat(policy.rights(Set.of("gone")).sees("Account")).isFalse();
  }

  @Test
  void aClaimOfOneValueIsNoListOfThem() {
    Policy policy =
        policy(
            """
            roles { one { call { Account = [deposit] }, where { Account = "key == claims.accounts" } } }
            """);
    Rights rights = policy.rights(Set.of("one"));
    assertThat(rights.mayCall("Account", "deposit", "1", caller())).isFalse();
    Principal single = new Principal("a", "a", Set.of("one"), Map.of("accounts", List.of("1")));
    assertThat(rights.mayCall("Account", "deposit", "1", single)).isTrue();
    assertThat(
            rights.mayCall("Account", "deposit", "1", new Principal("a", "a", Set.of(), Map.of())))
        .isFalse();
  }

  @Test
  void whatARoleReachesIsProved() {
    Policy policy = policy(ROLES);
    assertThat(policy.mayCall("customer"))
        .extracting(ActionName::toString)
        .containsExactly("Account.deposit", "Transfer.book");
    assertThat(policy.canCause("customer").keySet())
        .extracting(ActionName::toString)
        .containsExactly("Account.withdraw");
    assertThat(policy.neverReaches("customer"))
        .extracting(ActionName::toString)
        .contains("Account.block", "Ledger.Note", "Transfer.punish");
    assertThat(policy.broken()).isEmpty();
  }

  @Test
  void claimsThatDoNotHoldAreToldWithTheWay() {
    Policy policy =
        policy(
            """
            roles {
              customer { call { Transfer = [book, tell] } }
              judge { call { Transfer = [punish] } }
              clerk { call { Archive = [Anything] } }
            }
            claims {
              never { customer = ["Ledger.Note", "Account.block", "Transfer.book"] }
              only { "Account.block" = [clerk] }
              can { customer = ["Account.deposit", "Account.close"], judge = ["Transfer.punish"] }
            }
            """);
    assertThat(policy.broken())
        .containsExactly(
            """
            customer reaches Ledger.Note, and claims.never says it never does:
              Transfer.tell -> Ledger.Correct -> Ledger.Note""",
            """
            customer may call Transfer.book, and claims.never says it never does:
              by itself""",
            """
            judge reaches Account.block, and claims.only says only clerk does:
              Transfer.punish -> Account.block""",
            "customer does not reach Account.close, and claims.can says it does");
  }

  @Test
  void whatCannotBeProvedIsSaidWithItsPlace() {
    Policy policy =
        policy(
            """
            roles { clerk { call { Archive = [Anything] } } }
            claims { never { clerk = ["Account.block"] } }
            """);
    assertThat(policy.broken())
        .singleElement()
        .asString()
        .contains("Archive.Anything may call any");
  }

  @Test
  void noCallImpliesWhatIsGuarded() {
    String roles =
        """
        roles { judge { call { Transfer = [punish], Archive = [Revise] } } }
        guard = ["Account.block"]
        """;
    assertThat(policy(roles).broken())
        .containsExactly(
            """
            judge reaches Account.block, which is guarded, and reach.judge has no "Archive.Revise -> Account.block":
              Archive.Revise -> Account.block""",
            """
            judge reaches Account.block, which is guarded, and reach.judge has no "Transfer.punish -> Account.block":
              Transfer.punish -> Account.block""");
    assertThat(
            policy(
                    roles
                        + """
                        reach { judge = ["Transfer.punish -> Account.block", "Archive.Revise -> Account.block"] }
                        """)
                .broken())
        .isEmpty();
  }

  @Test
  void allMistakesAreToldWithTheirPlaces() {
    assertThat(
            problems(
                """
                roles {
                  a { call { Acount = [deposit], Account = [dposit, withdraw] } }
                  b { read { Account = [balanc] }, includes = [manager], operate = [metric] }
                  d { query = [Account], list = [Transfer], where { Transfer = "key = sub" } }
                  e { call { Transfer = book }, list = [Account], where { Account = "key == sub" } }
                }
                gard = []
                guard = ["Account.blok", Account]
                reach { a = ["Account.open -> Account.close", nothing] }
                claims { never { x = [] } }
                """))
        .containsExactlyInAnyOrder(
            "roles.conf:2: roles.a.call.Acount: there is no type 'Acount'; did you mean 'Account'?",
            "roles.conf:2: roles.a.call.Account: Account has no event 'dposit'; did you mean 'deposit'?",
            "roles.conf:2: roles.a.call.Account: withdraw is internal: no client may call it",
            "roles.conf:3: roles.b.read.Account: Account has no field 'balanc'; did you mean 'balance'?",
            "roles.conf:3: roles.b.operate: there is no work 'metric'; did you mean 'metrics'?",
            "roles.conf:3: roles.b.includes: there is no role 'manager'; there are a, b, d, e",
            "roles.conf:4: roles.d.query: Account is a specification, and only actors in Java are queried",
            "roles.conf:4: roles.d.where.Transfer: 'key = sub' is not any, 'key == sub', 'key == claims.NAME' or 'key in claims.NAME'",
            "roles.conf:5: roles.e.call.Transfer: must be a list of names, or \"*\" for all",
            "roles.conf:5: roles.e.where: Account is listed as a whole: its rule must be any, not 'key == sub'",
            "roles.conf:7: unknown key 'gard'; did you mean 'guard'?",
            "roles.conf:8: guard: there is no action 'Account.blok'; did you mean 'Account.block'?",
            "roles.conf:8: guard: 'Account' is no action such as \"Account.deposit\", in quotation marks",
            "roles.conf:9: reach.a: Account.open does not cause Account.close by itself",
            "roles.conf:9: reach.a: 'nothing' is no edge such as \"Account.close -> Account.block\"",
            "roles.conf:10: claims.never.x: there is no role 'x'; did you mean 'a'?");
  }

  @Test
  void rolesThatIncludeEachOtherAreRefused() {
    assertThat(problems("roles { a { includes = [b] }, b { includes = [a] } }"))
        .allSatisfy(problem -> assertThat(problem).contains("include each other"))
        .isNotEmpty();
  }

  @Test
  void aFileThatIsNoneIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> policy("roles {"));
    assertThat(problems("")).singleElement().asString().contains("roles");
  }
}
