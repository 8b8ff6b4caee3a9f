import NEAR
import Testing

@Suite("NEAR amounts are exact to the yoctoNEAR")
struct AmountTests {
  @Test(
    "Text in NEAR is parsed exactly",
    arguments: [
      ("0", "0"), ("1", "1000000000000000000000000"), ("1.5", "1500000000000000000000000"),
      ("0.1", "100000000000000000000000"), ("0.000000000000000000000001", "1"),
      // A Double would round this to 123456789.12345679.
      ("123456789.123456789123456789123456", "123456789123456789123456789123456"),
      ("340282366920938.463463374607431768211455", "340282366920938463463374607431768211455"),
      ("00012.50", "12500000000000000000000000"), ("0.000000000000000000000000", "0"),
    ])
  func readsNEAR(text: String, yocto: String) throws {
    let amount = try NEARAmount(parsing: text)
    #expect(amount.yoctoText == yocto)
    #expect(try NEARAmount(parsingYocto: yocto) == amount)
    #expect(try NEARAmount(parsing: amount.description) == amount)
    #expect(try NEARAmount(parsing: amount.paddedText) == amount)
  }

  @Test(
    "Text other than digits with at most 24 decimals is refused",
    arguments: [
      "", " ", "1 ", " 1", "+1", "-1", "-0", "1e3", "1E3", "1,5", "1_000", "1'000", ".5", "5.", ".", "1.2.3",
      "1..2",
      "0x10", "NaN", "inf", "1.5 NEAR", "١", "１", "1\n", "0.0000000000000000000000001",
      "0.0000000000000000000000000", String(repeating: "0", count: 129),
    ])
  func refusesGarbage(text: String) {
    #expect(throws: NEARError(code: .malformedAmount, reason: "")) { try NEARAmount(parsing: text) }
  }

  @Test(
    "More than 128 bits of yoctoNEAR are refused",
    arguments: [
      "340282366920938.463463374607431768211456", "340282366920939", "1000000000000000",
      String(repeating: "9", count: 100),
    ])
  func refusesOverflow(text: String) {
    #expect(throws: NEARError(code: .amountOutOfRange, reason: "")) { try NEARAmount(parsing: text) }
  }

  @Test("Text in yoctoNEAR consists of digits within 128 bits")
  func readsYocto() throws {
    #expect(try NEARAmount(parsingYocto: "340282366920938463463374607431768211455") == .max)
    #expect(try NEARAmount(parsingYocto: "0") == .zero)
    #expect(throws: NEARError(code: .amountOutOfRange, reason: "")) {
      try NEARAmount(parsingYocto: "340282366920938463463374607431768211456")
    }
    for text in [
      "", "1.0", "-1", "+1", "1e24", "0x1", " 1", "1\n", "1\u{0}", "٣", String(repeating: "1", count: 129),
    ] {
      #expect(throws: NEARError(code: .malformedAmount, reason: "")) { try NEARAmount(parsingYocto: text) }
    }
  }

  @Test(
    "The text in NEAR has no trailing zeros, or all 24 decimals",
    arguments: [
      ("0", "0", "0.000000000000000000000000"),
      ("1", "0.000000000000000000000001", "0.000000000000000000000001"),
      ("1500000000000000000000000", "1.5", "1.500000000000000000000000"),
      ("20000000000000000000000000", "20", "20.000000000000000000000000"),
      ("100000000000000000000000", "0.1", "0.100000000000000000000000"),
      (
        "340282366920938463463374607431768211455", "340282366920938.463463374607431768211455",
        "340282366920938.463463374607431768211455"
      ),
    ])
  func writes(yocto: String, trimmed: String, padded: String) throws {
    let amount = try NEARAmount(parsingYocto: yocto)
    #expect(amount.description == trimmed)
    #expect(amount.paddedText == padded)
    #expect(amount.yoctoText == yocto)
  }

  @available(macOS 15, *)
  @Test("All representations agree, and amounts are ordered by value")
  func agrees() throws {
    var generator = SystemRandomNumberGenerator()
    var amounts: [NEARAmount] = []
    for bits in 0...127 {
      let number = UInt128.random(in: 0...(UInt128.max >> UInt128(bits)), using: &generator)
      let amount = NEARAmount(yocto: number)
      #expect(amount.yocto == number)
      #expect(amount.yoctoText == String(number))
      #expect(amount == NEARAmount(high: UInt64(number >> 64), low: UInt64(truncatingIfNeeded: number)))
      #expect(try NEARAmount(parsingYocto: String(number)) == amount)
      #expect(try NEARAmount(parsing: amount.description) == amount)
      amounts.append(amount)
    }
    #expect(amounts.sorted().map(\.yocto) == amounts.map(\.yocto).sorted())
  }
}
