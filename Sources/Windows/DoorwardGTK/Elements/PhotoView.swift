#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// The photo of the user, or letters in its place, with the steps that change it.
  @MainActor final class PhotoView: ElementView {
    private let box = Box(.row, spacing: 18)
    let place = Stack()
    private let picture: Picture
    private let initials = Label()
    private let empty: Icon
    private let spinner = Spinner()
    private let buttons = Box(.row, spacing: 8)
    private let input: ScreenInput
    private var steps: [StepButton] = []
    private var url: String?
    var widget: Widget { box }

    init(_ input: ScreenInput) {
      self.input = input
      // The letters grow with the texts of the desktop.
      let side = Int(72 * TextScale.factor)
      picture = Picture(width: side, height: side)
      empty = Icon(SymbolIcon.name(.user) ?? "", size: 32)
      for part in [picture, initials, empty, spinner] as [Widget] { place.add(part) }
      for part in [initials, empty] as [Widget] { part.addStyle("doorward-initials") }
      place.addStyle("doorward-photo")
      place.clip()
      place.setMinimumSize(width: side, height: side)
      place.align(horizontally: .start, vertically: .center)
      buttons.align(vertically: .center)
      box.add(place)
      box.add(buttons)
      box.addStyle("doorward-row")
    }

    func draw(_ element: ScreenContent.Element) -> Bool {
      guard case .photo(let photo) = element else { return false }
      if place.accessibleLabel != photo.label { place.accessibleLabel = photo.label }
      initials.text = photo.initials
      if url != photo.url { load(photo.url) }
      show(photo)
      while steps.count < photo.actions.count { steps.append(StepButton(.compact, input)) }
      steps = Array(steps.prefix(photo.actions.count))
      for (step, action) in zip(steps, photo.actions) { step.draw(action) }
      buttons.setChildren(steps.map(\.widget))
      return true
    }

    private func show(_ photo: ScreenContent.Photo) {
      spinner.isSpinning = photo.isBusy
      if photo.isBusy {
        place.show(spinner)
      } else if url != nil, hasPicture {
        place.show(picture)
      } else {
        place.show(photo.initials.isEmpty ? empty : initials)
      }
    }

    private var hasPicture = false

    private func load(_ new: String?) {
      url = new
      hasPicture = false
      guard let new else { return picture.clear() }
      Task { [weak self] in
        guard let bytes = await ImageSource.shared.bytes(of: new), let self, url == new else { return }
        hasPicture = picture.show(bytes)
        if hasPicture { place.show(picture) }
      }
    }
  }
#endif
