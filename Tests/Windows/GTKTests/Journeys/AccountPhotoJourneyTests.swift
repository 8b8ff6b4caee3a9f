#if os(Linux)
  import CDoorwardGTK
  import ChildProcesses
  import DesktopLoops
  import Doorward
  import DoorwardGTKWidgets
  import Foundation
  import XCTest

  @testable import DoorwardGTK

  /// The account window: the photo, which a server crops. The file dialog is that of the desktop.
  final class AccountPhotoJourneyTests: WindowTestCase {
    func testPhotoIsChosenShownAndRemoved() throws {
      try onLoop {
        let scene = try await PhotoScene()
        try await scene.reader.wait(for: "No photo")
        try await scene.choose(try scene.file("text.png", Data("This is not a photo.".utf8)))
        try await scene.reader.wait(
          for: "This file is not a photo. Use a JPEG, PNG, WebP, GIF, HEIC or AVIF image.", role: "alert")
        try await scene.photograph("account-photo-refused")
        try await scene.choose(try scene.file("large.png", Data(count: 11 << 20)))
        try await scene.reader.wait(
          for: "This image is larger than 10 MB. Make it smaller, or choose another one.", role: "alert")
        // The dialog comes again for a file that cannot be read.
        try await scene.choose("/proc/self/mem")
        try await scene.fill(try scene.file("photo.png", PhotoScene.stripes))
        try await scene.reader.wait(for: "Photo saved.", role: "alert")
        try await scene.reader.wait(for: "Photo of \(SignInScene.email)")
        var picture = try await scene.photograph("account-photo")
        try await eventually("the photo is shown") {
          picture = (try? await scene.photograph("account-photo")) ?? picture
          return picture.pixels(near: 0, 160, 0) > 1000
        }
        // The server has cropped the photo to its middle.
        XCTAssertEqual(picture.pixels(near: 255, 0, 0) + picture.pixels(near: 0, 0, 255), 0)
        try await scene.reader.press("Remove the photo")
        try await scene.reader.wait(for: "Apps show your initial instead.")
        try await scene.reader.press("Remove", last: true)
        try await scene.reader.wait(for: "Photo removed.", role: "alert")
        try await scene.reader.wait(for: "No photo")
        XCTAssertNil(scene.doorward.currentUser?.info.picture)
        scene.window.close()
      }
    }
  }

  /// An account window of a user of a real server.
  @MainActor private struct PhotoScene {
    let server: RunningServer
    let doorward: Doorward
    let window: DoorwardAccountWindow
    let reader: ScreenReader
    private let folder: URL

    init() async throws {
      server = try await RunningServer.start()
      doorward = Doorward(
        DoorwardConfiguration(
          serverURL: try XCTUnwrap(URL(string: server.origin)), storage: InMemorySessionStorage(),
          logger: .silent, renewsAhead: false))
      let outcome = try await doorward.password.signUp(
        email: SignInScene.email, password: SignInScene.password)
      guard case .verificationRequired(let challenge) = outcome else {
        throw ScreenReader.Failure(description: "\(outcome)")
      }
      let code = await server.code(to: SignInScene.email)
      try await doorward.code.verify(challenge, code: try XCTUnwrap(code))
      let folder = FileManager.default.temporaryDirectory.appending(path: "doorward-photo-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      self.folder = folder
      let window = try XCTUnwrap(DoorwardAccountWindow(doorward))
      self.window = window
      window.present()
      WindowTestCase.closings.append {
        window.close()
        try? FileManager.default.removeItem(at: folder)
      }
      reader = try await ScreenReader.shared()
      try await reader.wait(for: "Profile", role: "heading")
    }

    /// Writes a file.
    func file(_ name: String, _ data: Data) throws -> String {
      let file = folder.appending(path: name)
      try data.write(to: file)
      return file.path
    }

    /// Chooses a file in a new dialog.
    func choose(_ path: String) async throws {
      try await reader.press("Choose a file")
      try await fill(path)
    }

    /// Chooses a file by its path, which GTK's dialog takes after a slash. Waits until the dialog is closed.
    func fill(_ path: String) async throws {
      try await eventually("the file dialog has the keyboard") { Self.fileDialogHasKeyboard }
      try await reader.press(.slash)
      let field = try await reader.wait(role: "text", with: "/")
      try await reader.type(path, into: field.name)
      try await reader.press(.enter)
      while try await reader.tree().contains(where: { $0.text == path }) {}
    }

    private static var fileDialogHasKeyboard: Bool {
      let windows = gtk_window_get_toplevels()
      return (0..<g_list_model_get_n_items(windows)).contains { place in
        guard let window = g_list_model_get_item(windows, place) else { return false }
        defer { g_object_unref(window) }
        return String(cString: g_type_name_from_instance(window.assumingMemoryBound(to: GTypeInstance.self)))
          == "GtkFileChooserDialog"
          && gtk_window_is_active(window.assumingMemoryBound(to: GtkWindow.self)) != 0
      }
    }

    @discardableResult func photograph(_ name: String) async throws -> Photograph {
      try await Photograph(window.screen.window, name)
    }

    /// A red, a green and a blue square in a row.
    static let stripes = Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAYAAAACAAgMAAAB/3laYAAAACVBMVEX/AAAAoAAAAP+XCZWQAAAASUlEQVR42u3NMQ0AAAgDsJnEJCqRsJukNdCkmGKLCAQCgUAgEAgEAoFAIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKBQCD4HhzDIvDitIQDiAAAAABJRU5ErkJggg=="
    )!
  }
#endif
