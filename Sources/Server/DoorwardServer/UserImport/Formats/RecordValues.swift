import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONObject {
  /// The text of a member; nil if it is empty or not a text.
  func text(_ name: String) -> String? {
    guard let text = self[name]?.string, !text.isEmpty, text != "NULL" else { return nil }
    return text
  }

  /// A truth value, also as the text of a CSV field.
  func isTrue(_ name: String) -> Bool {
    self[name]?.bool ?? ["true", "t", "1", "TRUE", "True"].contains(text(name) ?? "")
  }

  /// A time: RFC 3339, the form of PostgreSQL (`2024-01-05 10:20:30.5+00`), or an object with `$date`.
  func time(_ name: String) -> Date? {
    if let date = self[name]?.object { return date.time("$date") ?? date.milliseconds("$date") }
    guard let text = text(name) else { return nil }
    var bytes = Array(text.utf8)
    if bytes.count > 10, bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
    if bytes.count > 3,
      bytes[bytes.count - 3] == UInt8(ascii: "+") || bytes[bytes.count - 3] == UInt8(ascii: "-"),
      bytes.contains(UInt8(ascii: ":"))
    {
      bytes += Array(":00".utf8)
    }
    return (try? Timestamp(rfc3339: String(decoding: bytes, as: UTF8.self)))?.date
  }

  /// Milliseconds since 1970, as a number or as text.
  func milliseconds(_ name: String) -> Date? {
    guard let count = self[name]?.int64 ?? text(name).flatMap({ Int64($0) }),
      (0...253_402_300_799_999).contains(count)
    else { return nil }
    return Date(timeIntervalSince1970: Double(count) / 1000)
  }

  /// An object, also as JSON in a text.
  func object(_ name: String) -> JSONObject {
    self[name]?.object ?? text(name).flatMap { RepairedText.parsed(Array($0.utf8))?.object } ?? JSONObject()
  }
}
