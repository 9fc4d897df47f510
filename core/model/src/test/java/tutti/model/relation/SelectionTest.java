package tutti.model.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.model.relation.Condition.that;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.model.Abort;
import tutti.model.ActorId;
import tutti.model.memory.MemoryRows;
import tutti.model.relation.store.Binding;

class SelectionTest {
  enum State {
    OPEN,
    PAID
  }

  record Order(
      long id,
      long wallet,
      State state,
      BigDecimal value,
      int items,
      double rate,
      List<String> tags) {}

  record WalletState(long wallet, State state) {}

  record Wallet(long id, String owner, String country) {}

  record Country(String code, String name) {}

  private final Binding binding = new Binding("Shop");
  private final RelationDefinition<Long, Order> ordersDefinition =
      new RelationDefinition<>(0, "orders", Order.class, Order::id);
  private final Relation<Long, Order> orders = new Relation<>(binding, ordersDefinition);
  private final Index<WalletState, Order> byWallet = orders.index(WalletState.class);
  private final RelationDefinition<Long, Wallet> walletsDefinition =
      new RelationDefinition<>(1, "wallets", Wallet.class, Wallet::id);
  private final Relation<Long, Wallet> wallets = new Relation<>(binding, walletsDefinition);
  private final UniqueIndex<String, Wallet> byOwner = wallets.uniqueIndex(Wallet::owner);
  private final RelationDefinition<String, Country> countriesDefinition =
      new RelationDefinition<>(2, "countries", Country.class, Country::code);
  private final Relation<String, Country> countries = new Relation<>(binding, countriesDefinition);
  private final MemoryRows store =
      new MemoryRows(
          new ActorId("Shop", "1"),
          List.of(ordersDefinition, walletsDefinition, countriesDefinition));

  @BeforeEach
  void fill() {
    binding.bind(store);
    order(1, 7, State.OPEN, "10", 1);
    order(2, 7, State.PAID, "20.5", 2);
    order(3, 8, State.OPEN, "5", 3);
    order(4, 9, State.PAID, "30", 4);
    order(5, 7, State.OPEN, "2", 5);
    wallets.insert(new Wallet(7, "ada", "UK"));
    wallets.insert(new Wallet(8, "bob", "NL"));
    wallets.insert(new Wallet(6, "eve", "XX"));
    countries.insert(new Country("UK", "Kingdom"));
    countries.insert(new Country("NL", "Netherlands"));
  }

  private void order(long id, long wallet, State state, String value, int items) {
    orders.insert(
        new Order(id, wallet, state, new BigDecimal(value), items, 0.5 * items, List.of("t" + id)));
  }

  private static List<Long> ids(Selection<Order> selection) {
    return selection.list(Order::id);
  }

  @Test
  void looksUpByPrimaryKey() {
    Selection<Order> one = orders.select().where(Order::id).is(3L).and(Order::items).lessThan(9);
    assertThat(one.explain())
        .isEqualTo(
            """
            orders: lookup by primary key (id) [id = 3]
              filter: items < 9\
            """);
    store.scans = 0;
    assertThat(one.one().wallet()).isEqualTo(8);
    assertThat(store.scans).isZero();
    assertThat(orders.select().where(Order::id).in(4L, 1L, 4L, 99L).explain())
        .isEqualTo("orders: lookup by primary key (id) [id in (4, 1, 4, 99)]");
    assertThat(ids(orders.select().where(Order::id).in(4L, 1L, 4L, 99L))).containsExactly(1L, 4L);
    assertThat(ids(orders.select().where(Order::id).in(4L, 1L).orderByDescending(Order::id)))
        .containsExactly(4L, 1L);
    assertThat(ids(orders.select().where(Order::id).in(List.of()))).isEmpty();
  }

  @Test
  void looksUpByAUniqueIndex() {
    Selection<Wallet> one = wallets.select().where(Wallet::owner).is("bob");
    assertThat(one.explain())
        .isEqualTo("wallets: lookup by unique index (owner) [owner = \"bob\"]");
    assertThat(one.one().id()).isEqualTo(8);
    assertThat(wallets.select().where(Wallet::owner).startsWith("b").explain())
        .isEqualTo("wallets: range of unique index (owner) [owner starts with \"b\"]");
  }

