#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// A sentence that screen readers read when it appears or changes.
  @MainActor final class MessageView {
    /// The place and the meaning of a sentence.
    enum Kind {
      /// The problem of a field, below it.
      case field
      /// The problem of the view, below its heading.
      case problem
      /// A step has succeeded.
      case notice
    }

    let widget = Box(.row, spacing: 10, role: .alert)
    private let label = Label(overflow: .wrap(characters: 44))
    private var announcement: String?

    init(_ kind: Kind) {
      label.alignToStart()
      label.expand(vertically: false)
      let icon = Icon(kind.icon)
      icon.align(vertically: kind == .field ? .start : .center)
      widget.add(icon)
      widget.add(label)
      widget.addStyle(kind == .notice ? "success" : "error")
      if kind == .field { widget.addStyle("caption") } else { widget.addStyle("doorward-message") }
      widget.isVisible = false
    }

    /// Adds a control after the sentence.
    func add(_ control: Widget) {
      control.align(vertically: .center)
      widget.add(control)
    }

    /// Draws a sentence; nil for none.
    ///
    /// `spoken` is the part that screen readers read, if that is not the whole sentence. `id` is the accessibility
    /// identifier.
    func draw(_ text: String?, spoken: String? = nil, id: String?) {
      label.text = text ?? ""
      let new = spoken ?? text
      guard new != announcement else { return }
      announcement = new
      // Screen readers read an alert when it appears.
      widget.isVisible = false
      guard let new else { return }
      if let id { widget.name = id }
      widget.accessibleLabel = new
      widget.isVisible = true
      widget.announce(new)
    }
  }

  @MainActor extension MessageView.Kind {
    fileprivate var icon: String {
      self == .notice ? SymbolIcon.name(.success) ?? "" : SymbolIcon.name(.warning) ?? ""
    }
  }
#endif
