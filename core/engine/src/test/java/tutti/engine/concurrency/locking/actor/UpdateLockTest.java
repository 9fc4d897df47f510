package tutti.engine.concurrency.locking.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.Account;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Participant;
import tutti.engine.storage.Cell;
import tutti.model.Observation;

/**
 * A transaction that looks and will act keeps a place for that; the queue is served, and reported,
 * in order.
 */
class UpdateLockTest {
  private static final Observation BALANCE = new Observation.OfField(Account.BALANCE);
  private final ConcurrencyControl control = new TwoPhaseLocking(Effects.UNHEARD);
  private final Cell a = new Cell(Account.id("A"), Account.TYPE, Account.opened(100));
  private final Owner c1 = new Owner(1);
  private final Owner c2 = new Owner(2);
  private final Owner c3 = new Owner(3);

  private List<Participant> blockers(Ask ask) {
    List<Participant> found = new ArrayList<>();
    control.blockers(ask, found::add);
    return found;
  }

  @Test
  void oneOwnerWillActAtATimeAndPlainLooksShareWithIt() {
    assertThat(c1.observeToAct(control, a, BALANCE).accepted()).isTrue();
    assertThat(c3.observe(control, a, BALANCE).accepted()).isTrue();
    Ask second = c2.observeToAct(control, a, BALANCE);
    assertThat(second.delayed()).isTrue();
    assertThat(blockers(second)).containsExactly(c1);
    c3.commit(control, 1);
    assertThat(second.delayed()).isTrue();
    c1.commit(control, 2);
    assertThat(second.accepted()).isTrue();
  }

  /** A cycle through the second owner would be unseen otherwise. */
  @Test
  void aPlainLookBehindAWaitingUpdateNamesItsOwner() {
    c1.observeToAct(control, a, BALANCE);
    Ask update = c2.observeToAct(control, a, BALANCE);
    Ask look = c3.observe(control, a, BALANCE);
    assertThat(update.delayed() && look.delayed()).isTrue();
    assertThat(blockers(look)).containsExactly(c2);
    assertThat(control.withdraw(update)).isTrue();
    assertThat(look.accepted()).isTrue();
  }

  @Test
  void aPlainLookBehindAWaitingActionNamesItsOwner() {
    c1.observe(control, a, BALANCE);
    Ask action = c2.act(control, a, "deposit", 1);
    Ask look = c3.observe(control, a, BALANCE);
    assertThat(action.delayed() && look.delayed()).isTrue();
    assertThat(blockers(look)).containsExactly(c2);
  }
}
