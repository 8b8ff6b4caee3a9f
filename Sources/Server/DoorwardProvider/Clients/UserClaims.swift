import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
package import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The claims about a user that each scope opens (OpenID Connect Core §5.4).
package enum ScopeClaims {
  /// The names of the claims of each scope.
  private static let names: [(Scope, [String])] = [
    (.profile, ProfileText.allCases.map(\.claim) + ["picture", "preferred_username", "updated_at"]),
    (.email, ["email", "email_verified"]),
    (.phone, ["phone_number", "phone_number_verified"]),
  ]

  /// Every claim.
  package static var all: [String] { names.flatMap(\.1) }

  /// The scope that opens a claim; nil if this server has no such claim.
  package static func scope(of claim: String) -> Scope? { names.first { $0.1.contains(claim) }?.0 }
}

/// The claims about a user, as read at one moment.
package struct UserClaims: Sendable {
  private let view: UserView
  /// The time of the last change of the claims; nil if no scope opens it.
  private let updatedAt: Date?

  /// - Parameters:
  ///   - view: the user.
  ///   - scopes: the scopes for which the claims are read.
  ///   - snapshot: the store.
  /// - Throws: ``StoreError``.
  package init(of view: UserView, for scopes: Scopes, in snapshot: any StoreReading) throws {
    self.view = view
    guard scopes.contains(.profile) else {
      updatedAt = nil
      return
    }
    let shown = view.identities.filter { IdentityKey.Kind.single.contains($0.key.kind) }
    let changes = shown.map(\.verifiedAt) + [try snapshot.profileChange(of: view.user.id)].compactMap(\.self)
    updatedAt = changes.reduce(view.user.createdAt, max)
  }

  /// The roles that the user has got in the application.
  package var roles: [String] { view.roles }

  /// The standard claims of the scopes. Claims without a value are omitted.
  package func json(within scopes: Scopes, _ photos: PhotoAddresses) -> JSONObject {
    var claims: JSONObject = [:]
    if scopes.contains(.profile) {
      for text in ProfileText.allCases {
        claims[text.claim] = view.user.profile[text].map(JSONValue.string)
      }
      claims["picture"] = photos.url(of: view.user).map(JSONValue.string)
      claims["preferred_username"] = identity(.userName).map { .string($0.shownIdentifier) }
      claims["updated_at"] = updatedAt.map { .integer(Int64($0.timeIntervalSince1970)) }
    }
    if scopes.contains(.email), let email = identity(.email) {
      claims["email"] = .string(email.shownIdentifier)
      claims["email_verified"] = .bool(!email.isVouched)
    }
    if scopes.contains(.phone), let phone = identity(.phone) {
      claims["phone_number"] = .string(phone.shownIdentifier)
      claims["phone_number_verified"] = .bool(!phone.isVouched)
    }
    return claims
  }

  /// The answer of userinfo (OpenID Connect Core §5.3).
  func userinfo(in application: Application, within scopes: Scopes, _ photos: PhotoAddresses) -> JSONObject {
    var claims: JSONObject = ["sub": .string(view.user.id.text)]
    claims[WireUser.Members.roles] = application.rolesClaim(of: roles)
    claims.set(json(within: scopes, photos))
    return claims
  }

  private func identity(_ kind: IdentityKey.Kind) -> Identity? {
    view.identities.first { $0.key.kind == kind }
  }
}
