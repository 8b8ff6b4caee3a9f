#if os(Linux)
  import CDoorwardGTK
  import DoorwardGTKWidgets
  import XCTest

  /// A modal window keeps keys and clicks from the other windows of its group.
  final class WindowGroupTests: WindowTestCase {
    func testWindowsAboveASeparateWindowAreInItsGroup() throws {
      try onLoop {
        let (app, wallets, popup) = (
          Window(title: "", width: 100, height: 100), Window(title: "", width: 100, height: 100),
          Window(title: "", width: 100, height: 100)
        )
        wallets.setParent(app)
        XCTAssertEqual(Self.group(wallets), Self.group(app))
        wallets.leaveGroup()
        popup.setParent(wallets)
        XCTAssertNotEqual(Self.group(wallets), Self.group(app))
        XCTAssertEqual(Self.group(popup), Self.group(wallets))
      }
    }

    @MainActor private static func group(_ window: Window) -> UnsafeMutablePointer<GtkWindowGroup>? {
      gtk_window_get_group(window.object.assumingMemoryBound(to: GtkWindow.self))
    }
  }
#endif
