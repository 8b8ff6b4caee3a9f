import ChildProcesses
import Doorward
import EthereumSignatures
import Foundation
import Testing

/// A client of a running server, with its wire and its clock.
@MainActor struct Client {
  let server: RunningServer
  let storage: any SessionStorage
  let wire: Wire
  let time: TestClock
  let wallet = EthereumSecretKey.throwaway()
  let doorward: Doorward

  init(
    _ server: RunningServer, storage: any SessionStorage = InMemorySessionStorage(),
    applicationID: String? = nil, visitors: DoorwardConfiguration.Visitors = .staySignedOut,
    renewsAhead: Bool = false, through proxy: HostileProxy? = nil, patience: Duration = .seconds(30),
    time: TestClock = TestClock(), passkeys: (any PasskeyAuthenticator)? = nil
  ) throws {
    self.server = server
    self.storage = storage
    self.time = time
    let wire = Wire()
    self.wire = wire
    var transport = wire.transport
    transport.patience = patience
    doorward = Doorward(
      DoorwardConfiguration(
        serverURL: try #require(URL(string: proxy?.origin ?? server.origin)), applicationID: applicationID,
        storage: storage,
        transport: transport, clock: time.clock, logger: .silent, visitors: visitors,
        renewsAhead: renewsAhead, passkeys: passkeys))
  }

  @discardableResult func signIn() async throws -> AuthState {
    let message = try await doorward.siwe.generateSiweMessage(params: server.params(wallet))
    return try await doorward.siwe.loginWithSiwe(wallet.personalSign(message))
  }

  /// Signs in with a new wallet.
  @discardableResult func signInAsAnother() async throws -> DoorwardAuthState {
    try await signInAs(.throwaway())
  }

  @discardableResult func signInAs(_ wallet: EthereumSecretKey) async throws -> DoorwardAuthState {
    let message = try await doorward.siwe.generateMessage(params: server.params(wallet))
    return try await doorward.siwe.login(message: message, signature: wallet.personalSign(message))
  }

  /// The present state. Observers may receive it a moment later.
  func present() async -> DoorwardAuthState? { await state { _ in true } }

  /// Waits until the user is signed out.
  func isSignedOut() async -> Bool {
    await state { if case .guest = $0 { true } else { false } } != nil
  }

  /// Waits for a state that meets a condition.
  func state(_ isIt: @escaping @Sendable (DoorwardAuthState) -> Bool) async -> DoorwardAuthState? {
    for await state in doorward.authStates where isIt(state) { return state }
    return nil
  }
}
