#if canImport(WebKit) && !canImport(UIKit)
  internal import AppKit
  internal import Foundation

  /// A file that a page asks for, or a place for a file that it offers.
  enum FilePanel {
    case open(severalFiles: Bool, folders: Bool)
    case save(name: String)

    /// Shows the panel; nil if there is no window to show it in.
    @MainActor func show(over view: NSView, answer: PendingAnswer<[URL]>) -> PageQuestions.TakeAway? {
      guard let window = view.window else { return nil }
      let panel = panel
      panel.beginSheetModal(for: window) { response in
        // The panel may still be on the screen.
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
