#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension JSONValue {
  /// A string, or null if the value is nil.
  package static func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }

  /// A time in RFC 3339 form, or null if the value is nil.
  package static func time(_ value: Date?) -> JSONValue {
    value.map { .string(Timestamp($0).rfc3339) } ?? .null
  }
}
