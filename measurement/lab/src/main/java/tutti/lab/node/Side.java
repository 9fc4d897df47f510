package tutti.lab.node;

import tutti.engine.deployment.Deployment;

/**
 * One side of a comparison.
 *
 * @param label its long name in results
 * @param deployment that it runs with
 */
public record Side(String label, Deployment deployment) {}
