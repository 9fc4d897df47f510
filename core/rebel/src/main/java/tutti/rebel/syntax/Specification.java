package tutti.rebel.syntax;

import java.util.List;
import java.util.Optional;

/** {@code specification Name { fields events invariants lifeCycle }}. */
public record Specification(
    List<Annotation> annotations,
    Modifier modifier,
    Name name,
    Optional<Name> parent,
    List<FieldDecl> fields,
    List<EventRef> events,
    List<Name> invariants,
    List<StateFrom> lifeCycle,
    Span span) {
  public Specification {
    annotations = List.copyOf(annotations);
    fields = List.copyOf(fields);
    events = List.copyOf(events);
    invariants = List.copyOf(invariants);
    lifeCycle = List.copyOf(lifeCycle);
  }

  /** The modifier before {@code specification}. */
  public enum Modifier {
    NONE,
    ABSTRACT,
    EXTERNAL,
    SINGLETON
  }

  /** {@code balance: Money @key}. */
  public record FieldDecl(Name name, TypeExpr type, List<Annotation> annotations, Span span) {
    public FieldDecl {
      annotations = List.copyOf(annotations);
    }
  }

  /** The word before an event in the list, which says whether clients may call it. */
  public enum Visibility {
    /** No word: clients may call the event, unless an inherited list says otherwise. */
    UNMARKED,
    INTERNAL,
    PUBLIC
  }

  /** A reference to an event in a specification. */
  public sealed interface EventRef {

    Visibility visibility();

    Name name();

    /** From the word before the event on, if there is one. */
    Span span();

    /** {@code withdraw[limit = EUR 10.00]}: an event of a library, configured. */
    record Bound(Visibility visibility, Name name, List<Configured> configuration, Span span)
        implements EventRef {
      public Bound {
        configuration = List.copyOf(configuration);
      }
    }

    /** {@code withdraw(amount: Money)}: an event of which only the signature is known here. */
    record Interface(Visibility visibility, Name name, List<Parameter> parameters, Span span)
        implements EventRef {
      public Interface {
        parameters = List.copyOf(parameters);
      }
    }
  }

  /** {@code limit = EUR 10.00}. */
  public record Configured(Name name, Expr value, Span span) {}

  /** {@code initial init -> opened: openAccount}. */
  public record StateFrom(
      boolean initial, boolean last, Name state, List<StateTo> destinations, Span span) {
    public StateFrom {
      destinations = List.copyOf(destinations);
    }
  }

  /** {@code -> opened: withdraw, deposit}. */
  public record StateTo(Name state, List<Name> events, Span span) {
    public StateTo {
      events = List.copyOf(events);
    }
  }
}
