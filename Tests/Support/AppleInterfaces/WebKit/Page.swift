// Stand-in: runs a page for tests as Apple's documentation, cited in the other files, describes.

/// The values with which a delegate's completion handler was called. WebKit raises an exception unless there is
/// exactly one.
@MainActor package final class Answers<Value: Sendable> {
  package private(set) var values: [Value] = []

  var handler: @MainActor @Sendable (Value) -> Void { { self.values.append($0) } }
}

/// A frame of a shown page.
@MainActor package final class PageFrame {
  package let info: WKFrameInfo
  package let webView: WKWebView
  /// The scripts that ran at the start of its document, with their worlds.
  package let scripts: [(text: String, world: WKContentWorld)]

  init(_ webView: WKWebView, isMainFrame: Bool, origin: WKSecurityOrigin) {
    self.webView = webView
    info = WKFrameInfo(isMainFrame: isMainFrame, origin: origin)
    scripts = webView.settings.userContentController.scripts
      .filter { isMainFrame || !$0.isForMainFrameOnly }
      .map { ($0.text, $0.world) }
  }
}

#if os(Linux)
  public import Foundation

  // On Apple platforms Foundation contains the types of URL requests.
  @_exported public import FoundationNetworking

  /// An exception that WebKit raises.
  package struct WebKitException: Error {
    package let reason: String
  }

  extension PageFrame {
    /// Runs `window.webkit.messageHandlers[name].postMessage(body)` in a world; false if there is no such
    /// handler.
    package func post(_ body: Any, to name: String, in world: WKContentWorld) -> Bool {
      let controller = webView.settings.userContentController
      guard let handler = controller.handler(name, in: world)?.handler else { return false }
      handler.userContentController(
        controller, didReceive: WKScriptMessage(body, to: name, from: info, of: webView))
      return true
    }

    // Without a delegate method the web view behaves as if the user pressed OK for an alert, and Cancel
    // otherwise:
    // https://developer.apple.com/documentation/webkit/wkuidelegate
    package func alert(_ message: String) -> Answers<Bool> {
      let answers = Answers<Bool>()
      let handler = answers.handler
      guard let delegate = webView.uiDelegate else {
        handler(true)
        return answers
      }
      delegate.webView(
        webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: info,
        completionHandler: { handler(true) })
      return answers
    }

    package func confirm(_ message: String) -> Answers<Bool> {
      let answers = Answers<Bool>()
      guard let delegate = webView.uiDelegate else {
        answers.handler(false)
        return answers
      }
      delegate.webView(
        webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: info,
        completionHandler: answers.handler)
      return answers
    }

    package func prompt(_ message: String, _ text: String?) -> Answers<String?> {
      let answers = Answers<String?>()
      guard let delegate = webView.uiDelegate else {
        answers.handler(nil)
        return answers
      }
      delegate.webView(
        webView, runJavaScriptTextInputPanelWithPrompt: message, defaultText: text, initiatedByFrame: info,
        completionHandler: answers.handler)
      return answers
    }

    /// Navigates the frame. The page is shown after the delegate allows it.
    package func navigate(to address: URL) -> Answers<WKNavigationActionPolicy> {
      let answers = webView.decide(WKNavigationAction(address, in: info))
      if answers.values == [.allow], info.isMainFrame { webView.commit(address) }
      return answers
    }

    /// Follows a link with a `download` attribute.
    package func download(_ address: URL) -> (Answers<WKNavigationActionPolicy>, WKDownload?) {
      let action = WKNavigationAction(address, in: info, isDownload: true)
      let answers = webView.decide(action)
      guard answers.values == [.download] else { return (answers, nil) }
      let download = WKDownload()
      webView.navigationDelegate?.webView(webView, navigationAction: action, didBecome: download)
      return (answers, download)
    }

    /// A server responds to a navigation of the frame.
    package func receive(_ response: URLResponse, canShow: Bool) -> (
      Answers<WKNavigationResponsePolicy>, WKDownload?
    ) {
      let answers = Answers<WKNavigationResponsePolicy>()
      let response = WKNavigationResponse(response, canShow: canShow)
      guard let delegate = webView.navigationDelegate else { return (answers, nil) }
      delegate.webView(webView, decidePolicyFor: response, decisionHandler: answers.handler)
      guard answers.values == [.download] else { return (answers, nil) }
      let download = WKDownload()
      delegate.webView(webView, navigationResponse: response, didBecome: download)
      return (answers, download)
    }

    /// Follows a link whose target is a new window; nil if no window was opened.
    package func followInNewWindow(_ address: URL) throws -> (Answers<WKNavigationActionPolicy>, WKWebView?) {
      let answers = webView.decide(WKNavigationAction(address, in: nil))
      return (answers, answers.values == [.allow] ? try open(address) : nil)
    }

    /// Runs `window.open(address)`; nil if no window was opened.
    package func open(_ address: URL) throws -> WKWebView? {
      let configuration = webView.settings.duplicate()
      guard
        let window = webView.uiDelegate?.webView(
          webView, createWebViewWith: configuration, for: WKNavigationAction(address, in: nil),
          windowFeatures: WKWindowFeatures())
      else { return nil }
      // "The web view returned must be created with the specified configuration. WebKit loads the request in the
      // returned web view." Otherwise it raises this exception.
      // https://developer.apple.com/documentation/webkit/wkuidelegate/webview(_:createwebviewwith:for:windowfeatures:)
      guard window.given === configuration else {
        throw WebKitException(reason: "Returned WKWebView was not created with the given configuration.")
      }
      window.load(URLRequest(url: address))
      return window
    }

    #if !canImport(UIKit)
      /// The user clicks a file input.
      package func chooseFiles(several: Bool = false) -> Answers<[URL]?> {
        let answers = Answers<[URL]?>()
        let parameters = WKOpenPanelParameters()
        parameters.several = several
        guard let delegate = webView.uiDelegate else {
          answers.handler(nil)
          return answers
        }
        delegate.webView(
          webView, runOpenPanelWith: parameters, initiatedByFrame: info, completionHandler: answers.handler)
        return answers
      }
    #endif
  }

  extension WKWebView {
    /// The main frame of the shown page.
    package var mainFrame: PageFrame? { shown }
    /// The document that is shown or loading.
    package var requested: (address: URL?, html: String?)? { pending.map { ($0.address, $0.html) } }
    package var scriptCalls: [Call] { calls }
    package var userScripts: Int { settings.userContentController.scripts.count }
    package var messageHandlers: Int { settings.userContentController.handlers.count }
    package var storeIdentifier: UUID? { settings.websiteDataStore.name }

    /// Completes the last requested load if the delegate allows it.
    @discardableResult package func proceed() -> Answers<WKNavigationActionPolicy> {
      guard let load = pending else { return Answers() }
      let address = load.address ?? URL(filePath: "/")
      let target = WKFrameInfo(isMainFrame: true, origin: Self.origin(address))
      let answers = decide(WKNavigationAction(address, in: target))
      if answers.values == [.allow] { commit(address) }
      return answers
    }

    /// Ends the last requested load with an error.
    package func fail(_ error: any Error) {
      navigationDelegate?.webView(self, didFailProvisionalNavigation: pending?.navigation, withError: error)
    }

    /// Another page replaces the shown page, without a decision of the delegate.
    package func replacePage(_ address: URL) { commit(address) }

    /// The page adds a frame to itself.
    package func addFrame(_ address: URL) -> PageFrame {
      PageFrame(self, isMainFrame: false, origin: Self.origin(address))
    }

    /// The process of the page terminates.
    package func terminate() { navigationDelegate?.webViewWebContentProcessDidTerminate(self) }

    /// The page runs `window.close()`.
    package func closeByScript() { uiDelegate?.webViewDidClose(self) }

    // Without a delegate method, the web view loads the request:
    // https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:decidepolicyfor:decisionhandler:)-2ni62
    func decide(_ action: WKNavigationAction) -> Answers<WKNavigationActionPolicy> {
      let answers = Answers<WKNavigationActionPolicy>()
      if let navigationDelegate {
        navigationDelegate.webView(self, decidePolicyFor: action, decisionHandler: answers.handler)
      } else {
        answers.handler(.allow)
      }
      return answers
    }

    func commit(_ address: URL) {
      self.address = address
      shown = PageFrame(self, isMainFrame: true, origin: Self.origin(address))
      navigationDelegate?.webView(self, didCommit: pending?.navigation ?? WKNavigation())
    }

    static func origin(_ address: URL) -> WKSecurityOrigin {
      WKSecurityOrigin(
        scheme: address.scheme ?? "", host: address.host(percentEncoded: true) ?? "", port: address.port ?? 0)
    }
  }

  extension WKWebViewConfiguration {
    package convenience init(forTests: Void) { self.init() }
  }

  // Stand-in: WebKit's behavior without an optional delegate method. Linux has no optional methods.
  extension WKNavigationDelegate {
    public func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
      decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) { decisionHandler(.allow) }
    // https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:decidepolicyfor:decisionhandler:)-29aeh
    public func webView(
      _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
      decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
    ) { decisionHandler(navigationResponse.canShow ? .allow : .cancel) }
    public func webView(
      _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
    ) {}
    public func webView(
      _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload
    ) {}
    public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {}
    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    }
    public func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {}
    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {}
  }

  // Stand-in: the same for these methods.
  extension WKUIDelegate {
    public func webView(
      _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
      for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? { nil }
    public func webViewDidClose(_ webView: WKWebView) {}
    public func webView(
      _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
      initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable () -> Void
    ) { completionHandler() }
    public func webView(
      _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
      initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
    ) { completionHandler(false) }
    public func webView(
      _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
      initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (String?) -> Void
    ) { completionHandler(nil) }
    #if !canImport(UIKit)
      public func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
        initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor @Sendable ([URL]?) -> Void
      ) { completionHandler(nil) }
    #endif
  }

  // Stand-in: the same for these methods.
  extension WKDownloadDelegate {
    public func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) {}
  }

  extension WKDownload {
    /// Asks the delegate for the destination of the file.
    package func begin(named name: String) -> Answers<URL?> {
      let answers = Answers<URL?>()
      guard let delegate else {
        answers.handler(nil)
        return answers
      }
      let response = URLResponse(
        url: URL(filePath: "/"), mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
      delegate.download(
        self, decideDestinationUsing: response, suggestedFilename: name, completionHandler: answers.handler)
      return answers
    }

    package func fail(_ error: any Error) {
      delegate?.download(self, didFailWithError: error, resumeData: nil)
    }
  }
#endif
