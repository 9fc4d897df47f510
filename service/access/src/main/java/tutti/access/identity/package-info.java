/**
 * Callers, and the API keys by which a service knows them.
 *
 * <p>A key's secret is random, so a plain hash of it is kept, and a token of an unknown name takes
 * as long as a wrong one.
 *
 * <p>Begin with {@link tutti.access.identity.ApiKeys}, which finds the {@link
 * tutti.access.identity.Principal} of a token.
 */
@NullMarked
package tutti.access.identity;

import org.jspecify.annotations.NullMarked;
