import Encodings
import Foundation
import LoopbackServers
import Testing

@Suite("doorward try: against a running server")
struct TryTests {
  @Test func `signs in with both wallets, links one to the other, and deletes the users it made`()
    async throws
  {
    let server = try await RunningServer.start(in: try TemporaryFolder())
    let outcome = try await Program.run(["try", server.origin])
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(outcome.errors == "")
    #expect(!outcome.text.contains("\u{2717}"))
    let text = outcome.text
    #expect(text.contains("Server \(server.origin)"))
    #expect(text.contains("Ethereum, chain 1, temporary account 0x"))
    #expect(text.components(separatedBy: "NEAR mainnet, temporary implicit account ").count == 3)
    #expect(text.contains("linked: the account has 2 identities"))
    #expect(text.contains("it is the same user"))
    // Once for the sign-out, once for each user.
    #expect(text.components(separatedBy: "the token is not valid").count == 4)
    #expect(text.components(separatedBy: "made by this command").count == 3)
    #expect(
      outcome.lines.last?.wholeMatch(of: /Every step succeeded, in ([0-9]+ ms|[0-9]+\.[0-9] s)\./) != nil)
    #expect(await server.stop() == 0)
  }

  @Test func `a server that cannot reach the chain refuses the NEAR account, and the other steps run`()
    async throws
  {
    let server = try await RunningServer.start(in: try TemporaryFolder(), [])
    let outcome = try await Program.run(["try", server.origin])
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("503 "))
    #expect(outcome.text.contains("the token is not valid"))
    #expect(outcome.lines.last == "A step failed; see above.")
    #expect(await server.stop() == 0)
  }

  @Test func `a chain or application that is not offered is refused with the reason`() async throws {
    let server = try await RunningServer.start(in: try TemporaryFolder())
    let chain = try await Program.run(["try", server.origin, "--chain", "5"])
    #expect(chain.status == 1)
    #expect(chain.text.contains("422 wrong_chain: "))
    let application = try await Program.run(["try", server.origin, "--application", "unknown"])
    #expect(application.status == 1)
    #expect(application.text.contains("401 unknown_application: "))
    #expect(await server.stop() == 0)
  }

  @Test func `a user is deleted even if a later step was refused`() async throws {
    let folder = try TemporaryFolder()
    try folder.writeJSON([
      "rate_limits": ["refresh_per_minute": 1], "near": RunningServer.configuration["near"] ?? .null,
    ])
    let server = try await RunningServer.start(in: folder, [])
    let outcome = try await Program.run(["try", server.origin])
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("429 "))
    #expect(outcome.text.components(separatedBy: "made by this command").count == 2)
    #expect(outcome.text.contains("the token is not valid"))
    #expect(await server.stop() == 0)
  }

  @Test func `a missing server, or another program, is reported`() async throws {
    let stopped = try await Program.run(["try", "http://127.0.0.1:1"])
    #expect(stopped.status == 1)
    #expect(stopped.text.contains("did not accept a connection"))
    #expect(stopped.text.contains("Is it running?"))
    let page = LoopbackServer.response([UInt8]("<html>".utf8))
    let other = try LoopbackServer(["/v1/config": page])
    let html = try await Program.run(["try", other.origin])
    #expect(html.status == 1)
    #expect(html.text.contains("the answer is not from a Doorward server"))
    let json = try LoopbackServer(["/v1/config": LoopbackServer.response([UInt8]("{}".utf8))])
    #expect(
      try await Program.run(["try", json.origin]).text.contains("the answer is not from a Doorward server"))
    let empty = try LoopbackServer()
    let lost = try await Program.run(["try", empty.origin])
    #expect(lost.text.contains("404: the answer is not from a Doorward server"))
  }

  @Test(arguments: [
    [], ["localhost"], ["ftp://a"], ["http://a/b"], ["http://a", "b"], ["http://a", "--chain", "x"],
  ])
  func `wrong usage is reported on standard error`(arguments: [String]) async throws {
    let outcome = try await Program.run(["try"] + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("doorward: "))
  }
}
