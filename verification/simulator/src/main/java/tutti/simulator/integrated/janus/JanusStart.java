package tutti.simulator.integrated.janus;

import static tutti.simulator.integrated.TapirScope.TAKE_OVER;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.Input;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.Record;
import tutti.protocol.machine.Event;
import tutti.simulator.explorer.world.Budget;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Local;
import tutti.simulator.explorer.world.Member;
import tutti.simulator.integrated.MemberFacts;
import tutti.simulator.integrated.MemberFacts.OfCoordinator;
import tutti.simulator.integrated.MemberFacts.OfReplica;
import tutti.simulator.integrated.MemberPlaces;

/** The state in which an exploration of Janus begins. Confined to one thread. */
final class JanusStart {

  /** The name of a disk in the place of one that was lost. */
  static final long NEW_DISK = 99;

  private final JanusScope scope;
  private final JanusModel model;
  private final MemberPlaces places;
  private final JanusSteps steps;
  private final List<Member<MemberFacts>> members = new ArrayList<>();
  private final List<InFlight> underWay = new ArrayList<>();
  private JanusPast past;

  JanusStart(JanusScope scope, JanusModel model, JanusSteps steps) {
    this.scope = scope;
    this.model = model;
    this.places = model.places;
    this.steps = steps;
    int plans = scope.plans().size();
    past =
        new JanusPast(
            Collections.nCopies(plans, JanusPast.Life.NEW),
            new TreeSet<>(),
            List.of(),
            Budget.NONE);
    for (int each = 0; each < places.replicas(); each++) {
      int disk = model.disks.number(each, List.of());
      members.add(Member.down(each, disk, MemberFacts.OfReplica.NONE));
    }
    for (int slot = 0; slot < plans + scope.budget().left(TAKE_OVER); slot++) {
      int place = places.coordinator(slot);
      MemberFacts facts = new OfCoordinator(slot < plans ? slot : 0, false);
      members.add(Member.down(place, Member.NO_DISK, facts));
    }
    for (int each = 0; each < places.replicas(); each++) {
      own(each);
      if (scope.isRegistered()) {
        happen(each, new Event.Input<>(new Input.Leads(leader())));
      }
    }
    change();
    prepare();
    // Whoever may begin does: its messages are late as long as one likes.
    for (int slot = 0; slot < plans + scope.budget().left(TAKE_OVER); slot++) {
      begin(slot);
    }
    past = past.with(scope.budget());
  }

  List<Member<MemberFacts>> members() {
    return members;
  }

  JanusPast past() {
    return past;
  }

  List<InFlight> underWay() {
    return underWay;
  }

  private void own(int place) {
    List<Local<MemberFacts, JanusPast>> all = steps.own(members.get(place), past);
    if (!all.isEmpty()) {
      take(place, all.getFirst());
    }
  }

  private void take(int place, Local<MemberFacts, JanusPast> step) {
    members.set(place, step.member());
    underWay.addAll(step.sent());
    past = step.past();
  }

  private void begin(int slot) {
    if (!members.get(places.coordinator(slot)).isUp()) {
      own(places.coordinator(slot));
    }
  }

  private void prepare() {
    int last = scope.hosts() - 1;
    switch (scope.start()) {
      case FRESH -> {}
      case VOTED -> vote(last);
      case LEFT -> leave();
      case CHOSEN -> choose();
      case LOST -> chooseAndLose(last);
      case RETURNED -> loseAndChoose(last);
      case REJOINED -> rejoin(last);
      case IMPLIED -> imply();
      case PROPOSED -> propose();
      case ACCEPTED -> accept();
      case OVERTAKEN -> overtake(last);
      case OUTBID -> outbid();
      case CROSSED -> crossAndChoose();
      case HALF_FAST -> answerFastInHalf(last);
      case HALF_PROPOSED -> proposeInHalf(last);
      case HALF_TOLD -> tellHalf();
      case TOLD -> tell();
      case HALF_ABANDONED -> abandonInHalf();
      case INQUIRED -> inquire();
      case LAGS -> lag(last);
      case HALF_HEARD -> hearOfOneInOneShard();
    }
  }

