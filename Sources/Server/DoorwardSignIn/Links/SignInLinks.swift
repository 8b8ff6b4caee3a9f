package import DoorwardSessions
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

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
  package func make(for user: User.ID, by maker: SignInLink.Maker, at now: Date) throws -> SignInLink {
    SignInLink(id: try ChallengeID(at: now, random: random), user: user, maker: maker)
  }

  /// The address of the link, which is shown once. The secret is behind `#`, so no server and no log gets it.
  ///
  /// - Throws: the errors of the cipher.
  package func address(of link: SignInLink) throws -> String {
    var members: JSONObject = [
      "id": .string(Base64URL.encode(link.id.bytes)), "user": .string(link.user.text),
    ]
    members["administrator"] = .text(link.maker.administrator?.text)
    members["key"] = .text(link.maker.key.map(Base64URL.encode))
    let secret = try key.sealedText(JSONValue.object(members).serialized(), purpose: Self.purpose)
    return "\(page)#link=\(secret)"
  }

  /// The link of a secret that this server made; nil for any other text.
  func link(_ secret: String) -> SignInLink? {
    guard let bytes = key.opened(secret, purpose: Self.purpose), let members = try? JSONParser.parse(bytes),
      let id = members["id"]?.string.flatMap({ try? Base64URL.decode($0) }), id.count == ChallengeID.length,
      let user = members["user"]?.string.flatMap({ User.ID($0) })
    else { return nil }
    let maker = SignInLink.Maker(
      administrator: members["administrator"]?.string.flatMap { User.ID($0) },
      key: members["key"]?.string.flatMap { try? Base64URL.decode($0) })
    return SignInLink(id: ChallengeID(bytes: id), user: user, maker: maker)
  }
}
