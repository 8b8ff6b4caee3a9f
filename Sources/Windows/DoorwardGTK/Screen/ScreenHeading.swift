#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// The heading of a view, and the sentences below it.
  @MainActor final class ScreenHeading {
    let widget = Box(.column, spacing: 8)
    private let title: Label
    private let lead = Label(overflow: .wrap(characters: 44))

    init(_ layout: ScreenLayout) {
      title = Label(headingLevel: 1, overflow: .wrap(characters: 30))
      title.addStyle(layout.hasSmallHeading ? "title-2" : "title-1")
      widget.add(title)
      widget.add(lead)
    }

    func draw(_ content: ScreenContent) {
      title.text = content.title
      lead.text = content.lead ?? ""
      lead.isVisible = content.lead != nil
    }
  }
#endif
