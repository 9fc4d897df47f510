package tutti.lab.node;

import tutti.engine.deployment.Deployment;

/**
 * One side of a comparison.
 *
 * @param label its long name, as results have it
 * @param deployment that it runs with
 */
public record Side(String label, Deployment deployment) {}
