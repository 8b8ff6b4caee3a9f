#if os(Linux)
  internal import CDoorwardGTK

  /// A window. It is destroyed on deinitialization.
  @MainActor public final class Window: Widget {
    /// Called when the user closes the window with the window manager. The window stays visible unless the owner hides or
    /// releases it.
    public var onClose: @MainActor () -> Void = {}
    /// Called when the user presses Escape; nil if that closes the window. Not called if a widget in it handles the key.
    public var onEscape: (@MainActor () -> Void)?

    private var child: Widget?
    private var header: Widget?

    /// Creates a hidden window. A display is required.
    public init(title: String, width: Int, height: Int) {
      super.init(gtk_window_new())
      self.title = title
      gtk_window_set_title(window, title)
      gtk_window_set_default_size(window, Int32(width), Int32(height))
      let function: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean =
        closeRequested
      Signal.connect(reference.pointer, "close-request", to: function, with: WeakReference(self))
      addShortcut("Escape") { [weak self] in
        if let self { (onEscape ?? onClose)() }
      }
    }

    isolated deinit {
      gtk_window_destroy(window)
    }

    var window: UnsafeMutablePointer<GtkWindow> { doorward_window(reference.pointer) }

    public var title = "" {
      didSet { gtk_window_set_title(window, title) }
    }

    /// Sets the content of the window.
    public func setChild(_ child: Widget) {
      self.child = child
      gtk_window_set_child(window, child.widget)
    }

    /// Replaces the title bar.
    public func setHeader(_ header: HeaderBar) {
      self.header = header
      gtk_window_set_titlebar(window, header.widget)
    }

    /// Keeps the window above another window, and in the group of that window.
    public func setParent(_ parent: Window?) {
      gtk_window_set_transient_for(window, parent?.window)
      if let parent { gtk_window_group_add_window(gtk_window_get_group(parent.window), window) }
    }

    /// Keeps the window above a window that another library created: a `GtkWindow *`.
    public func setParent(gtkWindow: UnsafeMutableRawPointer) {
      gtk_window_set_transient_for(window, doorward_window(gtkWindow))
    }

    /// Whether the parent cannot be used while the window is visible.
    public var isModal: Bool {
      get { gtk_window_get_modal(window) != 0 }
      set { gtk_window_set_modal(window, newValue ? 1 : 0) }
    }

    /// Separates the window, and those that it becomes the parent of, from the modal windows of the app: they keep keys and clicks from
    /// all other windows of their group.
    public func leaveGroup() {
      let group = gtk_window_group_new()
      gtk_window_group_add_window(group, window)
      g_object_unref(group.map { UnsafeMutableRawPointer($0) })
    }

    /// Shows the window in front of other windows.
    public func present() {
      gtk_window_present(window)
    }

    /// Closes the window, as the user would.
    package func requestClose() {
      gtk_window_close(window)
    }

    /// Hides the window. Its content stays alive.
    public func hide() {
      isVisible = false
    }

    /// Makes the window as high as its content, with a width in pixels.
    public func fitHeight(width: Int) {
      gtk_window_set_default_size(window, Int32(width), -1)
      // Before its first frame, the window gets the height of the content with which it was shown.
      guard gtk_widget_get_mapped(widget) != 0, !isDrawn else { return }
      gtk_widget_add_tick_callback(widget, heightFitted, nil, nil)
    }

    /// Sets the button that Enter presses regardless of the focus.
    public func setDefault(_ button: Button?) {
      gtk_window_set_default_widget(window, button?.widget)
    }

    /// Runs an action when the user presses keys that no widget in the window handles.
    ///
    /// - Parameters:
    ///   - keys: The keys as GTK writes them, such as `Escape` or `<Alt>Left`.
    ///   - action: The action.
    public func addShortcut(_ keys: String, _ action: @escaping @MainActor () -> Void) {
      let performed = gtk_callback_action_new(
        shortcutPressed, Unmanaged.passRetained(Action(action)).toOpaque(), releaseConnectionData)
      let controller = gtk_shortcut_controller_new()
      gtk_shortcut_controller_add_shortcut(
        controller, gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys), performed))
      gtk_widget_add_controller(widget, controller)
    }
  }

  /// Returning 1 keeps GTK from closing the window. The owner decides about it.
  private func closeRequested(_ window: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?)
    -> gboolean
  {
    LoopThread.run(data) { WeakReference<Window>.target(of: $0)?.onClose() }
    return 1
  }

  /// Makes a window as high as its content after its first frame.
  private func heightFitted(
    _ widget: UnsafeMutablePointer<GtkWidget>?, _ clock: OpaquePointer?, _ data: UnsafeMutableRawPointer?
  ) -> gboolean {
    guard let widget, gtk_widget_get_width(widget) > 0 else { return 1 }
    let window = doorward_window(widget)
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(window, &width, &height)
    gtk_window_set_default_size(window, width, -1)
    return 0
  }

  private func shortcutPressed(
    _ widget: UnsafeMutablePointer<GtkWidget>?, _ arguments: OpaquePointer?, _ data: UnsafeMutableRawPointer?
  ) -> gboolean {
    guard let data else { return 0 }
    LoopThread.run(data) { Unmanaged<Action>.fromOpaque($0).takeUnretainedValue().run() }
    return 1
  }

  /// The header of a window: controls at both ends, and a title or another widget between them.
  @MainActor public final class HeaderBar: Widget {
    private var children: [Widget] = []

    /// Creates an empty header without the standard window buttons, which have no accessible labels of the app.
    public init() {
      super.init(gtk_header_bar_new())
      gtk_header_bar_set_show_title_buttons(reference.opaque, 0)
    }

    /// Adds the standard window buttons, in the language of the desktop.
    public func showWindowButtons() {
      gtk_header_bar_set_show_title_buttons(reference.opaque, 1)
    }

    public func addToStart(_ child: Widget) {
      children.append(child)
      gtk_header_bar_pack_start(reference.opaque, child.widget)
    }

    public func addToEnd(_ child: Widget) {
      children.append(child)
      gtk_header_bar_pack_end(reference.opaque, child.widget)
    }

    /// Replaces the window's title with a widget.
    public func setTitle(_ title: Widget) {
      children.append(title)
      gtk_header_bar_set_title_widget(reference.opaque, title.widget)
    }
  }
#endif
