package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import Encodings

/// A valid authorization request of a known client, limited to the scopes that the client may request
/// (RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1).
package struct AuthorizationRequest: Sendable {
  /// A value of `prompt`: a step that the page must show or must not show (OpenID Connect Core §3.1.2.1).
  package enum Prompt: String, Sendable {
    case none, login, consent
    case selectAccount = "select_account"
  }

  private static let maximumNonce = 1024
  /// The most values of `acr_values` that are read.
  private static let maximumAssurances = 16

  package let back: AuthorizationReturn
  package let scopes: Scopes
  /// SHA-256 of the code verifier (RFC 7636 §4.2); nil if a client with a secret uses none.
  package let challenge: [UInt8]?
  package let nonce: String?
  package let prompts: Set<Prompt>
  /// The maximum age of the user's sign-in, in seconds.
  package let maximumAge: Int64?
  /// The values of `acr` that the client prefers (OpenID Connect Core §3.1.2.1).
  package let assurances: [Assurance]
  /// The user that must be signed in, if the client sent an ID token as a hint.
  package let expectedUser: User.ID?

  package var application: Application { back.application }

  /// Validates the parameters. A redirect reports every error here to the client.
  ///
  /// - Throws: ``AuthorizationError``.
  package init(
    _ parameters: AuthorizationParameters, _ back: AuthorizationReturn, expectedUser: User.ID?
  ) throws(AuthorizationError) {
    guard parameters.repeated.isEmpty else {
      throw AuthorizationError(.invalidRequest, "A parameter occurs twice.")
    }
    // OpenID Connect Core §3.1.2.6 names these errors: a server must not ignore a request object.
    if parameters["request"] != nil {
      throw AuthorizationError(.requestNotSupported, "Request objects are not supported. Send parameters.")
    }
    if parameters["request_uri"] != nil {
      throw AuthorizationError(.requestURINotSupported, "request_uri is not supported. Send parameters.")
    }
    if parameters["registration"] != nil {
      throw AuthorizationError(.registrationNotSupported, "The operator registers clients.")
    }
    guard let type = parameters["response_type"] else {
      throw AuthorizationError(.invalidRequest, "response_type is required.")
    }
    guard type == "code" else {
      throw AuthorizationError(.unsupportedResponseType, "response_type must be code.")
    }
    guard parameters["response_mode"] ?? "query" == "query" else {
      throw AuthorizationError(.invalidRequest, "response_mode must be query.")
    }
    self.back = back
    challenge = try Self.challenge(parameters, of: back.application)
    let claims = try parameters["claims"].map { text throws(AuthorizationError) in try RequestedClaims(text) }
    scopes = try Self.scopes(parameters["scope"] ?? "", claims, of: back.application)
    nonce = parameters["nonce"]
    guard nonce?.utf8.count ?? 0 <= Self.maximumNonce else {
      throw AuthorizationError(.invalidRequest, "nonce is longer than \(Self.maximumNonce) bytes.")
    }
    prompts = try Self.prompts(parameters["prompt"] ?? "")
    maximumAge = try parameters["max_age"].map { text throws(AuthorizationError) in
      guard let seconds = Int64(text), seconds >= 0, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) else {
        throw AuthorizationError(.invalidRequest, "max_age must be a number of seconds.")
      }
      return seconds
    }
    let preferred = (parameters["acr_values"] ?? "").split(separator: " ").prefix(Self.maximumAssurances)
      .map { Assurance(rawValue: String($0)) }
    // `claims` is a parameter of OpenID Connect, so it has no effect on other requests.
    guard let claims, scopes.contains(.openID) else {
      assurances = preferred
      self.expectedUser = expectedUser
      return
    }
    assurances = try claims.assurances(beside: preferred)
    self.expectedUser = try claims.user(expectedUser)
  }

  package init(
    back: AuthorizationReturn, scopes: Scopes, challenge: [UInt8]?, nonce: String?, prompts: Set<Prompt>,
    maximumAge: Int64?, assurances: [Assurance], expectedUser: User.ID?
  ) {
    self.back = back
    self.scopes = scopes
    self.challenge = challenge
    self.nonce = nonce
    self.prompts = prompts
    self.maximumAge = maximumAge
    self.assurances = assurances
    self.expectedUser = expectedUser
  }

  /// The second factor that a sign-in for the client needs.
  ///
  /// `acr_values` can ask for one, and then accepts the codes that the application accepts without `acr_values`. Other values
  /// describe ways to sign in, which the user chooses (OpenID Connect Core §5.5.1.1: the claim is voluntary).
  private var secondFactor: SecondFactorPolicy {
    guard !assurances.isEmpty, assurances.allSatisfy(Assurance.secondFactors.contains) else {
      return application.secondFactor
    }
    guard assurances.contains(.secondFactorCode) else { return SecondFactorPolicy(isRequired: true) }
    return SecondFactorPolicy(
      isRequired: true, codeChannels: application.secondFactor.codeChannels,
      chosenChannels: application.secondFactor.chosenChannels)
  }

  /// The proofs that the request needs of the session on the page.
  package var requirement: ClientRequirement { ClientRequirement(application, secondFactor) }

  /// The page's application while it signs a user in for the client.
  package func narrow(_ page: Application) -> Application {
    var narrowed = page.narrowed(to: application)
    narrowed.secondFactor = page.secondFactor.narrowed(to: secondFactor)
    return narrowed
  }

  /// Every public client must use PKCE. A confidential client proves itself with its secret, and should use PKCE too
  /// (RFC 9700 §2.1.1). The method is always `S256`.
  private static func challenge(
    _ parameters: AuthorizationParameters, of application: Application
  ) throws(AuthorizationError) -> [UInt8]? {
    let isOmitted = parameters["code_challenge"] == nil && parameters["code_challenge_method"] == nil
    if isOmitted, application.client.isConfidential { return nil }
    guard let text = parameters["code_challenge"], parameters["code_challenge_method"] == "S256",
      let digest = try? Base64URL.decode(text), digest.count == 32
    else {
      throw AuthorizationError(
        .invalidRequest, "PKCE is required: code_challenge, and code_challenge_method=S256 (RFC 7636).")
    }
    return digest
  }

  /// The scopes that a client requests, with those of the claims that it requests, if it may request all of them.
  ///
  /// `email` and `phone` are left out if the client may not have them, and so are claims: many libraries ask for `email` unless
  /// they are told otherwise, and no client relies on a claim (OpenID Connect Core §5.5.1).
  package static func scopes(
    _ text: String, _ claims: RequestedClaims? = nil, of application: Application
  ) throws(AuthorizationError) -> Scopes {
    var asked = Scopes(text).subtracting(Scopes([.email, .phone]).subtracting(application.client.scopes))
    if let claims, asked.contains(.openID) {
      asked = asked.union(application.client.allowed(of: claims.scopes))
    }
    guard asked.isSubset(of: application.client.scopes) else {
      throw AuthorizationError(
        .invalidScope,
        "This client may request only \(application.client.scopes.text).")
    }
    guard asked.opensSomething else {
      throw AuthorizationError(.invalidScope, "scope must name openid, user:read or account.")
    }
    return asked
  }

  private static func prompts(_ text: String) throws(AuthorizationError) -> Set<Prompt> {
    let names = text.split(separator: " ")
    // An unknown prompt requests a step that the page cannot show.
    let prompts = Set(names.compactMap { Prompt(rawValue: String($0)) })
    guard prompts.count == Set(names).count else {
      throw AuthorizationError(
        .invalidRequest, "prompt may contain only none, login, consent and select_account.")
    }
    guard !prompts.contains(.none) || prompts.count == 1 else {
      throw AuthorizationError(.invalidRequest, "prompt=none must be the only value.")
    }
    return prompts
  }
}

/// The unverified parameters of an authorization request, from a query or a form.
package struct AuthorizationParameters: Sendable {
  private let values: [String: String]
  /// The query or form cannot be parsed.
  package struct Unreadable: Error {}

  /// The names of the parameters that occur more than once. Their values are ignored.
  package let repeated: Set<String>

  /// Reads the query, or the form of a POST.
  ///
  /// - Throws: ``Unreadable`` if the query or form cannot be parsed: the page tells the user. ``Problem`` 415.
  package init(readable request: HTTPRequest) throws {
    do {
      self.init(try request.method == .post ? request.requireForm() : request.queryItems)
    } catch {
      throw error.status == 400 ? Unreadable() : error as any Error
    }
  }

  package init(_ form: FormURLEncoded) {
    repeated = form.duplicateNames
    var values: [String: String] = [:]
    // RFC 6749 §3.1: a parameter without a value counts as omitted.
    for item in form.items where !item.value.isEmpty { values[item.name] = item.value }
    self.values = values
  }

  package subscript(name: String) -> String? { repeated.contains(name) ? nil : values[name] }
}
