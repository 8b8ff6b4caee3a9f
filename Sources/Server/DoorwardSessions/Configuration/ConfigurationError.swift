import Encodings

/// A mistake in the configuration, with the name of the wrong key.
package struct ConfigurationError: CodedError {
  /// The kinds of mistake; an open set.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let unreadableFile = Code(rawValue: "unreadable_configuration")
    package static let unknownKey = Code(rawValue: "unknown_key")
    package static let wrongType = Code(rawValue: "wrong_type")
    package static let missingKey = Code(rawValue: "missing_key")
    package static let invalidValue = Code(rawValue: "invalid_value")
  }

  package let code: Code
  /// The path of the wrong key, such as `applications[0].domains`.
  package let key: String
  package let reason: String
  /// The other mistakes that were found in the same configuration, in the order of reading.
  package internal(set) var others: [ConfigurationError] = []
  /// The place of the wrong value: a variable, a flag, or the file with the key. It is nil if the value has none.
  package internal(set) var place: String?

  package init(_ code: Code, key: String, _ reason: String) {
    self.code = code
    self.key = key
    self.reason = reason
  }

  /// The same mistakes in an object at a path of the configuration.
  package func inside(_ path: String) -> ConfigurationError {
    var error = ConfigurationError(code, key: key.isEmpty ? path : "\(path).\(key)", reason)
    error.others = others.map { $0.inside(path) }
    error.place = place
    return error
  }

  /// The same mistakes in the values of a file.
  package func inFile(_ path: String) -> ConfigurationError {
    ConfigurationSources(file: path).locating(self)
  }

  /// The same mistake at a place.
  package func at(_ place: String?) -> ConfigurationError {
    var error = self
    error.place = place
    return error
  }

  /// This mistake and the others.
  package var all: [ConfigurationError] {
    var first = self
    first.others = []
    return [first] + others
  }

  /// The place and the reason: `doorward.json: listen: must be an address` or `--listen: must be an address`.
  package var description: String {
    let place = place ?? key
    return place.isEmpty ? reason : "\(place): \(reason)"
  }

  package static func == (left: ConfigurationError, right: ConfigurationError) -> Bool {
    left.code == right.code && left.key == right.key
  }
}

/// A key that a reader has requested, and the values that it may have.
package struct ConfigurationKey: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case text, boolean, texts, integers, object, objects
    case integer(ClosedRange<Int64>)
  }

  /// The path of the key, such as `lifetimes.session`.
  package let path: String
  package let kind: Kind

  package init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

/// The mistakes of one configuration, and the keys that were read.
///
/// The reader continues after a mistake, so that the operator sees all mistakes at once.
package final class ConfigurationMistakes {
  private var errors: [ConfigurationError] = []
  /// The keys that were requested, also those without a value, in the order of reading.
  package private(set) var keys: [ConfigurationKey] = []

  package init() {}

  func note(_ key: ConfigurationKey) { keys.append(key) }

  package func add(_ error: ConfigurationError) { errors.append(error) }

  /// Ends the reading if a mistake was found.
  ///
  /// - Throws: the first mistake, which carries the others.
  package func check() throws(ConfigurationError) {
    guard var first = errors.first else { return }
    first.others = Array(errors.dropFirst())
    throw first
  }
}
