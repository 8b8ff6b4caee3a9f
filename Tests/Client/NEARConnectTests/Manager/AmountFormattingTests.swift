import NEARConnect
import Testing

struct AmountFormattingTests {
  @Test(arguments: [
    ("0", "0"), ("1", "<0.00001"), ("1000000000000000000000000", "1"), ("1500000000000000000000000", "1.5"),
    ("12345678900000000000000000", "12.34567"),
    ("340282366920938463463374607431768211455", "340282366920938.46346"),
    ("-1", "0"), ("1.5", "0"), ("", "0"), ("1000001000000000000000000", "1"),
  ])
  func amountIsRoundedDown(_ yocto: String, _ shown: String) {
    #expect(NEARWalletManager.formatNEAR(yoctoNEAR: yocto) == shown)
  }

  @Test(arguments: [
    ("1", "1000000000000000000000000"), ("0.5", "500000000000000000000000"),
    ("0.000000000000000000000001", "1"),
    ("340282366920938.463463374607431768211455", "340282366920938463463374607431768211455"),
  ])
  func everyDigitOfAmountIsKept(_ near: String, _ yocto: String) {
    #expect(NEARWalletManager.toYoctoNEAR(near) == yocto)
  }

  @Test(arguments: ["", "x", "-1", "1,5", "0.0000000000000000000000001", "1e3", " 1"])
  func malformedAmountIsNotConverted(_ text: String) {
    #expect(NEARWalletManager.toYoctoNEAR(text) == nil)
  }
}
