import DoorwardStore

/// The current row of a query. It is valid only inside its closure and cannot be kept.
package typealias SQLRow = any SQLColumns & ~Copyable

/// The columns of a row. A column of another type throws.
package protocol SQLColumns: ~Copyable {
  /// The integer in a column.
  func integer(_ column: Int32) throws -> Int64
  /// The text in a column.
  func text(_ column: Int32) throws -> String
  /// The bytes in a column.
  func blob(_ column: Int32) throws -> [UInt8]
  /// Whether a column holds NULL.
  func isNull(_ column: Int32) throws -> Bool
}

extension SQLColumns where Self: ~Copyable {
  func optionalInteger(_ column: Int32) throws -> Int64? { try isNull(column) ? nil : integer(column) }

  func optionalText(_ column: Int32) throws -> String? { try isNull(column) ? nil : text(column) }

  func optionalBlob(_ column: Int32) throws -> [UInt8]? { try isNull(column) ? nil : blob(column) }

  /// The identifier in a column.
  func identifier<Subject>(
    _ column: Int32, of subject: Subject.Type = Subject.self
  ) throws -> Identifier<Subject> {
    guard let identifier = Identifier<Subject>(bytes: try blob(column)) else {
      throw StoreError(.malformed, "an identifier in the database is not sixteen bytes")
    }
    return identifier
  }

  func optionalIdentifier<Subject>(
    _ column: Int32, of subject: Subject.Type = Subject.self
  ) throws -> Identifier<Subject>? {
    try isNull(column) ? nil : identifier(column, of: subject)
  }

  /// The value of an enumeration whose name is in a column.
  func choice<Choice: RawRepresentable>(
    _ column: Int32, of choice: Choice.Type = Choice.self
  ) throws -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: try text(column)) else {
      throw StoreError(.malformed, "\(Choice.self) in the database is none this server knows")
    }
    return choice
  }
}
