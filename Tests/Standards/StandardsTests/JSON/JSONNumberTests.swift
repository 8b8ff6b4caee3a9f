import Encodings
import Testing

@Suite("JSON numbers, RFC 8259 §6")
struct JSONNumberTests {
  @Test(
    "a number is kept exactly as written",
    arguments: [
      "0", "-0", "1", "-1", "10", "1.0", "1.50", "1e5", "1E5", "1e+5", "1e-5", "-0.0e0", "0.1",
      "0e999999999999",
      "123456789012345678901234567890", "1e400", "-1e400", "1e-400", "3.141592653589793238462643383279",
      "9007199254740993", "0.000000000000000000000000000000000000001", "1e05",
    ])
  func keepsText(text: String) throws {
    let value = try JSONParser.parse(text)
    #expect(value.number?.text == text)
    #expect(value.serializedString() == text)
    #expect(JSONNumber(text)?.text == text)
  }

  @Test(
    "text outside the grammar is refused",
    arguments: ["", "-", "+1", "01", "1.", ".1", "1e", "0x1", "NaN", "1 ", " 1", "1,0", "٣"])
  func refusesText(text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test(
    "whole numbers are exact and never wrap",
    arguments: [
      ("0", 0, 0), ("-0", 0, 0), ("9223372036854775807", Int64.max, UInt64(Int64.max)),
      ("9223372036854775808", nil, 9_223_372_036_854_775_808), ("-9223372036854775808", Int64.min, nil),
      ("-9223372036854775809", nil, nil), ("18446744073709551615", nil, UInt64.max),
      ("18446744073709551616", nil, nil), ("1.0", 1, 1), ("1e3", 1000, 1000), ("-2E0", -2, nil),
      ("1.5", nil, nil),
      ("9007199254740993", 9_007_199_254_740_993, 9_007_199_254_740_993),
      ("9007199254740993.0", 9_007_199_254_740_993, 9_007_199_254_740_993),
      ("90071992547409930e-1", 9_007_199_254_740_993, 9_007_199_254_740_993),
      ("9223372036854775807.0", Int64.max, UInt64(Int64.max)), ("-9223372036854775808.00", Int64.min, nil),
      ("-9223372036854775808.5", nil, nil), ("-9.223372036854775809e18", nil, nil),
      ("1844674407370955161.5e1", nil, UInt64.max), ("1844674407370955161.6e1", nil, nil),
      ("1e16", 10_000_000_000_000_000, 10_000_000_000_000_000), ("1e19", nil, 10_000_000_000_000_000_000),
      ("1e20", nil, nil), ("1e400", nil, nil), ("1e-5", nil, nil), ("-1", -1, nil), ("100e-2", 1, 1),
      ("100.0e-3", nil, nil), ("0.00120e+4", 12, 12), ("-0.0E0", 0, 0), ("0e999999999999999999999", 0, 0),
      // Numbers that binary floating point would round to a whole number are not whole.
      ("1.00000000000000000001", nil, nil), ("0.99999999999999999999", nil, nil), ("1e-400", nil, nil),
      ("1e99999999999999999999", nil, nil), ("1e-99999999999999999999", nil, nil),
    ] as [(String, Int64?, UInt64?)])
  func wholeNumbers(text: String, signed: Int64?, unsigned: UInt64?) throws {
    let number = try #require(JSONNumber(text))
    #expect(number.int64 == signed)
    #expect(number.uint64 == unsigned)
  }

  @Test("a number with a million digits is handled without delay")
  func longNumbers() throws {
    let zeros = String(repeating: "0", count: 1_000_000)
    #expect(try #require(JSONNumber("1" + zeros)).int64 == nil)
    #expect(try #require(JSONNumber("1." + zeros)).int64 == 1)
    #expect(try #require(JSONNumber("1." + zeros + "1")).int64 == nil)
    #expect(try #require(JSONNumber("1" + zeros + "e-1000000")).int64 == 1)
    #expect(try #require(JSONNumber("0." + zeros + "1e1000001")).uint64 == 1)
    #expect(try #require(JSONNumber("1e-" + zeros)).uint64 == 1)
  }

  @Test("a floating-point number is finite or absent")
  func doubles() {
    #expect(JSONNumber("1e308")?.double == 1e308)
    #expect(JSONNumber("1e309")?.double == nil)
    #expect(JSONNumber("1e-999")?.double == 0)
    #expect(JSONNumber("0.1")?.double == 0.1)
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(-Double.infinity) == nil)
    #expect(JSONNumber(0.1)?.text == "0.1")
    #expect(JSONNumber(3.0)?.text == "3")
    #expect(JSONNumber(1e300).flatMap { JSONNumber($0.text) }?.double == 1e300)
    #expect(
      JSONNumber(Double.leastNonzeroMagnitude).flatMap { JSONNumber($0.text) }?.double
        == Double.leastNonzeroMagnitude)
  }
}
