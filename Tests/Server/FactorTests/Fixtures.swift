import DoorwardOpenSSL
import DoorwardSecondFactors

/// Randomness that a test knows: the bytes in turn, again and again.
final class FixedBytes {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func draw(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in
      defer { place += 1 }
      return bytes[place % bytes.count]
    }
  }
}

func codeKey(_ byte: UInt8 = 7) throws -> CodeHashKey {
  try CodeHashKey([UInt8](repeating: byte, count: 32), context: OpenSSLContext())
}

/// Everything that a log or a debugger shows of a value.
func shown(_ value: Any) -> String {
  var text = "\(value) \(String(reflecting: value)) "
  dump(value, to: &text)
  return text
}
