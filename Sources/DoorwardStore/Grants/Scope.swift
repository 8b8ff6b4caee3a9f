/// A scope that a client may request, with its OAuth name (RFC 6749 §3.3).
package enum Scope: String, Sendable, CaseIterable {
  /// The user's identity: an ID token, and userinfo (OpenID Connect Core §3.1.2.1).
  case openID = "openid"
  /// Name and locale (OpenID Connect Core §5.4).
  case profile
  /// A refresh token (OpenID Connect Core §11).
  case offlineAccess = "offline_access"
  /// `GET /v1/user`.
  case userRead = "user:read"
  /// The whole account, as a sign-in by the server's own apps opens it.
  case account
}

/// A set of scopes, always written in the same order.
package struct Scopes: Sendable, Hashable {
  private let members: Set<Scope>

  package init(_ members: Set<Scope>) { self.members = members }

  /// Reads a list that is separated by spaces. Unknown names are ignored (OpenID Connect Core §3.1.2.1).
  package init(_ text: String) {
    members = Set(text.split(separator: " ").compactMap { Scope(rawValue: String($0)) })
  }

  /// The scopes of a direct sign-in of an application: full access.
  package static let whole = Scopes([.account])

  package func contains(_ scope: Scope) -> Bool { members.contains(scope) }
  package func union(_ other: Scopes) -> Scopes { Scopes(members.union(other.members)) }
  package func intersection(_ other: Scopes) -> Scopes { Scopes(members.intersection(other.members)) }
  package func isSubset(of other: Scopes) -> Bool { members.isSubset(of: other.members) }

  package var names: [String] { Scope.allCases.filter(members.contains).map(\.rawValue) }
  package var text: String { names.joined(separator: " ") }

  /// Whether the scopes open anything. A refresh token alone has no use.
  package var opensSomething: Bool { !members.isDisjoint(with: [.openID, .userRead, .account]) }

  /// The scopes that include a refresh token.
  package static let refreshable: Set<Scope> = [.offlineAccess, .account]

  /// Whether the scopes include a refresh token.
  package var isRefreshable: Bool { !members.isDisjoint(with: Self.refreshable) }

  /// The scopes of an access token: those that the access token itself opens.
  package var ofAccessToken: Scopes {
    var opened = members.subtracting([.account, .offlineAccess])
    if members.contains(.account) { opened.insert(.userRead) }
    return Scopes(opened)
  }
}
