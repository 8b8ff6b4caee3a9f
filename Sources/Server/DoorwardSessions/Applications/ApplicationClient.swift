package import DoorwardStore
import Encodings
package import JOSE

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Application {
  /// The application as an OpenID Connect client of this server. Its `client_id` is the application's id.
  package struct Client: Sendable, Equatable {
    package var redirectURIs: [RedirectURI]
    /// The URIs that a browser may be redirected to after the user has signed out.
    package var postLogoutRedirectURIs: [RedirectURI]
    /// The client's secrets, oldest first; empty for a public client, which cannot keep a secret (RFC 6749 §2.1). A client whose
    /// secrets have all expired stays confidential.
    package var secrets: [ClientSecret.Stored]
    /// The scopes that the client may request.
    package var scopes: Scopes
    /// The algorithm that signs the client's ID tokens.
    package var idTokenAlgorithm: JWSAlgorithm
    /// Whether devices without a browser may request a sign-in on another device (RFC 8628).
    package var allowsDevices: Bool
    /// Whether the client belongs to the operator of the server, so that users need not consent to its scopes.
    package var isFirstParty: Bool
    /// The address that gets a logout token when a session of the client ends before its time; nil for none.
    package var backChannelLogoutURI: String?

    package init(
      redirectURIs: [RedirectURI], postLogoutRedirectURIs: [RedirectURI],
      secrets: [ClientSecret.Stored] = [],
      scopes: Scopes, idTokenAlgorithm: JWSAlgorithm, allowsDevices: Bool, isFirstParty: Bool = false,
      backChannelLogoutURI: String? = nil
    ) {
      self.redirectURIs = redirectURIs
      self.postLogoutRedirectURIs = postLogoutRedirectURIs
      self.secrets = secrets
      self.scopes = scopes
      self.idTokenAlgorithm = idTokenAlgorithm
      self.allowsDevices = allowsDevices
      self.isFirstParty = isFirstParty
      self.backChannelLogoutURI = backChannelLogoutURI
    }

    package var isConfidential: Bool { !secrets.isEmpty }

    /// Whether the client has a secret that is valid now.
    package func accepts(_ secret: String, at instant: Date) -> Bool {
      // Each is compared, so that the time of the answer tells nothing.
      !secrets.filter { $0.isValid(at: instant) && $0.hash.matches(secret) }.isEmpty
    }

    /// The granted scopes that the client may still have.
    package func allowed(of granted: Scopes) -> Scopes { granted.intersection(scopes) }

    /// The listed URI that permits a redirect to `presented`; nil if there is none.
    package func redirectURI(admitting presented: String) -> RedirectURI? {
      redirectURIs.first { $0.admits(presented) }
    }
  }
}

/// The secret of a confidential client as plain text. It is shown once, when it is made; the configuration has its
/// hash.
package struct ClientSecret: Sendable {
  package static let prefix = "dws_"

  /// `dws_` and 32 random bytes in base64url.
  package let text: String

  /// Makes a new secret.
  package init(random: RandomSource) throws { text = Self.prefix + Base64URL.encode(try random.bytes(32)) }

  /// The most secrets of one client.
  package static let maximum = 10

  /// The value of `client_secret_hash`.
  package var hash: Hash { Hash(of: text) }

  /// SHA-256 of a secret. A secret has 256 random bits, so a slow hash would not add protection.
  package struct Hash: Sendable, Equatable {
    private let bytes: [UInt8]

    package init(of secret: String) { bytes = SHA256.hash([UInt8](secret.utf8)) }

    /// Reads 43 characters of base64url; nil for anything else.
    package init?(_ text: String) {
      guard let bytes = try? Base64URL.decode(text), bytes.count == 32 else { return nil }
      self.bytes = bytes
    }

    package var text: String { Base64URL.encode(bytes) }

    /// Whether `secret` has this hash.
    package func matches(_ secret: String) -> Bool { constantTimeEquals(bytes, Hash(of: secret).bytes) }

    /// Names the secret in lists, and does not show the hash.
    fileprivate var id: String { String(Base64URL.encode(SHA256.hash(bytes)).prefix(16)) }
  }

  /// A secret as the server keeps it.
  package struct Stored: Sendable, Equatable {
    package let hash: Hash
    /// nil if it is not known.
    package let createdAt: Date?
    /// nil for a secret that does not expire.
    package var expiresAt: Date?

    package var id: String { hash.id }

    package init(_ hash: Hash, createdAt: Date? = nil, expiresAt: Date? = nil) {
      self.hash = hash
      self.createdAt = createdAt
      self.expiresAt = expiresAt
    }

    package func isValid(at instant: Date) -> Bool { expiresAt.map { instant < $0 } ?? true }
  }
}
