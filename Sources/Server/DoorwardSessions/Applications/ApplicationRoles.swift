package import Encodings

extension Application {
  /// The most roles of an application. Every access token has those of its user.
  package static let maximumRoles = 50
  /// The longest name of a role, in bytes.
  package static let maximumRoleName = 64

  /// Whether a text can be the name of a role: letters, digits and `-._:` of ASCII.
  package static func isRoleName(_ text: String) -> Bool {
    (1...maximumRoleName).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: ":"):
          true
        default: false
        }
      }
  }

  /// The roles of a user that the application still lists, in its order.
  ///
  /// - Parameter given: the roles that the user has got; see ``ApplicationGrant/roles``.
  /// - Returns: the roles; nil if the application lists no roles.
  package func roles(of given: [String]) -> [String]? {
    roles.isEmpty ? nil : roles.filter(given.contains)
  }

  /// The claim `roles` (RFC 9068 §2.2.3.1); nil if the application lists no roles.
  package func rolesClaim(of given: [String]) -> JSONValue? { roles(of: given).map(JSONValue.strings) }
}
