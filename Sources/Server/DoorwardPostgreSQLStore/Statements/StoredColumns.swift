import DoorwardPostgreSQL
import DoorwardSQLRows

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