  private void vote(int last) {
    begin(0);
    begin(1);
    settle(mail -> isFrom(mail, 0) && mail.to() != last);
    settle(mail -> isFrom(mail, 1));
    settle(mail -> isFrom(mail, 0));
  }

  private void leave() {
    begin(0);
    settle(mail -> isFrom(mail, 0) && mail.to() == 0);
    gone(0);
    begin(1);
    settle(mail -> !isAt(mail, 0) && isNoCommit(mail));
    waited(1);
    settle(mail -> !isAt(mail, 0));
    gone(1);
  }

  private void choose() {
    begin(1);
    settle(mail -> isFrom(mail, 1));
    gone(1);
    begin(0);
    settle(JanusStart::isNoCommit);
    gone(0);
  }

  private void chooseAndLose(int last) {
    chooseOnTheFastPath();
    lose(last);
    second(last);
  }

  private void loseAndChoose(int last) {
    lose(last);
    comeBack(last);
    chooseOnTheFastPath();
    second(last);
  }

  private void rejoin(int last) {
    begin(1);
    settle(mail -> isFrom(mail, 1) && mail.to() == 1);
    begin(0);
    settle(mail -> !isAt(mail, 1) && !isFrom(mail, 1) && isNoCommit(mail));
    waited(0);
    settle(mail -> !isAt(mail, 1) && !isFrom(mail, 1) && isNoCommit(mail));
    gone(0);
    lose(last);
    comeBack(last);
  }

  private void accept() {
    propose();
    settle(mail -> isFrom(mail, 0) && isOnHost(mail, 0));
    gone(0);
  }

  private void overtake(int last) {
    propose();
    settle(mail -> isAccept(mail) && !isOnHost(mail, last));
    settle(mail -> places.isToCoordinator(mail));
    finish(0);
  }

  private void outbid() {
    accept();
    begin(2);
    settle(mail -> isFrom(mail, 2) && !isAccept(mail) || isFor(mail, 2) && !isOnHost(mail, 0));
  }

  private void crossAndChoose() {
    cross();
    chooseSecond();
  }

  private void answerFastInHalf(int last) {
    hearButOne(last);
    settle(mail -> isFrom(mail, 0));
    chooseSecond();
  }

  private void proposeInHalf(int last) {
    hearButOne(last);
    chooseSecond();
    settle(mail -> isFor(mail, 0));
    waited(0);
  }

  private void tellHalf() {
    decideCrossed();
    settle(mail -> isFrom(mail, 1) && places.shard(mail.to()) == 1);
    gone(1, _ -> true);
    gone(0, mail -> places.shard(mail.to()) == 0);
  }

  private void tell() {
    decideCrossed();
    gone(0, _ -> true);
    gone(1, _ -> true);
  }

  private void hearOfOneInOneShard() {
    begin(0);
    settle(mail -> isFrom(mail, 0) && places.shard(mail.to()) == 0);
    gone(0);
    begin(1);
    settle(JanusStart::isNoCommit);
    gone(1);
  }

  /** The shards hear of two transactions in opposite orders. */
  private void cross() {
    begin(0);
    begin(1);
    settle(mail -> isFrom(mail, 0) && places.shard(mail.to()) == 0);
    settle(mail -> isFrom(mail, 1));
    settle(mail -> isFrom(mail, 0));
  }

  private void decideCrossed() {
    cross();
    settle(mail -> places.isToCoordinator(mail));
  }

  /** All but one replica hear of the first transaction, and then all of the second. */
  private void hearButOne(int butFor) {
    begin(0);
    begin(1);
    settle(mail -> isFrom(mail, 0) && mail.to() != butFor);
    settle(mail -> isFrom(mail, 1));
  }

