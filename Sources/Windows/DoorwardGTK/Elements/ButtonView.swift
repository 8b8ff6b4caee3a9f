#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// A button in the column of a view or in a card.
  @MainActor final class ButtonView: ElementView, ButtonHolder {
    private let button: StepButton
    private let isLink: Bool
    private let place: ElementPlace
    private(set) var id: String?
    var widget: Widget { button.widget }

    init(_ button: ScreenContent.Button, _ place: ElementPlace, _ input: ScreenInput) {
      isLink = button.role == .link
      self.place = place
      self.button = StepButton(place == .card ? .row : isLink ? .link : .wide, input)
      if place == .column, isLink { self.button.widget.align(horizontally: .center) }
    }

    func draw(_ element: ScreenContent.Element) -> Bool {
      guard case .button(let new) = element, place == .card || (new.role == .link) == isLink else {
        return false
      }
      id = new.id
      button.draw(new)
      return true
    }

    func focus() { button.widget.focus() }
  }
#endif
