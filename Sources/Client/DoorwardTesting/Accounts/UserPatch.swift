import DoorwardHTTP
import DoorwardServerRules
import DoorwardWire
import Encodings

/// A JSON Merge Patch (RFC 7396) of the members that the user may change. Other members change nothing.
struct UserPatch {
  /// The change of the user name; nil removes it.
  struct UsernameChange {
    let name: Identity.Key?
  }

  /// The texts to set; nil clears one.
  private var texts: [ProfileText: String?] = [:]
  private var metadata: JSONValue?
  private(set) var username: UsernameChange?

  /// Reads a patch.
  init(_ body: JSONValue) throws(Problem) {
    guard let object = body.object else { throw .wrongType("The body must be an object.") }
    for member in ProfileText.allCases {
      let name = member.rawValue
      switch object[name] {
      case nil: break
      case .null?: texts[member] = .some(nil)
      case .string(let text)?:
        try member.check(text)
        texts[member] = .some(text.isEmpty ? nil : text)
      default: throw .wrongType("\(name) must be text or null.")
      }
    }
    metadata = object[WireUser.Members.metadata]
    switch metadata {
    case nil, .null?, .object?: break
    default: throw .wrongType("metadata must be an object or null.")
    }
    switch object[WireUser.Members.username] {
    case nil: break
    case .null?: username = UsernameChange(name: nil)
    case .string?: username = UsernameChange(name: try JSONObjectReader(object).username())
    default: throw .wrongType("username must be text or null.")
    }
  }

  /// Changes a user, except the user name.
  func apply(to user: inout User) throws(Problem) {
    for (member, text) in texts { user.texts[member] = text }
    switch metadata {
    case .null?: user.metadata = [:]
    case .object(let patch)?:
      let merged = user.metadata.merging(patch: patch)
      if let flaw = MetadataRule.flaw(of: merged) {
        throw Problem(
          status: 422, code: MetadataRule.code(of: flaw),
          detail: MetadataRule.detail(of: flaw, in: WireUser.Members.metadata))
      }
      user.metadata = merged
    default: break
    }
  }
}