  @Test
  void readsARangeOfAnIndexInItsOrder() {
    Selection<Order> open =
        orders
            .select()
            .where(Order::wallet)
            .is(7L)
            .and(Order::state)
            .is(State.OPEN)
            .and(Order::id)
            .greaterThan(1L)
            .orderByDescending(Order::id)
            .limit(2);
    assertThat(open.explain())
        .isEqualTo(
            """
            orders: range of index (wallet, state) [wallet = 7, state = OPEN, id > 1] descending
              limit 2\
            """);
    store.visited = 0;
    assertThat(ids(open)).containsExactly(5L);
    assertThat(store.visited).isEqualTo(1);
    assertThat(orders.select().where(Order::wallet).is(7L).orderBy(Order::value).explain())
        .isEqualTo(
            """
            orders: range of index (wallet, state) [wallet = 7]
              sort: value\
            """);
  }

  @Test
  void takesTheTighterOfTwoBounds() {
    assertThat(ids(orders.select().where(Order::id).atLeast(2L).and(Order::id).greaterThan(2L)))
        .containsExactly(3L, 4L, 5L);
    assertThat(ids(orders.select().where(Order::id).greaterThan(2L).and(Order::id).atLeast(2L)))
        .containsExactly(3L, 4L, 5L);
    assertThat(ids(orders.select().where(Order::id).greaterThan(2L).and(Order::id).atLeast(4L)))
        .containsExactly(4L, 5L);
    assertThat(ids(orders.select().where(Order::id).atMost(2L).and(Order::id).lessThan(2L)))
        .containsExactly(1L);
    assertThat(ids(orders.select().where(Order::id).lessThan(2L).and(Order::id).atMost(4L)))
        .containsExactly(1L);
    assertThat(ids(orders.select().where(Order::id).lessThan(2L).and(Order::id).greaterThan(4L)))
        .isEmpty();
  }

  @Test
  void readsNoMoreThanItNeeds() {
    store.visited = 0;
    assertThat(ids(orders.select().orderByDescending(Order::id).limit(2))).containsExactly(5L, 4L);
    assertThat(store.visited).isEqualTo(2);
    store.visited = 0;
    assertThat(ids(orders.select().orderBy(Order::id).offset(1).limit(2))).containsExactly(2L, 3L);
    assertThat(store.visited).isEqualTo(3);
    store.visited = 0;
    assertThat(orders.select().exists()).isTrue();
    assertThat(store.visited).isEqualTo(1);
    assertThat(orders.select().limit(0).list()).isEmpty();
  }

  @Test
  void explainsWhatItTestsRowByRow() {
    assertThat(
            orders
                .select()
                .where(
                    that(Order::state)
                        .is(State.OPEN)
                        .or(that(Order::value).between(new BigDecimal("1"), new BigDecimal("9"))))
                .where(that(Order::items).in(1, 2).not())
                .orderBy(Order::value)
                .orderByDescending(Order::id)
                .offset(3)
                .limit(4)
                .explain())
        .isEqualTo(
            """
            orders: all rows by primary key (id)
              filter: (state = OPEN or value >= 1 and value <= 9) and not (items in (1, 2))
              sort: value, id descending
              offset 3, limit 4\
            """);
  }

  @Test
  void sortsAndCutsLargeResults() {
    for (long id = 100; id < 5000; id++) {
      order(id, id % 10, State.OPEN, String.valueOf(id * 7919 % 5000), 1);
    }
    List<Order> all = orders.select().list();
    List<Order> sorted =
        all.stream()
            .sorted(java.util.Comparator.comparing(Order::value).reversed())
            .skip(10)
            .limit(50)
            .toList();
    assertThat(orders.select().orderByDescending(Order::value).offset(10).limit(50).list())
        .isEqualTo(sorted);
  }

