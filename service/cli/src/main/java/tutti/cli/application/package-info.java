/**
 * The commands that begin, check and explain an application or serve an editor of it, and the
 * reading of applications of specifications, Java sources and jars. Readers begin with {@link
 * tutti.cli.application.Applications}, which recognizes what a path holds.
 */
@NullMarked
package tutti.cli.application;

import org.jspecify.annotations.NullMarked;
