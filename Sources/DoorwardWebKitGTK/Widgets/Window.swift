#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// A window. It is closed for good when nobody holds it any more.
  @MainActor public final class Window: Widget {
    /// What closing it by the person's hand does, by the window's own means or by Escape. By itself it does
    /// nothing: the owner hides it, or lets go of it.
    public var onClose: @MainActor () -> Void = {}

    private var child: Widget?
    private var header: Widget?

    /// Makes a window that is not shown yet; there has to be a display.
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

    /// What fills it.
    public func setChild(_ child: Widget) {
      self.child = child
      gtk_window_set_child(window, child.widget)
    }

    /// What takes the place of its title bar.
    public func setHeader(_ header: HeaderBar) {
      self.header = header
      gtk_window_set_titlebar(window, header.widget)
    }

    /// Keeps it above another window.
    public func setParent(_ parent: Window?) {
      gtk_window_set_transient_for(window, parent?.window)
    }

    /// Keeps it above a window of another making: a `GtkWindow *`.
    public func setParent(gtkWindow: UnsafeMutableRawPointer) {
      gtk_window_set_transient_for(window, doorward_window(gtkWindow))
    }

    /// Shows it, in front.
    public func present() {
      gtk_window_present(window)
    }

    /// Closes it as the person would.
    package func requestClose() {
      gtk_window_close(window)
    }

    /// Takes it from the screen; what is in it lives on.
    public func hide() {
      isVisible = false
    }

    /// Has the button that Enter presses wherever the focus is.
    public func setDefault(_ button: Button?) {
      gtk_window_set_default_widget(window, button?.widget)
    }

    /// Where the page in the window has no use for Escape, it closes the window.
    private func closeByEscape() {
      let action = gtk_callback_action_new(
        escapePressed, Unmanaged.passRetained(WeakReference(self)).toOpaque(), releaseConnectionData)
      let trigger = gtk_keyval_trigger_new(guint(GDK_KEY_Escape), GdkModifierType(rawValue: 0))
      let controller = gtk_shortcut_controller_new()
      gtk_shortcut_controller_add_shortcut(controller, gtk_shortcut_new(trigger, action))
      gtk_widget_add_controller(widget, controller)
    }
  }

  /// The window stays: what becomes of it is its owner's decision.
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
