import DoorwardSessions
package import Encodings
package import WebAuthn

/// The relying party of an application's passkeys, and the options of their ceremonies.
package struct PasskeyOffer: MethodOffer {
  /// The RP ID and the origins that use its passkeys.
  package let party: RelyingParty
  /// The origins as configured, for the settings.
  private let origins: [String]
  /// The native apps that use its passkeys.
  let apps: NativeApps
  /// The name that authenticators show.
  package let name: String
  /// Whether the authenticator verifies the user. A passkey that does is a second factor, too.
  package private(set) var userVerification: UserVerificationRequirement
  /// Hints for the browser's window, the preferred ones first (WebAuthn L3 §5.8.7).
  package let hints: [String]

  package var settings: JSONObject {
    var settings: JSONObject = [
      "rp_id": .string(party.id), "origins": .strings(origins),
      "user_verification": .string(userVerification.rawValue), "hints": .strings(hints),
    ]
    settings.set(apps.settings)
    return settings
  }

  /// Whether the authenticator verifies the user if the passkey is a second factor. The first factor is a secret that
  /// the user knows, so the possession of the passkey is enough.
  var factorVerification: UserVerificationRequirement {
    userVerification == .required ? .required : .discouraged
  }

  /// The origins outside the domain of the passkeys that use them (WebAuthn L3 §5.11).
  var relatedOrigins: [JSONValue] { party.relatedOrigins?["origins"]?.array ?? [] }

  /// Whether the RP ID is the domain of a host, or a parent of it.
  func hasDomain(of host: String) -> Bool { host == party.id || host.hasSuffix(".\(party.id)") }

  /// The page's own relying party signs users in for every client, and verifies the user if the client demands it.
  package func narrowed(to client: PasskeyOffer) -> PasskeyOffer? {
    var narrowed = self
    if client.userVerification == .required { narrowed.userVerification = .required }
    return narrowed
  }

  private static let knownHints = ["security-key", "client-device", "hybrid"]

  /// Reads `passkeys` of an application.
  ///
  /// - Returns: nil if the server has no host name: a passkey belongs to a domain.
  init?(_ application: inout ConfigurationReader, _ context: OfferContext) {
    // Port 0 is a port that the system has not chosen yet.
    let named = context.origins.filter { ($0.isLoopback || $0.scheme == "https") && $0.port != 0 }.filter {
      (try? RelyingParty(id: $0.host, origins: [])) != nil
    }
    var id = named.first?.host
    var origins = named.filter { origin in id.map { origin.host == $0 } ?? false }.map { "\($0)" }
    var userVerification = UserVerificationRequirement.preferred
    var hints: [String] = []
    var apps = NativeApps.none
    if var reader = application.object("passkeys") {
      id = reader.string("rp_id") ?? id
      if let listed = reader.strings("origins") { origins += listed.filter { !origins.contains($0) } }
      if let text = reader.string("user_verification") {
        if let value = UserVerificationRequirement(rawValue: text) {
          userVerification = value
        } else {
          reader.refuse("user_verification", "\"\(text)\" is none of required, preferred and discouraged")
        }
      }
      hints = reader.strings("hints") ?? []
      for hint in hints where !Self.knownHints.contains(hint) {
        reader.refuse("hints", "\"\(hint)\" is none of \(Self.knownHints.joined(separator: ", "))")
      }
      apps = NativeApps(&reader)
      reader.finish()
      do throws(WebAuthnError) {
        _ = try id.map { id throws(WebAuthnError) in try RelyingParty(id: id, origins: origins) }
      } catch {
        reader.refuse(error.code == .invalidRelyingPartyID ? "rp_id" : "origins", error.reason)
      }
    }
    guard let id, let party = try? RelyingParty(id: id, origins: origins + apps.android.flatMap(\.origins))
    else { return nil }
    self.party = party
    self.origins = origins
    self.apps = apps
    name = context.names.first ?? id
    self.userVerification = userVerification
    self.hints = hints
  }
}
