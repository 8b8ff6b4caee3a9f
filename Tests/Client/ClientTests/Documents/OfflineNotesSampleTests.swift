import Doorward
import DoorwardTesting
import Testing

@MainActor @Test func offlineUserKeepsTheNotes() async throws {
  let server = DoorwardTestServer()
  let doorward = Doorward(server.configuration)
  try await doorward.siwe.login(with: TestEthereumWallet())
  let notes = Notes(doorward)

  await server.setOffline(true)
  server.advance(by: .seconds(15 * 60))
  await notes.sync()

  #expect(doorward.isLoggedIn)
  #expect(notes.message == "You are offline.")
}
