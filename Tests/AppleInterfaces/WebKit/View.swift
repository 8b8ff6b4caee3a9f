public import Foundation

#if canImport(UIKit)
  @_exported public import UIKit
  // Ours: what a web view is on this platform.
  public typealias PlatformSuperview = UIView
#else
  @_exported public import AppKit
  // Ours: what a web view is on this platform.
  public typealias PlatformSuperview = NSView
#endif

// https://developer.apple.com/documentation/webkit/wkwebview
@MainActor open class WKWebView: PlatformSuperview {
  // https://developer.apple.com/documentation/webkit/wkwebview/init(frame:configuration:)
  public init(frame: CGRect, configuration: WKWebViewConfiguration) { super.init(frame: frame) }
  // https://developer.apple.com/documentation/webkit/wkwebview/init(coder:)
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  // https://developer.apple.com/documentation/webkit/wkwebview/url
  open var url: URL? { fatalError() }
  // https://developer.apple.com/documentation/webkit/wkwebview/navigationdelegate
  weak open var navigationDelegate: (any WKNavigationDelegate)? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/webkit/wkwebview/uidelegate
  weak open var uiDelegate: (any WKUIDelegate)? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/webkit/wkwebview/load(_:)
  @discardableResult open func load(_ request: URLRequest) -> WKNavigation? { fatalError() }
  // https://developer.apple.com/documentation/webkit/wkwebview/loadhtmlstring(_:baseurl:)
  @discardableResult open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
    fatalError()
  }
}

// https://developer.apple.com/documentation/webkit/wkwebview/callasyncjavascript(_:arguments:in:in:completionhandler:)
extension WKWebView {
  @available(macOS 11.0, iOS 14.0, *)
  @preconcurrency public func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
    in contentWorld: WKContentWorld,
    completionHandler: (@MainActor @Sendable (Result<Any, any Error>) -> Void)? = nil
  ) {}
}

// https://developer.apple.com/documentation/webkit/wkwebviewconfiguration
@MainActor open class WKWebViewConfiguration: NSObject {
  // https://developer.apple.com/documentation/objectivec/nsobject-swift.class/init()
  public override init() {}
  // https://developer.apple.com/documentation/webkit/wkwebviewconfiguration/usercontentcontroller
  open var userContentController: WKUserContentController {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/webkit/wkwebviewconfiguration/websitedatastore
  open var websiteDataStore: WKWebsiteDataStore {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/webkit/wkwebviewconfiguration/preferences
  open var preferences: WKPreferences {
    get { fatalError() }
    set {}
  }
}

// https://developer.apple.com/documentation/webkit/wkpreferences
@MainActor open class WKPreferences: NSObject {
  // https://developer.apple.com/documentation/webkit/wkpreferences/javascriptcanopenwindowsautomatically
  open var javaScriptCanOpenWindowsAutomatically: Bool {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/webkit/wkpreferences/inactiveschedulingpolicy-swift.property
  @available(macOS 14.0, iOS 17.0, *)
  open var inactiveSchedulingPolicy: InactiveSchedulingPolicy {
    get { fatalError() }
    set {}
  }

  // https://developer.apple.com/documentation/webkit/wkpreferences/inactiveschedulingpolicy-swift.enum
  @available(macOS 14.0, iOS 17.0, *)
  @objc(WKInactiveSchedulingPolicy) public enum InactiveSchedulingPolicy: Int, Sendable {
    case suspend, throttle, none
  }
}

// https://developer.apple.com/documentation/webkit/wkwebsitedatastore
@MainActor open class WKWebsiteDataStore: NSObject {
  // https://developer.apple.com/documentation/webkit/wkwebsitedatastore/init(foridentifier:)
  @available(macOS 14.0, iOS 17.0, *)
  public convenience init(forIdentifier identifier: UUID) { fatalError() }
}
