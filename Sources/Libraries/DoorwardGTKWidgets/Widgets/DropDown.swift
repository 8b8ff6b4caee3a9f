#if os(Linux)
  internal import CDoorwardGTK

  /// A button that lets the user choose one of some texts.
  @MainActor public final class DropDown: Widget {
    /// Called when the user chooses a text.
    public var onChange: @MainActor (Int) -> Void = { _ in }

    public init() {
      super.init(gtk_drop_down_new(nil, nil))
      let changed:
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void =
          selectionChanged
      Signal.connect(reference.pointer, "notify::selected", to: changed, with: WeakReference(self))
    }

    /// The texts. A change selects the first one.
    public var texts: [String] = [] {
      didSet {
        guard texts != oldValue else { return }
        let list = gtk_string_list_new(nil)
        for text in texts { gtk_string_list_append(list, text) }
        gtk_drop_down_set_model(reference.opaque, list)
        g_object_unref(list.map { UnsafeMutableRawPointer($0) })
      }
    }

    /// The index of the chosen text; nil if there are no texts.
    public var selected: Int? {
      get {
        let index = Int(gtk_drop_down_get_selected(reference.opaque))
        return texts.indices.contains(index) ? index : nil
      }
      set { gtk_drop_down_set_selected(reference.opaque, newValue.map { guint($0) } ?? guint.max) }
    }

    fileprivate func report() {
      if let selected { onChange(selected) }
    }
  }

  private func selectionChanged(
    _ object: UnsafeMutableRawPointer?, _ property: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?
  ) {
    LoopThread.run(data) { WeakReference<DropDown>.target(of: $0)?.report() }
  }
#endif
