#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// A text of a view.
  @MainActor final class TextView: ElementView {
    private let box: Box
    private let icon = Icon("", size: 16)
    private let label = Label(overflow: .wrap(characters: 48))
    private let place: ElementPlace
    private var style: ScreenContent.Paragraph.Style?
    var widget: Widget { box }

    init(_ place: ElementPlace) {
      self.place = place
      box = Box(.row, spacing: 10)
      label.expand(vertically: false)
      icon.align(vertically: .start)
      icon.isVisible = false
      box.add(icon)
      box.add(label)
    }

    func draw(_ element: ScreenContent.Element) -> Bool {
      guard case .text(let text) = element, style == nil || style == text.style else { return false }
      if style == nil { look(text.style) }
      style = text.style
      label.text = text.text
      return true
    }

    private func look(_ style: ScreenContent.Paragraph.Style) {
      switch style {
      case .body: if place == .column { box.setMargins(bottom: 12) }
      case .caption:
        label.addStyle("caption")
        label.addStyle("dim-label")
      case .warning:
        box.addStyle("doorward-message")
        box.addStyle("warning")
        if let name = SymbolIcon.name(.warning) { icon.show(name) }
        icon.isVisible = true
        label.alignToStart()
      case .empty: label.addStyle("dim-label")
      }
      if place == .card {
        label.alignToStart()
        box.addStyle("doorward-row")
      }
    }
  }
#endif
