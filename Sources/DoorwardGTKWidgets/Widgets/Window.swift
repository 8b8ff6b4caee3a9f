#if os(Linux)
  internal import CDoorwardGTK

  /// A window. It is destroyed on deinitialization.
  @MainActor public final class Window: Widget {
    /// Called when the user closes the window with the window manager or Escape. The window stays visible
    /// unless the owner hides or releases it.
    public var onClose: @MainActor () -> Void = {}

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
      Signal.connect(reference.pointer, "close-request", function, WeakReference(self))
      closeByEscape()
    }

    isolated deinit {
      gtk_window_destroy(window)
    }

    private var window: UnsafeMutablePointer<GtkWindow> { doorward_window(reference.pointer) }

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

    /// Keeps the window above another window.
    public func setParent(_ parent: Window?) {
      gtk_window_set_transient_for(window, parent?.window)
    }

    /// Keeps the window above a window that another library created: a `GtkWindow *`.
    public func setParent(gtkWindow: UnsafeMutableRawPointer) {
      gtk_window_set_transient_for(window, doorward_window(gtkWindow))
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

    /// Sets the button that Enter presses regardless of the focus.
    public func setDefault(_ button: Button?) {
      gtk_window_set_default_widget(window, button?.widget)
    }

    /// Escape closes the window unless the page in it handles the key.
    private func closeByEscape() {
      let action = gtk_callback_action_new(
        escapePressed, Unmanaged.passRetained(WeakReference(self)).toOpaque(), releaseConnectionData)
      let trigger = gtk_keyval_trigger_new(guint(GDK_KEY_Escape), GdkModifierType(rawValue: 0))
      let controller = gtk_shortcut_controller_new()
      gtk_shortcut_controller_add_shortcut(controller, gtk_shortcut_new(trigger, action))
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

  private func escapePressed(
    _ widget: UnsafeMutablePointer<GtkWidget>?, _ arguments: OpaquePointer?, _ data: UnsafeMutableRawPointer?
  ) -> gboolean {
    LoopThread.run(data) { WeakReference<Window>.target(of: $0)?.onClose() }
    return 1
  }
#endif
