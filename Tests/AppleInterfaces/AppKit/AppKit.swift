@_exported public import Foundation

// https://developer.apple.com/documentation/appkit/nsresponder
@MainActor open class NSResponder: NSObject {
  nonisolated public override init() {}
}

// https://developer.apple.com/documentation/appkit/nsview
@MainActor open class NSView: NSResponder {
  // https://developer.apple.com/documentation/appkit/nsview/init(frame:)
  public init(frame frameRect: CGRect) {}
  // https://developer.apple.com/documentation/appkit/nsview/init(coder:)
  public required init?(coder: NSCoder) {}
  // https://developer.apple.com/documentation/appkit/nsview/frame
  open var frame: CGRect {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/appkit/nsview/bounds
  open var bounds: CGRect {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/appkit/nsview/window
  open var window: NSWindow? { fatalError() }
  // https://developer.apple.com/documentation/appkit/nsview/autoresizingmask-swift.property
  open var autoresizingMask: AutoresizingMask {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/appkit/nsview/addsubview(_:)
  open func addSubview(_ view: NSView) {}
  // https://developer.apple.com/documentation/appkit/nsview/removefromsuperview()
  open func removeFromSuperview() {}
  // https://developer.apple.com/documentation/appkit/nsview/superview
  open var superview: NSView? { fatalError() }
  // https://developer.apple.com/documentation/appkit/nsview/viewdidmovetowindow()
  open func viewDidMoveToWindow() {}
  // https://developer.apple.com/documentation/appkit/nsaccessibilityprotocol/setaccessibilitylabel(_:)
  open func setAccessibilityLabel(_ accessibilityLabel: String?) {}

  // https://developer.apple.com/documentation/appkit/nsview/autoresizingmask-swift.struct
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/appkit/nsview/autoresizingmask-swift.struct/width
    public static let width = AutoresizingMask(rawValue: 2)
    // https://developer.apple.com/documentation/appkit/nsview/autoresizingmask-swift.struct/height
    public static let height = AutoresizingMask(rawValue: 16)
  }
}

// https://developer.apple.com/documentation/appkit/nswindow
@MainActor open class NSWindow: NSResponder {
  // https://developer.apple.com/documentation/appkit/nswindow/initialfirstresponder
  weak open var initialFirstResponder: NSView? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/appkit/nswindow/endsheet(_:)
  open func endSheet(_ sheetWindow: NSWindow) {}
}

// https://developer.apple.com/documentation/appkit/nscontrol
@MainActor open class NSControl: NSView {
  // https://developer.apple.com/documentation/appkit/nscontrol/stringvalue
  open var stringValue: String {
    get { fatalError() }
    set {}
  }
}

// https://developer.apple.com/documentation/appkit/nsbutton
@MainActor open class NSButton: NSControl {}

// https://developer.apple.com/documentation/appkit/nstextfield
@MainActor open class NSTextField: NSControl {}

// https://developer.apple.com/documentation/appkit/nsalert
@MainActor open class NSAlert: NSObject {
  // https://developer.apple.com/documentation/objectivec/nsobject-swift.class/init()
  public override init() {}
  // https://developer.apple.com/documentation/appkit/nsalert/messagetext
  open var messageText: String {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/appkit/nsalert/informativetext
  open var informativeText: String {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/appkit/nsalert/accessoryview
  open var accessoryView: NSView? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/appkit/nsalert/window
  open var window: NSWindow { fatalError() }
  // https://developer.apple.com/documentation/appkit/nsalert/addbutton(withtitle:)
  @discardableResult open func addButton(withTitle title: String) -> NSButton { fatalError() }
  // https://developer.apple.com/documentation/appkit/nsalert/beginsheetmodal(for:completionhandler:)
  open func beginSheetModal(
    for sheetWindow: NSWindow, completionHandler handler: ((NSApplication.ModalResponse) -> Void)? = nil
  ) {}
}

// https://developer.apple.com/documentation/appkit/nsapplication
@MainActor open class NSApplication: NSResponder {
  // https://developer.apple.com/documentation/appkit/nsapplication/modalresponse
  public struct ModalResponse: Hashable, RawRepresentable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/appkit/nsapplication/modalresponse/alertfirstbuttonreturn
    public static let alertFirstButtonReturn = ModalResponse(rawValue: 1000)
  }
}

// https://developer.apple.com/documentation/appkit/nsworkspace
open class NSWorkspace: NSObject {
  // https://developer.apple.com/documentation/appkit/nsworkspace/shared
  open class var shared: NSWorkspace { fatalError() }
  // https://developer.apple.com/documentation/appkit/nsworkspace/open(_:)
  @discardableResult open func open(_ url: URL) -> Bool { fatalError() }
}
