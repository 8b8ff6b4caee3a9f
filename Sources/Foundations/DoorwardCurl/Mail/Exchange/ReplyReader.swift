/// Collects the answers of a mail server (RFC 5321 §4.2).
///
/// An answer is kept in whole lines, because a cut line could end with a part of a secret, which a redaction does not find.
struct ReplyReader {
  /// The longest line in bytes. RFC 5321 §4.5.3.1.5 allows 512. A longer line is left out.
  private static let longestLine = 1024
  /// The most lines of an answer. More lines are left out.
  private static let mostLines = 8

  /// The status code of the last complete answer.
  private(set) var status: Int?
  private var lines: [String] = []
  private var isComplete = true

  /// Takes one line.
  mutating func receive(_ line: UnsafeRawBufferPointer) {
    if isComplete { lines = [] }
    guard let code = Int(String(decoding: line.prefix(3), as: UTF8.self)), (200...599).contains(code) else {
      return
    }
    let rest = line.dropFirst(3)
    // A hyphen follows the code in all lines of an answer except the last.
    isComplete = rest.first != UInt8(ascii: "-")
    if lines.count < Self.mostLines {
      let isKept = rest.count <= Self.longestLine
      lines.append(isKept ? String(decoding: rest.dropFirst(), as: UTF8.self) : "…")
    }
    if isComplete { status = code }
  }

  /// The last answer in one line: `550 5.1.1 no such user`.
  var text: String {
    let text = lines.joined(separator: " ").unicodeScalars.map { scalar in
      scalar.properties.isWhitespace || scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
        ? " " : Character(scalar)
    }
    return "\(status.map { "\($0) " } ?? "")" + String(text).split(separator: " ").joined(separator: " ")
  }
}
