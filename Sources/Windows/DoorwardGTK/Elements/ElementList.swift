#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// The elements of a view or of a section, in a column.
  @MainActor final class ElementList {
    let box: Box
    private let place: ElementPlace
    private let input: ScreenInput
    private var views: [(key: String, view: any ElementView)] = []

    init(_ box: Box, in place: ElementPlace, input: ScreenInput) {
      self.box = box
      self.place = place
      self.input = input
    }

    /// Draws elements. Those that were drawn before keep their widgets.
    func draw(_ elements: [ScreenContent.Element]) {
      var lines = 0
      let drawn = elements.map { element -> (key: String, view: any ElementView) in
        var key = element.id ?? ""
        if element.id == nil {
          lines += 1
          key = "line.\(lines)"
        }
        if let known = views.first(where: { $0.key == key })?.view, known.draw(element) {
          return (key, known)
        }
        let view = place.makeView(of: element, input)
        _ = view.draw(element)
        view.widget.name = key
        return (key, view)
      }
      views = drawn
      box.setChildren(drawn.map(\.view.widget))
    }

    /// The views, those of sections too.
    var all: [any ElementView] {
      views.flatMap { [$0.view] + (($0.view as? SectionView)?.elements.all ?? []) }
    }
  }
#endif
