import Encodings

/// One numbered step of the schema. A released step never changes; a later change is a new step.
package struct Migration: Sendable {
  package let number: Int64
  package let name: String
  package let sql: StaticString

  package init(number: Int64, name: String, sql: StaticString) {
    self.number = number
    self.name = name
    self.sql = sql
  }

  /// SHA-256 of the text. The database keeps it, so that a change of a released step is detected.
  package var checksum: [UInt8] { SHA256.hash(Array("\(sql)".utf8)) }
}
