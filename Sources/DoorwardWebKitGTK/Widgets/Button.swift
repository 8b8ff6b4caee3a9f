#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// A button, by text or by an icon of the theme's.
  @MainActor public final class Button: Widget {
    /// What pressing it does.
    public var onPress: @MainActor () -> Void = {}

    public init(_ text: String) {
      super.init(gtk_button_new_with_label(text))
      accessibleLabel = text
      connect()
    }

    /// One with an icon; the label says what it does, to screen readers and where the pointer rests.
    public init(icon: String, label: String) {
      super.init(gtk_button_new_from_icon_name(icon))
      accessibleLabel = label
      tooltip = label
      connect()
    }

    private func connect() {
      Signal.connect(reference.pointer, "clicked") { [weak self] in self?.onPress() }
    }

    /// Presses it, as the person would.
    package func press() {
      gtk_widget_activate(widget)
    }
  }
#endif
