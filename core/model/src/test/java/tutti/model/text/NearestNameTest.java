package tutti.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
  @ParameterizedTest
  @CsvSource({
    "balanse, balance",
    "blance, balance",
    "balancee, balance",
    "abl, able",
    "BALANCE, balance",
    "blaance, balance",
    "durabilty, durability"
  })
  void findsWhatWasMeant(String wrong, String meant) {
    assertThat(NearestName.among(List.of("able", "balance", "durability"), wrong)).contains(meant);
  }

  @Test
  void takesAChangeOfCaseForOneEdit() {
    assertThat(NearestName.among(List.of("Acount", "account"), "acount")).contains("Acount");
    assertThat(NearestName.among(List.of("ACOUNTS", "acounts"), "acount")).contains("ACOUNTS");
  }

  @Test
  void findsNothingWhereMoreThanAThirdIsOther() {
    assertThat(NearestName.among(List.of("balance"), "iban")).isEmpty();
    assertThat(NearestName.among(List.of("abcdef"), "abcxyz")).isEmpty();
    assertThat(NearestName.among(List.of(), "iban")).isEmpty();
  }

  @Test
  void comparesNoEndlessNames() {
    String endless = "a".repeat(101);
    assertThat(NearestName.among(List.of(endless, endless + "b"), endless)).isEmpty();
  }
}
