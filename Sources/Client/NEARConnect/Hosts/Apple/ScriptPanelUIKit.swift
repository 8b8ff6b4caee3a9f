#if canImport(WebKit) && canImport(UIKit)
  internal import Foundation
  internal import UIKit

  extension ScriptPanel {
    /// Shows the question; nil if the view is in no window.
    @MainActor func show(over view: UIView, answer: PendingAnswer<String>) -> PageQuestions.Dismiss? {
      guard let window = view.window, let presenter = window.topViewController else { return nil }
      let alert = alert(answer)
      let present: @MainActor () -> Void = { [weak window] in
        guard alert.presentingViewController == nil, !answer.isGiven else { return }
        window?.topViewController?.present(alert, animated: true)
      }
      // UIKit presents nothing while another controller, such as the sheet of the wallets, appears or disappears.
      let waits = presenter.transitionCoordinator?.animate(alongsideTransition: nil) { _ in present() }
      if waits != true { present() }
      return { [weak alert, weak answer] in
        let answer = answer
        alert?.dismiss(animated: false)
        answer?(nil)
      }
    }

    @MainActor private func alert(_ answer: PendingAnswer<String>) -> UIAlertController {
      let alert = UIAlertController(title: title, message: message, preferredStyle: .alert)
      if case .prompt(let text) = kind { alert.addTextField { $0.text = text } }
      if kind != .alert {
        alert.addAction(UIAlertAction(title: refusal, style: .cancel) { _ in answer(nil) })
      }
      alert.addAction(
        UIAlertAction(title: confirmation, style: .default) { [weak alert] _ in
          answer(alert?.textFields?.first?.text ?? "")
        })
      return alert
    }
  }

  extension UIWindow {
    /// The controller that can present another controller.
    fileprivate var topViewController: UIViewController? {
      guard var top = rootViewController else { return nil }
      while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
      return top
    }
  }
#endif