  /** The second transaction is chosen; nothing of it is under way. */
  private void chooseSecond() {
    settle(mail -> isFor(mail, 1) || isFrom(mail, 1) && isNoCommit(mail));
    gone(1);
  }

  private void abandonInHalf() {
    begin(0);
    settle(mail -> isFrom(mail, 0) && places.host(mail.to()) == 0);
    settle(mail -> isFrom(mail, 0) && mail.to() == places.replica(0, 2));
    gone(0);
    begin(1);
    settle(mail -> !isOnHost(mail, 0) && isNoCommit(mail));
    waited(1);
    settle(mail -> !isOnHost(mail, 0) && isNoCommit(mail));
    gone(1);
    begin(2);
    settle(mail -> !isOnHost(mail, 0) && !isAccept(mail));
    settle(mail -> isAccept(mail) && mail.to() == places.replica(1, 1));
    gone(2);
  }

  private void inquire() {
    begin(0);
    settle(mail -> isFrom(mail, 0) && mail.to() == 0);
    gone(0);
    begin(1);
    settle(JanusStart::isNoCommit);
    gone(1, _ -> true);
    begin(2);
    settle(mail -> isFrom(mail, 2) && mail.to() != 0 && isNoCommit(mail) || isFor(mail, 2));
    settle(mail -> isFrom(mail, 2) && mail.to() == 0 && !isNoCommit(mail));
    gone(2);
    int asks = places.replica(1, 1);
    settle(mail -> isFrom(mail, 1) && mail.to() == asks);
    happen(asks, new Event.TimerFired<>(Timer.RETRY));
    happen(asks, new Event.TimerFired<>(Timer.RETRY));
  }

  private void lag(int last) {
    decideCrossed();
    gone(0, mail -> mail.to() != last);
    settle(mail -> places.isReplica(mail.to()));
    happen(last, new Event.TimerFired<>(Timer.RETRY));
    happen(last, new Event.TimerFired<>(Timer.RETRY));
  }

  /**
   * A majority has answered the first transaction's coordinator, which proposes what that has
   * witnessed; the other replica has heard of the second one.
   */
  private void propose() {
    begin(1);
    settle(mail -> isFrom(mail, 1) && mail.to() == 1);
    gone(1);
    begin(0);
    settle(mail -> !isOnHost(mail, 1) && isNoCommit(mail));
    waited(0);
  }

  /**
   * The first transaction may come behind the second one, as one replica has accepted, and the
   * second behind the first, as is chosen.
   */
  private void imply() {
    int one = places.replicas();
    begin(1);
    settle(mail -> isFrom(mail, 1) && mail.to() == 0);
    begin(0);
    settle(mail -> isFrom(mail, 0) && !isAccept(mail));
    settle(mail -> mail.to() == one && mail.from().host() != 2);
    settle(mail -> isFrom(mail, 0) && mail.to() == 0);
    gone(0);
    settle(mail -> mail.to() != one && !isFrom(mail, 0) && !isAt(mail, 1) && isNoCommit(mail));
    finish(1);
    underWay.removeIf(mail -> isFrom(mail, 1) && (isNoCommit(mail) || places.shard(mail.to()) > 0));
  }

  /**
   * All replicas but the last have heard of the second transaction; their answers are under way.
   */
  private void second(int last) {
    begin(1);
    settle(mail -> isFrom(mail, 1) && mail.to() != last);
  }

  private void chooseOnTheFastPath() {
    begin(0);
    settle(mail -> isFrom(mail, 0) || places.isToCoordinator(mail));
    gone(0);
  }

  /** A replica starts again on a blank disk. */
  private void lose(int replica) {
    int blank = model.disks.number(replica, List.of());
    Member<MemberFacts> down = Member.down(replica, blank, OfReplica.NONE);
    members.set(replica, down.with(model.made(replica, blank)));
    happen(replica, new Event.Started<>(NEW_DISK));
    happen(replica, new Event.Input<>(new Input.Leads(leader())));
  }

