public import Foundation

// https://developer.apple.com/documentation/appkit/nsalert
@MainActor open class NSAlert: NSObject {
  var buttons: [String] = []
  let panel = NSWindow()

  // https://developer.apple.com/documentation/objectivec/nsobject-swift.class/init()
  public override init() {}
  // https://developer.apple.com/documentation/appkit/nsalert/messagetext
  open var messageText = ""
  // https://developer.apple.com/documentation/appkit/nsalert/informativetext
  open var informativeText = ""
  // https://developer.apple.com/documentation/appkit/nsalert/accessoryview
  open var accessoryView: NSView?
  // https://developer.apple.com/documentation/appkit/nsalert/window
  open var window: NSWindow { panel }
  // https://developer.apple.com/documentation/appkit/nsalert/addbutton(withtitle:)
  @discardableResult open func addButton(withTitle title: String) -> NSButton {
    buttons.append(title)
    return NSButton(frame: .zero)
  }
  // https://developer.apple.com/documentation/appkit/nsalert/beginsheetmodal(for:completionhandler:)
  open func beginSheetModal(
    for sheetWindow: NSWindow, completionHandler handler: ((NSApplication.ModalResponse) -> Void)? = nil
  ) {
    sheetWindow.sheets.append(NSWindow.Sheet(window: panel, owner: self) { handler?($0) })
  }
}

// https://developer.apple.com/documentation/appkit/nspanel
@MainActor open class NSPanel: NSWindow {}

// https://developer.apple.com/documentation/appkit/nssavepanel
@MainActor open class NSSavePanel: NSPanel {
  weak var parentWindow: NSWindow?
  var chosen: [URL] = []

  // https://developer.apple.com/documentation/appkit/nssavepanel/namefieldstringvalue
  open var nameFieldStringValue = ""
  // https://developer.apple.com/documentation/appkit/nssavepanel/url
  open var url: URL? { chosen.first }
  // https://developer.apple.com/documentation/appkit/nssavepanel/beginsheetmodal(for:completionhandler:)
  open func beginSheetModal(
    for window: NSWindow, completionHandler handler: @escaping (NSApplication.ModalResponse) -> Void
  ) {
    parentWindow = window
    window.sheets.append(Sheet(window: self, owner: self, handler: handler))
  }
  // https://developer.apple.com/documentation/appkit/nssavepanel/cancel(_:)
  open func cancel(_ sender: Any?) { parentWindow?.end(self, .cancel) }
}

// https://developer.apple.com/documentation/appkit/nsopenpanel
@MainActor open class NSOpenPanel: NSSavePanel {
  // https://developer.apple.com/documentation/appkit/nsopenpanel/urls
  open var urls: [URL] { chosen }
  // https://developer.apple.com/documentation/appkit/nsopenpanel/canchoosedirectories
  open var canChooseDirectories = false
  // https://developer.apple.com/documentation/appkit/nsopenpanel/allowsmultipleselection
  open var allowsMultipleSelection = false
}

#if os(Linux)
  // Stand-in: actions of the user.
  extension NSAlert {
    package var buttonTitles: [String] { buttons }

    /// Presses a button of an alert that is shown above a window.
    package func press(_ title: String, over window: NSWindow) {
      guard window.shownSheet === self, let index = buttons.firstIndex(of: title) else {
        preconditionFailure("no alert with a button \(title) is shown")
      }
      window.end(panel, NSApplication.ModalResponse(rawValue: 1000 + index))
    }
  }

  extension NSSavePanel {
    /// Chooses files, or a location for a file, and ends the panel.
    package func choose(_ files: [URL]) {
      chosen = files
      parentWindow?.end(self, .OK)
    }
  }
#endif
