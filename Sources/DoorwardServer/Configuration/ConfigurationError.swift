public import Encodings

/// A mistake in the configuration, with the name of the wrong key.
public struct ConfigurationError: CodedError, Equatable, CustomStringConvertible {
  /// The kinds of mistake; an open set.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let unreadableFile = Code(rawValue: "unreadable_configuration")
    public static let unknownKey = Code(rawValue: "unknown_key")
    public static let wrongType = Code(rawValue: "wrong_type")
    public static let missingKey = Code(rawValue: "missing_key")
    public static let invalidValue = Code(rawValue: "invalid_value")
  }

  public let code: Code
  /// Where: `applications[0].domains`.
  public let key: String
  public let reason: String
  /// The other mistakes that were found in the same configuration, in the order of reading.
  public internal(set) var others: [ConfigurationError] = []

  public init(_ code: Code, key: String, _ reason: String) {
    self.code = code
    self.key = key
    self.reason = reason
  }

  public var codeName: String { code.rawValue }
  /// This mistake and the others.
  public var all: [ConfigurationError] { [ConfigurationError(code, key: key, reason)] + others }
  public var description: String { key.isEmpty ? reason : "\(key): \(reason)" }

  public static func == (left: ConfigurationError, right: ConfigurationError) -> Bool {
    left.code == right.code && left.key == right.key
  }
}
