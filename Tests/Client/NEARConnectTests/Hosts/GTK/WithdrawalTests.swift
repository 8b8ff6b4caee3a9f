#if os(Linux)
  import DesktopLoops
  import Encodings
  import Foundation
  @testable import NEARConnect
  import XCTest

  /// A request that the app has cancelled has no later effect. Otherwise a late approval could cause a second
  /// transaction.
  final class WithdrawalTests: GTKTestCase {
    private static let approval = """
      <script>
      fetch("/approval").then(() => opener.postMessage({ status: "success", account_id: "alice.near" }, "*"));
      </script>
      """

    func testWalletCodeDoesNotStartAfterCallEnds() throws {
      for library in try WalletBench.libraries() {
        for end in ["cancelled", "timed out", "its task cancelled"] {
          try onLoop {
            let bench = try WalletBench(
              ["web-late", "both"], pages: ["/wallet": "<p>Approve?"], library: library,
              permissions: ["allowsOpen": ["http://localhost"]]
            ) { if end == "timed out" { $0.operationTimeLimit = .seconds(1) } }
            bench.site.hold("/web-late.js")
            let waiting = Task { try await bench.manager.signIn(walletId: "web-late") }
            try await eventually("the code is fetched") { bench.site.requested.contains("/web-late.js") }
            if end == "cancelled" { bench.manager.cancel() }
            if end == "its task cancelled" { waiting.cancel() }
            do {
              _ = try await waiting.value
              XCTFail("the call returned without approval")
            } catch {}
            bench.site.release("/web-late.js")
            try await eventually("the code is delivered") { bench.site.answered.contains("/web-late.js") }
            for _ in 0..<2 { _ = try await bench.manager.signIn(walletId: "both") }
            XCTAssertFalse(bench.site.requested.contains("/wallet"), end)
            XCTAssertEqual(bench.openWindows, 0)
          }
        }
      }
    }

    func testCancelledRequestLosesOnlyItsOwnWindow() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let bench = try WalletBench(
            ["asks"], pages: ["/wallet": Self.approval], library: library,
            permissions: ["allowsOpen": ["http://localhost"]])
          bench.site.hold("/approval")
          try await bench.manager.signIn(walletId: "asks")
          let tasks = ["one", "two"].map { text in
            Task { try await bench.manager.signMessage(message: text, recipient: "app.near") }
          }
          try await eventually("both requests wait for approval") {
            bench.site.requested.filter { $0 == "/approval" }.count == 2
          }
          XCTAssertEqual(bench.openWindows, 2)
          tasks[0].cancel()
          try await eventually("one window is closed") { bench.openWindows == 1 }
          bench.site.release("/approval")
          let signed = try await tasks[1].value
          XCTAssertEqual(signed.message, "two")
          do {
            _ = try await tasks[0].value
            XCTFail("the cancelled call returned a result")
          } catch { XCTAssertTrue(error is CancellationError) }
          try await eventually("no window is left") { bench.openWindows == 0 }
        }
      }
    }

    func testNoWindowOpensWithoutWaitingCall() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.start(
          """
          let late = "";
          window.commands.later = () => { setTimeout(() => { late = String(window.open("") !== null); }); return ""; };
          window.commands.late = () => late;
          """)
        _ = try await bridge.run("later")
        var late: JSONValue? = ""
        for _ in 0..<500 where late == "" { late = try await bridge.run("late") }
        XCTAssertEqual(late, "false")
        XCTAssertTrue(bridge.host.popups.isEmpty)
      }
    }

    /// For a library that creates its frames in another way than near-connect.
    func testDialogWithoutWaitingCallIsClosed() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.start(
          """
          let pressed = "";
          window.commands.later = () => {
            setTimeout(() => {
              const dialog = document.createElement("div");
              dialog.className = "hot-connector-popup";
              dialog.innerHTML = '<div class="modal-container"><iframe srcdoc="<p>Approve?"></iframe></div>';
              dialog.firstChild.onclick = () => { pressed = "pressed"; };
              document.body.append(dialog);
            });
            return "";
          };
          window.commands.pressed = () => pressed && pressed + document.querySelectorAll(".hot-connector-popup iframe").length;
          """)
        _ = try await bridge.run("later")
        var pressed: JSONValue? = ""
        for _ in 0..<500 where pressed == "" { pressed = try await bridge.run("pressed") }
        XCTAssertEqual(pressed, "pressed0")
      }
    }

    func testUnpairedSurrogateIsReplaced() throws {
      try onLoop {
        let bridge = BridgeUnderTest()
        try await bridge.start(
          """
          window.commands.half = (text) => text.slice(0, 1) + '\\\\ud83d "\\\\';
          window.commands.fail = () => { throw new Error("x".repeat(1999) + "😀"); };
          window.commands.long = () => "x".repeat(1 << 24);
          window.commands.deep = () => { let list = []; for (let depth = 0; depth < 1e5; depth++) list = [list]; return list; };
          """)
        let half = try await bridge.run("half", "😀")
        XCTAssertEqual(half, "\u{fffd}\\ud83d \"\\")
        for (command, words) in [("fail", "xxx\u{fffd}"), ("long", "too long"), ("deep", "")] {
          do {
            _ = try await bridge.run(command)
            XCTFail("\(command) answered")
          } catch let failure as WalletFailure {
            XCTAssertTrue(failure.message.hasSuffix(words) || failure.message.contains(words), command)
          }
        }
      }
    }
  }
#endif
