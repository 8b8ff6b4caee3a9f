import Encodings

/// Replaces secrets in texts of other servers. Some servers quote the message, or the credentials, that they refuse.
///
/// A text is redacted before it is cut: otherwise a part of a secret could stay at the cut.
struct Redaction: Sendable, HiddenContent {
  /// The longest first, because a secret may contain another.
  private let secrets: [String]

  init(_ secrets: [String]) {
    self.secrets = secrets.filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
  }

  /// A redaction of credentials in the forms in which they are sent (RFC 4616, RFC 7617).
  init(user: String, password: String) {
    let forms = ["\0\(user)\0\(password)", "\(user):\(password)", password]
    self.init([password] + forms.map { Base64.encode([UInt8]($0.utf8)) })
  }

  /// The text with an ellipsis in place of each secret.
  func redacted(_ text: String) -> String {
    secrets.reduce(text) { $0.replacing($1, with: "…") }
  }
}

/// A value with a secret. Its descriptions, its mirror and its dump show only the name of the type.
package protocol HiddenContent: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension HiddenContent {
  package var description: String { "\(Self.self)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
