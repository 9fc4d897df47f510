package tutti.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.client.Wallets.Balance;
import tutti.client.Wallets.Wallet;
import tutti.embedded.InDoubtException;
import tutti.embedded.RefusedException;
import tutti.embedded.Request;
import tutti.embedded.Tutti;
import tutti.model.actor.Internal;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;

/** A program elsewhere calls nothing internal, and one in the node's process does. */
class InternalCallsTest {
  @TempDir private Path folder;

  @Internal
  public record Mint(long amount) implements Procedure<Wallet, Long> {
    @Override
    public Long run(Wallet wallet) {
      wallet.entries.insert(new Wallet.Entry("minted", 1, amount));
      return amount;
    }
  }

  private static JavaApplication java() {
    return JavaApplication.named("mint")
        .actor("Wallet", Wallet::new)
        .procedures(Balance.class, Mint.class)
        .build();
  }

  private Path specifications() throws Exception {
    Path club = Wallets.specifications(folder);
    Path member = club.resolve("club/Member.ebl");
    Files.writeString(member, Files.readString(member).replace("borrow[]", "internal borrow[]"));
    return club;
  }

  private static void isRefused(ThrowingCallable call, String actor, String action) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("internal");
              assertThat(refused.actor()).isEqualTo(actor);
              assertThat(refused.action()).isEqualTo(action);
            });
  }

  @Test
  void areForTheProgramOfTheNodeAlone() throws Exception {
    try (TestService service =
            TestService.start(
                Tutti.builder().application(java()).specifications(specifications()), 1);
        RemoteClient client =
            RemoteClient.builder()
                .application(java())
                .specifications(folder)
                .nodes(service.urls())
                .connect()) {
      client.instance("Member", "1").call("join", Map.of("fee", "EUR 1.00"));
      isRefused(() -> client.actor(Wallet.class, "a").call(new Mint(9)), "Wallet[a]", "Mint");
      isRefused(
          () -> client.instance("Member", "1").call("borrow", Map.of()), "Member[1]", "borrow");
      Request several = client.request();
      several.call(Wallet.class, "b", new Balance());
      several.call(Wallet.class, "a", new Mint(9));
      isRefused(several::run, "Wallet[a]", "Mint");
      assertThatThrownBy(() -> client.once("k").actor(Wallet.class, "a").call(new Mint(9)))
          .isInstanceOf(InDoubtException.class)
          .hasCauseInstanceOf(RefusedException.class);
      client.instance("Loan", "1").call("start", Map.of("member", 1));
      assertThat(client.once("k").actor(Wallet.class, "a").call(new Balance())).isZero();
    }
    try (Tutti node = Tutti.inMemory(java())) {
      assertThat(node.actor(Wallet.class, "a").call(new Mint(9))).isEqualTo(9);
      assertThat(node.actor(Wallet.class, "a").call(new Balance())).isEqualTo(9);
    }
  }
}
