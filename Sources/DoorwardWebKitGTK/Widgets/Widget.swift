#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// What is shown in a window. Its children hold nothing of it: keep it as long as it is to answer.
  @MainActor public class Widget {
    let reference: ObjectReference

    /// Takes a new widget, or a window.
    init(_ new: UnsafeMutableRawPointer) {
      reference = ObjectReference(sinking: new)
    }

    /// The object itself, for tests that watch it being freed.
    package var object: UnsafeMutableRawPointer { reference.pointer }

    var widget: UnsafeMutablePointer<GtkWidget> { doorward_widget(reference.pointer) }

    /// What a screen reader says it is.
    public var accessibleLabel = "" {
      didSet { doorward_set_label(reference.pointer, accessibleLabel) }
    }

    /// What is shown where the pointer rests.
    public var tooltip: String? {
      didSet { gtk_widget_set_tooltip_text(widget, tooltip) }
    }

    public var isVisible: Bool {
      get { gtk_widget_get_visible(widget) != 0 }
      set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    /// Whether it can be used.
    public var isSensitive: Bool {
      get { gtk_widget_get_sensitive(widget) != 0 }
      set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }

    /// Whether it takes what room there is.
    public func expand(horizontally: Bool = true, vertically: Bool = true) {
      gtk_widget_set_hexpand(widget, horizontally ? 1 : 0)
      gtk_widget_set_vexpand(widget, vertically ? 1 : 0)
    }

    /// Puts it in the middle of its room.
    public func center() {
      gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
      gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    }

    /// Keeps room around it, in pixels.
    public func setMargin(_ pixels: Int) {
      gtk_widget_set_margin_start(widget, Int32(pixels))
      gtk_widget_set_margin_end(widget, Int32(pixels))
      gtk_widget_set_margin_top(widget, Int32(pixels))
      gtk_widget_set_margin_bottom(widget, Int32(pixels))
    }

    /// Asks for at least this many pixels; -1 asks for nothing.
    public func setMinimumSize(width: Int = -1, height: Int = -1) {
      gtk_widget_set_size_request(widget, Int32(width), Int32(height))
    }

    /// Gives it a style of the theme's, such as `title-2` or `suggested-action`.
    public func addStyle(_ name: String) {
      gtk_widget_add_css_class(widget, name)
    }

    /// Moves the keyboard's focus to it.
    public func focus() {
      gtk_widget_grab_focus(widget)
    }
  }
#endif
