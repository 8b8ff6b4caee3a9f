#if canImport(WebKit) && !canImport(UIKit)
  internal import DoorwardTexts
  internal import Foundation
  public import WebKit

  // File access on macOS, which a web view delegates to its app. Every page may ask for files, because the user
  // chooses them. Only the windows of wallets may save files, because they show their address to the user.
  extension WKBridgeHost: WKDownloadDelegate {
    public func webView(
      _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
      initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable ([URL]?) -> Void
    ) {
      let panel = FilePanel.open(
        severalFiles: parameters.allowsMultipleSelection, folders: parameters.allowsDirectories)
      questions.ask(panel.show, answer: completionHandler)
    }

    /// Whether the page of a window may download the target of a link with the attribute `download`.
    func mayDownload(_ address: URL?, in webView: WKWebView) -> Bool {
      webView !== bridge && ["https", "http", "blob", "data"].contains(address?.scheme?.lowercased())
    }

    public func webView(
      _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
      decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
    ) {
      guard webView !== bridge else {
        return decisionHandler(navigationResponse.canShowMIMEType ? .allow : .cancel)
      }
      let isShown = navigationResponse.canShowMIMEType && !Self.isAttachment(navigationResponse.response)
      decisionHandler(isShown ? .allow : .download)
    }

    /// RFC 6266 §4.2.
    private static func isAttachment(_ response: URLResponse) -> Bool {
      let disposition = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Disposition")
      return disposition?.lowercased().hasPrefix("attachment") ?? false
    }

    public func webView(
      _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
    ) { download.delegate = self }

    public func webView(
      _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload
    ) { download.delegate = self }

    public func download(
      _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
      completionHandler: @escaping @MainActor @Sendable (URL?) -> Void
    ) {
      questions.ask(FilePanel.save(name: suggestedFilename).show) { files in
        // The panel has already asked whether to replace an existing file, and WebKit does not replace files.
        if let file = files?.first { try? FileManager.default.removeItem(at: file) }
        completionHandler(files?.first)
      }
    }

    public func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) {
      guard (error as? URLError)?.code != .cancelled else { return }
      showAlert(texts.text("windows.wallets.fileFailed"), error.localizedDescription)
    }
  }
#endif
