import Doorward
import Encodings
import Foundation
import Testing

/// A wallet sees only challenges with the requested parameters.
@MainActor struct NearChallengeTests {
  private func challenge(
    _ answer: JSONObject, network: String?, callbackURL: String?
  ) async throws -> NearChallenge {
    var body = answer
    body["message"] = "Sign in."
    body["recipient"] = "accounts.example.com"
    body["nonce"] = .string(Self.nonce)
    let bytes = body.serialized()
    let doorward = Doorward(
      DoorwardConfiguration(
        serverURL: try #require(URL(string: "https://accounts.example.com")),
        storage: InMemorySessionStorage(),
        transport: DoorwardTransport { _ in DoorwardResponse(status: 200, body: bytes) },
        logger: .silent, visitors: .staySignedOut))
    return try await doorward.near.challenge(network: network, callbackURL: callbackURL)
  }

  private static let nonce = Base64.encode([UInt8](repeating: 7, count: 32))

  @Test func challengeForAnotherNetworkOrCallbackIsRefused() async throws {
    let refused = DoorwardError(code: .malformedAnswer, reason: "")
    await #expect(throws: refused) {
      try await self.challenge(["network": "testnet"], network: "mainnet", callbackURL: nil)
    }
    for (answered, asked) in [
      ("https://evil.example/back", "https://my-domain.com/back"), ("https://evil.example/back", nil),
      (nil, "https://my-domain.com/back"),
    ] {
      await #expect(throws: refused) {
        try await self.challenge(
          ["network": "mainnet", "callback_url": answered.map { .string($0) } ?? .null], network: "mainnet",
          callbackURL: asked)
      }
    }
  }

  @Test func challengeAsRequestedIsAccepted() async throws {
    let back = "https://my-domain.com/back"
    let challenge = try await challenge(
      ["network": "testnet", "callback_url": .string(back)], network: "testnet", callbackURL: back)
    #expect(challenge.callbackURL == back)
    // Without a network the challenge is for the application's first network.
    #expect(
      try await self.challenge(["network": "testnet"], network: nil, callbackURL: nil).network == "testnet")
  }
}