  @Test
  void addsUp() {
    Selection<Order> open = orders.select().where(Order::state).is(State.OPEN);
    assertThat(open.sum(Order::value)).isEqualTo(new BigDecimal("17"));
    assertThat(open.sum(Order::items)).isEqualTo(9);
    assertThat(open.sum(Order::rate)).isEqualTo(4.5);
    assertThat(open.count()).isEqualTo(3);
    assertThat(open.avg(Order::items)).contains(new BigDecimal("3"));
    assertThat(open.avg(Order::rate)).contains(new BigDecimal("1.5"));
    assertThat(open.min(Order::value)).contains(new BigDecimal("2"));
    assertThat(open.max(Order::wallet)).contains(8L);
    assertThat(open.distinct(Order::wallet)).containsExactly(7L, 8L);
    assertThat(open.distinct(Order::tags)).hasSize(3);
    Selection<Order> none = orders.select().where(Order::id).is(99L);
    assertThat(none.sum(Order::value)).isEqualTo(BigDecimal.ZERO);
    assertThat(none.sum(Order::wallet)).isEqualTo(0L);
    assertThat(none.avg(Order::items)).isEmpty();
    assertThat(none.min(Order::items)).isEmpty();
    orders.insert(
        new Order(6, Long.MAX_VALUE, State.OPEN, BigDecimal.ONE, Integer.MAX_VALUE, 1, List.of()));
    assertThatThrownBy(() -> open.sum(Order::items))
        .isInstanceOfSatisfying(Abort.class, a -> assertThat(a.code()).isEqualTo("overflow"))
        .hasMessage("a sum does not fit its type Integer: use long or BigDecimal");
    assertThatThrownBy(() -> open.sum(Order::wallet)).isInstanceOf(Abort.class);
    orders.insert(new Order(7, 8, State.OPEN, new BigDecimal("1E+999999999"), 1, 1, List.of()));
    assertThatThrownBy(() -> open.sum(Order::value))
        .isInstanceOfSatisfying(Abort.class, a -> assertThat(a.code()).isEqualTo("overflow"))
        .hasMessageContaining("more than 10000 digits");
  }

  @Test
  void groups() {
    assertThat(orders.select().groupBy(Order::wallet).sum(Order::value))
        .containsExactly(
            Map.entry(7L, new BigDecimal("32.5")),
            Map.entry(8L, new BigDecimal("5")),
            Map.entry(9L, new BigDecimal("30")));
    assertThat(orders.select().groupBy(Order::wallet).count())
        .isEqualTo(Map.of(7L, 3L, 8L, 1L, 9L, 1L));
    assertThat(orders.select().groupBy(Order::state).max(Order::items))
        .isEqualTo(Map.of(State.OPEN, 5, State.PAID, 4));
    assertThat(orders.select().groupBy(Order::state).min(Order::items))
        .isEqualTo(Map.of(State.OPEN, 1, State.PAID, 2));
    assertThat(orders.select().groupBy(Order::state).avg(Order::items))
        .isEqualTo(Map.of(State.OPEN, new BigDecimal("3"), State.PAID, new BigDecimal("3")));
    assertThat(
            orders
                .select()
                .groupBy(WalletState.class)
                .having(group -> group.count() > 1)
                .list(group -> group.key() + " " + group.sum(Order::items)))
        .containsExactly("WalletState[wallet=7, state=OPEN] 6");
    assertThat(orders.select().where(Order::wallet).is(7L).groupBy(Order::state).explain())
        .isEqualTo(
            """
            group by state
              orders: range of index (wallet, state) [wallet = 7]\
            """);
  }

  @Test
  void joinsByLookup() {
    Rows<Pair<Order, Wallet>> owners =
        orders
            .select()
            .where(Order::items)
            .greaterThan(1)
            .join(wallets.select().where(Wallet::country).isNot("NL"))
            .on(Order::wallet, Wallet::id);
    assertThat(owners.explain())
        .isEqualTo(
            """
            join on orders.wallet = wallets.id
              orders: all rows by primary key (id)
                filter: items > 1
              wallets: lookup by primary key (id) for each left row
                filter: country != "NL\"\
            """);
    assertThat(owners.list(pair -> pair.right().owner() + pair.left().id()))
        .containsExactly("ada2", "ada5");
    assertThat(owners.groupBy(pair -> pair.right().owner()).count()).isEqualTo(Map.of("ada", 2L));
    assertThat(wallets.select().join(orders).on(Wallet::id, Order::wallet).explain())
        .isEqualTo(
            """
            join on wallets.id = orders.wallet
              wallets: all rows by primary key (id)
              orders: range of index (wallet, state) for each left row\
            """);
  }

