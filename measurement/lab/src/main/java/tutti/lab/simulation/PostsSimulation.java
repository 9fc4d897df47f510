package tutti.lab.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.bank.EventCalls;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;

/**
 * Posts that read each other, and so read states that other nodes have and this transaction does
 * not change.
 *
 * <p>In a ring, each post takes over the values of its neighbours, so that the reads of every
 * transaction stay visible in states. In a watch, a post may be left only while its partner is
 * manned: of two posts that are left at the same time, one request must be refused, since one of
 * each pair is always manned.
 */
final class PostsSimulation implements SimulatedApplication {
  private static final int POSTS = 6;

  private final String name;
  private final boolean watch;
  private final Application application = BundledSpecification.posts();

  private PostsSimulation(String name, boolean watch) {
    this.name = name;
    this.watch = watch;
  }

  /** Returns the simulation of reads of several instances that are not written. */
  public static PostsSimulation ring() {
    return new PostsSimulation("ring", false);
  }

  /** Returns the simulation of two posts of which one is always manned. */
  public static PostsSimulation watch() {
    return new PostsSimulation("watch", true);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Application application() {
    return application;
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return new Posts();
  }

  /** The posts of one run; used by one thread. */
  private final class Posts implements Scenario {
    private final ActorType post = EventCalls.type(application, "Post");

    @Override
    public List<List<Call>> opening() {
      List<List<Call>> opening = new ArrayList<>();
      for (int i = 0; i < POSTS; i++) {
        opening.add(List.of(on(i, "open", BankSimulation.euros(i))));
      }
      return opening;
    }

    @Override
    public List<Call> request(RandomGenerator random, Turn turn) {
      int one = random.nextInt(POSTS);
      return watch ? watched(random, one) : ringed(random, one);
    }

    /**
     * Returns whether the calls together contain at most one departure: two posts that are left in
     * one transaction would each see the other's post manned.
     */
    @Override
    public boolean mayJoin(List<Call> calls, List<Call> further) {
      return calls.stream().noneMatch(Posts::leaves) || further.stream().noneMatch(Posts::leaves);
    }

    private static boolean leaves(Call call) {
      return call.action().name().equals("leave");
    }

    private List<Call> watched(RandomGenerator random, int one) {
      int partner = one ^ 1;
      return switch (random.nextInt(8)) {
        case 0, 1, 2 -> List.of(on(one, "leave", number(partner)));
        case 3, 4, 5 -> List.of(on(one, "back"));
        // Two events together: each sees the other post as it was before.
        case 6 -> List.of(on(one, "back"), on((one + 2) % POSTS, "back"));
        default -> List.of(on(one, "raise", BankSimulation.euros(1)));
      };
    }

    private List<Call> ringed(RandomGenerator random, int one) {
      int next = (one + 1) % POSTS;
      int last = (one + POSTS - 1) % POSTS;
      return switch (random.nextInt(8)) {
        case 0, 1 -> List.of(on(one, "raise", BankSimulation.euros(1 + random.nextInt(5))));
        case 2, 3 -> List.of(on(one, "take", number(next)));
        case 4 -> List.of(on(one, "take", number(next)), on(next, "take", number(one)));
        case 5 ->
            List.of(on(one, "raise", BankSimulation.euros(1)), on(last, "take", number(next)));
        default -> List.of(on(one, "match", number(next), number(last)));
      };
    }

    @Override
    public ActorId target(RandomGenerator random, Turn turn) {
      return new ActorId(post.name(), Integer.toString(random.nextInt(POSTS)));
    }

    @Override
    public List<String> violations(Map<ActorId, ActorState> states) {
      List<String> found = new ArrayList<>();
      for (int i = 0; watch && i < POSTS; i += 2) {
        if (!manned(states, i) && !manned(states, i + 1)) {
          found.add("somebody stays: posts " + i + " and " + (i + 1) + " are both empty");
        }
      }
      return found;
    }

    private boolean manned(Map<ActorId, ActorState> states, int number) {
      ActorState state = states.get(new ActorId(post.name(), Integer.toString(number)));
      // A post that was never manned cannot have been left.
      return state == null || !post.stages().get(state.stage()).equals("empty");
    }

    private Call on(int number, String event, Object... arguments) {
      return EventCalls.call(post, Integer.toString(number), event, arguments);
    }
  }

  private static Long number(int value) {
    return (long) value;
  }
}
