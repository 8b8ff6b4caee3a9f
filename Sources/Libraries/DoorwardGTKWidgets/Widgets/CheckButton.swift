#if os(Linux)
  internal import CDoorwardGTK

  /// A box to check, or a choice of a group, of which one is checked.
  @MainActor public final class CheckButton: Widget {
    /// Called when the user checks or unchecks the button.
    public var onChange: @MainActor (Bool) -> Void = { _ in }

    /// Creates a button. In a group, checking it unchecks the others.
    public init(_ text: String, group: CheckButton? = nil) {
      super.init(gtk_check_button_new_with_label(text))
      accessibleLabel = text
      if let group { gtk_check_button_set_group(button, group.button) }
      Signal.connect(reference.pointer, "toggled") { [weak self] in
        if let self { onChange(isChecked) }
      }
    }

    private var button: UnsafeMutablePointer<GtkCheckButton> { doorward_check_button(reference.pointer) }

    public var text: String {
      get { gtk_check_button_get_label(button).map { String(cString: $0) } ?? "" }
      set {
        gtk_check_button_set_label(button, newValue)
        accessibleLabel = newValue
      }
    }

    public var isChecked: Bool {
      get { gtk_check_button_get_active(button) != 0 }
      set { gtk_check_button_set_active(button, newValue ? 1 : 0) }
    }
  }
#endif
