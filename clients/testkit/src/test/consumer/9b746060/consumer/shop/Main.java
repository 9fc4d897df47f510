package consumer.shop;

import tutti.model.actor.JavaApplication;

/** What the application consists of. */
public final class Main {
  private Main() {}

  /** Found by its name and type: {@code tutti run} looks for it. */
  public static JavaApplication application() {
    return JavaApplication.named("shop")
        .actor("Shop", Shop::new)
        .actor("Customer", Customer::new)
        .procedures(
            Shop.Stock.class,
            Shop.Order.class,
            Shop.Revenue.class,
            Customer.Deposit.class,
            Customer.Pay.class,
            Customer.Has.class)
        .build();
  }
}
