package tutti.model.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.model.relation.Condition.that;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.ActorId;
import tutti.model.memory.MemoryRows;
import tutti.model.relation.store.Binding;

/** Selections give what the plainest evaluation gives, whatever the plan. */
class RandomSelectionTest {
  enum Kind {
    BUY,
    SELL,
    HOLD
  }

  record Trade(
      int day,
      long id,
      Kind kind,
      String text,
      BigDecimal value,
      Optional<Long> other,
      double rate) {}

  record TradeKey(int day, long id) {}

  record KindText(Kind kind, String text) {}

  record Account(long id, String text, int day) {}

  private final Binding binding = new Binding("Test");
  private final RelationDefinition<TradeKey, Trade> tradesDefinition =
      RelationDefinition.of(0, "trades", Trade.class, TradeKey.class);
  private final Relation<TradeKey, Trade> trades = new Relation<>(binding, tradesDefinition);
  private final Index<KindText, Trade> byKind = trades.index(KindText.class);
  private final Index<BigDecimal, Trade> byValue = trades.index(Trade::value);
  private final Index<Optional<Long>, Trade> byOther = trades.index(Trade::other);
  private final RelationDefinition<Long, Account> accountsDefinition =
      new RelationDefinition<>(1, "accounts", Account.class, Account::id);
  private final Relation<Long, Account> accounts = new Relation<>(binding, accountsDefinition);
  private final UniqueIndex<String, Account> byText = accounts.uniqueIndex(Account::text);

  private final List<Trade> all = new ArrayList<>();
  private final List<Account> allAccounts = new ArrayList<>();
  private Random random;

  private void fill(long seed) {
    random = new Random(seed);
    binding.bind(
        new MemoryRows(new ActorId("Test", "1"), List.of(tradesDefinition, accountsDefinition)));
    for (int i = 0; i < 60; i++) {
      Trade trade =
          new Trade(
              random.nextInt(6),
              random.nextInt(12) - 3,
              kind(),
              text(),
              value(),
              random.nextBoolean() ? Optional.empty() : Optional.of((long) random.nextInt(5)),
              random.nextInt(4) / 2.0);
      if (!trades.contains(new TradeKey(trade.day(), trade.id()))) {
        trades.insert(trade);
        all.add(trade);
      }
    }
    for (int i = 0; i < 5; i++) {
      Account account = new Account(i, "a".repeat(i), random.nextInt(6));
      accounts.insert(account);
      allAccounts.add(account);
    }
    all.sort(Comparator.comparing(Trade::day).thenComparing(Trade::id));
  }

  private Kind kind() {
    return Kind.values()[random.nextInt(3)];
  }

  private String text() {
    return "ab\uFFFF\uD83D\uDE00".substring(0, random.nextInt(5))
        + (random.nextBoolean() ? "a" : "");
  }

  private BigDecimal value() {
    return new BigDecimal(
        List.of("0", "0.0", "1", "1.00", "-2", "10", "1e2").get(random.nextInt(7)));
  }

  private record Both(Condition<Trade> condition, Predicate<Trade> plain, String text) {}

