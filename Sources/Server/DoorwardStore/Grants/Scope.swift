/// A scope that a client may request, with its OAuth name (RFC 6749 §3.3).
package enum Scope: String, Sendable, CaseIterable {
  /// The user's identity: an ID token, and userinfo (OpenID Connect Core §3.1.2.1).
  case openID = "openid"
  /// Names, photo, user name and language (OpenID Connect Core §5.4).
  case profile
  /// The email address (OpenID Connect Core §5.4).
  case email
  /// The phone number (OpenID Connect Core §5.4).
  case phone
  /// A refresh token (OpenID Connect Core §11).
  case offlineAccess = "offline_access"
  /// `GET /v1/user`.
  case userRead = "user:read"
  /// The whole account, as after a sign-in by the server's own apps.
  case account

  fileprivate var bit: UInt8 {
    switch self {
    case .openID: 1
    case .profile: 2
    case .offlineAccess: 4
    case .userRead: 8
    case .account: 16
    case .email: 32
    case .phone: 64
    }
  }
}

/// A set of scopes, always written in the same order.
package struct Scopes: Sendable, Hashable {
  /// A bit for each scope.
  private let bits: UInt8

  package init(_ members: some Sequence<Scope>) { bits = members.reduce(0) { $0 | $1.bit } }

  private init(bits: UInt8) { self.bits = bits }

  /// Reads a list that is separated by spaces. Unknown names are ignored (OpenID Connect Core §3.1.2.1).
  package init(_ text: String) {
    if let known = Self.known[text] {
      self = known
      return
    }
    let words = text.utf8.split(separator: UInt8(ascii: " "))
    self.init(words.lazy.compactMap { Scope(rawValue: String(decoding: $0, as: UTF8.self)) })
  }

  /// The scopes of a direct sign-in of an application: full access.
  package static let whole = Scopes([.account])

  package func contains(_ scope: Scope) -> Bool { bits & scope.bit != 0 }
  package func union(_ other: Scopes) -> Scopes { Scopes(bits: bits | other.bits) }
  package func intersection(_ other: Scopes) -> Scopes { Scopes(bits: bits & other.bits) }
  package func subtracting(_ other: Scopes) -> Scopes { Scopes(bits: bits & ~other.bits) }
  package func isSubset(of other: Scopes) -> Bool { bits & ~other.bits == 0 }

  package var names: [String] { Scope.allCases.filter(contains).map(\.rawValue) }
  package var text: String { Self.texts[Int(bits)] }

  /// The text of each set, at the place of its bits.
  private static let texts: [String] = (0..<(1 << Scope.allCases.count)).map {
    Scopes(bits: UInt8($0)).names.joined(separator: " ")
  }

  /// The sets by their text.
  private static let known: [String: Scopes] = Dictionary(
    uniqueKeysWithValues: texts.enumerated().map { ($1, Scopes(bits: UInt8($0))) })

  /// Whether the scopes give access. A refresh token alone has no use.
  package var opensSomething: Bool { contains(.openID) || contains(.userRead) || contains(.account) }

  /// The scopes that include a refresh token.
  package static let refreshable: [Scope] = [.offlineAccess, .account]

  /// Whether the scopes include a refresh token.
  package var isRefreshable: Bool { Self.refreshable.contains(where: contains) }

  /// The scopes of an access token, without the scopes that concern other tokens.
  package var ofAccessToken: Scopes {
    let opened = bits & ~(Scope.account.bit | Scope.offlineAccess.bit)
    return Scopes(bits: contains(.account) ? opened | Scope.userRead.bit : opened)
  }
}
