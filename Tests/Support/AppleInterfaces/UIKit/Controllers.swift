public import Foundation

// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController: UIResponder {
  var isRoot = false
  var presented: UIViewController?
  weak var presenting: UIViewController?
  var transition: Transition?

  // https://developer.apple.com/documentation/uikit/uiviewcontroller/presentedviewcontroller
  open var presentedViewController: UIViewController? { presented }
  // https://developer.apple.com/documentation/uikit/uiviewcontroller/presentingviewcontroller
  open var presentingViewController: UIViewController? { presenting }
  // https://developer.apple.com/documentation/uikit/uiviewcontroller/isbeingdismissed
  open var isBeingDismissed: Bool { transition?.dismissed === self }
  // https://developer.apple.com/documentation/uikit/uiviewcontroller/transitioncoordinator
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { transition }
  // UIKit presents nothing if the presenting controller is not on the screen, presents another controller, or
  // is in a transition. It reports this only in its log. Apple's documentation does not describe this.
  // https://developer.apple.com/documentation/uikit/uiviewcontroller/present(_:animated:completion:)
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) {
    precondition(viewControllerToPresent.presenting == nil, "the controller is presented already")
    guard isRoot || presenting != nil, presented == nil, transition == nil else { return }
    presented = viewControllerToPresent
    viewControllerToPresent.presenting = self
    completion?()
  }
  // If the controller presents no other controller, the controller itself is dismissed.
  // https://developer.apple.com/documentation/uikit/uiviewcontroller/dismiss(animated:completion:)
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    guard let presented else {
      presenting?.dismiss(animated: flag, completion: completion)
      return
    }
    presented.presenting = nil
    self.presented = nil
    completion?()
  }
}

// https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinatorcontext
@MainActor @objc public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {}

// https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinator
@MainActor @objc
public protocol UIViewControllerTransitionCoordinator:
  UIViewControllerTransitionCoordinatorContext
{
  // https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinator/animate(alongsidetransition:completion:)
  @objc(animateAlongsideTransition:completion:)
  @discardableResult func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

@MainActor final class Transition: NSObject, UIViewControllerTransitionCoordinator {
  var dismissed: UIViewController?
  var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []

  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    if let completion { completions.append(completion) }
    return true
  }
}

#if os(Linux)
  // Stand-in: animations, which take no time here unless a test requests it.
  extension UIViewController {
    /// Removes the view of the controller from the window, or adds it again.
    package func setInHierarchy(_ isInHierarchy: Bool) { isRoot = isInHierarchy }

    package func beginPresenting(_ controller: UIViewController) {
      present(controller, animated: true)
      transition = Transition()
      controller.transition = transition
    }

    package func beginDismissing() {
      transition = Transition()
      transition?.dismissed = presented
      presented?.transition = transition
    }

    package func finishTransition() {
      let over = transition
      transition = nil
      presented?.transition = nil
      if over?.dismissed != nil { dismiss(animated: false) }
      for completion in over?.completions ?? [] { over.map(completion) }
    }
  }
#endif
