import ChildProcesses
import Doorward
import Foundation
import Testing

@MainActor struct VisitorTests {
  private static let visitors = #"{"applications": [{"id": "default", "methods": ["siwe", "anonymous"]}]}"#
  private static let guests = #"{"applications": [{"id": "default", "methods": ["siwe", "guest"]}]}"#

  @Test(.timeLimit(.minutes(1))) func signedOutUserBecomesAnonymousIfOffered() async throws {
    let server = try await RunningServer.start(configuration: Self.visitors)
    let client = try Client(server, visitors: .asTheServerOffers, renewsAhead: true)
    let state = await client.state { $0.hasUser }
    guard case .anonymous(let user) = state else {
      Issue.record("\(String(describing: state))")
      return
    }
    #expect(!client.doorward.isLoggedIn)
    // The first proof registers the same user.
    let after = try await client.signIn()
    #expect(after.isLoggedIn)
    #expect(after.user?.id == user.id)
    try await client.doorward.signOut()
    #expect(await client.state { $0.hasUser && $0.user?.id != user.id } != nil)
  }

  @Test(.timeLimit(.minutes(1))) func hundredCallersMakeOneAnonymousUser() async throws {
    let server = try await RunningServer.start(configuration: Self.visitors)
    let client = try Client(server, visitors: .asTheServerOffers)
    let doorward = client.doorward
    let callers = (0..<100).map { _ in Task { try await doorward.accessToken() } }
    var tokens: Set<String> = []
    for caller in callers { tokens.insert(try await caller.value) }
    #expect(tokens.count == 1)
    #expect(await client.wire.count("/v1/anonymous") == 1)
  }

  @Test(.timeLimit(.minutes(1))) func guestHasACredentialAndStaysTheSame() async throws {
    let server = try await RunningServer.start(configuration: Self.guests)
    let storage = InMemorySessionStorage()
    let client = try Client(server, storage: storage, visitors: .asTheServerOffers)
    let token = try await client.doorward.accessToken()
    let state = await client.state { $0.credential != nil }
    guard case .guest(let guest) = state else {
      Issue.record("\(String(describing: state))")
      return
    }
    #expect(guest.credential?.accessToken == token)
    #expect(!client.doorward.authState.hasUser)
    let again = try Client(server, storage: storage, visitors: .asTheServerOffers)
    again.time.advance(by: 20 * 60)
    let renewed = try await again.doorward.accessToken()
    #expect(renewed != token)
    #expect(try subject(of: renewed) == subject(of: token))
    // A sign-in ends the guest.
    #expect(try await again.signIn().isLoggedIn)
    #expect(try await again.doorward.accessToken() != renewed)
  }

  @Test(.timeLimit(.minutes(1))) func refusedAndRenewedAnonymousUserIsKept() async throws {
    let server = try await RunningServer.start(configuration: Self.visitors)
    let client = try Client(server, visitors: .asTheServerOffers)
    _ = try await client.doorward.accessToken()
    let visitor = try #require(await client.present()?.user?.id)
    // The server answers like this if the clock of the device was set back.
    let problem = DoorwardResponse(
      status: 401, body: Array(#"{"code": "invalid_token", "trace_id": "1"}"#.utf8))
    await client.wire.next("/v1/ethereum/sign-in", .answerLate(problem))
    let signIn = Task { try await client.signIn() }
    await client.wire.untilItHolds()
    client.time.advance(by: 16 * 60)
    _ = try await client.doorward.accessToken()
    await client.wire.release()
    #expect(try await signIn.value.user?.id == visitor)
  }

  @Test(.timeLimit(.minutes(1))) func signedOutUserStaysSignedOutUnlessTheAppAsks() async throws {
    let server = try await RunningServer.start(configuration: Self.visitors)
    let client = try Client(server, renewsAhead: true)
    await #expect(throws: DoorwardError(code: .notSignedIn, reason: "")) {
      try await client.doorward.accessToken()
    }
    #expect(await client.wire.requests.isEmpty)
    #expect(try await client.doorward.anonymous.login().hasUser)
    let error = await #expect(throws: DoorwardError.self) {
      try await Client(server).doorward.guest.login()
    }
    #expect(error?.code.rawValue == "method_not_offered")
  }

  private func subject(of token: String) throws -> String {
    var part = String(token.split(separator: ".")[1]).replacing("-", with: "+").replacing("_", with: "/")
    while part.utf8.count % 4 != 0 { part += "=" }
    let claims = try JSONDecoder().decode(Claims.self, from: try #require(Data(base64Encoded: part)))
    return claims.sub
  }

  private struct Claims: Decodable { let sub: String }
}
