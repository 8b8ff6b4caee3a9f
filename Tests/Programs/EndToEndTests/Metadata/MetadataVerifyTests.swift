import Encodings
import Foundation
import Testing

@Suite("doorward metadata verify")
struct MetadataVerifyTests {
  private static let file = vectorPath("webauthn/metadata.jwt")
  private static let root = vectorPath("webauthn/metadata-root.pem")

  private func run(_ arguments: String...) async throws -> Outcome {
    try await Program.run(["metadata", "verify"] + arguments)
  }

  @Test func `a valid file is summarized`() async throws {
    let outcome = try await run(Self.file, "--root", Self.root, "--minimum-number", "7")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    #expect(
      try JSONParser.parse(outcome.text) == [
        "number": 7, "next_update": "2099-12-31", "entries": 3, "compromised": ["Revoked model"],
      ])
  }

  @Test func `a file that is changed, old, or of another signer is refused`() async throws {
    let folder = try TemporaryFolder()
    var text = try String(contentsOfFile: Self.file, encoding: .utf8)
    text.replaceSubrange(
      text.lastIndex(of: ".").map { $0..<text.endIndex } ?? text.endIndex..<text.endIndex, with: ".AAAA")
    try folder.write(Array(text.utf8), to: "changed.jwt")
    try folder.write([0xff], to: "broken.jwt")
    let cases: [([String], String)] = [
      (
        [folder.url("changed.jwt").path, "--root", Self.root], "the signature of the metadata does not match"
      ),
      ([folder.url("broken.jwt").path, "--root", Self.root], "the JWS is malformed"),
      ([Self.file, "--root", Self.root, "--minimum-number", "8"], "a later one is known"),
      ([Self.file, "--root", Self.root, "--host", "example.org"], "not issued to example.org"),
      ([Self.file, "--root", Self.root, "--host", "fidoalliance.org"], "not issued to fidoalliance.org"),
    ]
    for (arguments, reason) in cases {
      let outcome = try await Program.run(["metadata", "verify"] + arguments)
      #expect(outcome.status == 1, "\(arguments)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    }
  }

  @Test func `wrong usage is reported`() async throws {
    for arguments in [
      [], [Self.file, Self.file], [Self.file, "--root", Self.file], [Self.file, "--minimum-number", "x"],
      ["/nowhere", "--root", Self.root], [Self.file, "--root", "/nowhere"],
    ] {
      let outcome = try await Program.run(["metadata", "verify"] + arguments)
      #expect(outcome.status == 2, "\(arguments): \(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
  }
}
