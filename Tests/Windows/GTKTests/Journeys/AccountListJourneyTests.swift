#if os(Linux)
  import DoorwardGTKWidgets
  import DoorwardTesting
  import XCTest

  @testable import DoorwardGTK

  /// The account window: a list that cannot be read, and is read again.
  final class AccountListJourneyTests: WindowTestCase {
    func testListThatCouldNotBeReadIsReadAgain() throws {
      let lists = [
        (path: "/v1/passkeys", loaded: "You have no passkey yet."),
        (path: "/v1/second-factors", loaded: "Two-step verification is off."),
        (path: "/v1/sessions", loaded: "No other app or browser is signed in."),
      ]
      for list in lists {
        try onLoop {
          var offer = DoorwardTestOffer()
          offer.methods.append("passkey")
          let server = DoorwardTestServer(offer)
          let scene = try await AccountScene(server, passkeys: TestPasskeys())
          try await scene.reader.wait(for: list.loaded)
          // Each new window reads the lists.
          await server.next(.problem(status: 500, code: "internal_error"), for: list.path)
          try await scene.reopen()
          let sentence = "The server has a fault. Try again in a moment."
          try await scene.reader.wait(for: sentence)
          try await scene.photograph("account-list-failed")
          // The other lists are read.
          for other in lists where other.path != list.path { try await scene.reader.wait(for: other.loaded) }
          let before = await server.count(list.path)
          try await scene.press("Try again")
          try await scene.reader.wait(for: list.loaded)
          let count = await server.count(list.path)
          XCTAssertEqual(count, before + 1)
          let words = try await scene.reader.words()
          XCTAssertFalse(words.contains(sentence))
          await scene.close()
        }
      }
    }
  }
#endif
