#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// Draws one element of a view, and draws it again in place when the element changes, so that the focus stays.
  @MainActor protocol ElementView: AnyObject {
    var widget: Widget { get }

    /// Draws the element.
    ///
    /// - Returns: Whether the view can draw elements of this kind. Otherwise the element gets another view.
    func draw(_ element: ScreenContent.Element) -> Bool
  }

  /// A view that has a button, which can get the keyboard focus.
  @MainActor protocol ButtonHolder: AnyObject {
    var id: String? { get }
    func focus()
  }

  /// A view that has the field of a view.
  @MainActor protocol FieldHolder: AnyObject {
    var name: FieldName { get }
    func focus()
  }
#endif
