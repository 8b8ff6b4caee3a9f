#if canImport(AppKit)
  import AppKit
  import Foundation

  /// A window and its user.
  @MainActor final class Screen {
    let window = NSWindow()

    func show(_ view: NSView) { window.contentView.addSubview(view) }

    /// The message of the shown question.
    var alert: NSAlert? { window.shownSheet as? NSAlert }
    var filePanel: NSSavePanel? { window.shownSheet as? NSSavePanel }

    var question: String? { alert?.informativeText }
    var asker: String? { alert?.messageText }
    var buttons: [String] { alert?.buttonTitles ?? [] }
    func press(_ title: String) { alert?.press(title, over: window) }
    /// Enters text into the question's field.
    var entry: String? {
      get { (alert?.accessoryView as? NSTextField)?.stringValue }
      set { (alert?.accessoryView as? NSTextField)?.stringValue = newValue ?? "" }
    }

    /// The app removes the question.
    func dropQuestion() { window.dropSheets() }

    static var openedLinks: [URL] { NSWorkspace.shared.openedURLs }
    static func setApps(_ hasApp: @escaping (URL) -> Bool) { NSWorkspace.shared.setApps(hasApp) }
  }
#endif
