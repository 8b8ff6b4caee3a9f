import DoorwardDelivery
package import DoorwardSessions
import DoorwardStore
import Encodings

/// A secret of the configuration: the text itself, or a file that only its owner may read.
package enum SecretSource: Sendable, Equatable, HiddenContent {
  case value(String)
  /// The path, and the key that names it, with the place of its value.
  case file(String, key: String, place: String?)

  /// The secret. Line ends at the end of a file or of a variable do not belong to it.
  ///
  /// - Throws: ``ConfigurationError`` with the key of the file.
  package func load() throws(ConfigurationError) -> String {
    switch self {
    case .value(let text): return text
    case .file(let path, _, _):
      let text: String?
      do {
        text = try SecretFile(path: path).read()
      } catch {
        throw mistake((error as? any CodedError)?.reason ?? "\(error)")
      }
      guard let text else { throw mistake("there is no file \(path)") }
      guard text.contains(where: { !$0.isWhitespace }) else { throw mistake("\(path) is empty") }
      return text
    }
  }

  /// The mistake of a secret, with the key that gives it.
  func mistake(_ reason: String) -> ConfigurationError {
    guard case .file(_, let key, let place) = self else {
      return ConfigurationError(.invalidValue, key: "", reason)
    }
    return ConfigurationError(.invalidValue, key: key, reason).at(place)
  }
}

extension ConfigurationReader {
  /// The secret of a key; nil if the key and the key of its file are absent.
  ///
  /// - Parameters:
  ///   - name: the key, for example `password`. The key of the file is `password_file`.
  ///   - value: the value of the key.
  ///   - file: the value of the key of the file.
  /// - Returns: the source.
  func secret(_ name: String, _ value: String?, file: String?) -> SecretSource? {
    if value != nil, file != nil {
      refuse(name, "cannot be combined with \(name)_file; set one of them")
    }
    return value.map { .value($0) }
      ?? file.map {
        let key = key("\(name)_file")
        return .file($0, key: key, place: sources.place(of: key))
      }
  }
}
