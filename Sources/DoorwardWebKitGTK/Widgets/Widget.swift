#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// A widget of a window. Its children do not retain it, so its owner must.
  @MainActor public class Widget {
    let reference: ObjectReference

    /// Takes ownership of a new widget or window.
    init(_ new: UnsafeMutableRawPointer) {
      reference = ObjectReference(sinking: new)
    }

    /// The GLib object, for tests that observe its deallocation.
    package var object: UnsafeMutableRawPointer { reference.pointer }

    var widget: UnsafeMutablePointer<GtkWidget> { doorward_widget(reference.pointer) }

    /// The label for screen readers.
    public var accessibleLabel = "" {
      didSet { doorward_set_label(reference.pointer, accessibleLabel) }
    }

    /// The text that appears when the pointer rests on the widget.
    public var tooltip: String? {
      didSet { gtk_widget_set_tooltip_text(widget, tooltip) }
    }

    public var isVisible: Bool {
      get { gtk_widget_get_visible(widget) != 0 }
      set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    /// Whether the user can interact with the widget.
    public var isSensitive: Bool {
      get { gtk_widget_get_sensitive(widget) != 0 }
      set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }

    /// Sets whether the widget fills the available space.
    public func expand(horizontally: Bool = true, vertically: Bool = true) {
      gtk_widget_set_hexpand(widget, horizontally ? 1 : 0)
      gtk_widget_set_vexpand(widget, vertically ? 1 : 0)
    }

    /// Centers the widget in the available space.
    public func center() {
      gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
      gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    }

    /// Sets the margin on all sides, in pixels.
    public func setMargin(_ pixels: Int) {
      gtk_widget_set_margin_start(widget, Int32(pixels))
      gtk_widget_set_margin_end(widget, Int32(pixels))
      gtk_widget_set_margin_top(widget, Int32(pixels))
      gtk_widget_set_margin_bottom(widget, Int32(pixels))
    }

    /// Requests a minimum size in pixels; -1 requests none.
    public func setMinimumSize(width: Int = -1, height: Int = -1) {
      gtk_widget_set_size_request(widget, Int32(width), Int32(height))
    }

    /// Adds a style class of the theme, such as `title-2` or `suggested-action`.
    public func addStyle(_ name: String) {
      gtk_widget_add_css_class(widget, name)
    }

    /// Moves the keyboard focus to the widget.
    public func focus() {
      gtk_widget_grab_focus(widget)
    }
  }
#endif
