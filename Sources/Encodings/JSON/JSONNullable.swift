#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension JSONValue {
  /// A text, or null where there is none.
  package static func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }

  /// A time as RFC 3339 writes it, or null where there is none.
  package static func time(_ value: Date?) -> JSONValue {
    value.map { .string(Timestamp($0).rfc3339) } ?? .null
  }
}
