internal import Encodings
internal import Foundation

/// The JavaScript library that controls the wallets: near-connect, either downloaded from its public address or
/// bundled with the app.
///
/// No other code is loaded into the page. A downloaded library must match the hash given here.
public struct NearConnectLibrary: Sendable, Equatable {
  enum Origin: Sendable, Equatable {
    case address(String, integrity: String)
    case source(String)
  }

  let origin: Origin

  /// near-connect 0.11.4, pinned to one commit of its public repository.
  public static let pinned = NearConnectLibrary(
    origin: .address(
      "https://cdn.jsdelivr.net/gh/azbang/near-connect@da9408fa49d9038f3fa5f57d39b0221df7a66f39/cdn/hot-connect.iife.js",
      integrity: "sha384-6eNPlV+Bf92wTtH7ZfZE8sZPdohJ84VDXuVVegFjBvJsGWE6BXTT1he2jKjalJ9L"))

  /// Creates a library that is downloaded from an address and must match a hash.
  ///
  /// - Parameters:
  ///   - address: An https address; http is allowed on loopback.
  ///   - integrity: `sha256-…`, `sha384-…` or `sha512-…` (Subresource Integrity §3.1).
  /// - Returns: The library; nil if the address or the hash is not valid. Nothing is loaded without a hash.
  public static func at(_ address: String, integrity: String) -> NearConnectLibrary? {
    guard let parsed = WebAddress(address), parsed.scheme == "https" || (parsed.isWeb && parsed.isLoopback),
      isIntegrity(integrity)
    else { return nil }
    return NearConnectLibrary(origin: .address(address, integrity: integrity))
  }

  /// Creates a library from a copy that the app contains, such as a resource of its bundle.
  ///
  /// - Parameter source: The text of `hot-connect.iife.js`, or of a script with the same interface.
  /// - Returns: The library. Its text is run without a hash check.
  public static func bundled(_ source: String) -> NearConnectLibrary {
    NearConnectLibrary(origin: .source(source))
  }

  private static func isIntegrity(_ text: String) -> Bool {
    let lengths = ["sha256": 32, "sha384": 48, "sha512": 64]
    let parts = text.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, let length = lengths[String(parts[0])],
      let hash = try? Base64.decode(String(parts[1]))
    else { return false }
    return hash.count == length
  }

  /// The library as the page expects it.
  var json: JSONValue {
    switch origin {
    case .address(let address, let integrity): ["url": .string(address), "integrity": .string(integrity)]
    case .source(let source): ["source": .string(source)]
    }
  }
}
