import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// Short passwords are for servers on which no password signs in without a second factor.
@Suite struct ShortPasswordTests {
  /// Hard to guess, and shorter than a password that signs in alone.
  private static let short = "8Kq!zR2#"
  private static let strict: JSONValue = [
    "id": "strict", "methods": ["password"], "second_factor": ["required": true],
    "password": ["identifiers": ["username"]],
  ]
  private static let open: JSONValue = ["id": "open", "methods": ["password"]]
  private static let wallets: JSONValue = ["id": "wallets", "methods": ["siwe"]]

  private func settings(_ applications: [JSONValue], _ passwords: JSONObject = JSONObject()) -> JSONObject {
    ["passwords": .object(passwords), "applications": .array(applications)]
  }

  private func minimumLength(_ server: TestServer, _ application: String) async throws -> Int64? {
    let answer = try await server.api.send(
      .get, "/v1/config", fields: ["Doorward-Application": application])
    return answer["password_rules"]["minimum_length"]?.int64
  }

  @Test(arguments: [8, 11] as [Int64])
  func shortPasswordsWithoutASecondFactorStopTheStart(minimumLength: Int64) async throws {
    let passwords: JSONObject = ["minimum_length": .integer(minimumLength)]
    let refusal = await #expect(throws: ConfigurationError.self) {
      try await TestServer.runWithMail(settings([Self.strict], passwords)) { _, _ in }
    }
    #expect(refusal?.key == "passwords.minimum_length")
    #expect(refusal?.reason == "must be from 12 to 64")
  }

  @Test func passwordsAreShorterIfEachApplicationRequiresASecondFactor() async throws {
    try await TestServer.runWithMail(settings([Self.strict, Self.wallets])) { server, _ in
      let shortest = try await minimumLength(server, "strict")
      #expect(shortest == 8)
      let signUp = { (password: String) in
        try await server.api.send(
          .post, "/v1/password/sign-up", ["username": "ada", "password": .string(password)])
      }
      let tooShort = try await signUp("8Kq!zR2")
      #expect(tooShort.code == "password_too_short")
      // The sign-up goes on to the second factor.
      let accepted = try await signUp(Self.short)
      #expect(accepted.code == "second_factor_required")
    }
    try await TestServer.runWithMail(settings([Self.strict, Self.open])) { server, _ in
      // The password of this application signs in to the other one alone.
      let strict = try await minimumLength(server, "strict")
      #expect(strict == 12)
      let open = try await minimumLength(server, "open")
      #expect(open == 12)
      let answer = try await server.api.send(
        .post, "/v1/password/sign-up", ["username": "ada", "password": .string(Self.short)])
      #expect(answer.code == "password_too_short")
    }
  }

  @Test func operatorChoosesBothLengths() async throws {
    let passwords: JSONObject = ["minimum_length": 15, "minimum_length_with_second_factor": 10]
    try await TestServer.runWithMail(settings([Self.strict], passwords)) { server, _ in
      let shortest = try await minimumLength(server, "strict")
      #expect(shortest == 10)
    }
    try await TestServer.runWithMail(settings([Self.open], passwords)) { server, _ in
      let shortest = try await minimumLength(server, "open")
      #expect(shortest == 15)
    }
  }

  @Test func newPasswordsAreLongAgainWhenAnApplicationStopsRequiringASecondFactor() async throws {
    try await TestServer.runWithMail(settings([Self.strict])) { server, _ in
      try await server.administer { administration in
        let shop: JSONObject = ["methods": ["password"], "second_factor": ["required": true]]
        _ = try await administration.addApplication("shop", settings: shop)
      }
      try await wait(until: "the server offers the shop") {
        (try? await minimumLength(server, "shop")) == 8
      }
      try await server.administer { administration in
        let change = try #require(ApplicationChange("second_factor.required=false"))
        _ = try await administration.changeApplication("shop", [change])
      }
      try await wait(until: "the rules change in every application") {
        (try? await minimumLength(server, "strict")) == 12
      }
      let shortest = try await minimumLength(server, "shop")
      #expect(shortest == 12)
    }
  }
}
