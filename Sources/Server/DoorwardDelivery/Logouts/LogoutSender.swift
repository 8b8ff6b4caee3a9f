package import DoorwardCurl
import DoorwardHTTPTypes
package import DoorwardStore

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
      return .status(try await client.send(outgoing).status)
    } catch {
      return .failed(code: error.code.rawValue)
    }
  }
}

/// The answer of a client to a logout token.
package enum LogoutAnswer: Sendable, Equatable {
  case status(Int)
  /// There was no answer.
  case failed(code: String)
  /// The client has no address any more. It got nothing.
  case unwanted
}
