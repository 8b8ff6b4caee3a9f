import DoorwardDelivery
package import DoorwardSessions
import DoorwardStore
import Encodings

/// A secret of the configuration: the text itself, or a file that only its owner may read.
package enum SecretSource: Sendable, Equatable, HiddenContent {
  case value(String)
  /// The path, and the key that names it.
  case file(String, key: String)

  /// The secret. Line ends at the end of a file or of a variable do not belong to it.
  ///
  /// - Throws: ``ConfigurationError`` with the key of the file.
  package func load() throws(ConfigurationError) -> String {
    switch self {
    case .value(let text): return text
    case .file(let path, let key):
      let text: String?
      do {
        text = try SecretFile(path: path).read()
      } catch {
        throw ConfigurationError(.invalidValue, key: key, (error as? any CodedError)?.reason ?? "\(error)")
      }
      guard let text else { throw ConfigurationError(.invalidValue, key: key, "there is no file \(path)") }
      guard text.contains(where: { !$0.isWhitespace }) else {
        throw ConfigurationError(.invalidValue, key: key, "\(path) is empty")
      }
      return text
    }
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
    return value.map { .value($0) } ?? file.map { .file($0, key: key("\(name)_file")) }
  }
}
