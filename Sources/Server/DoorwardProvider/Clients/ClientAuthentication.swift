package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardServerRules
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

/// Identifies the client of an OAuth call: a confidential client by its secret, in the `Authorization` field or in the
/// form (RFC 6749 §2.3.1), a public client by its name.
package struct ClientAuthentication: Sendable {
  private let applications: ApplicationDirectory
  private let limits: RequestLimits
  private let clock: WallClock

  package init(applications: ApplicationDirectory, limits: RequestLimits, clock: WallClock) {
    self.applications = applications
    self.limits = limits
    self.clock = clock
  }

  /// The names of the authentication methods in the server metadata.
  package static let methods = ["none", "client_secret_basic", "client_secret_post"]

  /// The client of a request.
  ///
  /// Only the failures of a confidential client are counted, because its backend serves many users from one
  /// address.
  ///
  /// - Parameters:
  ///   - request: the whole request.
  ///   - form: its parameters.
  ///   - limit: the limit of a public client's call.
  /// - Returns: the client.
  /// - Throws: ``Problem`` 401 `invalid_client`, 400 `invalid_request`, 429.
  package func client(
    of request: HTTPRequest, _ form: OAuthParameters, counting limit: RouteLimit
  ) async throws -> Application {
    switch identify(request, form) {
    case .success(let application):
      if !application.client.isConfidential {
        try await limits.admit(limit, request)
      }
      return application
    case .failure(let problem):
      if problem.status == 401 {
        try await limits.admit(.apiKeyFailure, request)
      }
      throw problem
    }
  }

  /// The client of a request, authenticated as in ``client(of:_:_:counting:)``; nil if the request names no client.
  package func namedClient(
    of request: HTTPRequest, _ form: OAuthParameters, counting limit: RouteLimit
  ) async throws -> Application? {
    let header = try request.applicationID()
    let isNamed =
      header != nil || form[TokenRequestMembers.clientID] != nil
      || form[TokenRequestMembers.clientSecret] != nil
      || BasicCredentials.areSent(in: request)
    guard isNamed else {
      try await limits.admit(limit, request)
      return nil
    }
    return try await client(of: request, form, counting: limit)
  }

  private func identify(_ request: HTTPRequest, _ form: OAuthParameters) -> Result<Application, Problem> {
    Result { () throws(Problem) in
      let header = try request.applicationID()
      do throws(Problem) {
        let basic = try BasicCredentials(request)
        let application = try client(named: [basic?.name, form[TokenRequestMembers.clientID], header])
        try check(basic, form[TokenRequestMembers.clientSecret], of: application)
        return application
      } catch {
        guard error.status == 401, BasicCredentials.areSent(in: request) else { throw error }
        // Other requests get no Basic challenge, because a browser would ask the user for a password.
        var problem = error
        problem.fields["WWW-Authenticate"] = "Basic realm=\"Doorward\""
        throw problem
      }
    }
  }

  private func client(named names: [String?]) throws(Problem) -> Application {
    let names = names.compactMap(\.self)
    guard let id = names.first else { return applications.standard }
    guard names.allSatisfy({ $0 == id }) else {
      throw .contradictingClients
    }
    guard let application = applications[id] else {
      throw .invalidClient()
    }
    return application
  }

  private func check(
    _ basic: BasicCredentials?, _ posted: String?, of application: Application
  ) throws(Problem) {
    // Some libraries send a public client's name with an empty secret.
    let secrets = [basic?.secret, posted].compactMap(\.self).filter { !$0.isEmpty }
    guard secrets.count <= 1 else {
      throw .invalidRequest("The client must authenticate by one method only.")
    }
    guard application.client.isConfidential else {
      guard secrets.isEmpty else { throw .invalidClient("This client has no secret.") }
      return
    }
    guard let secret = secrets.first, application.client.accepts(secret, at: clock.now) else {
      throw .invalidClient("This client must authenticate with its secret.")
    }
  }
}

/// The name and secret of `Authorization: Basic …`, each form-encoded before Base64 (RFC 6749 §2.3.1).
private struct BasicCredentials {
  let name: String
  let secret: String

  static func areSent(in request: HTTPRequest) -> Bool {
    request.fields["Authorization"]?.prefix(6).lowercased() == "basic "
  }

  init?(_ request: HTTPRequest) throws(Problem) {
    let values = request.fields.values(for: "Authorization")
    guard Self.areSent(in: request), let value = values.first else { return nil }
    guard values.count == 1, value.utf8.count <= 1024,
      let bytes = try? Base64.decode(String(value.dropFirst(6))),
      let text = text(ofUTF8: bytes), let colon = text.firstIndex(of: ":"),
      let form = try? FormURLEncoded.parse("n=\(text[..<colon])&s=\(text[text.index(after: colon)...])"),
      form.items.count == 2
    else { throw .invalidClient("The Authorization field cannot be read.") }
    name = form.items[0].value
    secret = form.items[1].value
  }
}
