#if canImport(Darwin)
  internal import Foundation

  /// Sends the requests of an app with `URLSession`.
  ///
  /// The client follows no redirect, stores no cookies and caches nothing.
  package final class PlatformHTTPClient: Sendable {
    private let session: URLSession
    private let answers = BoundedAnswers()

    package init() {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpCookieStorage = nil
      configuration.urlCache = nil
      session = URLSession(configuration: configuration, delegate: answers, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request.
    ///
    /// - Throws: `URLError` if there is no answer or the answer is longer than the limit; `CancellationError`.
    package func send(_ request: PlatformRequest) async throws -> PlatformResponse {
      guard let url = URL(string: request.url) else { throw URLError(.badURL) }
      var sent = URLRequest(url: url, timeoutInterval: request.timeout / .seconds(1))
      sent.httpMethod = request.method
      for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
      sent.httpBody = request.body.map { Data($0) }
      let (data, response) = try await answers.answer(to: sent, in: session, limit: request.limit)
      guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      var headers: [String: String] = [:]
      for (name, value) in http.allHeaderFields {
        if let name = name as? String, let value = value as? String { headers[name.lowercased()] = value }
      }
      return PlatformResponse(status: http.statusCode, headers: headers, body: Array(data))
    }
  }
#endif
