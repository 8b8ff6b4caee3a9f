public import DoorwardTexts
internal import Encodings
internal import Foundation

/// The page that runs the wallets, and the instructions for a ``BridgeHost`` that shows it.
public struct BridgePage: Sendable {
  /// The document.
  public let html: String
  /// The address of the document. Nothing is fetched from it. It is the origin of the page's storage, and
  /// wallets show it to the user.
  public let baseURL: String
  /// A script for the page's own script world. The host runs it at the start of the document, only in the top
  /// frame, and only at ``baseURL``.
  public let pageScript: String
  /// A script for a separate script world, run under the same conditions. It uses the message handler
  /// ``handlerName``, which must exist in no other world, and defines the function ``receiveFunction`` in its
  /// world.
  public let relayScript: String
  /// Whether the web inspector can inspect the page.
  public let isInspectable: Bool
  /// The name of the page's storage. Pages with different lists of wallets or different networks share no
  /// storage.
  public let storeName: String

  /// The name of the message handler that the relay posts texts to.
  public static let handlerName = "nearConnect"
  /// The name of the script world of the relay.
  public static let worldName = "nearConnectRelay"
  /// The function of the relay's world that receives a text for the page.
  public static let receiveFunction = "nearConnectRelay"

  /// The texts of the page, and of the windows and questions that the host shows.
  public let texts: Texts

  let nonce: String

  /// Creates a page with a content security policy that lets wallets open the given app schemes and,
  /// optionally, load from loopback addresses.
  init(
    baseURL: String, storeName: String, nonce: String, appSchemes: Set<String>, allowsLoopback: Bool,
    isInspectable: Bool = false, texts: Texts = Texts()
  ) {
    self.baseURL = baseURL
    self.isInspectable = isInspectable
    self.storeName = storeName
    self.nonce = nonce
    self.texts = texts
    pageScript = "(() => {\n\"use strict\";\n(\(Self.main))(\n\(BridgePageTexts.json(texts)));\n})();"
    relayScript = text(PackageResources.relay_js)
    let document = text(PackageResources.bridge_html).replacing(
      "{policy}", with: Self.policy(nonce: nonce, appSchemes: appSchemes, allowsLoopback: allowsLoopback))
    html = BridgePageTexts.document(document, texts)
  }

  /// The function that runs the page with its texts. `page.js` receives the other files as named functions, and all of
  /// them run in strict mode.
  private static let main: String = {
    let parts = [
      "makeValues": PackageResources.values_js, "makeChannel": PackageResources.channel_js,
      "makeCalls": PackageResources.calls_js, "makeStatus": PackageResources.status_js,
      "replaceWindowOpen": PackageResources.popups_js, "makeItems": PackageResources.items_js,
      "makeStorage": PackageResources.storage_js, "makeRequests": PackageResources.requests_js,
      "runInFrame": PackageResources.frame_js, "makeWallets": PackageResources.wallets_js,
      "makeLibrary": PackageResources.library_js, "makeSelector": PackageResources.selector_js,
      "makeOperations": PackageResources.operations_js,
    ]
    let members = parts.sorted { $0.key < $1.key }.map { "\($0.key):\n\(text($0.value))" }.joined(
      separator: ",\n")
    return "(texts) => (\n\(text(PackageResources.page_js)))({\n\(members)}, texts)"
  }()

  /// The policy of the page. The code of wallets is third-party code. It runs in sandboxed frames that inherit
  /// this policy, and it connects to nodes and services of its own choice, so every https origin is allowed.
  /// The relay protects the app from this code. The nonce lets a wallet's code run in its frame; it gives no
  /// access to this page, because the frame has another origin.
  private static func policy(nonce: String, appSchemes: Set<String>, allowsLoopback: Bool) -> String {
    let local = allowsLoopback ? " http://127.0.0.1:* http://localhost:*" : ""
    let schemes = appSchemes.filter(isScheme).sorted().map { " \($0):" }.joined()
    return [
      "default-src 'none'", "script-src 'nonce-\(nonce)' 'wasm-unsafe-eval'",
      // The dialogs of some wallets use handlers in attributes.
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

extension BridgePage {
  /// ``storeName`` as a UUID, for platforms that name stores by UUID. The same name always gives the same UUID
  /// (RFC 9562 §5.8).
  var storeIdentifier: UUID { Self.storeIdentifier(of: storeName) }

  static func storeIdentifier(of name: String) -> UUID {
    var bytes = Array(SHA256.hash(Array(name.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
        bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}
