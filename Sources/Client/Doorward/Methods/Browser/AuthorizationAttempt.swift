internal import DoorwardWire
internal import Encodings
internal import Foundation

/// One sign-in in a browser: its request and the check of its answer (RFC 6749 §4.1, RFC 7636, RFC 9207).
struct AuthorizationAttempt: Sendable {
  /// The issuer identifier of the server.
  let issuer: String
  let clientID: String
  let redirectURI: String
  let prompt: BrowserClient.Prompt?
  /// Identifies the answer to this attempt (RFC 6749 §10.12).
  let state = BindingSecrets.make().secret
  /// The code verifier and its challenge (RFC 7636).
  let pkce = BindingSecrets.make()

  /// The address of the page.
  var address: URL? {
    var parts = URLComponents(string: issuer + WirePath.authorize)
    parts?.queryItems = [
      URLQueryItem(name: "response_type", value: "code"), URLQueryItem(name: "client_id", value: clientID),
      URLQueryItem(name: "redirect_uri", value: redirectURI), URLQueryItem(name: "scope", value: "account"),
      URLQueryItem(name: "state", value: state),
      URLQueryItem(name: "code_challenge", value: pkce.binding),
      URLQueryItem(name: "code_challenge_method", value: "S256"),
    ]
    if let prompt { parts?.queryItems?.append(URLQueryItem(name: "prompt", value: prompt.rawValue)) }
    // Foundation does not escape a plus, and a form reads it as a space (URL Standard §5.1).
    let query = parts?.percentEncodedQuery?.replacing("+", with: "%2B")
    parts?.percentEncodedQuery = query
    return parts?.url
  }

  /// Whether a URL is an answer to this attempt.
  func isAnswered(by url: URL) -> Bool {
    guard let answer = Answer(url), answer.place == Answer(redirectURI)?.place else { return false }
    return answer["state"] == state
  }

  /// The code in a URL for which ``isAnswered(by:)`` is true.
  ///
  /// - Throws: ``DoorwardError``: the refusal of the server or of the user.
  func code(in url: URL) throws(DoorwardError) -> String {
    guard let answer = Answer(url) else {
      throw .malformedAnswer("it belongs to another sign-in", status: nil)
    }
    guard let named = answer["iss"], named == issuer else {
      throw DoorwardError(
        code: .wrongIssuer,
        reason: "The answer is from \(answer["iss"] ?? "an unnamed server"), not from \(issuer).",
        recoverySuggestion: "Set serverURL to the public URL of the server.")
    }
    if let error = answer["error"] {
      throw error == WireCode.accessDenied
        ? DoorwardError(code: .cancelled, reason: "The sign-in was cancelled in the browser.")
        : DoorwardError(
          code: .init(rawValue: error), reason: answer["error_description"] ?? "The server refused.")
    }
    guard let code = answer["code"], !code.isEmpty else {
      throw .malformedAnswer("it has no code", status: nil)
    }
    return code
  }

  /// The request that exchanges the code for a session (RFC 6749 §4.1.3).
  func exchange(_ code: String) -> JSONObject {
    [
      TokenRequestMembers.grantType: .string(GrantType.authorizationCode),
      TokenRequestMembers.code: .string(code), TokenRequestMembers.redirectURI: .string(redirectURI),
      TokenRequestMembers.codeVerifier: .string(pkce.secret), TokenRequestMembers.clientID: .string(clientID),
    ]
  }

  /// The URL of an answer, with each parameter at most once.
  private struct Answer {
    /// Everything before the query.
    let place: String
    private let parameters: [String: String]

    init?(_ text: String) {
      guard let url = URL(string: text) else { return nil }
      self.init(url)
    }

    init?(_ url: URL) {
      guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false), parts.user == nil,
        parts.password == nil, parts.fragment ?? "" == ""
      else { return nil }
      var parameters: [String: String] = [:]
      for item in parts.queryItems ?? [] {
        guard parameters.updateValue(item.value ?? "", forKey: item.name) == nil else { return nil }
      }
      self.parameters = parameters
      var place = parts
      place.queryItems = nil
      place.fragment = nil
      guard let text = place.string else { return nil }
      self.place = text
    }

    subscript(name: String) -> String? { parameters[name] }
  }
}