  private Both condition() {
    switch (random.nextInt(19)) {
      case 0, 1 -> {
        int day = random.nextInt(6);
        return new Both(that(Trade::day).is(day), t -> t.day() == day, "day is " + day);
      }
      case 2 -> {
        long low = random.nextInt(12) - 3;
        long high = random.nextInt(12) - 3;
        return new Both(
            that(Trade::id).between(low, high),
            t -> t.id() >= low && t.id() <= high,
            "id between " + low + " and " + high);
      }
      case 3 -> {
        List<Integer> days = List.of(random.nextInt(6), random.nextInt(6), random.nextInt(6));
        return new Both(that(Trade::day).in(days), t -> days.contains(t.day()), "day in " + days);
      }
      case 4 -> {
        Kind kind = kind();
        return new Both(that(Trade::kind).is(kind), t -> t.kind() == kind, "kind is " + kind);
      }
      case 5 -> {
        String beginning = text();
        return new Both(
            that(Trade::text).startsWith(beginning),
            t -> t.text().startsWith(beginning),
            "starts with " + beginning);
      }
      case 6 -> {
        BigDecimal value = value();
        return new Both(
            that(Trade::value).is(value), t -> t.value().compareTo(value) == 0, "value " + value);
      }
      case 7 -> {
        BigDecimal value = value();
        return new Both(
            that(Trade::value).lessThan(value),
            t -> t.value().compareTo(value) < 0,
            "value < " + value);
      }
      case 8 -> {
        Kind kind = kind();
        return new Both(
            that(Trade::kind).atLeast(kind), t -> t.kind().compareTo(kind) >= 0, ">= " + kind);
      }
      case 9 -> {
        Both a = condition();
        Both b = condition();
        return new Both(
            a.condition.or(b.condition), a.plain.or(b.plain), "(" + a.text + " or " + b.text + ")");
      }
      case 10 -> {
        Both a = condition();
        return new Both(a.condition.not(), a.plain.negate(), "not " + a.text);
      }
      case 11 -> {
        Optional<Long> other = random.nextBoolean() ? Optional.empty() : Optional.of(2L);
        return new Both(
            that(Trade::other).is(other), t -> t.other().equals(other), "other " + other);
      }
      case 12 -> {
        double rate = random.nextInt(4) / 2.0;
        return new Both(
            that(Trade::rate).greaterThan(rate), t -> t.rate() > rate, "rate > " + rate);
      }
      case 13, 14 -> {
        long id = random.nextInt(12) - 3;
        return new Both(that(Trade::id).is(id), t -> t.id() == id, "id is " + id);
      }
      case 16 -> {
        long id = random.nextInt(4);
        return new Both(that(Trade::id).greaterThan(id), t -> t.id() > id, "id > " + id);
      }
      case 17 -> {
        long id = random.nextInt(4);
        return random.nextBoolean()
            ? new Both(that(Trade::id).atMost(id), t -> t.id() <= id, "id <= " + id)
            : new Both(that(Trade::id).lessThan(id), t -> t.id() < id, "id < " + id);
      }
      case 15 -> {
        List<Long> ids = List.of(random.nextLong(9), random.nextLong(9));
        return new Both(that(Trade::id).in(ids), t -> ids.contains(t.id()), "id in " + ids);
      }
      default -> {
        String text = text();
        return new Both(
            that(Trade::text).isNot(text), t -> !t.text().equals(text), "text is not " + text);
      }
    }
  }

  private record Sorted(Component<Trade, ?> component, Comparator<Trade> plain) {}

  private Sorted sorted() {
    return List.of(
            new Sorted(Trade::day, Comparator.comparing(Trade::day)),
            new Sorted(Trade::id, Comparator.comparing(Trade::id)),
            new Sorted(Trade::kind, Comparator.comparing(Trade::kind)),
            new Sorted(Trade::text, Comparator.comparing(Trade::text)),
            new Sorted(Trade::value, Comparator.comparing(Trade::value)),
            new Sorted(Trade::other, Comparator.comparing(t -> t.other().orElse(Long.MIN_VALUE))))
        .get(random.nextInt(6));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void givesWhatThePlainestEvaluationGives(long seed) {
    fill(seed);
    LinkedHashSet<String> kindsOfPlans = new LinkedHashSet<>();
    for (int round = 0; round < 400; round++) {
      Selection<Trade> selection = trades.select();
      Predicate<Trade> plain = t -> true;
      StringBuilder text = new StringBuilder("seed " + seed + " round " + round + ": ");
      for (int i = random.nextInt(4); i > 0; i--) {
        Both both = condition();
        selection.where(both.condition);
        plain = plain.and(both.plain);
        text.append(both.text).append("; ");
      }
      Comparator<Trade> order = null;
      for (int i = random.nextInt(3); i > 0; i--) {
        Sorted sorted = sorted();
        boolean descending = random.nextBoolean();
        Comparator<Trade> next = descending ? sorted.plain.reversed() : sorted.plain;
        selection =
            descending
                ? selection.orderByDescending(sorted.component)
                : selection.orderBy(sorted.component);
        order = order == null ? next : order.thenComparing(next);
      }
      List<Trade> wanted = all.stream().filter(plain).toList();
      String described = text + selection.explain();
      kindsOfPlans.add(selection.explain().replaceAll("\\[.*|\n.*", ""));
      assertThat(selection.list()).as(described).containsExactlyInAnyOrderElementsOf(wanted);
      assertThat(selection.count()).as(described).isEqualTo(wanted.size());
      assertThat(selection.exists()).as(described).isEqualTo(!wanted.isEmpty());
      assertThat(selection.sum(Trade::id))
          .as(described)
          .isEqualTo(wanted.stream().mapToLong(Trade::id).sum());
      assertThat(selection.max(Trade::value).map(BigDecimal::stripTrailingZeros))
          .as(described)
          .isEqualTo(
              wanted.stream()
                  .map(Trade::value)
                  .max(Comparator.naturalOrder())
                  .map(BigDecimal::stripTrailingZeros));
      assertThat(selection.distinct(Trade::text))
          .as(described)
          .isEqualTo(wanted.stream().map(Trade::text).distinct().sorted().toList());
      assertThat(selection.groupBy(Trade::kind).count())
          .as(described)
          .isEqualTo(
              wanted.stream().collect(Collectors.groupingBy(Trade::kind, Collectors.counting())));
      if (order != null) {
        assertThat(selection.list()).as(described).isSortedAccordingTo(order);
        Comparator<Trade> total = order.thenComparing(Trade::day).thenComparing(Trade::id);
        int offset = random.nextInt(5);
        int limit = random.nextInt(10);
        List<Trade> page = wanted.stream().sorted(total).skip(offset).limit(limit).toList();
        assertThat(
                selection.orderBy(Trade::day).orderBy(Trade::id).offset(offset).limit(limit).list())
            .as(described)
            .isEqualTo(page);
      }
    }
    assertThat(kindsOfPlans.toString())
        .contains("lookup by primary key")
        .contains("range of primary key")
        .contains("range of index (kind, text)")
        .contains("range of index (value)")
        .contains("range of index (other)")
        .contains("all rows by primary key (day, id) descending");
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14})
  void joinsAsTwoNestedLoopsDo(long seed) {
    fill(seed);
    for (int round = 0; round < 100; round++) {
      Both both = condition();
      int day = random.nextInt(6);
      List<Pair<Trade, Account>> byUnique =
          nested(both.plain, a -> a.day() <= day, (t, a) -> t.text().equals(a.text()));
      assertThat(
              trades
                  .select()
                  .where(both.condition)
                  .join(accounts.select().where(Account::day).atMost(day))
                  .on(Trade::text, Account::text)
                  .list())
          .containsExactlyInAnyOrderElementsOf(byUnique);
      assertThat(
              trades
                  .select()
                  .where(both.condition)
                  .join(accounts.select().where(Account::day).atMost(day))
                  .on(Trade::day, Account::day)
                  .count())
          .isEqualTo(nested(both.plain, a -> a.day() <= day, (t, a) -> t.day() == a.day()).size());
      assertThat(
              accounts
                  .select()
                  .join(trades.select().where(both.condition))
                  .leftOn(Account::day, Trade::day)
                  .list(pair -> pair.left().id() + " " + pair.right().map(Trade::id)))
          .containsExactlyInAnyOrderElementsOf(leftJoined(both.plain));
    }
  }

