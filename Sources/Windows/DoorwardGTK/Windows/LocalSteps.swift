#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets
  internal import Foundation

  /// The steps that a window does itself, without the server.
  @MainActor enum LocalSteps {
    /// Does a step.
    ///
    /// - Returns: Whether it is such a step.
    static func perform(
      _ action: ScreenAction, above window: Window, onPhoto: @escaping @MainActor (Data) -> Void = { _ in }
    ) -> Bool {
      switch action {
      case .copy(let text): Clipboard.copy(text)
      case .open(let address): SystemLink.open(address)
      case .save(let file): Task { await save(file, above: window) }
      case .choosePhoto: Task { if let photo = await photo(above: window) { onPhoto(photo) } }
      case .signIn, .account: return false
      }
      return true
    }

    /// Saves a file that only the user can read. If it cannot be written, the user is asked for another place.
    private static func save(_ file: TextFile, above window: Window) async {
      while let path = await FileQuestion.save(file.name, above: window) {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        if FileManager.default.createFile(
          atPath: path, contents: Data(file.text.utf8), attributes: attributes)
        {
          return
        }
      }
    }

    /// Reads a photo that the user chooses. If it cannot be read, the user is asked for another one.
    private static func photo(above window: Window) async -> Data? {
      while let path = await FileQuestion.openImage(above: window) {
        if let photo = beginning(ofFile: path) { return photo }
      }
      return nil
    }

    /// Reads a file; of a file that is larger than any photo, only enough to see that.
    private static func beginning(ofFile path: String) -> Data? {
      guard let file = FileHandle(forReadingAtPath: path) else { return nil }
      defer { try? file.close() }
      return try? file.read(upToCount: AccountDriver.largestPhoto + 1) ?? Data()
    }
  }
#endif
