import DoorwardColors
package import DoorwardSessions
import DoorwardStore
import DoorwardTexts
import DoorwardWire
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
    settings.set(SignInMethods.settings(of: self))
    settings.set([
      "language": .text(language?.tag),
      "sign_up": .string(signUp.mode.rawValue),
      "sign_in_first": .string(signInFirst.rawValue),
      "email_domains": signUp.emailDomains.map { .strings($0.sorted()) } ?? .null,
      "second_factor": [
        "required": .bool(secondFactor.isRequired),
        "codes": .strings(secondFactor.codeChannels.map(\.rawValue)),
      ],
      "origins": .strings(origins.sorted()),
      "terms": terms.json, "roles": .strings(roles),
      "appearance": [
        "color": .text(appearance.color?.text), "logo": .text(appearance.logo?.uri),
        "title": appearance.title?.json ?? .null, "text": appearance.text?.json ?? .null,
        "powered_by": .bool(appearance.namesDoorward),
      ],
      "redirect_uris": .strings(client.redirectURIs.map(\.text)),
      "post_logout_redirect_uris": .strings(client.postLogoutRedirectURIs.map(\.text)),
      "backchannel_logout_uri": .text(client.backChannelLogoutURI),
      "scopes": .strings(client.scopes.names), "device_authorization": .bool(client.allowsDevices),
      "first_party": .bool(client.isFirstParty),
      "id_token_signed_response_alg": .string(client.idTokenAlgorithm.rawValue),
    ])
    return settings
  }
}
