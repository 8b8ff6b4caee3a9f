#if canImport(WebKit)
  internal import Foundation
  internal import WebKit

  /// Receives the messages of the relay and rejects forgeries.
  ///
  /// The message handler exists only in the relay's script world, which pages cannot access. Because that world
  /// exists in every frame, a message is accepted only from the top frame, and only while the top frame shows
  /// the bridge page.
  final class RelayReceiver: NSObject, WKScriptMessageHandler {
    private let origin: PageOrigin
    private let receive: @MainActor (String, WKWebView?) -> Void

    init(origin: PageOrigin, receive: @escaping @MainActor (String, WKWebView?) -> Void) {
      self.origin = origin
      self.receive = receive
    }

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      let sender = message.frameInfo.securityOrigin
      guard message.frameInfo.isMainFrame, message.name == BridgePage.handlerName,
        PageOrigin(scheme: sender.protocol, host: sender.host, port: sender.port) == origin,
        let text = message.body as? String
      else { return }
      receive(text, message.webView)
    }
  }
#endif
