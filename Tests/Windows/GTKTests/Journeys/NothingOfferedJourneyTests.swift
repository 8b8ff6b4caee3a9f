#if os(Linux)
  import DoorwardGTKWidgets
  import DoorwardTesting
  import XCTest

  @testable import DoorwardGTK

  /// An application that offers no way to sign in that the app can draw.
  final class NothingOfferedJourneyTests: WindowTestCase {
    func testOfferIsReadAgain() throws {
      try onLoop {
        let server = DoorwardTestServer(DoorwardTestOffer(methods: ["near"]))
        let scene = try await SignInScene(server)
        try await scene.reader.wait(for: "No way to sign in", role: "heading")
        try await scene.reader.wait(starting: "This version of the app supports none of the ways to sign in")
        try await scene.photograph("journey-nothing-offered")
        await server.changeOffer { $0.methods.append("code") }
        try await scene.press("Try again")
        try await scene.type(SignInScene.email, into: "Email or phone")
        try await scene.press("Continue")
        try await scene.typeCode()
        try await scene.press("Skip")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
      }
    }

    func testClosedWindowSaysThatNothingIsOffered() throws {
      try onLoop {
        let scene = try await SignInScene(DoorwardTestServer(DoorwardTestOffer(methods: [])))
        try await scene.reader.wait(for: "No way to sign in", role: "heading")
        try await scene.press("Close")
        let end = await scene.end()
        XCTAssertEqual(end, "failed nothing_offered")
      }
    }
  }
#endif
