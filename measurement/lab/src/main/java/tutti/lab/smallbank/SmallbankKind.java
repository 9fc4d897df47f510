package tutti.lab.smallbank;

/** The kinds of transactions. */
enum SmallbankKind {
  AMALGAMATE("amalgamate"),
  BALANCE("balance"),
  DEPOSIT_CHECKING("deposit-checking"),
  SEND_PAYMENT("send-payment"),
  TRANSACT_SAVINGS("transact-savings"),
  WRITE_CHECK("write-check"),
  MULTI_TRANSFER("multi-transfer");

  private final String label;

  SmallbankKind(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
