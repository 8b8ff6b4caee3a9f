internal import DoorwardWire
internal import Encodings
internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A request to the server.
public struct DoorwardRequest: Sendable, Hashable {
  /// The HTTP method.
  public var method: String
  /// The address.
  public var url: String
  /// The header fields.
  public var headers: [String: String]
  /// The body; nil for none.
  public var body: [UInt8]?

  /// Makes a request.
  public init(method: String, url: String, headers: [String: String] = [:], body: [UInt8]? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// What the server answered.
public struct DoorwardResponse: Sendable, Hashable {
  /// The HTTP status.
  public var status: Int
  /// The header fields, their names in lower case.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]

  /// Makes a response.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// How requests reach the server: the one thing the SDK leaves to others, and what tests replace.
public struct DoorwardTransport: Sendable {
  /// How long an answer is waited for, all in all, whatever ``send`` does meanwhile.
  public var patience: Duration
  /// Sends a request and answers whatever the status; throws when there was no answer. A ``DoorwardError`` goes
  /// to the app as it is; a `URLError` of TLS is ``DoorwardError/Code/insecureConnection``, and anything else
  /// ``DoorwardError/Code/offline``.
  public var send: @Sendable (DoorwardRequest) async throws -> DoorwardResponse

  /// Makes a transport.
  public init(
    patience: Duration = .seconds(30),
    send: @escaping @Sendable (DoorwardRequest) async throws -> DoorwardResponse
  ) {
    self.patience = patience
    self.send = send
  }

  /// By `URLSession`, without cookies or caches, following no redirect, with answers of up to 1 MiB.
  public static let urlSession: DoorwardTransport = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.timeoutIntervalForRequest = 20
    // A token is for this server and for no other that one might be sent on to.
    let answers = BoundedAnswers(longest: WireLimits.answer.maxBytes)
    let session = URLSession(
      configuration: configuration, delegate: answers, delegateQueue: nil)
    return DoorwardTransport { request in
      guard let url = URL(string: request.url) else { throw URLError(.badURL) }
      var sent = URLRequest(url: url)
      sent.httpMethod = request.method
      for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
      sent.httpBody = request.body.map { Data($0) }
      let (data, response) = try await answers.answer(to: sent, in: session)
      guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      var headers: [String: String] = [:]
      for (name, value) in http.allHeaderFields {
        if let name = name as? String, let value = value as? String { headers[name.lowercased()] = value }
      }
      return DoorwardResponse(status: http.statusCode, headers: headers, body: Array(data))
    }
  }()
}
