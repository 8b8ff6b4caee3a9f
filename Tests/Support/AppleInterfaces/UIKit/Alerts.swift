public import Foundation

// https://developer.apple.com/documentation/uikit/uialertcontroller
@MainActor open class UIAlertController: UIViewController {
  var heading: String?
  var text: String?
  var actionsInOrder: [UIAlertAction] = []
  var fields: [UITextField]?

  // https://developer.apple.com/documentation/uikit/uialertcontroller/init(title:message:preferredstyle:)
  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init()
    heading = title
    text = message
  }
  // https://developer.apple.com/documentation/uikit/uialertcontroller/addaction(_:)
  open func addAction(_ action: UIAlertAction) { actionsInOrder.append(action) }
  // https://developer.apple.com/documentation/uikit/uialertcontroller/addtextfield(configurationhandler:)
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    let field = UITextField(frame: .zero)
    configurationHandler?(field)
    fields = (fields ?? []) + [field]
  }
  // https://developer.apple.com/documentation/uikit/uialertcontroller/textfields
  open var textFields: [UITextField]? { fields }

  // https://developer.apple.com/documentation/uikit/uialertcontroller/style
  @objc(UIAlertControllerStyle) public enum Style: Int, Sendable { case actionSheet, alert }
}

// https://developer.apple.com/documentation/uikit/uialertaction
@MainActor open class UIAlertAction: NSObject {
  var heading: String?
  var handler: ((UIAlertAction) -> Void)?

  // https://developer.apple.com/documentation/uikit/uialertaction/init(title:style:handler:)
  public convenience init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    self.init()
    heading = title
    self.handler = handler
  }

  // https://developer.apple.com/documentation/uikit/uialertaction/style-swift.enum
  @objc(UIAlertActionStyle) public enum Style: Int, Sendable { case `default`, cancel, destructive }
}

#if os(Linux)
  // Stand-in: actions of the user.
  extension UIAlertController {
    package var alertTitle: String? { heading }
    package var alertMessage: String? { text }
    package var buttonTitles: [String] { actionsInOrder.compactMap(\.heading) }

    /// Presses a button of an alert that is shown.
    package func press(_ title: String) {
      guard presenting != nil, let action = actionsInOrder.first(where: { $0.heading == title }) else {
        preconditionFailure("no alert with a button \(title) is shown")
      }
      dismiss(animated: true)
      action.handler?(action)
    }
  }
#endif
