#if os(Linux)
  internal import DoorwardHTTPTypes
  internal import DoorwardCurl
  internal import Foundation

  /// Sends the requests of an app with libcurl, on a separate thread.
  ///
  /// `URLSession` of Swift on Linux ends the process at an answer whose header is cut, uses a processor while it waits, and
  /// can trap when a request is cancelled. The client follows no redirect, stores no cookies and caches nothing.
  package final class PlatformHTTPClient: Sendable {
    private let client: OutgoingHTTPClient

    /// The address rules of ``OutgoingHTTPClient`` are a server's: the app chooses the addresses here, and a server may be
    /// in a private network.
    package init() {
      var configuration = OutgoingHTTPConfiguration(allowPrivateAddresses: true)
      configuration.connectTimeout = .seconds(15)
      configuration.proxy = .environment
      client = OutgoingHTTPClient(configuration)
    }

    /// Sends a request.
    ///
    /// - Throws: `URLError` if there is no answer or the answer is longer than the limit; `CancellationError`.
    package func send(_ request: PlatformRequest) async throws -> PlatformResponse {
      try Task.checkCancellation()
      do throws(OutgoingHTTPError) {
        return PlatformResponse(try await client.send(OutgoingRequest(request)))
      } catch {
        if error.code == .cancelled, Task.isCancelled { throw CancellationError() }
        throw URLError(error)
      }
    }
  }

  extension OutgoingRequest {
    fileprivate init(_ request: PlatformRequest) {
      var fields: HTTPFields = [:]
      for (name, value) in request.headers { fields.append(name, value) }
      self.init(
        method: HTTPMethod(rawValue: request.method), url: request.url, fields: fields,
        body: request.body ?? [], timeout: request.timeout, maximumResponseBytes: request.limit)
    }
  }

  extension PlatformResponse {
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
