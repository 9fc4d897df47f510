package tutti.lab.figure;

/**
 * Amdahl's law for throughput: X(N) = λN / (1 + σ(N − 1)), fitted to measurements (PSAC §5.3).
 *
 * @param lambda throughput of one node
 * @param sigma the contended share, from 0; 0 is linear scaling
 */
record Amdahl(double lambda, double sigma) {
  private static final double MOST_SIGMA = 10;
  private static final int STEPS = 200;
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /** Returns the throughput of {@code nodes} nodes. */
  public double at(double nodes) {
    return lambda * scale(nodes, sigma);
  }

  /** Returns the throughput that no number of nodes exceeds; infinite if σ is 0. */
  public double asymptote() {
    return lambda / sigma;
  }

  /**
   * Returns the law that fits the throughputs themselves by least squares. For each σ the best λ is
   * known, and the rest is a search for σ.
   *
   * @param nodes numbers of nodes, at least two different ones
   * @param throughput for each of them
   */
  public static Amdahl fit(double[] nodes, double[] throughput) {
    if (nodes.length < 2 || nodes.length != throughput.length) {
      throw new IllegalArgumentException("a fit needs two points or more");
    }
    double low = 0;
    double high = MOST_SIGMA;
    for (int i = 0; i < STEPS; i++) {
      double left = high - GOLDEN * (high - low);
      double right = low + GOLDEN * (high - low);
      if (error(nodes, throughput, left) <= error(nodes, throughput, right)) {
        high = right;
      } else {
        low = left;
      }
    }
    double sigma = (low + high) / 2;
    double best = error(nodes, throughput, 0) <= error(nodes, throughput, sigma) ? 0 : sigma;
    return new Amdahl(lambda(nodes, throughput, best), best);
  }

  private static double scale(double nodes, double sigma) {
    return nodes / (1 + sigma * (nodes - 1));
  }

  private static double lambda(double[] nodes, double[] throughput, double sigma) {
    double both = 0;
    double square = 0;
    for (int i = 0; i < nodes.length; i++) {
      double scale = scale(nodes[i], sigma);
      both += scale * throughput[i];
      square += scale * scale;
    }
    return both / square;
  }

  private static double error(double[] nodes, double[] throughput, double sigma) {
    Amdahl law = new Amdahl(lambda(nodes, throughput, sigma), sigma);
    double sum = 0;
    for (int i = 0; i < nodes.length; i++) {
      double off = law.at(nodes[i]) - throughput[i];
      sum += off * off;
    }
    return sum;
  }
}
