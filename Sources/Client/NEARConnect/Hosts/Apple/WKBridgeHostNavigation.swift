#if canImport(WebKit)
  internal import DoorwardTexts
  internal import Foundation
  public import WebKit

  // Navigation.
  extension WKBridgeHost: WKNavigationDelegate {
    public func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
      decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
      decisionHandler(policy(navigationAction, in: webView))
    }

    private func policy(_ action: WKNavigationAction, in webView: WKWebView) -> WKNavigationActionPolicy {
      guard action.shouldPerformDownload else { return allows(action, in: webView) ? .allow : .cancel }
      #if canImport(UIKit)
        return .cancel
      #else
        return mayDownload(action.request.url, in: webView) ? .download : .cancel
      #endif
    }

    private func allows(_ action: WKNavigationAction, in webView: WKWebView) -> Bool {
      guard let address = action.request.url else { return false }
      // WebKit asks for a window after this navigation is allowed.
      guard let target = action.targetFrame else { return follow(address, in: .newWindow) == .show }
      guard webView === bridge else {
        let decision = follow(address, in: .popup)
        if decision == .close, target.isMainFrame { close(webView) }
        return decision == .show
      }
      guard target.isMainFrame else { return follow(address, in: .bridge) == .show }
      if awaitsPage {
        awaitsPage = false
        return true
      }
      // The main frame never leaves the bridge page. A link to an app is opened, and the page stays.
      _ = follow(address, in: .bridge)
      return false
    }

    /// Decides about an address, and opens it with the system if the policy requires that.
    func follow(_ address: URL, in place: NavigationPolicy.Place) -> NavigationPolicy.Decision {
      let decision = navigation.decide(address.absoluteString, in: place)
      if decision == .openInSystem, links.take() { open(address) }
      return decision
    }

    private func open(_ link: URL) {
      Task { [weak self, openInSystem] in
        guard await !openInSystem(link) else { return }
        guard let self else { return }
        showAlert(
          texts.text("windows.wallets.linkFailed"),
          texts.text("windows.wallets.linkFailedText", ["scheme": link.scheme ?? ""]))
      }
    }

    /// Shows an alert to the user.
    func showAlert(_ title: String, _ message: String) {
      ask(ScriptPanel(kind: .alert, title: title, message: message, texts: texts)) { _ in }
    }

    private func ask(_ panel: ScriptPanel, answer: @escaping @MainActor (String?) -> Void) {
      questions.ask(panel.show, answer: answer)
    }

    private func close(_ popup: WKWebView) {
      if let id = id(of: popup) { closePopup(id) }
    }

    private func id(of popup: WKWebView) -> WKWalletPopup.ID? { popupViews.first { $0.value === popup }?.key }

    public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
      // The page is loaded. From now on its main frame may not navigate.
      if webView === bridge { awaitsPage = false }
      guard let id = id(of: webView), let index = popups.firstIndex(where: { $0.id == id }) else { return }
      popups[index].address = PageOrigin(webView.url?.absoluteString ?? "")?.text ?? "about:blank"
    }

    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
      failed(webView, navigation: navigation, error: error)
    }

    public func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
      failed(webView, navigation: navigation, error: error)
    }

    private func failed(_ webView: WKWebView, navigation: WKNavigation?, error: any Error) {
      guard webView === bridge else { return popupFailed(webView, error) }
      guard let navigation, navigation === pageNavigation else { return }
      unload()
      onEvent?(.loadFailed("The wallet page could not be shown: \(error.localizedDescription)"))
    }

    /// Asks the user whether to load the page of a window again, and closes the window otherwise. Without this
    /// question the window would be blank.
    private func popupFailed(_ popup: WKWebView, _ error: any Error) {
      // Cancelled loads are not failures, and refused navigations are reported as WebKit errors instead of URL
      // errors.
      guard id(of: popup) != nil, let failure = error as? URLError, failure.code != .cancelled,
        let address = failure.failingURL
      else { return }
      let site = PageOrigin(address.absoluteString)?.text ?? ""
      let panel = ScriptPanel(
        kind: .confirm, title: texts.text("windows.wallets.pageFailed"),
        message: "\(failure.localizedDescription)\n\(site)", texts: texts,
        confirmation: texts.text("action.tryAgain"))
      ask(panel) { [weak self, weak popup] answer in
        guard let self, let popup, id(of: popup) != nil else { return }
        if answer == nil { close(popup) } else { popup.load(URLRequest(url: address)) }
      }
    }

    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      guard webView === bridge else { return close(webView) }
      unload()
      onEvent?(.terminated)
    }
  }

  // Windows and dialogs.
  extension WKBridgeHost: WKUIDelegate {
    public func webView(
      _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
      for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
      // `window.open()` without an address opens a blank page that its opener fills or navigates.
      if let address = navigationAction.request.url, !address.absoluteString.isEmpty,
        follow(address, in: .newWindow) != .show
      {
        return nil
      }
      return openPopup(configuration)
    }

    public func webViewDidClose(_ webView: WKWebView) { close(webView) }

    public func webView(
      _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
      initiatedByFrame frame: WKFrameInfo,
      completionHandler: @escaping @MainActor @Sendable () -> Void
    ) {
      ask(.alert, message, frame: frame) { _ in completionHandler() }
    }

    public func webView(
      _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
      initiatedByFrame frame: WKFrameInfo,
      completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
    ) {
      ask(.confirm, message, frame: frame) { completionHandler($0 != nil) }
    }

    public func webView(
      _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
      initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (String?) -> Void
    ) {
      ask(.prompt(defaultText ?? ""), prompt, frame: frame) { completionHandler($0) }
    }

    private func ask(
      _ kind: ScriptPanel.Kind, _ message: String, frame: WKFrameInfo,
      answer: @escaping @MainActor (String?) -> Void
    ) {
      let site = frame.securityOrigin.host
      onEvent?(.dialogShown)
      let title = site.isEmpty ? "about:blank" : site
      ask(ScriptPanel(kind: kind, title: title, message: message, texts: texts), answer: answer)
    }
  }
#endif
