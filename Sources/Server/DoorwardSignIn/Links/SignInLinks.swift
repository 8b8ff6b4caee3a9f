package import DoorwardSessions
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A link by which a user who has lost every way to sign in gets in once. An administrator makes it.
package struct SignInLink: Sendable {
  /// The time in which a link works, in seconds.
  package static let lifetime: TimeInterval = 3600

  /// The id that is spent when the link is used. It has the time of the link.
  package let id: ChallengeID
  package let user: User.ID

  package var createdAt: Date { id.issuedAt }
  package var expiresAt: Date { createdAt.addingTimeInterval(Self.lifetime) }

  package init(id: ChallengeID, user: User.ID) {
    self.id = id
    self.user = user
  }
}

/// A new link, which is shown once.
package struct NewSignInLink: Sendable {
  /// The address that the user opens, with the secret.
  package let address: String
  package let expiresAt: Date
}

/// Makes the secrets of sign-in links, and reads them back. The store has no link: it keeps the ids of used ones until they
/// would have expired.
package struct SignInLinks: Sendable {
  private static let purpose = [UInt8]("sign-in-link".utf8)

  private let key: DerivedKey
  private let random: RandomSource
  /// The account page.
  private let page: String

  /// - Parameters:
  ///   - key: seals the secrets.
  ///   - random: the source of the ids of links.
  ///   - page: the account page.
  package init(key: DerivedKey, random: RandomSource, page: String) {
    self.key = key
    self.random = random
    self.page = page
  }

  /// Makes a link that is valid from now on.
  ///
  /// - Throws: the errors of the random source.
  package func make(for user: User.ID, at now: Date) throws -> SignInLink {
    SignInLink(id: try ChallengeID(at: now, random: random), user: user)
  }

  /// The link as it is shown. The secret is behind `#`, so no server and no log gets it.
  ///
  /// - Throws: the errors of the cipher.
  package func shown(_ link: SignInLink) throws -> NewSignInLink {
    let members: JSONValue = [
      "id": .string(Base64URL.encode(link.id.bytes)), "user": .string(link.user.text),
    ]
    let secret = try key.sealedText(members.serialized(), purpose: Self.purpose)
    return NewSignInLink(address: "\(page)#link=\(secret)", expiresAt: link.expiresAt)
  }

  /// The link of a secret that this server made; nil for any other text.
  func link(_ secret: String) -> SignInLink? {
    guard let bytes = key.opened(secret, purpose: Self.purpose), let members = try? JSONParser.parse(bytes),
      let id = members["id"]?.string.flatMap({ try? Base64URL.decode($0) }), id.count == ChallengeID.length,
      let user = members["user"]?.string.flatMap({ User.ID($0) })
    else { return nil }
    return SignInLink(id: ChallengeID(bytes: id), user: user)
  }
}
