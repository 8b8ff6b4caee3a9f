#if canImport(WebKit) && canImport(UIKit)
  internal import Foundation
  internal import UIKit

  extension ScriptPanel {
    /// Shows the question; nil where there is no window to show it in.
    ///
    /// - Returns: What takes it away again, unanswered.
    @MainActor func show(
      over view: UIView, answer: @escaping @MainActor (String?) -> Void
    ) -> (@MainActor () -> Void)? {
      guard var presenter = view.window?.rootViewController else { return nil }
      while let next = presenter.presentedViewController, !next.isBeingDismissed { presenter = next }
      let alert = UIAlertController(title: title, message: message, preferredStyle: .alert)
      if case .prompt(let text) = kind { alert.addTextField { $0.text = text } }
      if kind != .alert {
        alert.addAction(
          UIAlertAction(title: NSLocalizedString("Cancel", comment: "A page's question"), style: .cancel) {
            _ in
            answer(nil)
          })
      }
      alert.addAction(
        UIAlertAction(title: NSLocalizedString("OK", comment: "A page's question"), style: .default) {
          [weak alert] _ in
          answer(alert?.textFields?.first?.text ?? "")
        })
      presenter.present(alert, animated: true)
      return { [weak alert] in alert?.dismiss(animated: false) }
    }
  }
#endif
