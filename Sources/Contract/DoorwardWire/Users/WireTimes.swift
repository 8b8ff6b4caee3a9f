package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension JSONValue {
  /// The RFC 3339 time that a string holds; nil for any other value.
  package var time: Date? { string.flatMap { try? Timestamp(rfc3339: $0) }?.date }
}
