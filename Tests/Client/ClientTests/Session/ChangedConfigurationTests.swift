import ChildProcesses
import Doorward
import Foundation
import Testing

/// Another server or application gets no token of a stored session, also if the app uses one storage for all.
@MainActor struct ChangedConfigurationTests {
  @Test(.timeLimit(.minutes(1))) func sessionIsNotSentToAnotherServer() async throws {
    let storage = InMemorySessionStorage()
    let first = try Client(await RunningServer.start(), storage: storage)
    let session = try #require(try await first.signIn().credential?.accessToken)
    let record = try await storage.load()
    let other = try Client(await RunningServer.start(), storage: storage, renewsAhead: true)
    let state = await other.state { $0 != .undetermined }
    #expect(state == .error(DoorwardError(code: .storageUnreadable, reason: "")))
    await #expect(throws: DoorwardError.self) { try await other.doorward.accessToken() }
    #expect(await other.wire.requests.isEmpty)
    #expect(try await storage.load() == record)
    // The configuration is the old one again.
    let third = try Client(first.server, storage: storage)
    #expect(try await third.doorward.accessToken() == session)
  }

  @Test(.timeLimit(.minutes(1))) func nextSignInReplacesTheSessionOfAnotherApplication() async throws {
    let server = try await RunningServer.start(
      configuration:
        #"{"applications": [{"id": "one", "methods": ["siwe"]}, {"id": "two", "methods": ["siwe"]}]}"#)
    let storage = InMemorySessionStorage()
    let device = { (request: DoorwardRequest) in
      request.headers.keys.contains { $0.lowercased() == "doorward-device" }
    }
    try await Client(server, storage: storage, applicationID: "one").signIn()
    let other = try Client(server, storage: storage, applicationID: "two")
    #expect(try await other.signIn().isLoggedIn)
    #expect(await !other.wire.requests.contains(where: device))
    try await other.doorward.signOut()
    try await storage.untilWithoutSession()
    // The record of a signed-out device is no error of another application.
    let third = try Client(server, storage: storage, applicationID: "three")
    #expect(await third.doorward.ready().isSignedOut)
    let again = try Client(server, storage: storage, applicationID: "two")
    #expect(try await again.signIn().isLoggedIn)
    #expect(await again.wire.requests.contains(where: device))
  }
}
