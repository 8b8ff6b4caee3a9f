#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// The logo of the application: that of the theme, or that of the server.
  @MainActor final class LogoView {
    let widget = Box(.row)
    private let picture = Picture(width: 72, height: 72)
    private let hasOwn: Bool
    private var url: String?

    init(_ logo: DoorwardTheme.Logo?) {
      hasOwn = logo != nil
      switch logo {
      case .icon(let name): widget.add(Icon(name, size: 72))
      case .image(let bytes):
        picture.show(bytes)
        widget.add(picture)
      case nil: widget.add(picture)
      }
      widget.align(horizontally: .center)
      widget.isVisible = false
    }

    func draw(_ brand: ScreenContent.Brand?) {
      if hasOwn {
        widget.isVisible = brand != nil
      } else if brand?.logo != url {
        url = brand?.logo
        widget.isVisible = false
        if let url { load(url) }
      }
      picture.accessibleLabel = brand?.name ?? ""
    }

    private func load(_ new: String) {
      Task { [weak self] in
        guard let bytes = await ImageSource.shared.bytes(of: new), let self, url == new else { return }
        widget.isVisible = picture.show(bytes)
      }
    }
  }
#endif
