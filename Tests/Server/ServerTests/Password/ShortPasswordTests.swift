import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// Short passwords are for sign-ins with a second factor.
@Suite struct ShortPasswordTests {
  private func settings(_ minimumLength: Int64, _ applications: [JSONValue]? = nil) -> JSONObject {
    var settings: JSONObject = ["passwords": ["minimum_length": .integer(minimumLength)]]
    settings["applications"] = applications.map(JSONValue.array)
    return settings
  }

  private static let strict: JSONValue = [
    "id": "strict", "methods": ["password"], "second_factor": ["required": true],
  ]

  @Test(arguments: [8, 14] as [Int64])
  func shortPasswordsWithoutASecondFactorStopTheStart(minimumLength: Int64) async throws {
    let refusal = await #expect(throws: ConfigurationError.self) {
      try await TestServer.runWithMail(
        settings(minimumLength, [Self.strict, ["id": "app", "methods": ["password"]]])
      ) { _, _ in }
    }
    #expect(refusal?.key == "applications[1].second_factor.required")
    #expect(refusal?.reason.contains("set passwords.minimum_length to 15") == true)
    // The built-in application offers passwords too.
    let builtIn = await #expect(throws: ConfigurationError.self) {
      try await TestServer.runWithMail(settings(minimumLength)) { _, _ in }
    }
    #expect(builtIn?.key == "\"default\".second_factor.required")
  }

  @Test func otherApplicationsAreAccepted() async throws {
    let wallets: JSONValue = ["id": "wallets", "methods": ["siwe"]]
    try await TestServer.runWithMail(settings(8, [Self.strict, wallets])) { _, _ in }
    try await TestServer.runWithMail(settings(15)) { _, _ in }
  }

  @Test func operatorCannotStopRequiringASecondFactor() async throws {
    try await TestServer.runWithMail(settings(8, [Self.strict])) { server, _ in
      try await server.administer { administration in
        let shop: JSONObject = ["methods": ["password"], "second_factor": ["required": true]]
        _ = try await administration.addApplication("shop", shop)
        let change = try #require(ApplicationChange("second_factor.required=false"))
        let refusal = await #expect(throws: ConfigurationError.self) {
          _ = try await administration.changeApplication("shop", [change])
        }
        #expect(refusal?.key == "second_factor.required")
      }
    }
  }
}
