#if canImport(WebKit) && !canImport(UIKit)
  internal import AppKit
  internal import Foundation

  /// A panel that opens files for a page or saves a file from a page.
  enum FilePanel {
    case open(severalFiles: Bool, folders: Bool)
    case save(name: String)

    /// Shows the panel; nil if the view is in no window.
    @MainActor func show(over view: NSView, answer: PendingAnswer<[URL]>) -> PageQuestions.Dismiss? {
      guard let window = view.window else { return nil }
      let panel = panel
      panel.beginSheetModal(for: window) { response in
        // AppKit calls this before the panel is off the screen.
        panel.orderOut(nil)
        answer(response == .OK ? (panel as? NSOpenPanel)?.urls ?? panel.url.map { [$0] } : nil)
      }
      return { [weak panel] in panel?.cancel(nil) }
    }

    @MainActor private var panel: NSSavePanel {
      switch self {
      case .open(let severalFiles, let folders):
        let panel = NSOpenPanel()
        panel.allowsMultipleSelection = severalFiles
        panel.canChooseDirectories = folders
        return panel
      case .save(let name):
        let panel = NSSavePanel()
        panel.nameFieldStringValue = name
        return panel
      }
    }
  }
#endif
