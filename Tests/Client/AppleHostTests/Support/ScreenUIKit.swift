#if canImport(UIKit)
  import Foundation
  import UIKit

  /// A window and its user.
  @MainActor final class Screen {
    let window = UIWindow(frame: .zero)
    let root = UIViewController()

    init() { window.rootViewController = root }

    func show(_ view: UIView) { window.addSubview(view) }

    /// The message of the shown question.
    var alert: UIAlertController? {
      var top: UIViewController = root
      while let next = top.presentedViewController { top = next }
      return top as? UIAlertController
    }

    var question: String? { alert?.alertMessage }
    var asker: String? { alert?.alertTitle }
    var buttons: [String] { alert?.buttonTitles ?? [] }
    func press(_ title: String) { alert?.press(title) }
    /// Enters text into the question's field.
    var entry: String? {
      get { alert?.textFields?.first?.text }
      set { alert?.textFields?.first?.text = newValue }
    }

    /// The app removes the question.
    func dropQuestion() { root.dismiss(animated: false) }

    static var openedLinks: [URL] { UIApplication.shared.openedURLs }
    static func setApps(_ hasApp: @escaping (URL) -> Bool) { UIApplication.shared.setApps(hasApp) }
  }
#endif
