package tutti.server.api;

/** An exception that ends the handling of a request with a problem that its client made. */
final class BadRequest extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient ProblemDocument problem;

  BadRequest(ProblemDocument problem) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
  }

  BadRequest(int status, String code, String title, String detail) {
    this(new ProblemDocument(status, code, title, detail));
  }

  /** Makes the problem of a query parameter. */
  static BadRequest query(String detail) {
    return new BadRequest(400, "bad-query", Titles.BAD_INPUT, detail);
  }

  ProblemDocument problem() {
    return problem;
  }
}
