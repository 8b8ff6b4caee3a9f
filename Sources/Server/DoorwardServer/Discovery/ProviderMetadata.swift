import DoorwardProvider
import DoorwardSessions
import DoorwardStore
import DoorwardTexts
import DoorwardWire
import Encodings
import JOSE

/// The metadata of the server for clients (RFC 8414 §2, OpenID Connect Discovery §3).
struct ProviderMetadata: Sendable {
  let origin: WebOrigin
  /// The `grant_type`s of the token endpoint.
  let grants: [String]

  /// Authorization server metadata (RFC 8414).
  var authorizationServer: JSONObject {
    let origin = "\(origin)"
    return [
      "issuer": .string(origin), "jwks_uri": .string("\(origin)/.well-known/jwks.json"),
      "authorization_endpoint": .string("\(origin)\(WirePath.authorize)"),
      "token_endpoint": .string("\(origin)\(WirePath.token)"),
      "device_authorization_endpoint": .string("\(origin)\(WirePath.deviceAuthorization)"),
      "revocation_endpoint": .string("\(origin)\(WirePath.revoke)"),
      "introspection_endpoint": .string("\(origin)\(WirePath.introspect)"),
      "grant_types_supported": .strings(grants), "response_types_supported": ["code"],
      "response_modes_supported": ["query"], "code_challenge_methods_supported": ["S256"],
      "authorization_response_iss_parameter_supported": true,
      "token_endpoint_auth_methods_supported": .strings(ClientAuthentication.methods),
      "revocation_endpoint_auth_methods_supported": .strings(ClientAuthentication.methods),
      // Introspection takes an API key as bearer. RFC 8414 does not register a name for this method.
      "introspection_endpoint_auth_methods_supported": ["bearer"],
      "scopes_supported": .strings(Scope.allCases.map(\.rawValue)),
      "service_documentation": .string("\(origin)/openapi.json"),
    ]
  }

  /// OpenID provider metadata: the authorization server metadata and the members of OpenID Connect Discovery.
  var openIDProvider: JSONObject {
    var metadata = authorizationServer
    metadata["userinfo_endpoint"] = .string("\(origin)\(WirePath.userinfo)")
    metadata["end_session_endpoint"] = .string("\(origin)\(WirePath.endSession)")
    metadata["subject_types_supported"] = ["public"]
    metadata["id_token_signing_alg_values_supported"] = .strings(
      SigningKeySchedule.algorithms.map(\.rawValue))
    metadata["claim_types_supported"] = ["normal"]
    metadata["claims_supported"] = .strings(Self.claims + ScopeClaims.all)
    metadata["acr_values_supported"] = .strings([Assurance.secondFactor, .secondFactorCode].map(\.rawValue))
    metadata["ui_locales_supported"] = .strings(Language.all.map(\.tag))
    metadata["prompt_values_supported"] = ["none", "login", "consent", "select_account"]
    metadata["claims_parameter_supported"] = true
    metadata["backchannel_logout_supported"] = true
    metadata["backchannel_logout_session_supported"] = true
    metadata["request_parameter_supported"] = false
    metadata["request_uri_parameter_supported"] = false
    return metadata
  }

  private static let claims = [
    "iss", "sub", "aud", "azp", "exp", "iat", "auth_time", "nonce", "acr", "amr", "sid", "at_hash",
    WireUser.Members.roles,
  ]
}
