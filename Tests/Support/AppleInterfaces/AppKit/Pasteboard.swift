// https://developer.apple.com/documentation/appkit/nsapplicationdelegate
@MainActor @objc public protocol NSApplicationDelegate: NSObjectProtocol {
  #if !os(Linux)
    // https://developer.apple.com/documentation/appkit/nsapplicationdelegate/applicationwillfinishlaunching(_:)
    @objc(applicationWillFinishLaunching:)
    optional func applicationWillFinishLaunching(_ notification: Notification)
    // https://developer.apple.com/documentation/appkit/nsapplicationdelegate/applicationdidfinishlaunching(_:)
    @objc(applicationDidFinishLaunching:)
    optional func applicationDidFinishLaunching(_ notification: Notification)
    // https://developer.apple.com/documentation/appkit/nsapplicationdelegate/applicationwillterminate(_:)
    @objc(applicationWillTerminate:)
    optional func applicationWillTerminate(_ notification: Notification)
  #endif
}

// https://developer.apple.com/documentation/appkit/nspasteboard
@MainActor open class NSPasteboard: NSObject {
  static let only = NSPasteboard()
  var texts: [PasteboardType: String] = [:]

  // https://developer.apple.com/documentation/appkit/nspasteboard/general
  open class var general: NSPasteboard { only }
  // https://developer.apple.com/documentation/appkit/nspasteboard/preparefornewcontents(with:)
  @discardableResult open func prepareForNewContents(with options: ContentsOptions = []) -> Int {
    texts = [:]
    return 0
  }
  // https://developer.apple.com/documentation/appkit/nspasteboard/setstring(_:fortype:)
  @discardableResult open func setString(_ string: String, forType dataType: PasteboardType) -> Bool {
    texts[dataType] = string
    return true
  }
  // https://developer.apple.com/documentation/appkit/nspasteboard/contentsoptions
  public struct ContentsOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/appkit/nspasteboard/contentsoptions/currenthostonly
    public static let currentHostOnly = ContentsOptions(rawValue: 1)
  }
  // https://developer.apple.com/documentation/appkit/nspasteboard/pasteboardtype
  public struct PasteboardType: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/appkit/nspasteboard/pasteboardtype/string
    public static let string = PasteboardType(rawValue: "public.utf8-plain-text")
  }
}

#if os(Linux)
  // Stand-in: what is on the pasteboard.
  extension NSPasteboard { package var copied: String? { texts[.string] } }
#endif
