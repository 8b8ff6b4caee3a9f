import Encodings
import Foundation
import Sampling
import Testing

@Suite("JSON parser with mutated input")
struct JSONFuzzTests {
  static let seeds = [
    #"{"iss":"https://id.example","aud":["a","b"],"exp":1700000000,"ok":true,"no":null,"f":-1.5e-7}"#,
    #"[[[{"a":[1,2,{"b":"\u00e9\ud834\udd1e\n"}]}]],"漢字 😀","\\\"",0.0,{}]"#,
    #"{"":{"":{"":[]}},"a b":"\/\b\f\r\t","n":123456789012345678901234567890}"#,
  ]
  static let alphabet =
    Array(#"{}[]":,\/ bfnrtu0123456789aeE+-.D8C0"#.utf8) + [0, 0x1F, 0x7F, 0x80, 0xC2, 0xED, 0xF4, 0xFF]

  @Test("mutated bytes do not trap, and parsed values round-trip", arguments: 0..<8)
  func mutation(round: Int) throws {
    var random = SplitMix64(seed: 0xD00D + UInt64(round))
    var read = 0
    for _ in 0..<4000 {
      let seed = Array(Self.seeds[Int.random(in: 0..<Self.seeds.count, using: &random)].utf8)
      let bytes = random.mutate(seed, alphabet: Self.alphabet)
      guard let value = try? JSONParser.parse(bytes) else { continue }
      read += 1
      let written = value.serialized()
      #expect(try JSONParser.parse(written) == value)
      #expect(try JSONParser.parse(written).serialized() == written)
      // An independent parser accepts every accepted text, except for numbers that it cannot represent.
      guard Self.fitsDoubles(value) else { continue }
      #expect((try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil)
    }
    // Enough mutated texts were accepted for the test to be meaningful.
    #expect(read > 200)
  }

  @Test("random values round-trip", arguments: 0..<4)
  func roundTrip(round: Int) throws {
    var random = SplitMix64(seed: 0xBEE + UInt64(round))
    for _ in 0..<500 {
      let value = Self.value(depth: 0, &random)
      #expect(try JSONParser.parse(value.serialized()) == value)
      #expect(try JSONParser.parse(value.serialized(forHTML: true)) == value)
    }
  }

  private static func fitsDoubles(_ value: JSONValue) -> Bool {
    switch value {
    case .number(let number): number.double != nil
    case .array(let elements): elements.allSatisfy(fitsDoubles)
    case .object(let object): object.allSatisfy { fitsDoubles($0.value) }
    default: true
    }
  }

  private static func value(depth: Int, _ random: inout SplitMix64) -> JSONValue {
    switch Int.random(in: 0..<(depth < 6 ? 7 : 5), using: &random) {
    case 0: return nil
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .integer(Int64.random(in: .min ... .max, using: &random))
    case 3: return JSONValue(floatLiteral: Double(bitPattern: random.next()))
    case 4: return .string(text(&random))
    case 5:
      return .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in value(depth: depth + 1, &random) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0..<30, using: &random) {
        object[text(&random)] = value(depth: depth + 3, &random)
      }
      return .object(object)
    }
  }

  private static func text(_ random: inout SplitMix64) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      let bound: UInt32 = [0x80, 0x800, 0x1_0000, 0x11_0000].randomElement(using: &random) ?? 0x80
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<bound, using: &random)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
