package tutti.model.footprint;

import java.util.Comparator;

/** The order of items of different kinds, and of those that are not known. */
final class ItemComparison {
  private static final Comparator<Item> BY_KIND =
      Comparator.<Item>comparingInt(
              item ->
                  switch (item) {
                    case Item.Known _ -> 0;
                    case Item.Told _ -> 1;
                    case Item.OfType _ -> 2;
                    case Item.Anything _ -> 3;
                  })
          .thenComparing(Item::toString);

  private ItemComparison() {}

  static int compare(Item one, Item other) {
    return BY_KIND.compare(one, other);
  }
}
