#if canImport(WebKit) && !canImport(UIKit)
  internal import AppKit
  internal import Foundation

  extension ScriptPanel {
    /// Shows the question; nil if the view is in no window.
    @MainActor func show(over view: NSView, answer: PendingAnswer<String>) -> PageQuestions.Dismiss? {
      guard let window = view.window else { return nil }
      let alert = NSAlert()
      alert.messageText = title
      alert.informativeText = message
      alert.addButton(withTitle: confirmation)
      if kind != .alert { alert.addButton(withTitle: refusal) }
      let field = textField()
      if let field {
        alert.accessoryView = field
        alert.window.initialFirstResponder = field
      }
      alert.beginSheetModal(for: window) { response in
        answer(response == .alertFirstButtonReturn ? field?.stringValue ?? "" : nil)
      }
      return { [weak window, weak alert] in
        if let alert { window?.endSheet(alert.window) }
      }
    }

    @MainActor private func textField() -> NSTextField? {
      guard case .prompt(let text) = kind else { return nil }
      let field = NSTextField(frame: CGRect(x: 0, y: 0, width: 300, height: 24))
      field.stringValue = text
      field.setAccessibilityLabel(message)
      return field
    }
  }
#endif
