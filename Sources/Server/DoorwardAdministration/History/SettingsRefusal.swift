import Encodings

/// The reason why a setting cannot be changed, or a change not be undone.
package struct SettingsRefusal: CodedError {
  package enum Code: String, Sendable {
    /// A variable, a flag or a file sets the value.
    case setElsewhere = "set_elsewhere"
    /// The settings have another version than the caller has read.
    case changed
    /// Another change of the same value was made after the change to undo.
    case changedSince = "changed_since"
    case missingChange = "missing_change"
  }

  package let code: Code
  /// The path of the setting; empty if the refusal is not about one.
  package let path: String
  /// What sets the value.
  package let place: String

  package init(_ code: Code, _ path: String = "", place: String = "") {
    self.code = code
    self.path = path
    self.place = place
  }

  package var reason: String {
    switch code {
    case .setElsewhere:
      "\(place.isEmpty ? "the configuration" : place) sets this and overrides the store; change it there and restart the server"
    case .changed: "the settings have changed since they were read; read them again and repeat the change"
    case .changedSince:
      "\(path.isEmpty ? "the application" : path) has changed since, so the change cannot be undone"
    case .missingChange: "there is no such change; changes are kept as long as events"
    }
  }
}
