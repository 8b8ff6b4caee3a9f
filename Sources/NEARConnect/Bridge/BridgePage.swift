internal import Encodings

/// The page in which the wallets run, and how a ``BridgeHost`` is to show it.
public struct BridgePage: Sendable {
  /// The document.
  public let html: String
  /// Where the document says it is. It is never fetched from there; it is the origin of its storage, and what
  /// wallets show to the person.
  public let baseURL: String
  /// A script for the page's own world, at the start of the document, in the top frame alone and only when
  /// that is at ``baseURL``.
  public let pageScript: String
  /// A script for a world of its own, likewise. It finds the message handler ``handlerName`` there, which
  /// must exist in no other world, and leaves the function ``receiveFunction`` there.
  public let relayScript: String
  /// Whether a developer may look into the page with the web inspector.
  public let isInspectable: Bool
  /// The storage the page has: pages of different lists of wallets or networks share none.
  public let storeName: String

  /// The name of the message handler that the relay posts texts to.
  public static let handlerName = "nearConnect"
  /// The name of the script world of the relay.
  public static let worldName = "nearConnectRelay"
  /// The function of the relay's world that takes a text for the page.
  public static let receiveFunction = "nearConnectRelay"

  let nonce: String

  /// Makes a page that lets wallets open apps with these schemes, and be on this machine or not.
  init(
    baseURL: String, storeName: String, nonce: String, appSchemes: Set<String>, allowsLoopback: Bool,
    isInspectable: Bool = false
  ) {
    self.baseURL = baseURL
    self.isInspectable = isInspectable
    self.storeName = storeName
    self.nonce = nonce
    pageScript = text(PackageResources.page_js)
    relayScript = text(PackageResources.relay_js)
    html = text(PackageResources.bridge_html).replacing(
      "{policy}", with: Self.policy(nonce: nonce, appSchemes: appSchemes, allowsLoopback: allowsLoopback))
  }

  /// What drives wallets is other people's script. It runs in sandboxed frames that inherit this policy, and
  /// talks to nodes and services of its own choice, so any https origin is open to it; what keeps it from the
  /// app is the relay. The nonce lets it run in its frame and opens nothing in this page: that frame has
  /// another origin.
  private static func policy(nonce: String, appSchemes: Set<String>, allowsLoopback: Bool) -> String {
    let local = allowsLoopback ? " http://127.0.0.1:* http://localhost:*" : ""
    let schemes = appSchemes.filter(isScheme).sorted().map { " \($0):" }.joined()
    return [
      "default-src 'none'", "script-src 'nonce-\(nonce)' 'wasm-unsafe-eval'",
      // The dialogs of some wallets have their handlers in attributes.
      "script-src-attr 'unsafe-inline'", "style-src 'unsafe-inline' https:",
      "img-src data: blob: https:\(local)", "font-src data: https:",
      "connect-src https: wss:\(local)", "frame-src https:\(schemes)\(local)", "form-action 'none'",
      "base-uri 'none'",
    ].joined(separator: "; ")
  }

  /// RFC 3986 §3.1.
  private static func isScheme(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
  }
}

private func text(_ resource: [UInt8]) -> String { String(decoding: resource, as: UTF8.self) }
