extension CBOR {
  /// Encodes an item in the canonical form: the shortest lengths, integers and floating-point numbers, definite
  /// lengths, and map keys in the order of CTAP 2.1 §8.
  public static func encode(_ value: CBORValue) -> [UInt8] {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return bytes
  }

  private static func append(_ value: CBORValue, to bytes: inout [UInt8]) {
    switch value {
    case .unsigned(let number): append(major: 0, number, to: &bytes)
    case .negative(let number): append(major: 1, number, to: &bytes)
    case .bytes(let string):
      append(major: 2, UInt64(string.count), to: &bytes)
      bytes += string
    case .text(let text):
      append(major: 3, UInt64(text.utf8.count), to: &bytes)
      bytes += text.utf8
    case .array(let elements):
      append(major: 4, UInt64(elements.count), to: &bytes)
      for element in elements { append(element, to: &bytes) }
    case .map(let map):
      append(major: 5, UInt64(map.count), to: &bytes)
      let entries = map.entries.map { (key: encode($0.key), value: $0.value) }
      for entry in entries.sorted(by: { precedes($0.key, $1.key) }) {
        bytes += entry.key
        append(entry.value, to: &bytes)
      }
    case .tagged(let tag, let item):
      append(major: 6, tag, to: &bytes)
      append(item, to: &bytes)
    case .bool(let value): bytes.append(value ? 0xf5 : 0xf4)
    case .null: bytes.append(0xf6)
    case .undefined: bytes.append(0xf7)
    case .simple(let value): append(major: 7, UInt64(value), to: &bytes)
    case .float(let value): append(float: value, to: &bytes)
    }
  }

  /// Whether a key sorts before another one: by major type, then by length, then by bytes.
  static func precedes(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
    guard a.first.map({ $0 >> 5 }) == b.first.map({ $0 >> 5 }), a.count != b.count else {
      return a.lexicographicallyPrecedes(b)
    }
    return a.count < b.count
  }

  private static func append(major: UInt8, _ argument: UInt64, to bytes: inout [UInt8]) {
    let (info, count): (UInt8, Int) =
      switch argument {
      case 0..<24: (UInt8(argument), 0)
      case 24...0xff: (24, 1)
      case 0x100...0xffff: (25, 2)
      case 0x1_0000...0xffff_ffff: (26, 4)
      default: (27, 8)
      }
    bytes.append(major << 5 | info)
    append(argument, count, to: &bytes)
  }

  private static func append(_ number: UInt64, _ count: Int, to bytes: inout [UInt8]) {
    for place in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }

  private static func append(float value: Double, to bytes: inout [UInt8]) {
    if let half = CBORHalf.half(value) {
      bytes.append(0xf9)
      append(UInt64(half), 2, to: &bytes)
    } else if Double(Float(value)) == value {
      bytes.append(0xfa)
      append(UInt64(Float(value).bitPattern), 4, to: &bytes)
    } else {
      bytes.append(0xfb)
      append(value.bitPattern, 8, to: &bytes)
    }
  }
}

/// Floating-point numbers of 16 bits (IEEE 754 binary16). `Float16` does not exist on every platform.
enum CBORHalf {
  /// The value of a half.
  static func double(_ half: UInt16) -> Double {
    let sign: UInt64 = half & 0x8000 == 0 ? 0 : 1 << 63
    let exponent = UInt64(half >> 10 & 0x1f)
    let fraction = UInt64(half & 0x3ff)
    switch exponent {
    case 0:
      let magnitude = Double(fraction) * 0x1p-24
      return Double(bitPattern: magnitude.bitPattern | sign)
    case 31: return Double(bitPattern: sign | 0x7ff << 52 | fraction << 42)
    default: return Double(bitPattern: sign | (exponent + 1008) << 52 | fraction << 42)
    }
  }

  /// The half of exactly this value; nil if there is none. Every NaN has the half of the quiet NaN.
  static func half(_ value: Double) -> UInt16? {
    if value.isNaN { return 0x7e00 }
    let sign: UInt16 = value.sign == .minus ? 0x8000 : 0
    if value.isInfinite { return sign | 0x7c00 }
    let magnitude = value.magnitude
    if magnitude < 0x1p-14 {
      let fraction = magnitude * 0x1p24
      guard let digits = UInt16(exactly: fraction) else { return nil }
      return sign | digits
    }
    let bits = magnitude.bitPattern
    let exponent = Int(bits >> 52) - 1008
    guard exponent >= 1, exponent <= 30, bits & 0x3ff_ffff_ffff == 0 else { return nil }
    return sign | UInt16(exponent) << 10 | UInt16(truncatingIfNeeded: bits >> 42 & 0x3ff)
  }
}
