package tutti.lab.objects;

import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.measure.RunResult;
import tutti.lab.node.RunNodes;
import tutti.model.actor.Procedure;

/**
 * The requests of the hash table, the bank and loan. Each client's are for one thread at a time.
 */
final class RegisterRequests extends ObjectRequests {
  private static final RelationalApplication APPLICATION =
      new RelationalApplication(Register.application(), null);

  /** The number of a new register: so high that no transfer is refused. */
  private static final long OPENING = 1_000_000_000;

  private static final int HIGHEST_AMOUNT = 100;
  private static final int WRITTEN_VALUES = 2;
  private static final int READ_VALUES = 4;

  private final ObjectKind kind;
  private final LongAdder added = new LongAdder();
  private final LongAdder wrongAudits = new LongAdder();

  /** The change of the sum of all registers by each client's last request. */
  private final long[] adding;

  RegisterRequests(ObjectKind kind, ObjectShape shape, int clients) {
    super(shape);
    this.kind = kind;
    this.adding = new long[clients];
  }

  @Override
  List<String> types() {
    return List.of(Register.TYPE, RegisterClient.TYPE);
  }

  @Override
  RelationalApplication application() {
    return APPLICATION;
  }

  @Override
  void prepare(RunNodes open) throws InterruptedException {
    each(open, i -> request(Register.TYPE, shape.key((int) i), new Register.Open(OPENING)));
  }

  @Override
  public TransactionRequest next(int client, SplittableRandom random) {
    boolean reads = random.nextInt(100) < shape.reads();
    adding[client] = 0;
    return request(RegisterClient.TYPE, client(client), reads ? look(random) : add(client, random));
  }

  private Procedure<RegisterClient, Long> look(SplittableRandom random) {
    ServiceTime service = shape.service();
    return switch (kind) {
      case AUDITED_BANK -> new RegisterClient.LookAtAll(service, shape.all(random));
      case LOAN -> new RegisterClient.LookDown(service, shape.some(LoanTree.OPERATIONS, random));
      default -> new RegisterClient.LookAtAll(service, shape.apart(READ_VALUES, random));
    };
  }

  private Procedure<RegisterClient, @Nullable Void> add(int client, SplittableRandom random) {
    ServiceTime service = shape.service();
    long amount = 1 + random.nextInt(HIGHEST_AMOUNT);
    return switch (kind) {
      case AUDITED_BANK ->
          new RegisterClient.AddToAll(service, shape.some(2, random), List.of(-amount, amount));
      case LOAN -> {
        adding[client] = amount * LoanTree.OPERATIONS;
        yield new RegisterClient.AddDown(service, amount, shape.some(LoanTree.OPERATIONS, random));
      }
      default -> {
        adding[client] = amount * WRITTEN_VALUES;
        yield new RegisterClient.AddToAll(
            service,
            shape.apart(WRITTEN_VALUES, random),
            Collections.nCopies(WRITTEN_VALUES, amount));
      }
    };
  }

  @Override
  public void ended(int client, TransactionRequest request, Outcome outcome) {
    if (outcome instanceof Outcome.Committed) {
      added.add(adding[client]);
      if (kind == ObjectKind.AUDITED_BANK
          && result(outcome) instanceof Long total
          && total != OPENING * shape.total()) {
        wrongAudits.increment();
      }
    }
  }

  @Override
  RunResult judge(RunResult run, RunNodes open) throws InterruptedException {
    ServiceTime none = new ServiceTime(0, false);
    long sum =
        sum(
            open,
            i -> request(Register.TYPE, shape.key((int) i), new Register.Look(none, List.of())));
    RunResult told =
        run.check("every-change-is-there", sum == OPENING * shape.total() + added.sum());
    return kind == ObjectKind.AUDITED_BANK
        ? told.check("audits-see-all-the-money", wrongAudits.sum() == 0)
        : told;
  }
}
