import Doorward
import Encodings
import EthereumSignatures
import Foundation
import Testing

/// The double changes user names and photos as the built server does.
struct SameProfilesTests {
  private func compare(
    identifiers: [String] = ["email", "username"], isShort: Bool = false,
    _ body: @Sendable (Script) async throws -> Void
  ) async throws {
    try await SameAnswers.compare(
      Contender.Setup(
        methods: ["password", "code", "siwe", "anonymous"], identifiers: identifiers, isShort: isShort), body)
  }

  @Test(.timeLimit(.minutes(2))) func userNames() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com", ["username": "hopper"])
      let other = try await script.signIn()
      let visitor = try #require(try await script.call("POST", "/v1/anonymous", [:]).object)
      for (name, token): (JSONValue, String?) in [
        ("lovelace", session.account), ("Lovelace", session.account), ("hopper", other.account),
        ("lovelace", other.account), ("countess", nil), ("countess", other.access),
        ("countess", visitor.account), (nil, visitor.account), (1, other.account), ("", other.account),
        ("a", other.account), ("two words", other.account),
        (.string(String(repeating: "a", count: 33)), other.account), (nil, other.account),
      ] {
        try await script.call("PATCH", "/v1/user", ["username": name], token: token)
      }
      // A refusal changes no other member.
      let large: JSONValue = ["a": .string(String(repeating: "x", count: 20_000))]
      for patch: JSONObject in [
        ["username": "countess", "metadata": large], ["username": "countess", "name": "two\nlines"],
        ["username": "lovelace", "name": "Eve"], ["username": "countess", "name": "Eve"],
      ] {
        try await script.call("PATCH", "/v1/user", patch, token: other.account)
        try await script.call("GET", "/v1/user", token: other.account)
      }
      try await script.call("GET", "/v1/user/identities", token: session.account)
      // The session of a password rests on the name.
      let signedIn = try await script.call(
        "POST", "/v1/password/sign-in", ["identifier": "lovelace", "password": "correct horse battery"])
      let token = signedIn["account_token"]?.string
      try await script.call("PATCH", "/v1/user", ["username": "byron"], token: token)
      try await script.call("GET", "/v1/sessions", token: token)
      try await script.call("PATCH", "/v1/user", ["username": nil], token: token)
      try await script.call("GET", "/v1/user", token: token)
      try await script.call("GET", "/v1/user", token: session.account)
    }
  }

  @Test(.timeLimit(.minutes(2))) func lastUserName() async throws {
    try await compare { script in
      let session = try await script.call(
        "POST", "/v1/password/sign-up", ["username": "lovelace", "password": "correct horse battery"])
      let token = session["account_token"]?.string
      try await script.call("PATCH", "/v1/user", ["username": nil], token: token)
      try await script.call("PATCH", "/v1/user", ["username": "countess"], token: token)
      try await script.call("GET", "/v1/user", token: token)
    }
  }

  @Test(.timeLimit(.minutes(2))) func applicationWithoutUserNames() async throws {
    try await compare(identifiers: ["email"]) { script in
      let token = try await script.signIn().account
      try await script.call("PATCH", "/v1/user", ["username": "lovelace"], token: token)
      try await script.call("PATCH", "/v1/user", ["username": nil], token: token)
    }
  }

  @Test(.timeLimit(.minutes(2))) func oldSignIn() async throws {
    try await compare(isShort: true) { script in
      let token = try await script.signIn().account
      try await script.contender.wait(.seconds(16))
      try await script.call("PATCH", "/v1/user", ["username": "lovelace"], token: token)
      try await script.call("PATCH", "/v1/user", ["username": nil], token: token)
      try await script.call("DELETE", "/v1/user", token: token)
    }
  }

  @Test(.timeLimit(.minutes(2))) func photos() async throws {
    try await compare { script in
      let session = try await script.signIn()
      let token = session.account
      let image = Array(try TestImages.data("location.jpg"))
      let visitor = try await script.call("POST", "/v1/anonymous", [:])["account_token"]?.string
      for token in [nil, visitor, session.access, token] { try await script.upload(image, token: token) }
      try await script.call("DELETE", "/v1/user/photo", token: visitor)
      let user = try await script.upload(image, token: token)
      let path = try #require(user["picture"]?.string?.dropFirst(script.contender.origin.count))
      for query in ["", "?size=64", "?size=512", "?size=100", "?size=", "?size=64&size=64"] {
        try await script.call("GET", path + query)
      }
      try await script.call("GET", "/v1/photos/nothing")
      try await script.call("GET", "/v1/user/export", token: token)
      for name in ["png", "webp", "gif", "heic", "avif"] {
        try await script.upload(Array(try TestImages.data("picture.\(name)")), token: token)
      }
      for name in ["bmp", "tiff", "jp2"] {
        try await script.upload(Array(try TestImages.data("refused.\(name)")), token: token)
      }
      try await script.upload(image, token: token)
      for wrong in [[], Array("no image".utf8)] { try await script.upload(wrong, token: token) }
      try await script.upload(Array(repeating: 0, count: 11 << 20), token: token)
      try await script.call("DELETE", "/v1/user/photo")
      try await script.call("DELETE", "/v1/user/photo", token: token)
      try await script.call("DELETE", "/v1/user/photo", token: token)
      try await script.call("GET", String(path))
      try await script.call("GET", "/v1/user", token: token)
    }
  }
}
