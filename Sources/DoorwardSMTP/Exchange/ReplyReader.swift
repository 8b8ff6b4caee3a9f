/// Collects the answers of a mail server (RFC 5321 §4.2).
struct ReplyReader {
  /// The longest text that is kept of an answer, in bytes.
  static let longest = 300

  /// The status code of the last complete answer.
  private(set) var status: Int?
  private var lines: [String] = []
  private var isComplete = true

  /// Takes one line.
  mutating func receive(_ line: UnsafeRawBufferPointer) {
    if isComplete { lines = [] }
    let text = String(decoding: line.prefix(1024), as: UTF8.self)
    guard let code = Int(text.prefix(3)), (200...599).contains(code) else { return }
    // A hyphen follows the code in all lines of an answer except the last.
    isComplete = text.dropFirst(3).first != "-"
    if lines.count < 8 { lines.append(String(text.dropFirst(4))) }
    if isComplete { status = code }
  }

  /// The last answer in one line: `550 5.1.1 no such user`.
  var text: String {
    let words = lines.joined(separator: " ").unicodeScalars.map { scalar in
      scalar.properties.isWhitespace || scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
        ? " " : Character(scalar)
    }
    let line = "\(status.map { "\($0) " } ?? "")" + String(words).split(separator: " ").joined(separator: " ")
    return line.utf8.count <= Self.longest
      ? line : String(decoding: line.utf8.prefix(Self.longest), as: UTF8.self) + "…"
  }
}
