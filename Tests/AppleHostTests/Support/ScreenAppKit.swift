#if canImport(AppKit)
  import AppKit
  import Foundation

  /// A window, and the user in front of it.
  @MainActor final class Screen {
    let window = NSWindow()

    func show(_ view: NSView) { window.contentView.addSubview(view) }

    /// The question in front of the user.
    var alert: NSAlert? { window.shownSheet as? NSAlert }
    var filePanel: NSSavePanel? { window.shownSheet as? NSSavePanel }

    var question: String? { alert?.informativeText }
    var asker: String? { alert?.messageText }
    var buttons: [String] { alert?.buttonTitles ?? [] }
    func press(_ title: String) { alert?.press(title, over: window) }
    /// The text field of the question.
    var entry: String? {
      get { (alert?.accessoryView as? NSTextField)?.stringValue }
      set { (alert?.accessoryView as? NSTextField)?.stringValue = newValue ?? "" }
    }

    /// The app removes the question itself.
    func dropQuestion() { window.dropSheets() }

    static var openedLinks: [URL] { NSWorkspace.shared.openedURLs }
    static func setApps(_ hasApp: @escaping (URL) -> Bool) { NSWorkspace.shared.setApps(hasApp) }
  }
#endif
