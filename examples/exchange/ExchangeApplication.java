package exchange;

import tutti.model.actor.JavaApplication;

/** The bitcoin exchange: what {@code tutti run examples/exchange} serves. */
public final class ExchangeApplication {
  private ExchangeApplication() {}

  /** Both formulations, side by side. */
  public static JavaApplication application() {
    return JavaApplication.named("exchange")
        .actor("Exchange", Exchange::new)
        .actor("Provider", Provider::new)
        .actor("ClassicExchange", ClassicExchange::new)
        .procedures(
            Exchange.Open.class,
            Exchange.AddProvider.class,
            Exchange.AuthPay.class,
            Exchange.Exposure.class,
            Provider.CalcRisk.class,
            Provider.AddEntry.class,
            Provider.Settle.class,
            Provider.OfWallet.class,
            ClassicExchange.Open.class,
            ClassicExchange.AddProvider.class,
            ClassicExchange.AuthPay.class,
            ClassicExchange.Settle.class,
            ClassicExchange.Exposure.class)
        .build();
  }
}