  /** The host that leads the configuration log. */
  private int leader() {
    return scope.start() == JanusScope.Start.REJOINED ? 1 : 0;
  }

  /** A replica that has lost its disk gets the memory of another one. */
  private void comeBack(int replica) {
    change();
    happen(replica, new Event.Input<>(new Input.Prepared(true)));
    change();
    int from = members.get(leader()).machine();
    List<Record> image = model.image(from);
    happen(replica, new Event.Input<>(new Input.Copied(image)));
  }

  private void happen(int replica, Event<Input> event) {
    JanusReplicaStep step =
        new JanusReplicaStep(model, members.get(replica), past, JanusReplicaStep.ALL);
    step.on(event);
    take(replica, step.local(() -> "at the start"));
  }

  /**
   * Changes the configuration as far as it changes, and delivers the messages about that: the
   * leader of the configuration log gets each change first.
   */
  private void change() {
    settle(mail -> mail.message() instanceof Message.HandOver);
    int next = late();
    while (next >= 0) {
      OfReplica facts = ofReplica(next);
      members.set(next, members.get(next).knowing(facts.hearing()));
      happen(next, new Event.Input<>(new Input.Chosen(past.configurationLog().get(facts.heard()))));
      settle(mail -> mail.message() instanceof Message.HandOver);
      next = late();
    }
  }

  /** A replica that has not heard of all changes, the leader's first; -1 if all have. */
  private int late() {
    return IntStream.range(0, places.replicas())
        .map(each -> (each + leader()) % places.replicas())
        .filter(each -> ofReplica(each).heard() < past.configurationLog().size())
        .findFirst()
        .orElse(-1);
  }

  private OfReplica ofReplica(int place) {
    return (OfReplica) members.get(place).facts();
  }

  private void waited(int slot) {
    int place = places.coordinator(slot);
    JanusCoordinatorStep step = new JanusCoordinatorStep(model, members.get(place), past);
    step.fire(Timer.FAST);
    take(place, step.local(() -> "waited"));
  }

  /** A coordinator is never heard of again, and its messages are lost. */
  private void gone(int slot) {
    gone(slot, _ -> false);
  }

  /** A coordinator is never heard of again, but for some of its messages. */
  private void gone(int slot, Predicate<InFlight> left) {
    finish(slot);
    underWay.removeIf(mail -> isFrom(mail, slot) && !left.test(mail));
  }

  private void finish(int slot) {
    int place = places.coordinator(slot);
    Member<MemberFacts> before = members.get(place);
    MemberFacts facts = ((OfCoordinator) before.facts()).finished();
    members.set(place, before.ended(before.machine(), facts));
  }

  private boolean isFrom(InFlight mail, int slot) {
    return places.isOf(mail, slot);
  }

  private boolean isFor(InFlight mail, int slot) {
    return places.isTo(mail, slot);
  }

  /** Whether a message comes from a replica on that host, or goes to it. */
  private boolean isOnHost(InFlight mail, int host) {
    return (places.isReplica(mail.to()) ? places.host(mail.to()) : mail.from().host()) == host;
  }

  private static boolean isAccept(InFlight mail) {
    return mail.message() instanceof Message.Accept;
  }

  private static boolean isNoCommit(InFlight mail) {
    return !(mail.message() instanceof Message.Commit);
  }

  /** Whether a message comes from that replica of the first shard, or goes to it. */
  private boolean isAt(InFlight mail, int replica) {
    return places.isReplica(mail.to()) ? mail.to() == replica : mail.from().host() == replica;
  }

  /**
   * Delivers the messages that {@code which} accepts, and those that they cause, the oldest first.
   */
  private void settle(Predicate<InFlight> which) {
    int next = 0;
    while (next < underWay.size()) {
      if (which.test(underWay.get(next))) {
        InFlight mail = underWay.remove(next);
        steps.arrive(members.get(mail.to()), past, mail).forEach(step -> take(mail.to(), step));
        next = 0;
      } else {
        next++;
      }
    }
  }
}
