import DoorwardHTTP
import DoorwardWire
import Encodings

extension User {
  /// Applies a JSON Merge Patch (RFC 7396) to the members that the user may change. Other members change nothing.
  mutating func apply(patch body: JSONValue) throws(Problem) {
    guard let object = body.object else { throw .wrongType("The body must be an object.") }
    for member in ProfileText.allCases {
      let name = member.rawValue
      switch object[name] {
      case nil: break
      case .null?: texts[member] = nil
      case .string(let text)?:
        switch member.flaw(of: text) {
        case nil: texts[member] = text.isEmpty ? nil : text
        case .notOneLine?:
          throw .unprocessable(member.code, "\(name) must be one line of up to \(member.limit) bytes.")
        case .notALanguageTag?:
          throw .unprocessable(member.code, "locale must be a BCP 47 language tag, like en-GB.")
        }
      default: throw .wrongType("\(name) must be text or null.")
      }
    }
    try apply(metadata: object[WireUser.Members.metadata])
  }

  private mutating func apply(metadata patch: JSONValue?) throws(Problem) {
    switch patch {
    case nil: break
    case .null?: metadata = [:]
    case .object(let patch)?:
      let merged = metadata.merging(patch: patch)
      if let flaw = MetadataRule.flaw(of: merged) {
        throw .unprocessable(
          MetadataRule.code(of: flaw), MetadataRule.detail(of: flaw, in: WireUser.Members.metadata))
      }
      metadata = merged
    default: throw .wrongType("metadata must be an object or null.")
    }
  }
}
