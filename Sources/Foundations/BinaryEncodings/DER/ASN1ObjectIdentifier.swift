/// An object identifier of ASN.1, such as 2.5.29.19.
public struct ASN1ObjectIdentifier: Sendable, Hashable, CustomStringConvertible {
  /// The content of its DER element.
  public let content: [UInt8]

  /// Takes the content of a DER element.
  init(_ content: [UInt8]) { self.content = content }

  /// Creates an identifier from its numbers, at least two.
  public init(_ first: UInt, _ second: UInt, _ rest: UInt...) {
    var content = Self.digits(first * 40 + second)
    for number in rest { content += Self.digits(number) }
    self.content = content
  }

  /// X.690 §8.19: groups of seven bits; all except the last have the high bit.
  private static func digits(_ number: UInt) -> [UInt8] {
    var digits = [UInt8(number & 0x7f)]
    var rest = number >> 7
    while rest > 0 {
      digits.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
      rest >>= 7
    }
    return digits
  }

  public var description: String {
    var numbers: [UInt] = []
    var number: UInt = 0
    for byte in content {
      number = number << 7 | UInt(byte & 0x7f)
      if byte < 0x80 {
        numbers.append(number)
        number = 0
      }
    }
    guard let first = numbers.first else { return "" }
    let root = min(first / 40, 2)
    return ([root, first - root * 40] + numbers.dropFirst()).map(String.init).joined(separator: ".")
  }
}
