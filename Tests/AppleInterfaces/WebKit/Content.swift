public import Foundation

// https://developer.apple.com/documentation/webkit/wkusercontentcontroller
@MainActor open class WKUserContentController: NSObject {
  // https://developer.apple.com/documentation/objectivec/nsobject-swift.class/init()
  public override init() {}
  // https://developer.apple.com/documentation/webkit/wkusercontentcontroller/adduserscript(_:)
  open func addUserScript(_ userScript: WKUserScript) {}
  // https://developer.apple.com/documentation/webkit/wkusercontentcontroller/add(_:contentworld:name:)
  @available(macOS 11.0, iOS 14.0, *)
  open func add(
    _ scriptMessageHandler: any WKScriptMessageHandler, contentWorld world: WKContentWorld, name: String
  ) {}
}

// https://developer.apple.com/documentation/webkit/wkuserscript
@MainActor open class WKUserScript: NSObject {
  // https://developer.apple.com/documentation/webkit/wkuserscript/init(source:injectiontime:formainframeonly:in:)
  @available(macOS 11.0, iOS 14.0, *)
  public init(
    source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool,
    in contentWorld: WKContentWorld
  ) {}
}

// https://developer.apple.com/documentation/webkit/wkuserscriptinjectiontime
@objc public enum WKUserScriptInjectionTime: Int, Sendable { case atDocumentStart, atDocumentEnd }

// https://developer.apple.com/documentation/webkit/wkcontentworld
@available(macOS 11.0, iOS 14.0, *)
@MainActor open class WKContentWorld: NSObject {
  // https://developer.apple.com/documentation/webkit/wkcontentworld/page
  open class var page: WKContentWorld { fatalError() }
  // https://developer.apple.com/documentation/webkit/wkcontentworld/world(name:)
  open class func world(name: String) -> WKContentWorld { fatalError() }
}

// https://developer.apple.com/documentation/webkit/wkscriptmessagehandler
@MainActor @objc public protocol WKScriptMessageHandler: NSObjectProtocol {
  // https://developer.apple.com/documentation/webkit/wkscriptmessagehandler/usercontentcontroller(_:didreceive:)
  @objc(userContentController:didReceiveScriptMessage:)
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

// https://developer.apple.com/documentation/webkit/wkscriptmessage
@MainActor open class WKScriptMessage: NSObject {
  // https://developer.apple.com/documentation/webkit/wkscriptmessage/body
  open var body: Any { fatalError() }
  // https://developer.apple.com/documentation/webkit/wkscriptmessage/name
  open var name: String { fatalError() }
  // https://developer.apple.com/documentation/webkit/wkscriptmessage/frameinfo
  open var frameInfo: WKFrameInfo { fatalError() }
  // https://developer.apple.com/documentation/webkit/wkscriptmessage/webview
  weak open var webView: WKWebView? { fatalError() }
}

// https://developer.apple.com/documentation/webkit/wkframeinfo
@MainActor open class WKFrameInfo: NSObject {
  // https://developer.apple.com/documentation/webkit/wkframeinfo/ismainframe
  open var isMainFrame: Bool { fatalError() }
  // https://developer.apple.com/documentation/webkit/wkframeinfo/securityorigin
  open var securityOrigin: WKSecurityOrigin { fatalError() }
}

// https://developer.apple.com/documentation/webkit/wksecurityorigin
@MainActor open class WKSecurityOrigin: NSObject {
  // https://developer.apple.com/documentation/webkit/wksecurityorigin/protocol
  open var `protocol`: String { fatalError() }
  // https://developer.apple.com/documentation/webkit/wksecurityorigin/host
  open var host: String { fatalError() }
  // https://developer.apple.com/documentation/webkit/wksecurityorigin/port
  open var port: Int { fatalError() }
}
