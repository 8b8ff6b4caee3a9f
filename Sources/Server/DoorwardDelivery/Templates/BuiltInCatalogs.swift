import DoorwardSystem
import DoorwardTexts

/// The catalogs of the server by language, and those of the operator in their places.
///
/// A catalog of the server is read when a message first needs it: a server sends messages in few languages.
final class BuiltInCatalogs: Sendable {
  private let read: Monitor<[String: Catalog]>

  /// - Parameter own: the operator's catalogs.
  init(replacing own: [Catalog]) {
    read = Monitor(Dictionary(own.map { ($0.language, $0) }) { _, last in last })
  }

  /// The catalog of a language, in lower case; nil if there is none.
  subscript(language: String) -> Catalog? {
    if let catalog = read.withLock({ $0[language] }) { return catalog }
    guard let file = MailFiles.catalogs.first(where: { $0.tag.lowercased() == language }),
      // The tests read every file, so none is malformed.
      let catalog = try? Catalog([UInt8](file.json.utf8), name: "\(file.tag).json")
    else { return nil }
    read.withLock { $0[language] = catalog }
    return catalog
  }
}
