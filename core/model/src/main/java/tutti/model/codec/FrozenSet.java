package tutti.model.codec;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** An immutable set, in the order in which it was made. */
final class FrozenSet<T> extends AbstractSet<T> {
  private final Set<T> elements;

  FrozenSet(Collection<T> elements) {
    this.elements = Collections.unmodifiableSet(new LinkedHashSet<>(elements));
  }

  @Override
  public Iterator<T> iterator() {
    return elements.iterator();
  }

  @Override
  public boolean contains(Object element) {
    return elements.contains(element);
  }

  @Override
  public int size() {
    return elements.size();
  }
}
