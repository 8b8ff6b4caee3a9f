public import Foundation

// https://developer.apple.com/documentation/webkit/wknavigation
@MainActor open class WKNavigation: NSObject {}

// https://developer.apple.com/documentation/webkit/wknavigationaction
@MainActor open class WKNavigationAction: NSObject {
  let asked: URLRequest
  let target: WKFrameInfo?
  let isDownload: Bool

  init(_ address: URL, in target: WKFrameInfo?, isDownload: Bool = false) {
    asked = URLRequest(url: address)
    self.target = target
    self.isDownload = isDownload
  }

  // https://developer.apple.com/documentation/webkit/wknavigationaction/request
  open var request: URLRequest { asked }
  // nil if the target is a new window.
  // https://developer.apple.com/documentation/webkit/wknavigationaction/targetframe
  open var targetFrame: WKFrameInfo? { target }
  // https://developer.apple.com/documentation/webkit/wknavigationaction/shouldperformdownload
  @available(macOS 11.3, iOS 14.5, *)
  open var shouldPerformDownload: Bool { isDownload }
}

// https://developer.apple.com/documentation/webkit/wknavigationresponse
@MainActor open class WKNavigationResponse: NSObject {
  let answer: URLResponse
  let canShow: Bool

  init(_ response: URLResponse, canShow: Bool) {
    answer = response
    self.canShow = canShow
  }

  // https://developer.apple.com/documentation/webkit/wknavigationresponse/response
  open var response: URLResponse { answer }
  // https://developer.apple.com/documentation/webkit/wknavigationresponse/canshowmimetype
  open var canShowMIMEType: Bool { canShow }
}

// https://developer.apple.com/documentation/webkit/wknavigationresponsepolicy
@objc public enum WKNavigationResponsePolicy: Int, Sendable { case cancel, allow, download }

// https://developer.apple.com/documentation/webkit/wknavigationactionpolicy
@objc public enum WKNavigationActionPolicy: Int, Sendable { case cancel, allow, download }

// https://developer.apple.com/documentation/webkit/wknavigationdelegate
@MainActor @objc public protocol WKNavigationDelegate: NSObjectProtocol {
  // https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:decidepolicyfor:decisionhandler:)-2ni62
  @objc(webView:decidePolicyForNavigationAction:decisionHandler:)
  optional func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void)
  // https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:decidepolicyfor:decisionhandler:)-29aeh
  @objc(webView:decidePolicyForNavigationResponse:decisionHandler:)
  optional func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
    decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void)
  // https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:navigationaction:didbecome:)
  @available(macOS 11.3, iOS 14.5, *)
  @objc(webView:navigationAction:didBecomeDownload:)
  optional func webView(
    _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload)
  // https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:navigationresponse:didbecome:)
  @available(macOS 11.3, iOS 14.5, *)
  @objc(webView:navigationResponse:didBecomeDownload:)
  optional func webView(
    _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload)
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

// https://developer.apple.com/documentation/webkit/wkdownload
@available(macOS 11.3, iOS 14.5, *)
@MainActor open class WKDownload: NSObject {
  // https://developer.apple.com/documentation/webkit/wkdownload/delegate
  weak open var delegate: (any WKDownloadDelegate)?
}

// https://developer.apple.com/documentation/webkit/wkdownloaddelegate
@available(macOS 11.3, iOS 14.5, *)
@MainActor @objc public protocol WKDownloadDelegate: NSObjectProtocol {
  // The destination is "a file that doesn't exist", or nil to cancel the download.
  // https://developer.apple.com/documentation/webkit/wkdownloaddelegate/download(_:decidedestinationusing:suggestedfilename:completionhandler:)
  @objc(download:decideDestinationUsingResponse:suggestedFilename:completionHandler:)
  func download(
    _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
    completionHandler: @escaping @MainActor @Sendable (URL?) -> Void)
  // https://developer.apple.com/documentation/webkit/wkdownloaddelegate/download(_:didfailwitherror:resumedata:)
  @objc(download:didFailWithError:resumeData:)
  optional func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?)
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
  #if !canImport(UIKit)
    // https://developer.apple.com/documentation/webkit/wkuidelegate/webview(_:runopenpanelwith:initiatedbyframe:completionhandler:)
    @available(macOS 10.12, *)
    @objc(webView:runOpenPanelWithParameters:initiatedByFrame:completionHandler:)
    optional func webView(
      _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
      initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable ([URL]?) -> Void)
  #endif
}

#if !canImport(UIKit)
  // https://developer.apple.com/documentation/webkit/wkopenpanelparameters
  @available(macOS 10.12, *)
  @MainActor open class WKOpenPanelParameters: NSObject {
    var several = false
    var directories = false

    // https://developer.apple.com/documentation/webkit/wkopenpanelparameters/allowsmultipleselection
    open var allowsMultipleSelection: Bool { several }
    // https://developer.apple.com/documentation/webkit/wkopenpanelparameters/allowsdirectories
    @available(macOS 10.13.4, *)
    open var allowsDirectories: Bool { directories }
  }
#endif
