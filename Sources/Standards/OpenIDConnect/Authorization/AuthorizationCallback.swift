internal import DoorwardHTTP
internal import Encodings

/// The answer of a provider to an authorization request (OpenID Connect Core §3.1.2.5 and §3.1.2.6), parsed but not
/// checked: any page can send a browser to the redirect URI with any parameters.
public struct AuthorizationCallback: Sendable {
  /// The longest accepted query or form, in bytes.
  public static let maxBytes = 16_384

  private enum Answer {
    case code(String)
    case refused(ProviderRefusal)
  }

  /// `state`, with which the client finds its request. It is not checked.
  public let unverifiedState: String
  /// `user` of a form: the name that Apple sends with a user's first sign-in, as JSON. It is not signed.
  public let unverifiedUser: String?
  private let issuer: String?
  private let answer: Answer

  /// Parses the query of the request to the redirect URI.
  ///
  /// - Throws: ``OpenIDError``: `malformed_callback`.
  public init(query: String) throws(OpenIDError) {
    guard query.utf8.count <= Self.maxBytes else { throw Self.tooLong }
    try self.init { () throws(HTTPError) in try FormURLEncoded.parse(query, maximumItems: 32) }
  }

  /// Parses the body of the request to the redirect URI, for the response mode `form_post`.
  ///
  /// - Throws: ``OpenIDError``: `malformed_callback`.
  public init(form: [UInt8]) throws(OpenIDError) {
    guard form.count <= Self.maxBytes else { throw Self.tooLong }
    try self.init { () throws(HTTPError) in try FormURLEncoded.parse(form, maximumItems: 32) }
  }

  private init(_ parse: () throws(HTTPError) -> FormURLEncoded) throws(OpenIDError) {
    let form: FormURLEncoded
    do { form = try parse() } catch { throw Self.malformed(error.reason) }
    let duplicates = form.duplicateNames.intersection(Self.parameters)
    guard duplicates.isEmpty else {
      throw Self.malformed("the parameters \(duplicates.sorted().joined(separator: ", ")) occur twice")
    }
    guard let state = form["state"], !state.isEmpty else { throw Self.malformed("state is missing") }
    switch (form["code"], form["error"]) {
    case (let code?, nil):
      guard !code.isEmpty else { throw Self.malformed("the code is empty") }
      answer = .code(code)
    case (nil, let error?):
      guard let refusal = ProviderRefusal(code: error, explanation: form["error_description"]) else {
        throw Self.malformed("error has more than 64 characters, or characters that are not allowed")
      }
      answer = .refused(refusal)
    default: throw Self.malformed("there must be either a code or an error")
    }
    unverifiedState = state
    unverifiedUser = form["user"]
    issuer = form["iss"]
  }

  private static let parameters: Set<String> = ["state", "code", "error", "error_description", "iss", "user"]

  private static let tooLong = malformed("it has more than \(maxBytes) bytes")

  private static func malformed(_ flaw: String) -> OpenIDError {
    OpenIDError(code: .malformedCallback, reason: "the answer of the provider cannot be read: \(flaw)")
  }

  /// Checks that the answer belongs to a request of this client, and returns its code.
  ///
  /// The issuer is compared before the answer is used, also if it is an error (RFC 9207 §2.4). So a provider cannot make a
  /// client send the code of another provider to its own token endpoint ("mix-up").
  ///
  /// - Parameters:
  ///   - state: The state of the client's request.
  ///   - expected: The issuer to which the client sent the request.
  ///   - requiresIssuer: Whether the provider advertises `iss` (``ProviderMetadata/namesIssuerInCallback``).
  /// - Returns: The code.
  /// - Throws: ``OpenIDError``: `wrong_state`, `wrong_issuer`, `missing_issuer`; `provider_refused` with the provider's
  ///   error.
  public func code(
    state: String, from expected: ExpectedIssuer, requiresIssuer: Bool
  ) throws(OpenIDError) -> String {
    guard constantTimeEquals([UInt8](state.utf8), [UInt8](unverifiedState.utf8)) else {
      throw OpenIDError(code: .wrongState, reason: "the answer belongs to another request")
    }
    if let issuer {
      guard expected.acceptsCallback(of: issuer) else {
        throw OpenIDError(code: .wrongIssuer, reason: "the answer names another issuer than \(expected.text)")
      }
    } else if requiresIssuer {
      throw OpenIDError(
        code: .missingIssuer, reason: "the answer does not name its issuer, although the provider promises it"
      )
    }
    switch answer {
    case .code(let code): return code
    case .refused(let refusal):
      throw OpenIDError(
        code: .providerRefused, reason: "the provider did not sign the user in", refusal: refusal)
    }
  }
}

extension AuthorizationCallback: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Hides the code and the state.
  public var description: String { "answer to an authorization request" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
