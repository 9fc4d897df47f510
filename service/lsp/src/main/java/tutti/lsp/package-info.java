/**
 * The language server of Rebel: what editors ask of a specification, over the Language Server
 * Protocol 3.17. Begin with {@link tutti.lsp.LspServer}, which reads requests and writes answers.
 *
 * <table>
 *   <caption>What an editor asks, and the class that knows it</caption>
 *   <tr><td>open, change, close</td><td>{@code Documents} has the unsaved texts, {@code Lines} the
 *       places in them</td></tr>
 *   <tr><td>diagnostics</td><td>{@code EditorWorkspace} checks whole applications, {@code ApplicationDiagnosis}
 *       is the result of one check</td></tr>
 *   <tr><td>hover</td><td>{@code Hovers}, over {@code Declared}, a declaration with its tree</td>
 *       </tr>
 *   <tr><td>definition, references</td><td>{@code ApplicationDiagnosis}</td></tr>
 *   <tr><td>quick fixes</td><td>{@code QuickFixes}</td></tr>
 *   <tr><td>outline, completion</td><td>{@code Outline}, {@code Completions}</td></tr>
 * </table>
 *
 * <p>The checker of {@code tutti.rebel} finds mistakes, their mending and the declarations of
 * names; this package only translates. All state belongs to one thread, to which the reader of
 * messages hands every request.
 */
@NullMarked
package tutti.lsp;

import org.jspecify.annotations.NullMarked;
