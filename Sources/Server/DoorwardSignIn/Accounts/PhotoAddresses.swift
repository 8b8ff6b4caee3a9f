package import DoorwardStore
import DoorwardWire

/// The addresses of photos: the member `picture` of a user and the claim `picture` of OpenID Connect.
package struct PhotoAddresses: Sendable {
  private let origin: String

  /// - Parameter origin: the account origin, which is the issuer of tokens.
  package init(origin: String) { self.origin = origin }

  /// The absolute URL of a user's photo; nil if the user has none.
  package func url(of user: User) -> String? {
    user.photo.map { "\(origin)\(WirePath.photo($0.text))" }
  }
}
