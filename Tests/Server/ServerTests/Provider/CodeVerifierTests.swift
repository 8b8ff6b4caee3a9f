import DoorwardHTTP
import Encodings
import Testing

/// RFC 7636 §4.1: 43 to 128 unreserved characters.
@Suite struct CodeVerifierTests {
  private func exchange(
    _ server: TestServer, _ browser: TestBrowser, verifier: String
  ) async throws -> (answer: TestAPI.Answer, code: String, client: TestClient) {
    let client = try TestClient(server)
    let challenge = Base64URL.encode(SHA256.hash([UInt8](verifier.utf8)))
    let code = try await client.code(browser, ["code_challenge": challenge])
    return (try await client.exchange(code, ["code_verifier": verifier]), code, client)
  }

  @Test("A verifier of 43 to 128 unreserved characters is accepted")
  func wellFormedVerifierIsAccepted() async throws {
    try await TestServer.run { server in
      let browser = try await TestBrowser.signedIn(server)
      let unreserved = "ABCXYZabcxyz0189-._~ABCXYZabcxyz0189-._~ABC"
      for verifier in [
        unreserved, String(repeating: "a", count: 43), String(repeating: "~", count: 128),
      ] {
        #expect(try await exchange(server, browser, verifier: verifier).answer.status == 200, "\(verifier)")
      }
    }
  }

  @Test("Any other verifier is refused even if it matches the challenge, and the code is not spent")
  func malformedVerifierIsRefused() async throws {
    try await TestServer.run { server in
      let browser = try await TestBrowser.signedIn(server)
      let base = String(repeating: "a", count: 42)
      for verifier in [
        "a", base, String(repeating: "a", count: 129), "\(base) ", "\(base)+", "\(base)/", "\(base)=",
        "\(base)é",
        "\(base)%", "\(base)\n",
      ] {
        let (answer, _, _) = try await exchange(server, browser, verifier: verifier)
        #expect(answer.status == 400, "\(verifier)")
        #expect(answer["error"] == "invalid_request", "\(verifier)")
      }
      let client = try TestClient(server)
      let code = try await client.code(browser)
      #expect(try await client.exchange(code, ["code_verifier": "short"]).status == 400)
      #expect(try await client.exchange(code).status == 200)
    }
  }
}
