import DoorwardStore
import Encodings

/// One numbered step of the schema. Once released it never changes: what comes next is the next number.
package struct Migration: Sendable {
  package let number: Int64
  package let name: String
  package let sql: StaticString

  package init(number: Int64, name: String, sql: StaticString) {
    self.number = number
    self.name = name
    self.sql = sql
  }

  /// SHA-256 of the text, kept with the database so that a step edited after its release is noticed.
  var checksum: [UInt8] { SHA256.hash(Array("\(sql)".utf8)) }

  /// Every step, in order.
  package static let all = [initialSchema]
}
