import DoorwardPostgreSQL
import DoorwardSQLRows

/// Texts as PostgreSQL keeps them. Its texts cannot contain U+0000, and the store keeps every text unchanged.
///
/// U+0000 becomes U+0010 and "@", and U+0010 becomes U+0010 and "P". Other texts do not change, so two texts are equal only if
/// their stored forms are.
enum StoredText {
  private static let escape: UInt8 = 0x10

  static func encoded(_ text: String) -> String {
    var text = text
    let needsEscape = text.withUTF8 { $0.contains { $0 == 0 || $0 == escape } }
    guard needsEscape else { return text }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0: bytes += [escape, UInt8(ascii: "@")]
      case escape: bytes += [escape, UInt8(ascii: "P")]
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func decoded(_ text: String) -> String {
    var text = text
    let hasEscape = text.withUTF8 { $0.contains(escape) }
    guard hasEscape else { return text }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped {
        bytes.append(byte == UInt8(ascii: "@") ? 0 : escape)
        isEscaped = false
      } else if byte == escape {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The columns of a row of PostgreSQL, with the texts that were stored.
struct StoredColumns: SQLColumns {
  let row: PostgreSQLRow

  func integer(_ column: Int32) throws -> Int64 { try row.integer(column) }
  func text(_ column: Int32) throws -> String { StoredText.decoded(try row.text(column)) }
  func blob(_ column: Int32) throws -> [UInt8] { try row.blob(column) }
  func isNull(_ column: Int32) throws -> Bool { try row.isNull(column) }
}

extension PostgreSQLValue {
  init(_ value: SQLValue) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .text(let text): self = .text(StoredText.encoded(text))
    case .blob(let bytes): self = .blob(bytes)
    }
  }
}
