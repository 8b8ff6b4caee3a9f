#if canImport(Darwin)
  internal import Foundation

  extension DoorwardTransport {
    /// `URLSession`, without cookies and caches.
    static func platform(longest: Int) -> DoorwardTransport {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpCookieStorage = nil
      configuration.urlCache = nil
      configuration.timeoutIntervalForRequest = 20
      let answers = BoundedAnswers(longest: longest)
      let session = URLSession(configuration: configuration, delegate: answers, delegateQueue: nil)
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
    }
  }
#endif
