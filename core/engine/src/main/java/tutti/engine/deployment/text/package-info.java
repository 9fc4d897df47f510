/**
 * The texts of deployment files, whatever their keys mean: {@link
 * tutti.engine.deployment.text.KeyLines} finds the line of each entry, {@link
 * tutti.engine.deployment.text.ValueKind} reads and writes the values of a key, with {@link
 * tutti.engine.deployment.text.Units}; {@link tutti.engine.deployment.text.AddressText} reads the
 * address of a node. Begin with {@code ValueKind}.
 */
@NullMarked
package tutti.engine.deployment.text;

import org.jspecify.annotations.NullMarked;
