#if os(Linux)
  import DesktopLoops
  import Encodings
  import Foundation
  import XCTest

  @testable import NEARConnect

  /// Tests with the real near-connect library, if `NEAR_CONNECT_JS` names its file. The repository does not
  /// contain it.
  final class RealLibraryTests: GTKTestCase {
    private func source() throws -> NearConnectLibrary {
      guard let path = ProcessInfo.processInfo.environment["NEAR_CONNECT_JS"] else {
        throw XCTSkip("NEAR_CONNECT_JS names no file")
      }
      return .bundled(try String(contentsOfFile: path, encoding: .utf8))
    }

    func testWalletSignsThroughRealLibrary() throws {
      let library = try source()
      try onLoop {
        let bench = try WalletBench(library: library)
        let result = try await bench.manager.connectAndSignMessage(
          message: "a'\"\\\u{2028}😀</script>", recipient: "app.near", walletId: "both")
        XCTAssertEqual(result.account.accountId, "alice.near")
        let signed = try await bench.manager.signMessage(message: "again", recipient: "app.near")
        XCTAssertEqual(signed.message, "again")
        let sent = try await bench.manager.sendNEAR(to: "bob.near", amountYocto: "5")
        XCTAssertTrue(sent.isChecked)
        let called = try await bench.manager.callFunction(
          contractId: "app.near", methodName: "set", args: ["big": 9_007_199_254_740_993])
        XCTAssertTrue(called.isChecked)
        let delegated = try await bench.manager.signDelegateActions(delegateActions: [
          ["receiverId": "bob.near", "actions": [["type": "Transfer", "params": ["deposit": "7"]]]]
        ])
        XCTAssertEqual(delegated.decoded.count, 1)
        try await bench.manager.signOut()
        XCTAssertFalse(bench.manager.isSignedIn)
      }
    }

    func testHostileExecutorHasNoEffectThroughRealLibrary() throws {
      let library = try source()
      try onLoop {
        let bench = try WalletBench(
          ["hostile", "both"], library: library,
          permissions: [
            "storage": true, "allowsOpen": ["data:", "javascript:", "file:"],
            "external": ["window", "webkit.messageHandlers.nearConnect"],
          ])
        let result = try await bench.manager.signIn(walletId: "hostile")
        XCTAssertEqual(result.account.accountId, "hostile.near")
        XCTAssertGreaterThan(bench.site.reported.first.flatMap(Int.init) ?? 0, 20)
        XCTAssertEqual(bench.openedInSystem, [])
        let other = try await bench.manager.connectAndSignMessage(
          message: "hello", recipient: "app.near", walletId: "both")
        XCTAssertEqual(other.account.accountId, "alice.near")
      }
    }

    /// Every wallet of the real list is offered, connecting it starts its code, and cancelling removes its UI.
    /// The environment variable `NEAR_CONNECT_EXECUTORS` names a folder with the code of the wallets, by file
    /// name.
    func testEveryWalletOfRealListIsOfferedAndCanBeCancelled() throws {
      let library = try source()
      let environment = ProcessInfo.processInfo.environment
      guard let path = environment["NEAR_CONNECT_MANIFEST"],
        let folder = environment["NEAR_CONNECT_EXECUTORS"]
      else { throw XCTSkip("NEAR_CONNECT_MANIFEST names no file, or NEAR_CONNECT_EXECUTORS no folder") }
      let json = Array(try Data(contentsOf: URL(filePath: path)))
      try onLoop(timeLimit: 240) {
        var scripts: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
          // Reports to the test which wallet has started.
          scripts["/\(name)"] =
            "fetch(new URL('/report', window.selector.location), "
            + "{ method: 'POST', mode: 'no-cors', body: '\(name)' });\n"
            + (try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))
        }
        let bench = try WalletBench(scripts: scripts, library: library) {
          $0.manifest = .json(Self.local(json, scripts, String($0.bridgeURL.dropLast("/bridge".count))))
        }
        try await bench.ready()
        let here = try WalletManifest(json: json).wallets.filter {
          $0.works(on: .mainnet) && $0.transports.isEmpty
        }
        XCTAssertEqual(bench.manager.wallets.map(\.id), here.map(\.id))
        XCTAssertGreaterThan(here.count, 5)
        var begun = 0
        for wallet in here {
          let name = "\(wallet.entry["executor"]?.string?.split(separator: "/").last ?? "")"
          let connecting = Task { try await bench.manager.signIn(walletId: wallet.id) }
          if scripts["/\(name)"] != nil {
            try await eventually("\(wallet.id) begins") { bench.site.reported.contains(name) }
            begun += 1
          }
          bench.manager.cancel()
          do {
            _ = try await connecting.value
            XCTFail("\(wallet.id) connected without approval")
          } catch { XCTAssertTrue(error is NEARError, "\(error)") }
          XCTAssertEqual(bench.openWindows, 0, wallet.id)
          XCTAssertTrue(bench.manager.isBridgeReady, wallet.id)
          XCTAssertFalse(bench.manager.isSignedIn)
        }
        XCTAssertGreaterThan(begun, 0)
      }
    }

    /// The list with executors on this machine, if there are any.
    private static func local(_ json: [UInt8], _ scripts: [String: String], _ origin: String) -> [UInt8] {
      guard let list = try? JSONParser.parse(json) else { return json }
      let wallets = (list["wallets"]?.array ?? []).map { entry in
        guard var object = entry.object, let executor = object["executor"]?.string,
          let name = executor.split(separator: "/").last, scripts["/\(name)"] != nil
        else { return entry }
        object["executor"] = .string("\(origin)/\(name)")
        return JSONValue.object(object)
      }
      return JSONValue.object(["version": "1.0.0", "wallets": .array(wallets)]).serialized()
    }
  }
#endif
