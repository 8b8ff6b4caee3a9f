package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardStore
import DoorwardWire
package import Encodings

/// A JSON Merge Patch (RFC 7396) of the members that a user may write. Other members are ignored.
package struct UserPatch: Sendable {
  private let profile: ProfilePatch
  private let metadata: MetadataPatch?
  /// The change of the user name, which is an identity; see ``UserNameChanges``.
  package let userName: UserNameChange?

  /// Reads a patch.
  ///
  /// - Throws: ``Problem`` 400 or 422 that names the member.
  package init(_ body: JSONValue) throws(Problem) {
    guard let object = body.object else { throw .bodyIsNoObject }
    profile = try ProfilePatch(object)
    metadata = try MetadataPatch("metadata", in: object)
    userName = try UserNameChange(object)
  }

  /// Changes `user`, except the user name.
  ///
  /// - Throws: ``Problem`` 422 if the metadata would exceed its limit.
  package func apply(to user: inout User) throws(Problem) {
    profile.apply(to: &user.profile)
    try metadata?.apply(to: &user.metadata)
  }
}

extension User {
  /// The names of the members of the profile that differ, and `metadata` if that differs.
  package func changedMembers(to changed: User) -> [String] {
    let texts = ProfileText.allCases.filter { profile[$0] != changed.profile[$0] }.map(\.rawValue)
    return texts + (metadata == changed.metadata ? [] : ["metadata"])
  }
}
