public import Foundation

// https://developer.apple.com/documentation/webkit/wkusercontentcontroller
@MainActor open class WKUserContentController: NSObject {
  struct Handler {
    let handler: any WKScriptMessageHandler
    let world: WKContentWorld
    let name: String
  }

  var scripts: [WKUserScript] = []
  var handlers: [Handler] = []

  // https://developer.apple.com/documentation/objectivec/nsobject-swift.class/init()
  public override init() {}
  // https://developer.apple.com/documentation/webkit/wkusercontentcontroller/adduserscript(_:)
  open func addUserScript(_ userScript: WKUserScript) { scripts.append(userScript) }
  // The scripts of this world can call the handler in all frames. WebKit raises an exception if the name is
  // already in use in the world.
  // https://developer.apple.com/documentation/webkit/wkusercontentcontroller/add(_:contentworld:name:)
  @available(macOS 11.0, iOS 14.0, *)
  open func add(
    _ scriptMessageHandler: any WKScriptMessageHandler, contentWorld world: WKContentWorld, name: String
  ) {
    precondition(handler(name, in: world) == nil)
    handlers.append(Handler(handler: scriptMessageHandler, world: world, name: name))
  }

  func handler(_ name: String, in world: WKContentWorld) -> Handler? {
    handlers.first { $0.name == name && $0.world === world }
  }
}

// https://developer.apple.com/documentation/webkit/wkuserscript
@MainActor open class WKUserScript: NSObject {
  let text: String
  let isForMainFrameOnly: Bool
  let world: WKContentWorld

  // `forMainFrameOnly`: into the main frame, or into all frames.
  // https://developer.apple.com/documentation/webkit/wkuserscript/init(source:injectiontime:formainframeonly:in:)
  @available(macOS 11.0, iOS 14.0, *)
  public init(
    source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool,
    in contentWorld: WKContentWorld
  ) {
    text = source
    isForMainFrameOnly = forMainFrameOnly
    world = contentWorld
  }
}

// https://developer.apple.com/documentation/webkit/wkuserscriptinjectiontime
@objc public enum WKUserScriptInjectionTime: Int, Sendable { case atDocumentStart, atDocumentEnd }

// https://developer.apple.com/documentation/webkit/wkcontentworld
@available(macOS 11.0, iOS 14.0, *)
@MainActor open class WKContentWorld: NSObject {
  static let ofPages = WKContentWorld()
  static var named: [String: WKContentWorld] = [:]

  // https://developer.apple.com/documentation/webkit/wkcontentworld/page
  open class var page: WKContentWorld { ofPages }
  // "The next time you request a content world with the same name, this method returns the object it previously created."
  // https://developer.apple.com/documentation/webkit/wkcontentworld/world(name:)
  open class func world(name: String) -> WKContentWorld {
    let world = named[name] ?? WKContentWorld()
    named[name] = world
    return world
  }
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
  let storedBody: Any
  let to: String
  let frame: WKFrameInfo
  weak var sender: WKWebView?

  init(_ body: Any, to name: String, from frame: WKFrameInfo, of webView: WKWebView) {
    storedBody = body
    to = name
    self.frame = frame
    sender = webView
  }

  // https://developer.apple.com/documentation/webkit/wkscriptmessage/body
  open var body: Any { storedBody }
  // https://developer.apple.com/documentation/webkit/wkscriptmessage/name
  open var name: String { to }
  // https://developer.apple.com/documentation/webkit/wkscriptmessage/frameinfo
  open var frameInfo: WKFrameInfo { frame }
  // https://developer.apple.com/documentation/webkit/wkscriptmessage/webview
  weak open var webView: WKWebView? { sender }
}

// https://developer.apple.com/documentation/webkit/wkframeinfo
@MainActor open class WKFrameInfo: NSObject {
  let isTop: Bool
  let origin: WKSecurityOrigin

  init(isMainFrame: Bool, origin: WKSecurityOrigin) {
    isTop = isMainFrame
    self.origin = origin
  }

  // False for a subframe.
  // https://developer.apple.com/documentation/webkit/wkframeinfo/ismainframe
  open var isMainFrame: Bool { isTop }
  // https://developer.apple.com/documentation/webkit/wkframeinfo/securityorigin
  open var securityOrigin: WKSecurityOrigin { origin }
}

// https://developer.apple.com/documentation/webkit/wksecurityorigin
@MainActor open class WKSecurityOrigin: NSObject {
  let scheme: String
  let site: String
  let number: Int

  init(scheme: String, host: String, port: Int) {
    self.scheme = scheme
    site = host
    number = port
  }

  // https://developer.apple.com/documentation/webkit/wksecurityorigin/protocol
  open var `protocol`: String { scheme }
  // https://developer.apple.com/documentation/webkit/wksecurityorigin/host
  open var host: String { site }
  // 0 for the default port of the scheme.
  // https://developer.apple.com/documentation/webkit/wksecurityorigin/port
  open var port: Int { number }
}
