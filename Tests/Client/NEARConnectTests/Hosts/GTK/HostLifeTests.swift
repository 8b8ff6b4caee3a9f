#if os(Linux)
  import CDoorwardGTK
  import ChildProcesses
  import DesktopLoops
  import DoorwardSystem
  import DoorwardGTKWidgets
  import DoorwardWebKitGTK
  import Encodings
  import Foundation
  import XCTest

  @testable import NEARConnect

  /// The life of the page, its process and its memory.
  final class HostLifeTests: GTKTestCase {
    func testTerminatedPageIsReportedAndCanBeReloaded() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.start()
        bridge.host.bridge?.view.terminate()
        try await eventually("the termination is reported") { bridge.events.last == .terminated }
        try await bridge.start()
        let echo = try await bridge.run("echo", "again")
        XCTAssertEqual(echo, "again")
      }
    }

    func testLoadFailureIsReported() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        // The policy does not allow this address.
        bridge.host.load(
          BridgePage(
            baseURL: "unlisted://page/", storeName: "a", nonce: "a", appSchemes: [], allowsLoopback: false))
        try await eventually("the failure is reported") {
          if case .loadFailed(let sentence, _) = bridge.events.last { !sentence.isEmpty } else { false }
        }
      }
    }

    func testDialogIsShownAndNotAnswered() throws {
      for dialog in [
        "alert('Send everything?')", "confirm('Send everything?')", "prompt('Your key?', 'none')",
      ] {
        try onLoop {
          let bridge = BridgeUnderTest()
          try await bridge.start("window.commands.ask = () => 'answered ' + \(dialog);")
          let window = WalletBridgeWindow(host: bridge.host)
          XCTAssertFalse(window.isVisible)
          let question = Task { try await bridge.run("ask") }
          try await eventually("the window is shown") { window.isVisible }
          XCTAssertTrue(bridge.events.contains(.dialogShown))
          try await Task.sleep(for: .milliseconds(200))
          XCTAssertFalse(bridge.messages.contains { $0.contains("answered") }, dialog)
          question.cancel()
        }
      }
    }

    private static let storage = """
      window.commands.set = (text) => { localStorage.setItem("kept", text); return ""; };
      window.commands.get = () => localStorage.getItem("kept") ?? "";
      """

    /// Whether a file in a folder contains a text. WebKit writes stored values with a delay.
    private static func holds(_ directory: String, _ text: String) -> Bool {
      let bytes = Data(
        text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
      return FileManager.default.enumerator(atPath: directory)?.contains { path in
        FileManager.default.contents(atPath: "\(directory)/\(path)")?.range(of: bytes) != nil
      } ?? false
    }

    func testStorageBelongsToItsNameAndPersists() throws {
      try onLoop {
        let directory = FileManager.default.temporaryDirectory.appending(path: "wallets-\(UUID().uuidString)")
          .path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let names = ["mainnet: https://list.example/", "testnet"]
        // Simulates two consecutive launches of an app.
        for launch in 0..<2 {
          for name in names {
            let bridge = BridgeUnderTest(dataDirectory: directory)
            try await bridge.start(Self.storage, storeName: name)
            if launch == 0 {
              let found = try await bridge.run("get")
              XCTAssertEqual(found, "", name)
              _ = try await bridge.run("set", name)
              try await eventually("it is written") { Self.holds(directory, name) }
            } else {
              let found = try await bridge.run("get")
              XCTAssertEqual(found?.string, name)
            }
          }
        }
        let folders = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        XCTAssertEqual(folders, ["mainnet_3a_20https_3a_2f_2flist_2eexample_2f", "testnet"])
      }
    }

    func testClosedWindowsAndPagesAreFreed() throws {
      try onLoop {
        let counter = FreedCounter()
        do {
          let bridge = BridgeUnderTest()
          for _ in 0..<3 {
            try await bridge.start("window.commands.open = () => String(window.open('') !== null);")
            if let view = bridge.host.bridge?.view { counter.watch(view) }
            for _ in 0..<3 {
              _ = try await bridge.run("open")
              try await eventually("a window is open") { bridge.host.popups.count == 1 }
              for popup in bridge.host.popups {
                counter.watch(popup.view)
                counter.watch(popup.window)
              }
              bridge.host.closePopups()
            }
          }
          try await bridge.load()
        }
        XCTAssertEqual(counter.watched, 3 + 9 + 9)
        try await eventually("all is freed, not \(counter.freed)", within: .seconds(5)) {
          counter.freed == counter.watched
        }
      }
    }

    func testSandboxIsTriedIfSystemMayForbidIt() throws {
      let root = FileManager.default.temporaryDirectory.appending(path: "system-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: root) }
      try FileManager.default.createDirectory(
        atPath: root + "/proc/sys/user", withIntermediateDirectories: true)
      try Data("15000\n".utf8).write(to: URL(filePath: root + "/proc/sys/user/max_user_namespaces"))
      XCTAssertTrue(
        WebSandbox(root: root, program: "false").isAvailable,
        "the sandbox is only tried if a setting restricts it")
      try Data("0\n".utf8).write(to: URL(filePath: root + "/proc/sys/user/max_user_namespaces"))
      XCTAssertFalse(WebSandbox(root: root, program: "false").isAvailable)
      XCTAssertTrue(WebSandbox(root: root, program: "true").isAvailable)
      XCTAssertFalse(WebSandbox(root: root, program: "no-such-program").isAvailable)
      try Data().write(to: URL(filePath: root + "/.dockerenv"))
      XCTAssertTrue(
        WebSandbox(root: root, program: "false").isAvailable, "WebKit runs without a sandbox in a container")
    }

    // MARK: Without a display

    private static let marker = "DOORWARD_TEST_WITHOUT_DISPLAY"

    /// Runs the test program again without a display, because this process has already opened one.
    func testErrorWithoutDisplayContainsAdvice() throws {
      var environment = ProcessInfo.processInfo.environment
      for name in ["DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"] { environment[name] = nil }
      environment[Self.marker] = "1"
      var program = ChildProgram(
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path,
        ["NEARConnectTests.HostLifeTests/testInProcessWithoutDisplay"], environment: environment)
      program.output = .pipe
      program.errors = .descriptor(STDOUT_FILENO)
      let child = try program.startAlone()
      let text = child.output?.lines().joined(separator: "\n") ?? ""
      XCTAssertEqual(child.wait(), .exited(status: 0), text)
      XCTAssertTrue(text.contains("Executed 1 test, with 0 failures"), text)
    }

    func testInProcessWithoutDisplay() throws {
      guard ProcessInfo.processInfo.environment[Self.marker] != nil else {
        throw XCTSkip("another test runs this one")
      }
      try onLoop {
        let bridge = BridgeUnderTest()
        bridge.host.load(
          BridgePage(
            baseURL: BridgeUnderTest.baseURL, storeName: "a", nonce: "a", appSchemes: [],
            allowsLoopback: false))
        guard case .loadFailed(let sentence, _) = bridge.events.first else {
          return XCTFail("\(bridge.events)")
        }
        XCTAssertTrue(sentence.contains("WAYLAND_DISPLAY"))
      }
    }
  }

  /// Counts GLib objects that were freed.
  @MainActor private final class FreedCounter {
    private(set) var watched = 0
    fileprivate(set) var freed = 0

    func watch(_ widget: Widget) {
      watched += 1
      g_object_weak_ref(
        widget.object.assumingMemoryBound(to: GObject.self), countFreed,
        Unmanaged.passRetained(self).toOpaque())
    }
  }

  private func countFreed(_ data: UnsafeMutableRawPointer?, _ object: UnsafeMutablePointer<GObject>?) {
    guard let data else { return }
    let counter = Unmanaged<FreedCounter>.fromOpaque(data).takeRetainedValue()
    // GLib frees widgets on the thread of GTK's loop, which is the main actor's.
    MainActor.assumeIsolated { counter.freed += 1 }
  }
#endif
