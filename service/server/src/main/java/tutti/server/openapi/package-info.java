/**
 * The description of an application's API for people and programs: OpenAPI 3.1. Begin with {@link
 * tutti.server.openapi.OpenApi}.
 *
 * <p>The resources {@code openapi-base.json} and {@code openapi-operations.json} have the texts; a
 * {@code Template} fills their holes. {@code Schemas} has the JSON Schemas of values, {@code
 * NamedSchemas} the names of those that have one, {@link tutti.server.openapi.Examples} a valid
 * value of every type.
 */
@NullMarked
package tutti.server.openapi;

import org.jspecify.annotations.NullMarked;
