internal import Encodings
internal import Foundation

/// The JavaScript library that drives the wallets: near-connect, from where it is published or out of the app.
///
/// Nothing else is ever loaded: what comes over the network has to have the hash that is named here.
public struct NearConnectLibrary: Sendable, Equatable {
  enum Origin: Sendable, Equatable {
    case address(String, integrity: String)
    case source(String)
  }

  let origin: Origin

  /// near-connect 0.11.4 of its public repository, as one commit of it has it.
  public static let pinned = NearConnectLibrary(
    origin: .address(
      "https://cdn.jsdelivr.net/gh/azbang/near-connect@da9408fa49d9038f3fa5f57d39b0221df7a66f39/cdn/hot-connect.iife.js",
      integrity: "sha384-6eNPlV+Bf92wTtH7ZfZE8sZPdohJ84VDXuVVegFjBvJsGWE6BXTT1he2jKjalJ9L"))

  /// The library at an address, if it has this hash.
  ///
  /// - Parameters:
  ///   - address: An https address; http for this very machine.
  ///   - integrity: `sha256-…`, `sha384-…` or `sha512-…` (Subresource Integrity §3.1).
  /// - Returns: nil for an address or a hash that is none: without a hash nothing is loaded.
  public static func at(_ address: String, integrity: String) -> NearConnectLibrary? {
    guard let parsed = WebAddress(address), parsed.scheme == "https" || (parsed.isWeb && parsed.isLoopback),
      isIntegrity(integrity)
    else { return nil }
    return NearConnectLibrary(origin: .address(address, integrity: integrity))
  }

  /// A copy that the app brings along, such as a resource of its bundle.
  ///
  /// - Parameter source: The text of `hot-connect.iife.js`, or of something with the same interface.
  /// - Returns: The library, which is run as it is.
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

  /// As the page is told.
  var json: JSONValue {
    switch origin {
    case .address(let address, let integrity): ["url": .string(address), "integrity": .string(integrity)]
    case .source(let source): ["source": .string(source)]
    }
  }
}
