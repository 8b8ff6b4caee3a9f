#if os(Linux)
  internal import CDoorwardGTK

  /// A widget of a window. Its children do not retain it, so its owner must.
  @MainActor open class Widget {
    package let reference: ObjectReference

    /// Takes ownership of a new widget or window.
    package init(_ new: UnsafeMutableRawPointer) {
      reference = ObjectReference(sinking: new)
    }

    /// The GLib object, for tests that observe its deallocation.
    package var object: UnsafeMutableRawPointer { reference.pointer }

    var widget: UnsafeMutablePointer<GtkWidget> { doorward_widget(reference.pointer) }

    /// The name of the widget in style sheets and in GTK's inspector.
    public var name: String {
      get { gtk_widget_get_name(widget).map { String(cString: $0) } ?? "" }
      set { gtk_widget_set_name(widget, newValue) }
    }

    /// The label for screen readers.
    public var accessibleLabel = "" {
      didSet { doorward_set_label(reference.pointer, accessibleLabel) }
    }

    /// The sentence that screen readers read after the label; nil for none.
    public var accessibleDescription: String? {
      didSet {
        guard accessibleDescription != oldValue else { return }
        doorward_set_description(reference.pointer, accessibleDescription)
      }
    }

    /// Whether the text of the widget is wrong, for screen readers.
    public var isInvalid = false {
      didSet { if isInvalid != oldValue { doorward_set_invalid(reference.pointer, isInvalid ? 1 : 0) } }
    }

    /// Whether the content of the widget is about to change, for screen readers.
    public var isWorking = false {
      didSet { if isWorking != oldValue { doorward_set_busy(reference.pointer, isWorking ? 1 : 0) } }
    }

    /// Reads a text to the users of screen readers.
    public func announce(_ text: String) {
      doorward_announce(reference.pointer, text)
    }

    /// The text that appears when the pointer rests on the widget.
    public var tooltip: String? {
      didSet { gtk_widget_set_tooltip_text(widget, tooltip) }
    }

    public var isVisible: Bool {
      get { gtk_widget_get_visible(widget) != 0 }
      set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    /// Whether the widget is on the screen and has a size, for tests.
    package var isDrawn: Bool { gtk_widget_get_mapped(widget) != 0 && gtk_widget_get_width(widget) > 0 }

    /// The size on the screen in pixels, for tests.
    package var size: (width: Int, height: Int) {
      (Int(gtk_widget_get_width(widget)), Int(gtk_widget_get_height(widget)))
    }

    /// The height that the widget asks for in pixels, if it gets a width; 0 if it is not visible.
    public func naturalHeight(forWidth width: Int = -1) -> Int {
      var height: Int32 = 0
      gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, Int32(width), nil, &height, nil, nil)
      return Int(height)
    }

    /// Whether the user can interact with the widget.
    public var isSensitive: Bool {
      get { gtk_widget_get_sensitive(widget) != 0 }
      set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }

    /// Adds a style class of the theme, such as `title-2` or `suggested-action`.
    public func addStyle(_ name: String) {
      gtk_widget_add_css_class(widget, name)
    }

    /// Adds or removes a style class.
    public func setStyle(_ name: String, _ isOn: Bool) {
      if isOn { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
    }

    /// Whether texts in the widget are light, because the background is dark.
    public var isDark: Bool {
      let text = doorward_text_color(reference.pointer)
      return 0.2126 * text.red + 0.7152 * text.green + 0.0722 * text.blue > 0.5
    }

    /// Moves the keyboard focus to the widget.
    public func focus() {
      gtk_widget_grab_focus(widget)
    }

    /// Whether the widget or a part of it has the keyboard focus.
    public var hasFocus: Bool {
      guard let root = gtk_widget_get_root(widget), let focused = gtk_root_get_focus(root) else {
        return false
      }
      return focused == widget || gtk_widget_is_ancestor(focused, widget) != 0
    }

    /// Moves the keyboard focus to the first control in the widget.
    ///
    /// - Returns: Whether there is one.
    @discardableResult public func focusFirst() -> Bool {
      gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) != 0
    }
  }
#endif
