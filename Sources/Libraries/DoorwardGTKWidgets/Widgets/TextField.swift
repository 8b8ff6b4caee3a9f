#if os(Linux)
  internal import CDoorwardGTK

  /// A field for one line of text: an ``Entry`` or a ``PasswordEntry``.
  @MainActor open class TextField: Widget {
    /// Called when the user changes the text.
    public var onChange: @MainActor (String) -> Void = { _ in }
    /// Called when the user presses Enter.
    public var onSubmit: @MainActor () -> Void = {}

    package override init(_ new: UnsafeMutableRawPointer) {
      super.init(new)
      Signal.connect(reference.pointer, "changed") { [weak self] in
        if let self { onChange(text) }
      }
      Signal.connect(reference.pointer, "activate") { [weak self] in self?.onSubmit() }
    }

    public var text: String {
      get { gtk_editable_get_text(editable).map { String(cString: $0) } ?? "" }
      set { gtk_editable_set_text(editable, newValue) }
    }

    /// Whether the user can change the text.
    public var isEditable: Bool {
      get { gtk_editable_get_editable(editable) != 0 }
      set { gtk_editable_set_editable(editable, newValue ? 1 : 0) }
    }

    /// Selects the whole text.
    public func selectAll() {
      gtk_editable_select_region(editable, 0, -1)
    }

    /// Presses Enter, as the user would.
    package func submit() {
      doorward_emit(reference.pointer, "activate")
    }

    var editable: OpaquePointer? { doorward_editable(reference.pointer) }
  }
#endif
