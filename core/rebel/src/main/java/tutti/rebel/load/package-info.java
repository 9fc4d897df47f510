/**
 * The files of an application and the mistakes in them. Begin with {@link tutti.rebel.load.Loader},
 * which parses the given files and all that they import.
 *
 * <p>A {@code SourceTree} is where files come from: {@code FolderTree} on disk, {@code MemoryTree}
 * in memory. A {@link tutti.rebel.load.LoadedModule} is one file with its imports found. A {@link
 * tutti.rebel.load.Diagnostic} is an error or a warning with its place; {@code Diagnostics}
 * collects them, and drops those that only follow from another; {@code Rendering} draws the line of
 * text and the marks below it.
 */
@NullMarked
package tutti.rebel.load;

import org.jspecify.annotations.NullMarked;
