#if canImport(WebKit)
  internal import Foundation
  internal import WebKit

  /// Takes what the relay posts, and nothing that only looks like it.
  ///
  /// The handler exists in the relay's world alone, where pages cannot reach it. That world exists in every
  /// frame, though, so a message counts only from the top frame and only while that is the bridge page.
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
