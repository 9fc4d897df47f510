package consumer.ledger;

import static tutti.model.relation.Condition.that;

import consumer.ledger.Ledger.Order;
import consumer.ledger.Ledger.Wallet;
import consumer.ledger.Ledger.WalletSettled;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tutti.model.relation.Comparison;
import tutti.model.relation.Condition;
import tutti.model.relation.Group;
import tutti.model.relation.Groups;
import tutti.model.relation.Join;
import tutti.model.relation.Pair;
import tutti.model.relation.Rows;
import tutti.model.relation.Scan;
import tutti.model.relation.Selection;

/** What relations can be asked. */
final class Questions {
  private Questions() {}

  static String answers(Ledger ledger) {
    List<Object> all = new ArrayList<>();
    scans(ledger, all);
    selections(ledger, all);
    groups(ledger, all);
    joins(ledger, all);
    return String.join("\n", all.stream().map(String::valueOf).toList());
  }

  private static void scans(Ledger ledger, List<Object> all) {
    Scan<Long, Order> newest = ledger.orders.scan().descending().limit(2);
    all.add(newest.list().stream().map(Order::id).toList());
    all.add(ledger.orders.scan().from(2L).before(4L).list().size());
    all.add(ledger.orders.scan().after(2L).to(4L).count());
    ledger.orders.scan().limit(1).forEach(order -> all.add(order.id()));
    all.add(ledger.byWallet.list(new WalletSettled(7, false)).size());
    all.add(ledger.byWallet.count(new WalletSettled(8, true)));
    all.add(ledger.byWallet.contains(new WalletSettled(9, true)));
    all.add(ledger.byWallet.scan().first().map(Order::id));
    all.add(ledger.byMail.find("bob@example.org"));
    all.add(ledger.byMail.get("eve@example.org").id());
    all.add(ledger.byMail.contains("ada@example.org"));
    all.add(ledger.byMail.scan().count());
    all.add(ledger.wallets.getAll(List.of(7L, 8L)).size());
    all.add(ledger.wallets.getOrElse(9L, new Wallet(9, "none", "XX")).mail());
    all.add(ledger.wallets.find(9L).isPresent());
  }

  private static void selections(Ledger ledger, List<Object> all) {
    Comparison<Order, Long, Selection<Order>> wallet = ledger.orders.select().where(Order::wallet);
    Selection<Order> large =
        wallet
            .is(7L)
            .and(Order::settled)
            .is(false)
            .and(Order::value)
            .atLeast(new BigDecimal("4"))
            .orderByDescending(Order::value)
            .limit(10);
    all.add(large.list(Order::id));
    all.add(large.explain());
    Condition<Order> open = that(Order::settled).is(false);
    Condition<Order> small = that(Order::value).lessThan(BigDecimal.TWO);
    all.add(ledger.orders.select().where(open.not().or(small).and(open)).count());
    all.add(ledger.orders.select().where(Order::id).in(1L, 2L).exists());
    all.add(ledger.orders.select().where(Order::id).in(List.of(1L)).one().id());
    all.add(
        ledger
            .orders
            .select()
            .where(Order::id)
            .between(2L, 4L)
            .orderBy(Order::id)
            .first()
            .map(Order::id));
    all.add(
        ledger
            .orders
            .select()
            .where(Order::id)
            .atMost(4L)
            .and(Order::id)
            .greaterThan(1L)
            .offset(1)
            .list()
            .size());
    all.add(
        ledger
            .wallets
            .select()
            .where(Wallet::mail)
            .startsWith("ada")
            .and(Wallet::country)
            .isNot("XX")
            .count());
    all.add(ledger.wallets.select().distinct(Wallet::country));
    all.add(ledger.orders.select().sum(Order::value));
    all.add(ledger.orders.select().avg(Order::value).map(BigDecimal::stripTrailingZeros));
    all.add(ledger.orders.select().min(Order::id));
    all.add(ledger.orders.select().max(Order::id));
    ledger.wallets.select().forEach(each -> all.add(each.id()));
  }

  private static void groups(Ledger ledger, List<Object> all) {
    Groups<Long, Order> byWallet = ledger.orders.select().groupBy(Order::wallet);
    Map<Long, BigDecimal> sums = byWallet.sum(Order::value);
    all.add(sums);
    all.add(byWallet.count());
    all.add(byWallet.min(Order::id));
    all.add(byWallet.max(Order::id));
    all.add(byWallet.avg(Order::id).keySet());
    List<Group<WalletSettled, Order>> both =
        ledger
            .orders
            .select()
            .groupBy(WalletSettled.class)
            .having(group -> group.count() > 1)
            .list();
    for (Group<WalletSettled, Order> each : both) {
      all.add(each.key() + " " + each.rows().size() + " " + each.sum(Order::value));
      all.add(each.min(Order::id) + each.max(Order::id) + each.avg(Order::id).signum());
    }
    all.add(byWallet.list(Group::key));
  }

  private static void joins(Ledger ledger, List<Object> all) {
    Join<Order, Wallet> join =
        ledger
            .orders
            .select()
            .where(Order::settled)
            .is(false)
            .join(ledger.wallets.select().where(Wallet::country).isNot("XX"));
    Rows<Pair<Order, Wallet>> rows = join.on(Order::wallet, Wallet::id);
    all.add(
        rows.orderBy(pair -> pair.right().mail())
            .orderByDescending(pair -> pair.left().id())
            .where(pair -> pair.left().id() < 5)
            .offset(0)
            .limit(2)
            .list(pair -> pair.right().mail() + " owes " + pair.left().value()));
    Rows<Pair<Wallet, Optional<Order>>> left =
        ledger.wallets.select().join(ledger.orders).leftOn(Wallet::id, Order::wallet);
    all.add(left.count() + " " + left.exists() + " " + left.first().isPresent());
    left.limit(1).forEach(pair -> all.add(pair.left().id()));
    all.add(left.groupBy(pair -> pair.left().id()).count());
    all.add(left.join(ledger.wallets).on(pair -> pair.left().id(), Wallet::id).list().size());
    all.add(left.explain().lines().findFirst());
  }
}
