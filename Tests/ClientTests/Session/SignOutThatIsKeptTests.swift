import Doorward
import Foundation
import ServerProcess
import Testing

/// A session that cannot be taken out of its storage is over all the same.
@MainActor struct SignOutThatIsKeptTests {
  private let storage = HookedStorage()

  private func signedIn() async throws -> Client {
    let client = try Client(await RunningServer.start(), storage: storage)
    try await client.signIn()
    await storage.next(.beforeRemove) { () throws(StorageError) in
      throw StorageError(code: .unavailable, reason: "The disk cannot be written to.")
    }
    return client
  }

  @Test(.timeLimit(.minutes(1))) func whoIsLeftBehindComesBackToNobodyHere() async throws {
    let client = try await signedIn()
    // The server is told, so that the next start finds it ended.
    try await client.doorward.signOut()
    #expect(await client.isNobody())
    #expect(try await storage.load() != nil)
    await client.doorward.retry()
    #expect(await client.present()?.hasUser == false)
    await #expect(throws: DoorwardError(code: .notSignedIn, reason: "")) {
      try await client.doorward.accessToken()
    }
    let next = try Client(client.server, storage: storage, renewsAhead: true)
    #expect(await next.isNobody())
  }

  @Test(.timeLimit(.minutes(1))) func whereTheServerIsAwayTooThePersonIsTold() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/revoke", .drop)
    let error = await #expect(throws: DoorwardError.self) { try await client.doorward.signOut() }
    #expect(error?.code == .sessionLeftBehind)
    #expect((error?.underlyingError as? DoorwardError)?.code == .storageUnavailable)
    #expect(await client.isNobody())
    // Once more, with the disk mended: it is found, removed and told of.
    try await client.doorward.signOut()
    #expect(try await storage.load() == nil)
    #expect(await client.wire.count("/v1/revoke") == 2)
  }

  @Test(.timeLimit(.minutes(1))) func theNextUserTakesThePlace() async throws {
    let client = try await signedIn()
    await client.wire.next("/v1/revoke", .drop)
    await #expect(throws: DoorwardError.self) { try await client.doorward.signOut() }
    let next = try await client.signInAsAnother()
    #expect(try await client.doorward.user.refresh()?.id == next.user?.id)
    let again = try Client(client.server, storage: storage)
    #expect(await again.state { $0.hasUser }?.user?.id == next.user?.id)
  }
}
