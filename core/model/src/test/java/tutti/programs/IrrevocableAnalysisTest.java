package tutti.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tutti.model.actor.Accesses;
import tutti.model.actor.Actor;
import tutti.model.actor.InvalidApplication;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.RelationalType;
import tutti.model.bytecode.CodeFindings;
import tutti.model.outside.Happened;
import tutti.model.outside.OutsideService;
import tutti.model.relation.Relation;

/** The bytecode tells which procedures do irrevocable operations, which touch no actor. */
class IrrevocableAnalysisTest {

  public static final class Post implements OutsideService {
    void send(String letter) throws InterruptedException {
      Thread.sleep(letter.length() + System.nanoTime() % 2);
    }

    @Override
    public Happened happened(String key) {
      return System.getenv(key) == null ? Happened.NO : Happened.YES;
    }
  }

  public static final class Writer extends Actor {
    public record Letter(String key) {}

    public final Relation<String, Letter> letters = relation("letters", Letter.class, Letter::key);
  }

  public record Keep(String letter) implements Procedure<Writer, String> {
    @Override
    public String run(Writer writer) {
      writer.letters.insert(new Writer.Letter(letter));
      return letter;
    }
  }

  public record Send(String letter, String copy) implements Procedure<Writer, String> {
    @Override
    public String run(Writer writer) {
      writer.irrevocable(letter, post -> post.send(letter), Post.class);
      return writer.actor(Writer.class, copy).call(new Keep(letter)).get();
    }
  }

  @Accesses(actor = Writer.class, key = "copy", most = 1)
  public record SendDeclared(String letter, String copy) implements Procedure<Writer, String> {
    @Override
    public String run(Writer writer) {
      return new Send(letter, copy).run(writer);
    }
  }

  private final JavaApplication application = builder().outside(new Post()).build();

  private static JavaApplication.Builder builder() {
    return JavaApplication.named("post")
        .actor("Writer", Writer::new)
        .procedures(Keep.class, Send.class, SendDeclared.class);
  }

  private CodeFindings findings(String procedure) {
    RelationalType type = application.type("Writer");
    return application.findings(type.procedure(procedure));
  }

  @Test
  void namesTheProceduresThatAct() {
    assertThat(findings("Send").acts()).isTrue();
    assertThat(findings("SendDeclared").acts()).isTrue();
    assertThat(findings("Keep").acts()).isFalse();
  }

  /** The operation itself runs when the procedure has ended. */
  @Test
  void leavesTheOperationOutOfTheFootprint() {
    assertThat(findings("Send").impurity()).isNull();
    assertThat(findings("Send").unboundedness()).isNull();
  }

  @Test
  void refusesServicesThatTheLogCannotName() {
    assertThatThrownBy(() -> builder().outside(new Post(), new Post()).build())
        .isInstanceOf(InvalidApplication.class)
        .hasMessageContaining("two services are of class");
    assertThatThrownBy(() -> builder().outside(key -> Happened.NO).build())
        .isInstanceOf(InvalidApplication.class)
        .hasMessageContaining("without a lasting name");
  }
}
