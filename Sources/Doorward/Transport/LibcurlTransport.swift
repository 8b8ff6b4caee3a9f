#if os(Linux)
  internal import DoorwardHTTP
  internal import DoorwardOutgoingHTTP
  internal import Foundation

  extension DoorwardTransport {
    /// libcurl on a thread of its own. `URLSession` of Swift on Linux ends the process at an answer whose header is cut,
    /// uses a processor while it waits, and can trap when a request is cancelled.
    ///
    /// The address rules of ``OutgoingHTTPClient`` are a server's: the app chooses the addresses here, and a server may be
    /// in a private network.
    static func platform(longest: Int) -> DoorwardTransport {
      var configuration = OutgoingHTTPConfiguration(allowPrivateAddresses: true)
      configuration.connectTimeout = .seconds(15)
      configuration.timeout = .seconds(30)
      configuration.maximumResponseBytes = longest
      configuration.proxy = .environment
      let client = OutgoingHTTPClient(configuration)
      return DoorwardTransport { request in
        try Task.checkCancellation()
        do throws(OutgoingHTTPError) {
          return DoorwardResponse(try await client.send(OutgoingRequest(request)))
        } catch {
          throw URLError(error)
        }
      }
    }
  }

  extension OutgoingRequest {
    fileprivate init(_ request: DoorwardRequest) {
      var fields: HTTPFields = [:]
      for (name, value) in request.headers { fields.append(name, value) }
      self.init(
        method: HTTPMethod(rawValue: request.method), url: request.url, fields: fields,
        body: request.body ?? [])
    }
  }

  extension DoorwardResponse {
    fileprivate init(_ response: OutgoingResponse) {
      var headers: [String: String] = [:]
      for field in response.fields {
        // RFC 9110 §5.2
        headers[field.name.lowercased(), default: ""] +=
          headers[field.name.lowercased()] == nil ? field.value : ", \(field.value)"
      }
      self.init(status: response.status, headers: headers, body: response.body)
    }
  }

  extension URLError {
    /// The error that `URLSession` has for the same failure.
    fileprivate init(_ error: OutgoingHTTPError) {
      let code: Code =
        switch error.code {
        case .invalidURL: .badURL
        case .unsupportedScheme: .unsupportedURL
        case .cannotResolve: .cannotFindHost
        case .cannotConnect: .cannotConnectToHost
        case .tlsFailure: .secureConnectionFailed
        case .timedOut: .timedOut
        case .responseTooLarge: .dataLengthExceedsMaximum
        case .cancelled: .cancelled
        default: .networkConnectionLost
        }
      self.init(
        code, userInfo: [NSLocalizedDescriptionKey: error.reason, NSUnderlyingErrorKey: error])
    }
  }
#endif
