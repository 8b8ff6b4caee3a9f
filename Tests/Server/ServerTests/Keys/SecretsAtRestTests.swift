import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings
import Foundation
import NEAR
import Testing

/// The database, its backups and the logs contain no secret.
@Suite struct SecretsAtRestTests {
  /// Secrets of many requests, by name, in every encoding.
  private struct Secrets {
    private(set) var forms: [(name: String, bytes: [UInt8])] = []

    mutating func add(_ name: String, _ text: String?) throws {
      let text = try #require(text)
      forms.append((name, Array(text.utf8)))
      if let bytes = try? Base64URL.decode(text), bytes.count >= 16 { addBytes(name, bytes) }
      if let bytes = try? Base64.decode(text), bytes.count >= 16 { addBytes(name, bytes) }
      if text.hasPrefix("0x"), let bytes = try? Hex.decode(text), bytes.count >= 16 { addBytes(name, bytes) }
    }

    /// Only the signature of a JWT is secret; header and claims are not.
    mutating func addJWT(_ name: String, _ text: String?) throws {
      try add(name, text)
      try add("\(name)'s signature", text?.split(separator: ".").last.map(String.init))
    }

    /// Only the MAC of a refresh token is secret.
    mutating func addRefreshToken(_ text: String?) throws {
      let text = try #require(text)
      try add("refresh token", text)
      addBytes("refresh token's MAC", Array(try Base64URL.decode(String(text.dropFirst(4)))[24...]))
    }

    private mutating func addBytes(_ name: String, _ bytes: [UInt8]) {
      forms.append((name, bytes))
      forms.append((name, Array(Hex.encode(bytes).utf8)))
    }
  }

  private func occurs(_ needle: [UInt8], in haystack: Data) -> Bool {
    haystack.range(of: Data(needle)) != nil
  }

  @Test("After many requests neither database nor log contains a secret of any user")
  func journey() async throws {
    try await NEARScene.run(.behindTLS) { scene in
      let server = scene.server
      let api = server.listening
      var secrets = Secrets()
      let master = try String(contentsOfFile: server.directory.file("master.key"), encoding: .utf8)
      try secrets.add("master key", String(master.dropLast()))
      let key = try await server.apiKey()
      try secrets.add("API key", key)
      try secrets.add("API key", String(key.dropFirst(4)))

      // Ethereum: sign-in, refresh, user, sign-out.
      let wallet = EthereumTestWallet()
      let proof = try await wallet.proof(server)
      try secrets.add("Ethereum signature", proof["signature"]?.string)
      try secrets.add("binding secret", proof["binding_secret"]?.string)
      let session = try await api.send(.post, "/v1/ethereum/sign-in", .object(proof))
      for name in ["access_token", "account_token"] { try secrets.addJWT(name, session[name].string) }
      let refresh = session["refresh_token"].string
      try secrets.addRefreshToken(refresh)
      try secrets.add("device token", session.fields["Doorward-Device"])
      let idempotency = "idempotency-key-of-the-journey-0123456789"
      try secrets.add("idempotency key", idempotency)
      let next = try await api.form(
        "/v1/token", "grant_type=refresh_token&refresh_token=\(refresh ?? "")",
        fields: ["Idempotency-Key": idempotency])
      #expect(next.status == 200)
      try secrets.addRefreshToken(next["refresh_token"].string)
      let bearer = try #require(next["account_token"].string)
      try secrets.addJWT("account_token", bearer)
      let access = try #require(next["access_token"].string)
      try secrets.addJWT("access_token", access)
      let looked = try await api.form(
        "/v1/introspect", "token=\(access)", fields: ["Authorization": "Bearer \(key)"])
      #expect(looked["active"] == true)

      // NEAR: link, sign-in, and a challenge that is not answered.
      let near = try scene.wallet("alice.near")
      let link = try await near.proof(server, purpose: "link", bearer: bearer)
      try secrets.add("NEAR signature", link["signature"]?.string)
      #expect(try await api.send(.post, "/v1/near/link", .object(link), bearer: bearer).status == 200)
      let flying = try await near.proof(server)
      try secrets.add("nonce in flight", flying["nonce"]?.string)
      try secrets.add("binding secret", flying["binding_secret"]?.string)

      // The hosted page.
      let browser = TestBrowser(server)
      _ = try await browser.send(.get, "/session/state")
      try secrets.add("pre-session", await browser.cookies["__Host-doorward_presession"])
      try await near.signIn(browser)
      try secrets.add("session cookie", await browser.session)
      try secrets.add("pre-session", await browser.cookies["__Host-doorward_presession"])

      // Failures, with secrets in wrong places.
      _ = try await api.send(.post, "/v1/ethereum/sign-in", .object(proof))
      _ = try await api.form("/v1/token", "grant_type=\(bearer)&refresh_token=\(refresh ?? "")")
      _ = try await api.send(.get, "/v1/user?access_token=\(bearer)", bearer: "\(bearer)x")
      _ = try await api.raw(.post, "/v1/near/sign-in", Array("{\"signature\": \"\(bearer)".utf8))
      _ = try await api.send(
        .get, "/v1/user", fields: ["Authorization": "Basic \(key)", "Cookie": "a=\(bearer)"])
      scene.change { $0.fault = .status(503) }
      #expect(try await scene.server.listening.send(.post, "/v1/near/sign-in", .object(flying)).status == 503)

      let log = Data(server.log.text.utf8)
      #expect(log.count > 1000)
      var files: [(String, Data)] = [("log", log)]
      files += try server.storedContent().filter { $0.name != "master.key" }
      // Shows that the search works.
      #expect(files.contains { $0.0 != "log" && occurs(Array(wallet.address.utf8), in: $0.1) })
      #expect(files.contains { $0.0 != "log" && occurs(Array("alice.near".utf8), in: $0.1) })
      for (file, content) in files {
        for (name, bytes) in secrets.forms { #expect(!occurs(bytes, in: content), "\(name) in \(file)") }
        // No private key in clear text (RFC 7518 §6.2.2).
        #expect(!occurs(Array("\"d\":".utf8), in: content), "\(file)")
      }
      for word in ["alice.near", wallet.address, near.publicKey.description] {
        #expect(!server.log.text.contains(word), "the log names \(word)")
      }
    }
  }
}
