import DoorwardDelivery
import DoorwardSessions
import DoorwardStore
import Encodings
import JOSE

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The settings of an application as an OpenID Connect client; nil for the default value.
struct ClientSettings {
  private var redirectURIs: [RedirectURI]?
  private var postLogoutRedirectURIs: [RedirectURI]?
  private var secrets: [ClientSecret.Stored]
  private var scopes: Scopes?
  private var allowsDevices: Bool?
  private var isFirstParty: Bool?
  private var idTokenAlgorithm: JWSAlgorithm?
  private var backChannelLogoutURI: String?

  init(_ reader: inout ConfigurationReader) {
    redirectURIs = reader.redirectURIs("redirect_uris")
    postLogoutRedirectURIs = reader.redirectURIs("post_logout_redirect_uris")
    secrets = Self.secrets(&reader)
    allowsDevices = reader.bool("device_authorization")
    isFirstParty = reader.bool("first_party")
    if let address = reader.string("backchannel_logout_uri") {
      // The server sends a token there, so nobody else may read the request.
      if address.utf8.count > 2048 || address.contains("#") || !LinkRule.allows(address) {
        reader.refuse("backchannel_logout_uri", "must be an https URL without a fragment, except on loopback")
      }
      backChannelLogoutURI = address
    }
    if let name = reader.string("id_token_signed_response_alg") {
      idTokenAlgorithm = SigningKeySchedule.algorithms.first { $0.rawValue == name }
      if idTokenAlgorithm == nil {
        let known = SigningKeySchedule.algorithms.map(\.rawValue).joined(separator: " or ")
        reader.refuse("id_token_signed_response_alg", "must be \(known)")
      }
    }
    if let names = reader.strings("scopes") {
      for name in names where Scope(rawValue: name) == nil {
        let known = Scope.allCases.map(\.rawValue).joined(separator: ", ")
        reader.refuse("scopes", "\"\(name)\" is not known; known are \(known)")
      }
      let scopes = Scopes(Set(names.compactMap(Scope.init(rawValue:))))
      if !secrets.isEmpty, scopes.contains(.account) {
        reader.refuse("scopes", "\"account\" is for the server's own apps, which have no secret")
      }
      self.scopes = scopes
    }
  }

  /// Whether the application's apps may sign in at the API. A secret, or scopes without `account`, restrict every
  /// sign-in, so the application may not sign in directly.
  var signsInDirectly: Bool { secrets.isEmpty && scopes?.contains(.account) ?? true }

  func client(isDefault: Bool, isDevelopment: Bool) -> Application.Client {
    let isOpen = isDefault && isDevelopment
    return Application.Client(
      redirectURIs: redirectURIs ?? (isOpen ? Self.loopbackRedirects : []),
      postLogoutRedirectURIs: postLogoutRedirectURIs ?? [], secrets: secrets,
      scopes: scopes ?? Self.standardScopes(withAccount: isDefault && secrets.isEmpty),
      idTokenAlgorithm: idTokenAlgorithm ?? .es256, allowsDevices: allowsDevices ?? isOpen,
      isFirstParty: isFirstParty ?? isOpen, backChannelLogoutURI: backChannelLogoutURI)
  }

  /// The secret that does not expire, and those of `client_secrets`.
  private static func secrets(_ reader: inout ConfigurationReader) -> [ClientSecret.Stored] {
    let rule = "must be the 43 characters that `doorward admin application secret` prints"
    var secrets: [ClientSecret.Stored] = []
    for var entry in reader.objects("client_secrets") ?? [] {
      let (text, created) = (entry.string("hash"), time(entry.string("created_at"), "created_at", in: entry))
      let expiry = time(entry.string("expires_at"), "expires_at", in: entry)
      entry.finish()
      entry.require("hash", "is required: \(rule)")
      guard let text else { continue }
      if let hash = ClientSecret.Hash(text) {
        secrets.append(ClientSecret.Stored(hash, createdAt: created, expiresAt: expiry))
      } else {
        entry.refuse("hash", rule)
      }
    }
    if secrets.count > ClientSecret.maximum {
      reader.refuse("client_secrets", "must have at most \(ClientSecret.maximum) secrets")
    }
    if let text = reader.string("client_secret_hash") {
      if let hash = ClientSecret.Hash(text) {
        secrets.append(ClientSecret.Stored(hash))
      } else {
        reader.refuse("client_secret_hash", rule)
      }
    }
    return secrets
  }

  private static func time(_ text: String?, _ name: String, in reader: ConfigurationReader) -> Date? {
    guard let text else { return nil }
    let time = try? Timestamp(rfc3339: text)
    if time == nil { reader.refuse(name, "must be a time like 2027-01-31T12:00:00Z") }
    return time?.date
  }

  /// The redirect URIs of the apps that come with the server.
  private static var loopbackRedirects: [RedirectURI] {
    ["http://127.0.0.1/callback", "http://[::1]/callback"].compactMap { try? RedirectURI($0) }
  }

  /// The default scopes. Only the default application without a secret gets `account`.
  private static func standardScopes(withAccount: Bool) -> Scopes {
    let all = Set(Scope.allCases)
    return Scopes(withAccount ? all : all.subtracting([.account]))
  }
}
