#if os(Linux)
  internal import DoorwardPlatformHTTP

  /// Reads the images of the server: photos and logos.
  @MainActor final class ImageSource {
    static let shared = ImageSource()

    private let client = PlatformHTTPClient()
    private var known: [String: [UInt8]] = [:]

    /// The longest image in bytes, which is more than the server makes.
    private static let maximumBytes = 4 << 20

    /// The bytes of an image; nil if it could not be read.
    func bytes(of url: String) async -> [UInt8]? {
      if let bytes = known[url] { return bytes }
      let request = PlatformRequest(
        method: "GET", url: url, headers: [:], body: nil, limit: Self.maximumBytes, timeout: .seconds(30))
      guard let response = try? await client.send(request), response.status == 200 else { return nil }
      known[url] = response.body
      return response.body
    }
  }
#endif
