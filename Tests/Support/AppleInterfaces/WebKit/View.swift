public import Foundation

#if canImport(UIKit)
  @_exported public import UIKit
  // Stand-in: the superclass of a web view on this platform.
  public typealias PlatformSuperview = UIView
#else
  @_exported public import AppKit
  // Stand-in: the superclass of a web view on this platform.
  public typealias PlatformSuperview = NSView
#endif

// https://developer.apple.com/documentation/webkit/wkwebview
@MainActor open class WKWebView: PlatformSuperview {
  struct Load {
    let address: URL?
    let html: String?
    let navigation: WKNavigation
  }

  /// A call of `callAsyncJavaScript`.
  package struct Call {
    package let functionBody: String
    package let arguments: [String: Any]
    package let isInMainFrame: Bool
    package let world: WKContentWorld
  }

  // https://developer.apple.com/documentation/webkit/wkwebview/isinspectable
  @available(macOS 13.3, iOS 16.4, *)
  open var isInspectable: Bool {
    get { inspectable }
    set { inspectable = newValue }
  }
  var inspectable = false

  /// A copy of the configuration with which the view was created.
  let given: WKWebViewConfiguration
  let settings: WKWebViewConfiguration
  var address: URL?
  var pending: Load?
  var shown: PageFrame?
  var calls: [Call] = []

  // "This method saves a copy of your configuration object. Changes you make to your original object after calling this
  // method have no effect on the web view's configuration."
  // https://developer.apple.com/documentation/webkit/wkwebview/init(frame:configuration:)
  public init(frame: CGRect, configuration: WKWebViewConfiguration) {
    given = configuration
    settings = configuration.duplicate()
    super.init(frame: frame)
  }
  // https://developer.apple.com/documentation/webkit/wkwebview/init(coder:)
  public required init?(coder: NSCoder) { nil }
  // Returns a copy.
  // https://developer.apple.com/documentation/webkit/wkwebview/configuration
  open var configuration: WKWebViewConfiguration { settings.duplicate() }
  // https://developer.apple.com/documentation/webkit/wkwebview/url
  open var url: URL? { address }
  // https://developer.apple.com/documentation/webkit/wkwebview/navigationdelegate
  weak open var navigationDelegate: (any WKNavigationDelegate)?
  // https://developer.apple.com/documentation/webkit/wkwebview/uidelegate
  weak open var uiDelegate: (any WKUIDelegate)?
  // https://developer.apple.com/documentation/webkit/wkwebview/load(_:)
  @discardableResult open func load(_ request: URLRequest) -> WKNavigation? { begin(request.url, nil) }
  // https://developer.apple.com/documentation/webkit/wkwebview/loadhtmlstring(_:baseurl:)
  @discardableResult open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
    begin(baseURL, string)
  }

  private func begin(_ address: URL?, _ html: String?) -> WKNavigation {
    let load = Load(address: address, html: html, navigation: WKNavigation())
    pending = load
    return load.navigation
  }
}

// Without a frame, the script runs in the main frame. The arguments are values that the function body accesses
// by name.
// https://developer.apple.com/documentation/webkit/wkwebview/callasyncjavascript(_:arguments:in:in:completionhandler:)
extension WKWebView {
  @available(macOS 11.0, iOS 14.0, *)
  @preconcurrency public func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
    in contentWorld: WKContentWorld,
    completionHandler: (@MainActor @Sendable (Result<Any, any Error>) -> Void)? = nil
  ) {
    calls.append(
      Call(
        functionBody: functionBody, arguments: arguments, isInMainFrame: frame?.isMainFrame ?? true,
        world: contentWorld))
  }
}

// https://developer.apple.com/documentation/webkit/wkwebviewconfiguration
@MainActor open class WKWebViewConfiguration: NSObject {
  // https://developer.apple.com/documentation/objectivec/nsobject-swift.class/init()
  public override init() {}
  // https://developer.apple.com/documentation/webkit/wkwebviewconfiguration/usercontentcontroller
  open var userContentController = WKUserContentController()
  // https://developer.apple.com/documentation/webkit/wkwebviewconfiguration/websitedatastore
  open var websiteDataStore = WKWebsiteDataStore()
  // https://developer.apple.com/documentation/webkit/wkwebviewconfiguration/preferences
  open var preferences = WKPreferences()
  // https://developer.apple.com/documentation/webkit/wkwebviewconfiguration/applicationnameforuseragent
  open var applicationNameForUserAgent: String?

  /// A copy that shares the objects of this configuration.
  func duplicate() -> WKWebViewConfiguration {
    let copy = WKWebViewConfiguration()
    copy.userContentController = userContentController
    copy.websiteDataStore = websiteDataStore
    copy.preferences = preferences
    copy.applicationNameForUserAgent = applicationNameForUserAgent
    return copy
  }
}

// https://developer.apple.com/documentation/webkit/wkpreferences
@MainActor open class WKPreferences: NSObject {
  // https://developer.apple.com/documentation/webkit/wkpreferences/javascriptcanopenwindowsautomatically
  open var javaScriptCanOpenWindowsAutomatically = false
  // https://developer.apple.com/documentation/webkit/wkpreferences/inactiveschedulingpolicy-swift.property
  @available(macOS 14.0, iOS 17.0, *)
  open var inactiveSchedulingPolicy = InactiveSchedulingPolicy.suspend

  // https://developer.apple.com/documentation/webkit/wkpreferences/inactiveschedulingpolicy-swift.enum
  @available(macOS 14.0, iOS 17.0, *)
  @objc(WKInactiveSchedulingPolicy) public enum InactiveSchedulingPolicy: Int, Sendable {
    case suspend, throttle, none
  }
}

// https://developer.apple.com/documentation/webkit/wkwebsitedatastore
@MainActor open class WKWebsiteDataStore: NSObject {
  var name: UUID?

  // https://developer.apple.com/documentation/webkit/wkwebsitedatastore/init(foridentifier:)
  @available(macOS 14.0, iOS 17.0, *)
  public convenience init(forIdentifier identifier: UUID) {
    self.init()
    name = identifier
  }
}
