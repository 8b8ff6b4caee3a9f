package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardStore
import DoorwardWire
package import Encodings

/// A JSON Merge Patch (RFC 7396) of the profile of a user. Other members are ignored.
package struct ProfilePatch: Sendable {
  /// The change of one text.
  private struct Change: Sendable {
    let text: ProfileText
    /// The new value; nil clears the text.
    let value: String?
  }

  private var changes: [Change] = []

  /// Reads a patch.
  ///
  /// - Throws: ``Problem`` 400 or 422 that names the member.
  package init(_ object: JSONObject) throws(Problem) {
    for text in ProfileText.allCases {
      switch object[text.rawValue] {
      case nil: break
      case .null?: changes.append(Change(text: text, value: nil))
      case .string(let value)?:
        try text.check(value)
        changes.append(Change(text: text, value: value.isEmpty ? nil : value))
      default:
        throw .notTextOrNull(text.rawValue)
      }
    }
  }

  /// Whether the patch changes nothing.
  package var isEmpty: Bool { changes.isEmpty }

  package func apply(to profile: inout Profile) {
    for change in changes { profile[change.text] = change.value }
  }
}