  @Test
  void joinsByTable() {
    Rows<Pair<Country, Optional<Wallet>>> inhabitants =
        countries.select().join(wallets).leftOn(Country::code, Wallet::country);
    countries.insert(new Country("AQ", "Antarctica"));
    assertThat(inhabitants.explain())
        .isEqualTo(
            """
            left join on countries.code = wallets.country
              countries: all rows by primary key (code)
              table of right rows
                wallets: all rows by primary key (id)\
            """);
    assertThat(
            inhabitants
                .orderByDescending(pair -> pair.left().name())
                .list(pair -> pair.left().code() + pair.right().map(Wallet::owner).orElse("-")))
        .containsExactly("NLbob", "UKada", "AQ-");
  }

  @Test
  void goesOnJoining() {
    Rows<Pair<Pair<Order, Wallet>, Country>> all =
        orders
            .select()
            .join(wallets)
            .on(Order::wallet, Wallet::id)
            .join(countries)
            .on(pair -> pair.right().country(), Country::code)
            .where(row -> row.left().left().items() != 2)
            .orderBy(row -> row.right().name())
            .orderByDescending(row -> row.left().left().id())
            .offset(1)
            .limit(5);
    assertThat(all.list(row -> row.left().left().id() + row.right().name()))
        .containsExactly("1Kingdom", "3Netherlands");
    assertThat(all.first()).isPresent();
    assertThat(all.exists()).isTrue();
    assertThat(all.count()).isEqualTo(2);
    assertThat(all.explain())
        .isEqualTo(
            """
            join on a function = countries.code
              join on orders.wallet = wallets.id
                orders: all rows by primary key (id)
                wallets: lookup by primary key (id) for each left row
              countries: lookup by primary key (code) for each left row
              filter: a function
              sort: by functions
              offset 1, limit 5\
            """);
  }

  @Test
  void refusesWhatCannotBeAsked() {
    assertThatThrownBy(() -> orders.select().orderBy(Order::tags))
        .hasMessage(
            "rows cannot be sorted by Order.tags: its type has no order: use its size or a"
                + " component of its own");
    assertThatThrownBy(() -> orders.select().where(Order::tags).lessThan(List.of()))
        .hasMessage(
            "Order.tags cannot be compared by <: its type has no order: use its size or a component"
                + " of its own");
    assertThatThrownBy(() -> orders.select().where(Order::id).startsWith("1"))
        .hasMessage("Order.id cannot start with a text: its type is long");
    assertThatThrownBy(() -> orders.select().where(o -> o.id()).is(1L))
        .hasMessage(
            "a lambda does not say which component of Order it reads: name one by a method"
                + " reference, as in Order::id");
    assertThatThrownBy(() -> orders.select().groupBy(Order::tags))
        .hasMessageStartingWith("rows cannot be grouped by Order.tags");
    assertThatThrownBy(() -> orders.select().min(Order::tags))
        .hasMessageStartingWith("rows cannot be compared by Order.tags");
    assertThatThrownBy(() -> orders.select().limit(-1))
        .hasMessage("a limit of -1 rows: it must not be negative");
    assertThatThrownBy(() -> orders.select().offset(-1))
        .hasMessage("an offset of -1 rows: it must not be negative");
    assertThatThrownBy(
            () -> orders.select().join(wallets.select().limit(1)).on(Order::wallet, Wallet::id))
        .hasMessage(
            "the right side of a join, wallets, is sorted or limited: sort and limit the join"
                + " instead");
    assertThatThrownBy(() -> orders.select().where(Order::state).is(State.OPEN).one())
        .isInstanceOfSatisfying(Abort.class, a -> assertThat(a.code()).isEqualTo("several-rows"))
        .hasMessage("Shop[1].orders has more than one row with state = OPEN");
    assertThatThrownBy(() -> orders.select().where(Order::id).is(77L).one())
        .isInstanceOfSatisfying(Abort.class, a -> assertThat(a.code()).isEqualTo("no-such-row"))
        .hasMessage("Shop[1].orders has no row with id = 77");
    assertThat(orders.select().where(Order::tags).is(List.of("t3")).one().id()).isEqualTo(3);
  }
}
