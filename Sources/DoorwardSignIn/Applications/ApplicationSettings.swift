package import DoorwardSessions
import DoorwardStore
package import Encodings
import JOSE

extension Application {
  /// The settings of the application with all default values, with the members that ``ApplicationReader`` reads. The
  /// hash of the client's secret is omitted.
  package var settings: JSONObject {
    var settings: JSONObject = [
      "id": .string(id), "name": .string(name), "audience": .string(audience),
      "methods": .strings(SignInMethods.names(offeredBy: self).map(\.rawValue)),
    ]
    for member in SignInMethods.settings(of: self) { settings[member.key] = member.value }
    let rest: JSONObject = [
      "origins": .strings(origins.sorted()),
      "terms": ["terms_url": .text(terms.termsURL), "privacy_url": .text(terms.privacyURL)],
      "redirect_uris": .strings(client.redirectURIs.map(\.text)),
      "post_logout_redirect_uris": .strings(client.postLogoutRedirectURIs.map(\.text)),
      "scopes": .strings(client.scopes.names), "device_authorization": .bool(client.allowsDevices),
      "id_token_signed_response_alg": .string(client.idTokenAlgorithm.rawValue),
    ]
    for member in rest { settings[member.key] = member.value }
    return settings
  }
}
