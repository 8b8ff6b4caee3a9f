import Doorward
import Foundation
import ServerProcess
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why there was no answer: an app can tell, and nobody is signed out by it.
@MainActor struct TransportFailureTests {
  private func refresh(at address: String) async throws -> DoorwardError? {
    let storage = InMemorySessionStorage()
    try await Client(RunningServer.start(), storage: storage).signIn()
    let doorward = Doorward(
      DoorwardConfiguration(
        serverURL: try #require(URL(string: address)), storage: storage, logger: .silent, renewsAhead: false))
    let error = await #expect(throws: DoorwardError.self) { try await doorward.user.refresh() }
    #expect(doorward.authState.isLoggedIn)
    #expect(try await storage.load() != nil)
    return error
  }

  @Test(.timeLimit(.minutes(1))) func aCertificateThatNobodyTrustsIsNoServer() async throws {
    let server = try TLSServer()
    let error = try await refresh(at: server.origin)
    #expect(error?.code == .insecureConnection)
    #expect(error?.isRetryable == true && error?.isOffline == false)
    #expect(error?.underlyingError is URLError)
    #expect(error?.recoverySuggestion != nil)
  }

  @Test(.timeLimit(.minutes(1))) func whoSpeaksNoTLSIsNoServer() async throws {
    let server = try await RunningServer.start()
    let address = server.origin.replacing("http://", with: "https://")
    #expect(try await refresh(at: address)?.code == .insecureConnection)
  }

  @Test(.timeLimit(.minutes(1))) func nobodyThereIsOffline() async throws {
    let error = try await refresh(at: "http://127.0.0.1:1")
    #expect(error?.isOffline == true)
    #expect((error?.underlyingError as? URLError)?.code == .cannotConnectToHost)
  }
}
