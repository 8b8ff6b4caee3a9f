public import Foundation

// https://developer.apple.com/documentation/appkit/nswindow
@MainActor open class NSWindow: NSResponder {
  struct Sheet {
    let window: NSWindow
    /// The alert or panel of the window. AppKit retains it while it is shown.
    let owner: NSObject
    let handler: (NSApplication.ModalResponse) -> Void
  }

  // "If the window already has a presented sheet, this method queues the specified sheet for presentation after the
  // current sheet is dismissed": https://developer.apple.com/documentation/appkit/nswindow/beginsheet(_:completionhandler:)
  var sheets: [Sheet] = []
  lazy var content: NSView = {
    let view = NSView(frame: .zero)
    view.ownWindow = self
    return view
  }()

  // https://developer.apple.com/documentation/appkit/nswindow/initialfirstresponder
  weak open var initialFirstResponder: NSView?
  // "This method ends the modal session with the return code `NSModalResponseStop`."
  // https://developer.apple.com/documentation/appkit/nswindow/endsheet(_:)
  open func endSheet(_ sheetWindow: NSWindow) { end(sheetWindow, .stop) }

  // https://developer.apple.com/documentation/appkit/nswindow/orderout(_:)
  open func orderOut(_ sender: Any?) {}

  func end(_ sheetWindow: NSWindow, _ response: NSApplication.ModalResponse) {
    guard let index = sheets.firstIndex(where: { $0.window === sheetWindow }) else { return }
    sheets.remove(at: index).handler(response)
  }
}

// https://developer.apple.com/documentation/appkit/nsapplication
@MainActor open class NSApplication: NSResponder {
  static let only = NSApplication()
  var key: NSWindow?

  // https://developer.apple.com/documentation/appkit/nsapplication/shared
  open class var shared: NSApplication { only }
  // https://developer.apple.com/documentation/appkit/nsapplication/keywindow
  open var keyWindow: NSWindow? { key }
  // https://developer.apple.com/documentation/appkit/nsapplication/mainwindow
  open var mainWindow: NSWindow? { nil }
  // https://developer.apple.com/documentation/appkit/nsapplication/setactivationpolicy(_:)
  @discardableResult open func setActivationPolicy(_ activationPolicy: ActivationPolicy) -> Bool { true }
  // https://developer.apple.com/documentation/appkit/nsapplication/activate()
  @available(macOS 14.0, *)
  open func activate() {}
  // https://developer.apple.com/documentation/appkit/nsapplication/terminate(_:)
  open func terminate(_ sender: Any?) {}

  // https://developer.apple.com/documentation/appkit/nsapplication/activationpolicy-swift.enum
  public enum ActivationPolicy: Int, Sendable { case regular, accessory, prohibited }

  // https://developer.apple.com/documentation/appkit/nsapplication/modalresponse
  public struct ModalResponse: Hashable, RawRepresentable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/appkit/nsapplication/modalresponse/alertfirstbuttonreturn
    public static let alertFirstButtonReturn = ModalResponse(rawValue: 1000)
    // https://developer.apple.com/documentation/appkit/nsapplication/modalresponse/ok
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let OK = ModalResponse(rawValue: 1)
    // https://developer.apple.com/documentation/appkit/nsapplication/modalresponse/cancel
    static let cancel = ModalResponse(rawValue: 0)
    // https://developer.apple.com/documentation/appkit/nsapplication/modalresponse/stop
    static let stop = ModalResponse(rawValue: -1000)
  }
}

// https://developer.apple.com/documentation/appkit/nsworkspace
open class NSWorkspace: NSObject {
  // Tests use it only on the main actor.
  nonisolated(unsafe) static let only = NSWorkspace()
  var opened: [URL] = []
  var hasApp: (URL) -> Bool = { _ in true }

  // https://developer.apple.com/documentation/appkit/nsworkspace/shared
  open class var shared: NSWorkspace { only }
  // "true if the location was successfully opened; otherwise, false."
  // https://developer.apple.com/documentation/appkit/nsworkspace/open(_:)
  @discardableResult open func open(_ url: URL) -> Bool {
    opened.append(url)
    return hasApp(url)
  }
}

#if os(Linux)
  extension NSWindow {
    // Stand-in: for tests. https://developer.apple.com/documentation/appkit/nswindow/contentview
    package var contentView: NSView { content }
    /// The alert or the panel that is shown as a sheet.
    package var shownSheet: NSObject? { sheets.first?.owner }
    /// Removes a sheet without calling its handler, as a released window does.
    package func dropSheets() { sheets = [] }
  }

  // Stand-in: the windows of the app.
  extension NSApplication {
    package func show(keyWindow: NSWindow?) { key = keyWindow }
  }

  // Stand-in: the apps of the Mac.
  extension NSWorkspace {
    package var openedURLs: [URL] { opened }
    package func setApps(_ hasApp: @escaping (URL) -> Bool) {
      opened = []
      self.hasApp = hasApp
    }
  }
#endif
