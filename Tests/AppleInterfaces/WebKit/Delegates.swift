public import Foundation

// https://developer.apple.com/documentation/webkit/wknavigation
@MainActor open class WKNavigation: NSObject {}

// https://developer.apple.com/documentation/webkit/wknavigationaction
@MainActor open class WKNavigationAction: NSObject {
  // https://developer.apple.com/documentation/webkit/wknavigationaction/request
  open var request: URLRequest { fatalError() }
  // https://developer.apple.com/documentation/webkit/wknavigationaction/targetframe
  open var targetFrame: WKFrameInfo? { fatalError() }
  // https://developer.apple.com/documentation/webkit/wknavigationaction/shouldperformdownload
  @available(macOS 11.3, iOS 14.5, *)
  open var shouldPerformDownload: Bool { fatalError() }
}

// https://developer.apple.com/documentation/webkit/wknavigationactionpolicy
@objc public enum WKNavigationActionPolicy: Int, Sendable { case cancel, allow, download }

// https://developer.apple.com/documentation/webkit/wknavigationdelegate
@MainActor @objc public protocol WKNavigationDelegate: NSObjectProtocol {
  // https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:decidepolicyfor:decisionhandler:)-2ni62
  @objc(webView:decidePolicyForNavigationAction:decisionHandler:)
  optional func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void)
  // https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:didcommit:)
  @objc(webView:didCommitNavigation:)
  optional func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
  // https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:didfail:witherror:)
  @objc(webView:didFailNavigation:withError:)
  optional func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
  // https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:didfailprovisionalnavigation:witherror:)
  @objc(webView:didFailProvisionalNavigation:withError:)
  optional func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
  // https://developer.apple.com/documentation/webkit/wknavigationdelegate/webviewwebcontentprocessdidterminate(_:)
  @objc(webViewWebContentProcessDidTerminate:)
  optional func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

// https://developer.apple.com/documentation/webkit/wkwindowfeatures
@MainActor open class WKWindowFeatures: NSObject {}

// https://developer.apple.com/documentation/webkit/wkuidelegate
@MainActor @objc public protocol WKUIDelegate: NSObjectProtocol {
  // https://developer.apple.com/documentation/webkit/wkuidelegate/webview(_:createwebviewwith:for:windowfeatures:)
  @objc(webView:createWebViewWithConfiguration:forNavigationAction:windowFeatures:)
  optional func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView?
  // https://developer.apple.com/documentation/webkit/wkuidelegate/webviewdidclose(_:)
  @objc(webViewDidClose:) optional func webViewDidClose(_ webView: WKWebView)
  // https://developer.apple.com/documentation/webkit/wkuidelegate/webview(_:runjavascriptalertpanelwithmessage:initiatedbyframe:completionhandler:)
  @objc(webView:runJavaScriptAlertPanelWithMessage:initiatedByFrame:completionHandler:)
  optional func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor @Sendable () -> Void)
  // https://developer.apple.com/documentation/webkit/wkuidelegate/webview(_:runjavascriptconfirmpanelwithmessage:initiatedbyframe:completionhandler:)
  @objc(webView:runJavaScriptConfirmPanelWithMessage:initiatedByFrame:completionHandler:)
  optional func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
    initiatedByFrame frame: WKFrameInfo,
    completionHandler: @escaping @MainActor @Sendable (Bool) -> Void)
  // https://developer.apple.com/documentation/webkit/wkuidelegate/webview(_:runjavascripttextinputpanelwithprompt:defaulttext:initiatedbyframe:completionhandler:)
  @objc(webView:runJavaScriptTextInputPanelWithPrompt:defaultText:initiatedByFrame:completionHandler:)
  optional func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
    initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (String?) -> Void)
}
