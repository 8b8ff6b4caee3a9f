import Encodings
import Testing

@testable import Doorward

/// The access token that callers read without waiting.
struct FreshTokenTests {
  private let now = Moment(wall: 1_900_000_000, elapsed: .zero)

  private func holder(_ token: String) throws -> SessionHolder {
    .guest(
      try GuestRecord(
        answer: [
          "guest_id": "guest_1", "guest_secret": "secret", "access_token": .string(token), "expires_in": 900,
        ], receivedAt: now.wall))
  }

  @Test func tokenOfTheHolderBeforeIsWithheldWhileTheStateChanges() throws {
    let token = FreshToken(leeway: 60)
    token.replace(try holder("first"), at: now)
    #expect(token.text(at: now) == "first")
    token.withhold(unlessOf: try holder("second"))
    #expect(token.text(at: now) == nil)
    token.replace(try holder("second"), at: now)
    token.withhold(unlessOf: try holder("second"))
    #expect(token.text(at: now) == "second")
    token.withhold(unlessOf: nil)
    #expect(token.text(at: now) == nil)
  }
}