  private List<String> leftJoined(Predicate<Trade> plain) {
    List<String> pairs = new ArrayList<>();
    for (Account account : allAccounts) {
      List<Trade> partners = all.stream().filter(plain.and(t -> t.day() == account.day())).toList();
      partners.forEach(t -> pairs.add(account.id() + " " + Optional.of(t.id())));
      if (partners.isEmpty()) {
        pairs.add(account.id() + " " + Optional.empty());
      }
    }
    return pairs;
  }

  private List<Pair<Trade, Account>> nested(
      Predicate<Trade> left,
      Predicate<Account> right,
      java.util.function.BiPredicate<Trade, Account> on) {
    List<Pair<Trade, Account>> pairs = new ArrayList<>();
    for (Trade trade : all) {
      for (Account account : allAccounts) {
        if (left.test(trade) && right.test(account) && on.test(trade, account)) {
          pairs.add(new Pair<>(trade, account));
        }
      }
    }
    return pairs;
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22})
  void keepsIndexesInStepWithWrites(long seed) {
    fill(seed);
    Map<TradeKey, Trade> plain =
        new TreeMap<>(Comparator.comparing(TradeKey::day).thenComparing(TradeKey::id));
    all.forEach(t -> plain.put(new TradeKey(t.day(), t.id()), t));
    for (int round = 0; round < 500; round++) {
      Trade trade =
          new Trade(
              random.nextInt(6),
              random.nextInt(12) - 3,
              kind(),
              text(),
              value(),
              Optional.empty(),
              0);
      TradeKey key = new TradeKey(trade.day(), trade.id());
      if (random.nextInt(3) == 0) {
        assertThat(trades.deleteIfPresent(key)).isEqualTo(plain.remove(key) != null);
      } else {
        trades.upsert(trade);
        plain.put(key, trade);
      }
      assertThat(trades.scan().list()).isEqualTo(List.copyOf(plain.values()));
      BigDecimal value = value();
      assertThat(byValue.list(value))
          .isEqualTo(plain.values().stream().filter(t -> t.value().compareTo(value) == 0).toList());
      KindText least = new KindText(Kind.SELL, "a");
      assertThat(byKind.scan().from(least).descending().count())
          .isEqualTo(
              plain.values().stream()
                  .filter(
                      t ->
                          t.kind().compareTo(Kind.SELL) > 0
                              || (t.kind() == Kind.SELL && t.text().compareTo("a") >= 0))
                  .count());
    }
  }
}
