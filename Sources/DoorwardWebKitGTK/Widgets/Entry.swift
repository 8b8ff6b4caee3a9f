#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// A field for one line of text.
  @MainActor public final class Entry: Widget {
    /// Called when the user changes the text.
    public var onChange: @MainActor (String) -> Void = { _ in }
    /// Called when the user presses Enter.
    public var onSubmit: @MainActor () -> Void = {}

    /// Creates a field. The label is the accessible label and the placeholder.
    public init(_ text: String, label: String) {
      super.init(gtk_entry_new())
      accessibleLabel = label
      gtk_entry_set_placeholder_text(entry, label)
      self.text = text
      Signal.connect(reference.pointer, "changed") { [weak self] in
        if let self { onChange(self.text) }
      }
      Signal.connect(reference.pointer, "activate") { [weak self] in self?.onSubmit() }
    }

    private var entry: UnsafeMutablePointer<GtkEntry> { doorward_entry(reference.pointer) }

    public var text: String {
      get { gtk_editable_get_text(doorward_editable(reference.pointer)).map { String(cString: $0) } ?? "" }
      set { gtk_editable_set_text(doorward_editable(reference.pointer), newValue) }
    }
  }
#endif
