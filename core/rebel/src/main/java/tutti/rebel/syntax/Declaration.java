package tutti.rebel.syntax;

import java.util.List;

/** A declaration in a library module. */
public sealed interface Declaration {

  List<Annotation> annotations();

  Name name();

  Span span();

  record Event(
      List<Annotation> annotations,
      Name name,
      List<Parameter> configuration,
      List<Parameter> parameters,
      List<Statement> preconditions,
      List<Statement> postconditions,
      List<SyncStatement> sync,
      Span span)
      implements Declaration {
    public Event {
      annotations = List.copyOf(annotations);
      configuration = List.copyOf(configuration);
      parameters = List.copyOf(parameters);
      preconditions = List.copyOf(preconditions);
      postconditions = List.copyOf(postconditions);
      sync = List.copyOf(sync);
    }
  }

  record Function(
      List<Annotation> annotations,
      Name name,
      List<Parameter> parameters,
      TypeExpr returnType,
      Statement body,
      Span span)
      implements Declaration {
    public Function {
      annotations = List.copyOf(annotations);
      parameters = List.copyOf(parameters);
    }
  }

  record Invariant(List<Annotation> annotations, Name name, List<Statement> statements, Span span)
      implements Declaration {
    public Invariant {
      annotations = List.copyOf(annotations);
      statements = List.copyOf(statements);
    }
  }
}
