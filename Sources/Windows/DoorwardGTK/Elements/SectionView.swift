#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// A group of elements with a heading, in a card.
  @MainActor final class SectionView: ElementView {
    let elements: ElementList
    private let box = Box(.column, spacing: 8, role: .group)
    private let header = Box(.row, spacing: 8)
    private let icon = Icon("", size: 16)
    private let title = Label(headingLevel: 2, overflow: .wrap(characters: 48))
    private let footer = Label(overflow: .wrap(characters: 60))
    var widget: Widget { box }

    init(_ input: ScreenInput) {
      let card = Box(.column)
      card.addStyle("card")
      card.addStyle("doorward-card")
      elements = ElementList(card, in: .card, input: input)
      title.addStyle("heading")
      title.alignToStart()
      footer.addStyle("caption")
      footer.addStyle("dim-label")
      footer.alignToStart()
      header.add(icon)
      header.add(title)
      for part in [header, card, footer] { box.add(part) }
    }

    func draw(_ element: ScreenContent.Element) -> Bool {
      guard case .section(let section) = element else { return false }
      title.text = section.title ?? ""
      header.isVisible = section.title != nil
      if let text = section.title, box.accessibleLabel != text { box.accessibleLabel = text }
      let symbol = section.symbol.flatMap(SymbolIcon.name)
      icon.isVisible = symbol != nil
      if let symbol { icon.show(symbol) }
      footer.text = section.footer ?? ""
      footer.isVisible = section.footer != nil
      elements.box.isVisible = !section.elements.isEmpty
      elements.draw(section.elements)
      return true
    }
  }
#endif
