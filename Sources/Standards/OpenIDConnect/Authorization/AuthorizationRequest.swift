internal import Encodings

/// A request for an authorization code (OpenID Connect Core §3.1.2.1), which the client sends through the user's browser.
///
/// ```swift
/// let request = AuthorizationRequest(
///   endpoint: metadata.authorizationEndpoint, clientID: "doorward", redirectURI: "https://id.example/callback",
///   scopes: ["openid", "email"], state: state, nonce: nonce, proofKey: proofKey)
/// let address = try request.address()
/// ```
public struct AuthorizationRequest: Sendable {
  /// How the provider returns its answer.
  public enum ResponseMode: String, Sendable, Hashable {
    /// In the query of the redirect URI.
    case query
    /// As a form that the browser posts to the redirect URI (OAuth 2.0 Form Post Response Mode).
    case formPost = "form_post"
  }

  /// `prompt` (OpenID Connect Core §3.1.2.1).
  public enum Prompt: String, Sendable, Hashable {
    case login
    case consent
    case selectAccount = "select_account"
  }

  /// The authorization endpoint.
  public var endpoint: EndpointAddress
  /// The client.
  public var clientID: String
  /// The address to which the provider sends the answer.
  public var redirectURI: String
  /// The scopes, such as `openid`.
  public var scopes: [String]
  /// The value that the answer must contain.
  public var state: String
  /// The value that the ID token must contain; nil for a provider without ID tokens.
  public var nonce: String?
  /// The proof key.
  public var proofKey: ProofKey
  /// How the answer returns; nil for the provider's default, which is the query.
  public var responseMode: ResponseMode?
  /// The question that the provider must ask the user.
  public var prompt: Prompt?
  /// The account that the user probably wants to use.
  public var loginHint: String?
  /// The longest time since the user's last sign-in at the provider, in seconds.
  public var maxAge: Int64?
  /// The requested authentication contexts (`acr_values`).
  public var authenticationContexts: [String] = []
  /// The languages of the user, the preferred one first.
  public var languages: [String] = []
  /// Further parameters of the provider, such as `hd` or `access_type`.
  public var extensions: [String: String] = [:]

  /// Creates a request. The optional parts are set afterwards.
  public init(
    endpoint: EndpointAddress, clientID: String, redirectURI: String, scopes: [String], state: String,
    nonce: String?, proofKey: ProofKey
  ) {
    self.endpoint = endpoint
    self.clientID = clientID
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.state = state
    self.nonce = nonce
    self.proofKey = proofKey
  }

  /// The address to which the client sends the browser.
  ///
  /// - Throws: ``OpenIDError``: `invalid_request` if ``extensions`` has a parameter that the library sets, or a scope
  ///   contains characters that RFC 6749 §3.3 does not allow.
  public func address() throws(OpenIDError) -> String {
    guard scopes.allSatisfy(Self.isScope) else {
      throw OpenIDError(
        code: .invalidRequest, reason: "a scope is empty, or has spaces or characters that are not ASCII")
    }
    for name in extensions.keys where AuthorizationParameters.reserved.contains(name) {
      throw OpenIDError(code: .invalidRequest, reason: "the parameter \(name) cannot be set as an extension")
    }
    var items: [(String, String?)] = [
      ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI),
      ("scope", scopes.joined(separator: " ")), ("state", state), ("nonce", nonce),
      ("code_challenge", proofKey.challenge), ("code_challenge_method", "S256"),
      ("response_mode", responseMode?.rawValue), ("prompt", prompt?.rawValue), ("login_hint", loginHint),
      ("max_age", maxAge.map(String.init)), ("acr_values", Self.list(authenticationContexts)),
      ("ui_locales", Self.list(languages)),
    ]
    items += extensions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return endpoint.text + (endpoint.query == nil ? "?" : "&") + FormText.encode(items)
  }

  private static func list(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: " ")
  }

  /// RFC 6749 §3.3: %x21, %x23-5B and %x5D-7E.
  private static func isScope(_ scope: String) -> Bool {
    !scope.isEmpty
      && scope.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#""\"#.utf8.contains($0) }
  }
}

/// Text in `application/x-www-form-urlencoded`.
enum FormText {
  /// The parameters that have a value.
  static func encode(_ items: [(String, String?)]) -> String {
    items.compactMap { name, value in
      value.map { "\(PercentEncoding.encode(name))=\(PercentEncoding.encode($0))" }
    }.joined(separator: "&")
  }
}
