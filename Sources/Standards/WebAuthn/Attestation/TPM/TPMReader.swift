/// Reads the structures of TPM 2.0: big-endian numbers, and byte strings with a length of 16 bits (TPM 2.0 Part 2 §10.4).
struct TPMReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func fixed(_ count: Int) throws(WebAuthnError) -> [UInt8] {
    guard count <= bytes.count - position else {
      throw StatementReader.malformed(.tpm, "a structure is truncated")
    }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  mutating func number(_ count: Int) throws(WebAuthnError) -> UInt32 {
    try fixed(count).reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func sized() throws(WebAuthnError) -> [UInt8] { try fixed(Int(number(2))) }

  func finish() throws(WebAuthnError) {
    guard position == bytes.count else {
      throw StatementReader.malformed(.tpm, "bytes follow a structure")
    }
  }
}
