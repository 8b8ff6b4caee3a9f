internal import DoorwardPlatformHTTP

extension DoorwardTransport {
  /// The HTTP client of the platform.
  ///
  /// A device on the network may send an endless answer, so answers have a limit.
  static func platform(longest: Int) -> DoorwardTransport {
    let client = PlatformHTTPClient()
    return DoorwardTransport { request in
      let response = try await client.send(
        PlatformRequest(
          method: request.method, url: request.url, headers: request.headers, body: request.body,
          limit: longest, timeout: .seconds(30) + request.uploadTime))
      return DoorwardResponse(status: response.status, headers: response.headers, body: response.body)
    }
  }
}
