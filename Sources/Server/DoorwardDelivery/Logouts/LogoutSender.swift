package import DoorwardCurl
import DoorwardHTTPTypes
package import DoorwardStore
import Encodings

/// Sends logout tokens to clients (OpenID Connect Back-Channel Logout 1.0 §2.5).
package struct LogoutSender: Sendable {
  /// A new logout token, and the address that gets it.
  package struct Request: Sendable {
    let address: String
    let token: String

    package init(address: String, token: String) {
      self.address = address
      self.token = token
    }
  }

  private let client: OutgoingHTTPClient
  /// The clients with an address for logout tokens.
  let clients: @Sendable () -> [String]
  private let request: @Sendable (ClientLogin) async throws -> Request?

  /// - Parameters:
  ///   - client: decides which addresses the server connects to. It follows no redirect, and bounds the time and the answer.
  ///   - clients: the clients with an address for logout tokens.
  ///   - request: makes the token for a sign-in that has ended; nil if its client has no address any more.
  package init(
    client: OutgoingHTTPClient, clients: @escaping @Sendable () -> [String],
    request: @escaping @Sendable (ClientLogin) async throws -> Request?
  ) {
    self.client = client
    self.clients = clients
    self.request = request
  }

  /// The longest time that ``send(_:)`` takes.
  var longestTime: Duration { client.timeout }

  /// Sends a token and waits for the answer.
  ///
  /// - Throws: the errors of the keys and of the random source.
  func send(_ login: ClientLogin) async throws -> LogoutAnswer {
    guard let request = try await request(login) else { return .unwanted }
    // The characters of a compact JWT need no encoding in a form.
    let outgoing = OutgoingRequest(
      method: .post, url: request.address,
      fields: ["Content-Type": "application/x-www-form-urlencoded"],
      body: [UInt8]("logout_token=\(request.token)".utf8))
    do {
      let response = try await client.send(outgoing)
      return .status(response.status, error: LogoutAnswer.error(in: response.body))
    } catch {
      return .failed(code: error.code.rawValue)
    }
  }
}

/// The answer of a client to a logout token.
package enum LogoutAnswer: Sendable, Equatable {
  /// The client's status, and the code of its error (§2.8), if it has one.
  case status(Int, error: String?)
  /// There was no answer.
  case failed(code: String)
  /// The client has no address any more. It got nothing.
  case unwanted

  /// The error code of an answer; nil if it has none. Any other text is `other`, so that no token or name of a user in an answer
  /// gets into the events.
  static func error(in body: [UInt8]) -> String? {
    guard body.count <= 4096, let error = (try? JSONParser.parse(body))?["error"]?.string else { return nil }
    return known.contains(error) ? error : "other"
  }

  /// The codes of OAuth and OpenID Connect that fit (RFC 6749 §5.2, RFC 6750 §3.1).
  private static let known: Set = [
    "invalid_request", "invalid_client", "invalid_token", "unauthorized_client", "access_denied",
    "server_error", "temporarily_unavailable", "logout_failed",
  ]
}
