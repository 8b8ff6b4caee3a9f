import Sampling

#if os(Linux)
  import DesktopLoops
  import Encodings
  import Foundation
  @testable import NEARConnect
  import DoorwardGTKWidgets
  import DoorwardWebKitGTK
  import XCTest

  /// Wallets in a real web view, with the stand-in library.
  final class WalletTests: GTKTestCase {
    func testMessageIsSignedWithRealKey() throws {
      try onLoop {
        let bench = try WalletBench()
        let result = try await bench.manager.connectAndSignMessage(
          message: "hello", recipient: "app.near", walletId: "both")
        XCTAssertEqual(result.account.accountId, "alice.near")
        XCTAssertEqual(result.account.walletId, "both")
        XCTAssertEqual(result.publicKey, try TestWallet().publicKey)
        let again = try await bench.manager.signMessage(message: "again", recipient: "app.near")
        XCTAssertEqual(again.message, "again")
      }
    }

    /// The wallet receives every text byte for byte, because its signature covers the text.
    func testAnyTextIsSignedByteForByte() throws {
      try onLoop {
        let bench = try WalletBench()
        try await bench.manager.signIn(walletId: "both")
        let corpus = [
          "'", "\"", "\\", "\\u0027", "`${1}`", "\n\r\t", "\u{2028}\u{2029}", "\0", "a\0b",
          "</script><script>alert(1)</script>",
          "<!--", "😀👩‍👩‍👧‍👦", "e\u{301}", "\u{feff}", "\u{202e}", "\u{1}\u{1f}\u{7f}", "');alert(1);('", "%00%0a",
          "",
          String(repeating: "x", count: 1_000_000), String(repeating: "é", count: 100_000),
        ]
        for text in corpus {
          let signed = try await bench.manager.signMessage(
            message: text, recipient: text.isEmpty ? "r" : String(text.prefix(50)))
          XCTAssertTrue(signed.message.utf8.elementsEqual(text.utf8))
        }
      }
    }

    func testEachMisbehaviorEndsWithItsError() throws {
      try onLoop(timeLimit: 60) {
        let ids = [
          "throws-text", "throws-nothing", "throws-object", "never", "slow", "twice", "json", "bytes",
          "wrong",
        ]
        let bench = try WalletBench(ids) { $0.operationTimeLimit = .seconds(3) }
        func sign(_ id: String) async throws -> MessageSignResult {
          try await bench.manager.signIn(walletId: id)
          return try await bench.manager.signMessage(message: "hello", recipient: "app.near")
        }
        for id in ["slow", "twice", "json", "bytes"] {
          let signed = try await sign(id)
          XCTAssertEqual(signed.message, "hello", id)
        }
        for (id, code, words) in [
          ("throws-text", NEARError.Code.walletFailed, "no means no"),
          ("throws-nothing", .walletFailed, "without a reason"),
          ("throws-object", .walletFailed, "the object said so"), ("never", .timedOut, "in time"),
          ("wrong", .wrongSignature, "does not match the message"),
        ] {
          do {
            _ = try await sign(id)
            XCTFail("\(id) signed")
          } catch let error as NEARError {
            XCTAssertEqual(error.code, code, id)
            XCTAssertTrue(error.reason.contains(words), error.reason)
          }
        }
      }
    }

    func testTransactionsAndDelegateActionsAreComparedWithRequest() throws {
      try onLoop {
        let bench = try WalletBench()
        try await bench.manager.signIn(walletId: "both")
        let sent = try await bench.manager.sendNEAR(
          to: "bob.near", amountYocto: "340282366920938463463374607431768211455")
        XCTAssertTrue(sent.isChecked)
        let called = try await bench.manager.callFunction(
          contractId: "app.near", methodName: "set",
          args: ["text": "a\"'\\\u{2028}😀", "big": 9_007_199_254_740_993])
        XCTAssertTrue(called.isChecked)
        let several = try await bench.manager.signAndSendTransactions([
          TransactionRequest(receiverId: "one.near", actions: [.transfer(deposit: .zero)]),
          TransactionRequest(receiverId: "two.near", actions: [.transfer(deposit: .zero)]),
        ])
        XCTAssertEqual(several.transactionHashes.count, 2)
        let delegated = try await bench.manager.signDelegateActions(delegateActions: [
          ["receiverId": "bob.near", "actions": [["type": "Transfer", "params": ["deposit": "7"]]]]
        ])
        XCTAssertEqual(delegated.decoded.first?.delegateAction.receiverID.description, "bob.near")
      }
    }

    /// The wallet reports that it has sent a transaction, but the chain does not know it.
    func testTransactionThatWasNotSentIsAnError() throws {
      try onLoop {
        let bench = try WalletBench(["unsent"]) { $0.confirmationTimeLimit = .zero }
        try await bench.manager.signIn(walletId: "unsent")
        do {
          _ = try await bench.manager.sendNEAR(to: "bob.near", amountYocto: "5")
          XCTFail("the call returned a result")
        } catch { XCTAssertEqual((error as? NEARError)?.code, .unknownTransaction) }
      }
    }

    /// A property: random JSON values as arguments are signed unchanged, through JavaScript and a wallet.
    func testArgumentsAreSignedUnchanged() throws {
      try onLoop(timeLimit: 120) {
        let bench = try WalletBench()
        try await bench.manager.signIn(walletId: "both")
        var source = SplitMix64(seed: 11)
        for _ in 0..<10 {
          let values = (0..<20).map { _ in
            JSONValue.object(["value": .random(using: &source, depth: 4)])
          }
          let actions: [[String: Any]] = values.map { value in
            let read = try? JSONSerialization.jsonObject(with: Data(value.serialized()))
            return [
              "type": "FunctionCall",
              "params": ["methodName": "set", "args": read as Any, "gas": 1, "deposit": 0],
            ]
          }
          let result = try await bench.manager.signDelegateActions(delegateActions: [
            ["receiverId": "app.near", "actions": actions]
          ])
          let signed = try XCTUnwrap(result.decoded.first).delegateAction.actions
          for (action, value) in zip(signed, values) {
            guard case .functionCall(let call) = action else { return XCTFail("\(action)") }
            let text = String(decoding: call.arguments, as: UTF8.self)
            XCTAssertTrue(try JSONParser.parse(call.arguments).hasSameValues(as: value), text)
          }
        }
      }
    }

    func testRefusalWithCodeIsACancellation() throws {
      try onLoop {
        let bench = try WalletBench(["refuses"])
        try await bench.manager.signIn(walletId: "refuses")
        do {
          _ = try await bench.manager.signMessage(message: "hello", recipient: "app.near")
          XCTFail("it was signed")
        } catch { XCTAssertEqual((error as? NEARError)?.isCancellation, true, "\(error)") }
      }
    }

    func testWalletReceivesKeyToAdd() throws {
      try onLoop {
        let bench = try WalletBench()
        let key = FunctionCallKey(
          contractId: "app.near", publicKey: try TestWallet().publicKey, methodNames: ["a"])
        try await bench.manager.signIn(walletId: "both", addFunctionCallKey: key)
        _ = try await bench.manager.connectAndSignMessage(
          message: "hello", recipient: "app.near", walletId: "both", addFunctionCallKey: key)
        XCTAssertEqual(bench.site.reported.count, 2)
        for reported in bench.site.reported {
          let given = try JSONParser.parse(reported)
          XCTAssertEqual(given["contractId"], "app.near")
          XCTAssertEqual(given["publicKey"]?.string, key.publicKey)
          XCTAssertEqual(given["allowMethods"], ["anyMethod": false, "methodNames": ["a"]])
          XCTAssertEqual(given["gasAllowance"]?["amount"], "250000000000000000000000")
        }
      }
    }

    func testInspectorIsOffByDefault() throws {
      try onLoop {
        for isOn in [false, true] {
          let bench = try WalletBench(
            ["web"], pages: ["/wallet": "<p>Approve?"], permissions: ["allowsOpen": ["http://localhost"]]
          ) { $0.isInspectable = isOn }
          let waiting = Task { try await bench.manager.signIn(walletId: "web") }
          try await eventually("the wallet's window is open") { bench.openWindows == 1 }
          XCTAssertEqual(bench.host.bridge?.view.isInspectable, isOn)
          XCTAssertEqual(bench.host.popups.first?.view.isInspectable, isOn)
          waiting.cancel()
          _ = try? await waiting.value
        }
      }
    }

    func testConcurrentSignaturesGetTheirOwnAnswers() throws {
      try onLoop(timeLimit: 60) {
        let bench = try WalletBench()
        try await bench.manager.signIn(walletId: "both")
        for round in 0..<5 {
          let tasks = (0..<10).map { number in
            Task { @MainActor in
              try await bench.manager.signMessage(
                message: "message \(round) \(number)", recipient: "app.near")
            }
          }
          for (number, task) in tasks.enumerated() {
            let signed = try await task.value
            XCTAssertEqual(signed.message, "message \(round) \(number)")
          }
        }
      }
    }

    func testLibraryWithWrongHashDoesNotRun() throws {
      try onLoop {
        let bench = try WalletBench()
        let address = "\(bench.site.origin)/library.js"
        let wrong = "sha256-\(Base64.encode([UInt8](repeating: 0, count: 32)))"
        let hostile = try WalletBench(
          library: try XCTUnwrap(NearConnectLibrary.at(address, integrity: wrong)))
        try await eventually("the bridge has failed") {
          if case .failed = hostile.manager.bridgeState { true } else { false }
        }
        let right = "sha256-\(Base64.encode(SHA256.hash(Array(WalletBench.library.utf8))))"
        let good = try WalletBench(library: try XCTUnwrap(NearConnectLibrary.at(address, integrity: right)))
        try await good.ready()
        XCTAssertNil(NearConnectLibrary.at(address, integrity: ""))
        XCTAssertNil(NearConnectLibrary.at("http://cdn.example/x.js", integrity: right))
      }
    }

    /// No attack of a wallet's code on the app or the page succeeds.
    func testHostileExecutorHasNoEffect() throws {
      try onLoop {
        let bench = try WalletBench(
          ["hostile", "both"],
          permissions: [
            "storage": true, "allowsOpen": ["data:", "javascript:", "file:"],
            "external": ["window", "webkit.messageHandlers.nearConnect"],
          ])
        let result = try await bench.manager.signIn(walletId: "hostile")
        XCTAssertEqual(result.account.accountId, "hostile.near")
        XCTAssertEqual(bench.manager.currentAccount?.accountId, "hostile.near")
        XCTAssertGreaterThan(bench.site.reported.first.flatMap(Int.init) ?? 0, 20)
        XCTAssertEqual(bench.openedInSystem, [])
        XCTAssertTrue(bench.manager.isBridgeReady)
        // The wallet whose name was forged is unchanged.
        let other = try await bench.manager.connectAndSignMessage(
          message: "hello", recipient: "app.near", walletId: "both")
        XCTAssertEqual(other.account.accountId, "alice.near")
      }
    }

    /// A web wallet answers from its own window and then closes it.
    func testWebWalletAnswersFromItsWindow() throws {
      try onLoop {
        let bench = try WalletBench(
          ["web"],
          pages: [
            "/wallet":
              "<script>opener.postMessage({ status: 'success', account_id: 'web.near' }, '*');</script><p>Approved"
          ], permissions: ["allowsOpen": ["http://localhost"]])
        let result = try await bench.manager.signIn(walletId: "web")
        XCTAssertEqual(result.account.accountId, "web.near")
        XCTAssertEqual(bench.site.requested.filter { $0 == "/wallet" }.count, 1)
        try await eventually("its window is closed") { bench.openWindows == 0 }
      }
    }

    /// If the page of a wallet's window cannot be loaded, the window shows the failure, the address and a retry
    /// button.
    func testWindowThatCannotBeLoadedShowsFailure() throws {
      try onLoop {
        let bench = try WalletBench(["web-gone"], permissions: ["allowsOpen": ["http://localhost"]])
        let waiting = Task { try await bench.manager.signIn(walletId: "web-gone") }
        try await eventually("the window shows the failure") { bench.host.popups.first?.shownFailure != nil }
        XCTAssertTrue(bench.host.popups.first?.shownAddress.contains("localhost:49151") == true)
        XCTAssertTrue(bench.manager.isBridgeReady)
        waiting.cancel()
        _ = try? await waiting.value
      }
    }

    /// The user closes the wallet window while a wallet's own window is open. Both are closed, and the call
    /// ends.
    func testCancellationClosesWalletWindow() throws {
      try onLoop {
        let bench = try WalletBench(
          ["web"], pages: ["/wallet": "<p>Approve?"], permissions: ["allowsOpen": ["http://localhost"]])
        let waiting = Task { try await bench.manager.signIn(walletId: "web") }
        try await eventually("the wallet's window is open") { bench.openWindows == 1 }
        bench.manager.cancel()
        do {
          _ = try await waiting.value
          XCTFail("the call returned without approval")
        } catch { XCTAssertEqual(error as? NEARError, .cancelled) }
        XCTAssertEqual(bench.openWindows, 0)
        XCTAssertFalse(bench.manager.isSignedIn)
      }
    }

    /// No attack of a page in a wallet's window succeeds.
    func testHostileWindowHasNoEffect() throws {
      try onLoop {
        let page = WalletBench.text(PackageResources.hostile_popup_html)
        let bench = try WalletBench(
          ["web", "both"], pages: ["/wallet": page], permissions: ["allowsOpen": ["http://localhost"]])
        let waiting = Task { try await bench.manager.signIn(walletId: "web") }
        try await eventually("the window has tried") { bench.site.reported.contains("tried") }
        XCTAssertTrue(bench.manager.isBridgeReady)
        XCTAssertFalse(bench.manager.isSignedIn)
        XCTAssertEqual(bench.openedInSystem, [])
        waiting.cancel()
        _ = try? await waiting.value
        let result = try await bench.manager.connectAndSignMessage(
          message: "hello", recipient: "app.near", walletId: "both")
        XCTAssertEqual(result.account.accountId, "alice.near")
      }
    }

    /// The storage of a wallet and the account survive a relaunch.
    func testWalletSessionSurvivesRelaunch() throws {
      try onLoop {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wallets-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "accounts.json")
        let first = FileAccountStore(file: file)
        let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "both")
        first.keep(account, on: .mainnet)
        first.keep(NEARAccount(accountId: "alice.testnet", publicKey: nil, walletId: "both"), on: .testnet)
        let text = try String(contentsOf: file, encoding: .utf8)
        XCTAssertFalse(text.contains("private"))
        let second = FileAccountStore(file: file)
        XCTAssertEqual(second.account(on: .mainnet), account)
        second.keep(nil, on: .mainnet)
        XCTAssertNil(FileAccountStore(file: file).account(on: .mainnet))
        XCTAssertNotNil(FileAccountStore(file: file).account(on: .testnet))
        try Data("not json".utf8).write(to: file)
        XCTAssertNil(FileAccountStore(file: file).account(on: .testnet))
      }
    }
  }
#endif
