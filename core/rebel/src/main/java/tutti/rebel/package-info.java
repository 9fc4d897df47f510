/**
 * Rebel, the language. Begin with {@link tutti.rebel.check.Checker}, which reads and checks
 * specifications; {@link tutti.rebel.compile.RebelApplication} is what it compiles to.
 *
 * <table>
 *   <caption>The packages, in the order in which a text goes through them</caption>
 *   <tr><td>{@code load}</td><td>files, imports, and the mistakes in them</td></tr>
 *   <tr><td>{@code parse}</td><td>texts to trees</td></tr>
 *   <tr><td>{@code syntax}</td><td>the tree as it is written</td></tr>
 *   <tr><td>{@code check}</td><td>names, types and rules</td></tr>
 *   <tr><td>{@code typed}</td><td>the tree with its types</td></tr>
 *   <tr><td>{@code code}</td><td>expressions as closures</td></tr>
 *   <tr><td>{@code compile}</td><td>specifications and events for the engine</td></tr>
 *   <tr><td>{@code value}, {@code form}</td><td>values, and their forms in JSON, Java and bytes</td>
 *       </tr>
 *   <tr><td>{@code analyze}</td><td>summaries of events for people</td></tr>
 * </table>
 */
@NullMarked
package tutti.rebel;

import org.jspecify.annotations.NullMarked;
