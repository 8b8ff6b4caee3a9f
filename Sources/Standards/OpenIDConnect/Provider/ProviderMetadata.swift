internal import DoorwardHTTP
internal import Encodings
public import JOSE

/// The discovery document of a provider (OpenID Connect Discovery §3, RFC 8414 §2), parsed and compared with the issuer
/// that the client expects.
///
/// Members that this library does not use are ignored. The endpoints may have other hosts than the issuer, as those of large
/// providers do: the document comes from the issuer, over TLS.
public struct ProviderMetadata: Sendable, Hashable {
  /// The longest accepted document, in bytes.
  public static let maxBytes = 200_000

  /// `issuer`, which may be the template of the expected issuer.
  public let issuer: String
  /// `authorization_endpoint`.
  public let authorizationEndpoint: EndpointAddress
  /// `token_endpoint`.
  public let tokenEndpoint: EndpointAddress
  /// `jwks_uri`: the keys of the ID tokens.
  public let keySetAddress: EndpointAddress
  /// `userinfo_endpoint`.
  public let userInfoEndpoint: EndpointAddress?
  /// `revocation_endpoint` (RFC 7009).
  public let revocationEndpoint: EndpointAddress?
  /// `end_session_endpoint` (OpenID Connect RP-Initiated Logout 1.0).
  public let endSessionEndpoint: EndpointAddress?
  /// The algorithms of ID tokens that the provider and this library have in common, without `none` and without secrets.
  public let idTokenAlgorithms: Set<JWSAlgorithm>
  /// `token_endpoint_auth_methods_supported`.
  public let clientAuthenticationMethods: Set<String>
  /// `response_modes_supported`.
  public let responseModes: Set<String>
  /// `code_challenge_methods_supported`; nil if the document does not say.
  public let proofKeyMethods: Set<String>?
  /// `authorization_response_iss_parameter_supported`: each callback names its issuer (RFC 9207 §3).
  public let namesIssuerInCallback: Bool

  /// Parses a document.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - expected: The issuer for which the client has requested the document.
  ///   - transport: The allowed transports of the endpoints.
  /// - Throws: ``OpenIDError``: `malformed_metadata`, `wrong_issuer`, `invalid_endpoint`, `unsupported_provider`.
  public init(
    parsing bytes: [UInt8], from expected: ExpectedIssuer, allowing transport: AllowedTransport = .https
  ) throws(OpenIDError) {
    let reader = try MetadataReader(bytes, transport)
    issuer = try reader.text("issuer")
    guard sameBytes(issuer, expected.text) else {
      throw OpenIDError(
        code: .wrongIssuer, reason: "the discovery document names another issuer than \(expected.text)")
    }
    authorizationEndpoint = try reader.requiredAddress("authorization_endpoint")
    try AuthorizationParameters.checkQuery(of: authorizationEndpoint)
    tokenEndpoint = try reader.requiredAddress("token_endpoint")
    keySetAddress = try reader.requiredAddress("jwks_uri")
    userInfoEndpoint = try reader.address("userinfo_endpoint")
    revocationEndpoint = try reader.address("revocation_endpoint")
    endSessionEndpoint = try reader.address("end_session_endpoint")
    // The defaults are those of OpenID Connect Discovery §3.
    clientAuthenticationMethods =
      try reader.texts("token_endpoint_auth_methods_supported") ?? ["client_secret_basic"]
    responseModes = try reader.texts("response_modes_supported") ?? ["query", "fragment"]
    proofKeyMethods = try reader.texts("code_challenge_methods_supported")
    namesIssuerInCallback = try reader.flag("authorization_response_iss_parameter_supported")
    if let types = try reader.texts("response_types_supported"), !types.contains("code") {
      throw OpenIDError(code: .unsupportedProvider, reason: "the provider has no authorization code flow")
    }
    let names = try reader.texts("id_token_signing_alg_values_supported")
    idTokenAlgorithms =
      names.map { names in .asymmetric.filter { names.contains($0.rawValue) } } ?? .asymmetric
    guard !idTokenAlgorithms.isEmpty else {
      throw OpenIDError(
        code: .unsupportedProvider, reason: "the provider signs ID tokens with no supported algorithm")
    }
  }
}

/// Reads the members of a discovery document.
private struct MetadataReader {
  private let members: JSONObjectReader
  private let transport: AllowedTransport

  init(_ bytes: [UInt8], _ transport: AllowedTransport) throws(OpenIDError) {
    do {
      members = try JSONObjectReader(
        JSONParser.parse(bytes, limits: JSONLimits(maxBytes: ProviderMetadata.maxBytes)))
    } catch {
      throw Self.malformed(error)
    }
    self.transport = transport
  }

  func text(_ name: String) throws(OpenIDError) -> String {
    do { return try members.requiredString(name) } catch { throw Self.malformed(error) }
  }

  func texts(_ name: String) throws(OpenIDError) -> Set<String>? {
    do { return try members.optionalStrings(name).map { Set($0) } } catch { throw Self.malformed(error) }
  }

  func flag(_ name: String) throws(OpenIDError) -> Bool {
    do { return try members.optionalBool(name) ?? false } catch { throw Self.malformed(error) }
  }

  func requiredAddress(_ name: String) throws(OpenIDError) -> EndpointAddress {
    try address(name, text(name))
  }

  func address(_ name: String) throws(OpenIDError) -> EndpointAddress? {
    let text: String?
    do { text = try members.optionalString(name) } catch { throw Self.malformed(error) }
    guard let text else { return nil }
    return try address(name, text)
  }

  private func address(_ name: String, _ text: String) throws(OpenIDError) -> EndpointAddress {
    do {
      return try EndpointAddress(text, allowing: transport)
    } catch {
      throw OpenIDError(code: error.code, reason: "\(name) is not valid: \(error.reason)")
    }
  }

  private static func malformed(_ error: JSONError) -> OpenIDError {
    OpenIDError(code: .malformedMetadata, reason: "the discovery document is not valid: \(error.reason)")
  }
}

/// The parameters of an authorization request that only this library sets, and those that would replace the whole request
/// (RFC 9101).
enum AuthorizationParameters {
  static let reserved: Set<String> = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge",
    "code_challenge_method", "response_mode", "prompt", "login_hint", "max_age", "acr_values", "ui_locales",
    "request", "request_uri", "client_secret",
  ]

  /// Checks that the query of an endpoint has none of these parameters, because OAuth forbids sending one twice (RFC 6749
  /// §3.1).
  static func checkQuery(of endpoint: EndpointAddress) throws(OpenIDError) {
    guard let query = endpoint.query else { return }
    guard let form = try? FormURLEncoded.parse(query), form.items.allSatisfy({ !reserved.contains($0.name) })
    else {
      throw OpenIDError(
        code: .invalidEndpoint,
        reason: "the query of the authorization endpoint is malformed, or has parameters of the request")
    }
  }
}
