import BinaryEncodings
import Encodings
import Sampling
import Testing

@Suite("RFC 8949: CBOR")
struct CBORTests {
  private struct Vector: Decodable {
    var hex: String
    var roundtrip: Bool
    var diagnostic: String?
  }

  /// Items whose JSON form the vector file has. Tags, byte strings and simple values have a diagnostic form instead.
  private static func value(_ json: JSONValue) -> CBORValue {
    switch json {
    case .null: .null
    case .bool(let value): .bool(value)
    case .string(let text): .text(text)
    case .array(let elements): .array(elements.map(value))
    case .object(let object): .map(CBORMap(object.map { (CBORValue.text($0.key), value($0.value)) }))
    case .number(let number):
      if number.text.contains(where: { ".eE".contains($0) }) {
        .float(number.double ?? .nan)
      } else if let integer = number.int64 {
        .integer(integer)
      } else if let integer = number.uint64 {
        .unsigned(integer)
      } else {
        // -2^64, and the numbers beyond 64 bits, which are tagged byte strings.
        switch number.text {
        case "-18446744073709551616": .negative(.max)
        case "18446744073709551616": .tagged(2, .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0]))
        default: .tagged(3, .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0]))
        }
      }
    }
  }

  @Test func `appendix A: each encoding has its value, and canonical ones round-trip`() throws {
    let bytes = try [UInt8](vectorData("encoding/cbor_appendix_a.json"))
    let vectors = try JSONObjectReader(JSONParser.parse(bytes)).requiredObjects("vectors")
    #expect(vectors.count == 82)
    let diagnostics: [String: CBORValue] = [
      "Infinity": .float(.infinity), "-Infinity": .float(-.infinity), "undefined": .undefined,
      "simple(16)": .simple(16), "simple(255)": .simple(255),
      "0(\"2013-03-21T20:04:00Z\")": .tagged(0, "2013-03-21T20:04:00Z"),
      "1(1363896240)": .tagged(1, 1_363_896_240),
      "1(1363896240.5)": .tagged(1, .float(1_363_896_240.5)),
      "23(h'01020304')": .tagged(23, .bytes([1, 2, 3, 4])),
      "24(h'6449455446')": .tagged(24, .bytes([0x64, 0x49, 0x45, 0x54, 0x46])),
      "32(\"http://www.example.com\")": .tagged(32, "http://www.example.com"), "h''": .bytes([]),
      "h'01020304'": .bytes([1, 2, 3, 4]), "{1: 2, 3: 4}": [1: 2, 3: 4],
      "(_ h'0102', h'030405')": .bytes([1, 2, 3, 4, 5]),
    ]
    for vector in vectors {
      let hex = try vector.requiredString("hex")
      let encoding = try Hex.decode(hex)
      let diagnostic = try vector.optionalString("diagnostic")
      if diagnostic == "simple(24)" {
        // RFC 8949 §3.3 made this encoding of RFC 7049 invalid.
        #expect(throws: CBORError(code: .malformed, problem: "", offset: 0)) { try CBOR.decode(encoding) }
        continue
      }
      let decoded = try CBOR.decode(encoding)
      if diagnostic == "NaN" {
        guard case .float(let number) = decoded else {
          Issue.record("\(hex) is not a number")
          continue
        }
        #expect(number.isNaN)
      } else if let diagnostic {
        #expect(decoded == diagnostics[diagnostic], "\(hex)")
      } else {
        #expect(decoded == Self.value(vector.object["decoded"] ?? .null), "\(hex)")
      }
      let isRoundTrip = try vector.requiredBool("roundtrip")
      #expect((CBOR.encode(decoded) == encoding) == isRoundTrip, "\(hex)")
      let isTagged = if case .tagged = decoded { true } else { false }
      // Wide floating-point numbers are canonical in CTAP 2, which does not change their width.
      let isCanonical =
        isRoundTrip && !isTagged
        || ["fa7f8", "fa7fc", "faff8", "fb7ff", "fbfff"].contains { hex.hasPrefix($0) }
      let decodesCanonically = (try? CBOR.decode(encoding, form: .ctap2Canonical)) != nil
      #expect(decodesCanonically == isCanonical, "\(hex)")
    }
  }

  @Test func `§3: encodings that are not well-formed are refused`() {
    let cases: [(String, CBORError.Code)] = [
      ("", .truncated), ("18", .truncated), ("19ff", .truncated), ("1bffffffffffffff", .truncated),
      ("41", .truncated),
      ("61", .truncated), ("81", .truncated), ("a1", .truncated), ("a101", .truncated), ("c0", .truncated),
      ("5f41", .truncated), ("9f", .truncated), ("bf01", .truncated), ("5bffffffffffffffff00", .truncated),
      ("7affffffff", .truncated), ("9bffffffffffffffff00", .truncated),
      ("bbffffffffffffffff0000", .truncated),
      ("1c", .malformed), ("3d", .malformed), ("5e", .malformed), ("fc", .malformed), ("1f", .malformed),
      ("3f", .malformed), ("df", .malformed), ("ff", .malformed), ("f800", .malformed), ("f81f", .malformed),
      ("5f6161ff", .malformed), ("7f4161ff", .malformed), ("5f5f4100ffff", .malformed), ("81ff", .malformed),
      ("a1ff00", .malformed), ("a100ff", .malformed), ("bf00ff", .malformed), ("0000", .trailingBytes),
      ("f6f6", .trailingBytes), ("61ff", .invalidUTF8), ("62c328", .invalidUTF8), ("63eda080", .invalidUTF8),
      ("7f61c361a9ff", .invalidUTF8), ("a201020103", .duplicateKey), ("a2616101616102", .duplicateKey),
      ("a20100180101", .duplicateKey), ("bf01000101ff", .duplicateKey), ("a2a1010200a1010201", .duplicateKey),
    ]
    for (hex, code) in cases {
      #expect(throws: CBORError(code: code, problem: "", offset: 0), "\(hex)") {
        try CBOR.decode(Hex.decode(hex))
      }
    }
  }

  @Test
  func `CTAP 2.1 §8: encodings that are not canonical are refused if the canonical form is required`()
    throws
  {
    let cases: [(String, CBORError.Code)] = [
      ("1817", .notCanonical), ("190000", .notCanonical), ("1900ff", .notCanonical),
      ("1a0000ffff", .notCanonical),
      ("1b00000000ffffffff", .notCanonical), ("3800", .notCanonical), ("580100", .notCanonical),
      ("780161", .notCanonical), ("980100", .notCanonical), ("b8010000", .notCanonical),
      ("5f4100ff", .notCanonical),
      ("7f6161ff", .notCanonical), ("9f00ff", .notCanonical), ("bf0000ff", .notCanonical),
      ("c000", .notCanonical),
      ("a202000100", .notCanonical), ("a220000100", .notCanonical), ("a261620061610a", .notCanonical),
      ("a262616100616200", .notCanonical), ("a2616100626161ff", .malformed),
    ]
    for (hex, code) in cases {
      #expect(throws: CBORError(code: code, problem: "", offset: 0), "\(hex)") {
        try CBOR.decode(Hex.decode(hex), form: .ctap2Canonical)
      }
      // Only the order of keys is free in the other form.
      let isUnsorted = ["a202000100", "a220000100", "a261620061610a", "a262616100616200"].contains(hex)
      #expect(((try? CBOR.decode(Hex.decode(hex), form: .ctap2Unsorted)) != nil) == isUnsorted, "\(hex)")
    }
    for hex in ["a201000100", "a3010002000100", "a2616100616100"] {
      #expect(throws: CBORError(code: .duplicateKey, problem: "", offset: 0), "\(hex)") {
        try CBOR.decode(Hex.decode(hex), form: .ctap2Unsorted)
      }
    }
    for hex in ["a5010203262001215820", "a2010203", "a3010020006161"] {
      _ = try? CBOR.decode(Hex.decode(hex), form: .ctap2Canonical)
    }
    let sorted: CBORValue = ["aa": 1, "b": 2, -1: 3, 24: 4, 3: 5]
    #expect(Hex.encode(CBOR.encode(sorted)) == "a50305181804200361620262616101")
    #expect(try CBOR.decode(CBOR.encode(sorted), form: .ctap2Canonical) == sorted)
  }

  @Test func `huge and deep encodings are refused before they cost memory or stack`() throws {
    let deep = [UInt8](repeating: 0x81, count: 100_000) + [0]
    #expect(throws: CBORError(code: .tooDeep, problem: "", offset: 0)) {
      try CBOR.decode(deep, limits: CBORLimits(maxBytes: 1 << 20, maxDepth: 1 << 20))
    }
    for prefix in [0x81, 0xa1, 0xc1, 0x9f, 0xbf] as [UInt8] {
      let level: [UInt8] = prefix == 0xa1 || prefix == 0xbf ? [prefix, 0] : [prefix]
      let nested: [UInt8] = Array(repeating: level, count: 17).joined() + [0]
      #expect(throws: CBORError(code: .tooDeep, problem: "", offset: 0)) { try CBOR.decode(nested) }
    }
    #expect(throws: CBORError(code: .tooLarge, problem: "", offset: 0)) {
      try CBOR.decode([UInt8](repeating: 0, count: 65_537))
    }
    #expect(throws: CBORError(code: .truncated, problem: "", offset: 0)) {
      try CBOR.decode(Hex.decode("9a7fffffff") + [UInt8](repeating: 0, count: 1000))
    }
    #expect(throws: CBORError(code: .truncated, problem: "", offset: 0)) { try CBOR.decodeFirst([], at: -1) }
  }

  @Test("Mutated encodings are refused or round-trip", arguments: 0..<4)
  func mutations(round: Int) throws {
    var random = SplitMix64(seed: 0x8949 + UInt64(round))
    let bytes = try [UInt8](vectorData("encoding/cbor_appendix_a.json"))
    let seeds = try JSONObjectReader(JSONParser.parse(bytes)).requiredObjects("vectors").map {
      try Hex.decode($0.requiredString("hex"))
    }
    var decoded = 0
    for seed in seeds {
      for _ in 0..<300 {
        let mutated = random.mutate(
          seed + seed, alphabet: [0, 0x18, 0x1b, 0x5f, 0x7f, 0x9f, 0xa1, 0xbf, 0xf9, 0xff])
        guard let (value, end) = try? CBOR.decodeFirst(mutated, at: 0) else { continue }
        decoded += 1
        #expect(end <= mutated.count)
        let encoded = CBOR.encode(value)
        guard let again = try? CBOR.decode(encoded) else {
          Issue.record("\(Hex.encode(mutated)) does not round-trip")
          continue
        }
        #expect(CBOR.encode(again) == encoded)
        let unsorted = try? CBOR.decodeFirst(mutated, at: 0, form: .ctap2Unsorted)
        if let unsorted { #expect(CBOR.encode(unsorted.value) == encoded) }
        if (try? CBOR.decodeFirst(mutated, at: 0, form: .ctap2Canonical)) != nil {
          #expect(unsorted != nil)
          #expect(encoded.count <= end)
        }
      }
    }
    #expect(decoded > 1000)
  }
}
