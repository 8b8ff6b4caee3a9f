import Encodings
import Testing

/// Short passwords are for sign-ins with a second factor.
@Suite struct ShortPasswordTests {
  private static let applications: JSONValue = [
    ["id": "app", "methods": ["password"]],
    ["id": "strict", "methods": ["password"], "second_factor": ["required": true]],
    ["id": "wallets", "methods": ["siwe"]],
  ]

  @Test(
    "The start warns about each application that accepts short passwords without a second factor",
    arguments: [(8, ["app"]), (14, ["app"]), (15, [])] as [(Int64, [String])])
  func startWarns(minimumLength: Int64, applications: [String]) async throws {
    let settings: JSONObject = [
      "applications": Self.applications, "passwords": ["minimum_length": .integer(minimumLength)],
    ]
    try await TestServer.runWithMail(settings) { server, _ in
      let warnings = server.log.lines.filter { $0["key"]?.string == "passwords.minimum_length" }
      #expect(warnings.map { $0["level"]?.string } == applications.map { _ in "warning" })
      #expect(warnings.compactMap { $0["application"]?.string } == applications)
    }
  }
}
