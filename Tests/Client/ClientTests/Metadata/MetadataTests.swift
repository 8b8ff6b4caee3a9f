import Doorward
import DoorwardTesting
import Foundation
import Testing

/// Metadata of a user, with the SDK's own types alone: this file imports no library of the package that apps do not
/// import.
@MainActor struct MetadataTests {
  private struct Settings: Codable, Equatable {
    var theme: String
    var level: Int
    var since: Date?
    var tags: [String] = []
  }

  private func signedIn() async throws -> (Doorward, DoorwardTestServer) {
    let server = DoorwardTestServer()
    let doorward = Doorward(server.configuration)
    try await doorward.siwe.login(with: TestEthereumWallet())
    return (doorward, server)
  }

  @Test func metadataIsStoredAndReadAsATypeOfTheApp() async throws {
    let (doorward, _) = try await signedIn()
    let settings = Settings(
      theme: "dark", level: 3, since: Date(timeIntervalSince1970: 1_750_000_000), tags: ["a"])
    let user = try #require(
      await doorward.user.updateMetadata(DoorwardJSON(encoding: settings)))
    #expect(try user.info.metadata.decode(Settings.self) == settings)
  }

  @Test func nullRemovesAMember() async throws {
    let (doorward, _) = try await signedIn()
    _ = try await doorward.user.updateMetadata(["theme": "dark", "level": 3])
    let user = try #require(await doorward.user.updateMetadata(["theme": nil]))
    #expect(user.info.metadata == ["level": 3])
    #expect(user.info.metadata["level"]?.integer == 3)
    #expect(user.info.metadata["theme"] == nil)
  }

  /// RFC 8259 §6: JSON has no infinity and no NaN. Null in their place would remove the member.
  @Test(arguments: [Double.infinity, -.infinity, .nan, .signalingNaN])
  func infinityAndNaNAreRefusedAndRemoveNothing(number: Double) async throws {
    let (doorward, _) = try await signedIn()
    _ = try await doorward.user.updateMetadata(["level": 3, "list": [1]])
    var changed: DoorwardJSON = [:]
    changed["level"] = .number(number)
    for patch: DoorwardJSON in [
      ["level": .number(number)], ["list": [1, .number(number)]], ["list": .array([.number(number)])],
      ["list": ["deep": .number(number)]], changed,
    ] {
      await #expect(throws: DoorwardError(code: .malformedMetadata, reason: "")) {
        try await doorward.user.updateMetadata(patch)
      }
      #expect(throws: DoorwardError(code: .malformedMetadata, reason: "")) {
        try DoorwardJSON(json: patch.json)
      }
    }
    #expect(changed["level"]?.number?.isFinite != true && changed["level"] != .null)
    #expect(try await doorward.user.refresh()?.info.metadata == ["level": 3, "list": [1]])
  }

  @Test func metadataOfBackendsIsReadAsATypeOfTheApp() async throws {
    let (doorward, server) = try await signedIn()
    let id = try #require(await server.users.first)
    await server.updateAppMetadata(of: id, ["theme": "light", "level": 1, "tags": []])
    let user = try #require(await doorward.user.refresh())
    #expect(try user.info.appMetadata.decode() == Settings(theme: "light", level: 1))
  }

  @Test func otherMetadataIsAnError() throws {
    #expect(throws: DoorwardError(code: .malformedMetadata, reason: "")) {
      try (["theme": 1] as DoorwardJSON).decode(Settings.self)
    }
    #expect(throws: DoorwardError(code: .malformedMetadata, reason: "")) {
      try DoorwardJSON(encoding: [1, 2])
    }
    #expect(throws: DoorwardError(code: .malformedMetadata, reason: "")) {
      try DoorwardJSON(json: Data("[]".utf8))
    }
    for text in [#"{"a":1e400}"#, #"{"a":[{"b":-1e400}]}"#] {
      #expect(throws: DoorwardError(code: .malformedMetadata, reason: "")) {
        try DoorwardJSON(json: Data(text.utf8))
      }
    }
  }

  @Test func everyKindOfValueIsReadAsItWasWritten() throws {
    let values: DoorwardJSON = [
      "null": nil, "bool": true, "integer": 9_007_199_254_740_993, "number": 0.5, "string": "a",
      "array": [1, "b", [nil]], "object": ["a": ["b": false]],
    ]
    #expect(try DoorwardJSON(json: values.json) == values)
    #expect(values["integer"]?.integer == 9_007_199_254_740_993)
    #expect(values["number"]?.number == 0.5)
    #expect(values["object"]?["a"]?["b"]?.bool == false)
    #expect(values["array"]?[1]?.string == "b")
    #expect(values["array"]?[3] == nil)
    var changed = values
    changed["null"] = nil
    changed["array"] = .null
    #expect(changed["null"] == nil)
    #expect(changed["array"] == .null)
    #expect(changed.keys.count == values.keys.count - 1)
  }
}
