import ChildProcesses
import Doorward
import Encodings
import Foundation
import Testing

/// Records of earlier versions of the app can be read.
@MainActor struct RecordFormatTests {
  private func restored(_ record: String) async throws -> DoorwardAuthState? {
    let storage = InMemorySessionStorage(Array(record.utf8))
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    let doorward = Doorward(
      DoorwardConfiguration(serverURL: url, storage: storage, logger: .silent, renewsAhead: false))
    for await state in doorward.authStates where state != .undetermined { return state }
    return nil
  }

  @Test(.timeLimit(.minutes(1))) func sessionOfVersionOne() async throws {
    let state = try await restored(
      #"""
      {"version": 1, "owner": "http://127.0.0.1:1", "session_id": "ses_1", "access_token": "a", "account_token": "b", "refresh_token": "c",
       "expires_in": 900, "received_at": 1900000000.25, "pending_refresh": "k",
       "user": {"id": "usr_1", "kind": "registered", "name": "Ada", "metadata": {"theme": "dark"}}}
      """#)
    let user = try #require(state?.user)
    #expect(state?.isLoggedIn == true)
    #expect(user.id == "usr_1" && user.info.name == "Ada" && user.info.metadata == ["theme": "dark"])
    #expect(user.credential.accessToken == "a")
  }

  @Test(.timeLimit(.minutes(1))) func guestOfVersionOne() async throws {
    let state = try await restored(
      #"""
      {"version": 1, "owner": "http://127.0.0.1:1", "guest_id": "gst_1", "guest_secret": "s", "access_token": "a", "expires_in": 900,
       "received_at": 1900000000}
      """#)
    #expect(state?.credential?.accessToken == "a")
    #expect(state?.hasUser == false)
  }

  @Test(.timeLimit(.minutes(1))) func nextSignInReplacesBrokenKey() async throws {
    let folder = try StorageFolder()
    let server = try await RunningServer.start()
    try await Client(server, storage: folder.storage).signIn()
    try folder.put([1, 2, 3], in: "key")
    let client = try Client(server, storage: folder.storage)
    let state = await client.state { $0 != .undetermined }
    #expect(state == .error(DoorwardError(code: .storageUnreadable, reason: "")))
    // The key file is unchanged until the next sign-in.
    #expect(try folder.bytes("key") == [1, 2, 3])
    let user = try await client.signIn().user
    let again = try Client(server, storage: folder.storage)
    #expect(await again.state { $0.hasUser }?.user?.id == user?.id)
  }
}
