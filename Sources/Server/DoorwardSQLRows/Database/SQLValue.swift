/// A parameter of a statement.
package enum SQLValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  /// An integer, or NULL for nil.
  package init(_ integer: Int64?) { self = integer.map(Self.integer) ?? .null }

  /// Text, or NULL for nil.
  package init(_ text: String?) { self = text.map(Self.text) ?? .null }

  /// Bytes, or NULL for nil.
  package init(_ bytes: [UInt8]?) { self = bytes.map(Self.blob) ?? .null }
}
