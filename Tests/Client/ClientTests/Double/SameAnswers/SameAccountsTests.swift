import Doorward
import DoorwardWire
import Encodings
import EthereumSignatures
import NEAR
import NEARSignatures
import Testing

/// The double changes accounts as the built server does.
struct SameAccountsTests {
  @Test(.timeLimit(.minutes(2))) func linkingAndUnlinking() async throws {
    try await SameAnswers.compare { script in
      let wallet = EthereumSecretKey.throwaway()
      let session = try await script.signIn(wallet)
      let token = session.account
      let key = try NEARSecretKey.throwaway()
      let near = try await script.nearProof(key, for: .link, token: token)
      try await script.call("POST", "/v1/near/link", near, token: token)
      let second = EthereumSecretKey.throwaway()
      let proof = try await script.ethereumProof(second, for: .link, token: token)
      try await script.call("POST", "/v1/ethereum/link", proof, token: session.access)
      try await script.call("POST", "/v1/ethereum/link", proof, token: token)
      try await script.call("POST", "/v1/ethereum/link", proof, token: token)
      // The form of the proof is checked before its owner.
      try await script.form("/v1/ethereum/link", "message=0x")
      // Linked again by its own user; requested by another user.
      let again = try await script.ethereumProof(second, for: .link, token: token)
      try await script.call("POST", "/v1/ethereum/link", again, token: token)
      let other = try await script.signIn()
      let taken = try await script.ethereumProof(second, for: .link, token: other.account)
      try await script.call("POST", "/v1/ethereum/link", taken, token: other.account)
      // Both accounts sign in the same user.
      try await script.signIn(second)
      let list = try await script.call("GET", "/v1/user/identities", token: token)
      try await script.call("GET", "/v1/user/identities?limit=1", token: session.access)
      let part = try await script.call("GET", "/v1/user/identities?limit=2", token: token)
      let cursor = try #require(part["next_cursor"]?.string)
      try await script.call("GET", "/v1/user/identities?limit=2&cursor=\(cursor)", token: token)
      for wrong in ["limit=0", "limit=101", "limit=x", "limit=1&limit=1", "cursor=x"] {
        try await script.call("GET", "/v1/user/identities?\(wrong)", token: token)
      }
      for item in list["items"]?.array ?? [] {
        let id = try #require(item["id"]?.string)
        try await script.call("DELETE", "/v1/user/identities/\(id)", token: token)
      }
      try await script.call("DELETE", "/v1/user/identities/nothing", token: token)
      try await script.call("GET", "/v1/user/identities")
    }
  }

  @Test(.timeLimit(.minutes(2))) func movingAndRemoving() async throws {
    try await SameAnswers.compare { script in
      let (wallet, second) = (EthereumSecretKey.throwaway(), EthereumSecretKey.throwaway())
      func link(_ wallet: EthereumSecretKey, _ token: String?, _ purpose: ProofPurpose) async throws
        -> JSONValue
      {
        var proof = try await script.ethereumProof(wallet, for: purpose, token: token)
        if purpose == .move { proof["move"] = true }
        return try await script.call("POST", "/v1/ethereum/link", proof, token: token)
      }
      let other = try await script.signIn(wallet)
      try await script.call("PATCH", "/v1/user", ["name": "Ada"], token: other.account)
      let mine = try await script.signIn()
      // The offer, a proof for another purpose, then the move, which deletes the other account.
      _ = try await link(wallet, mine.account, .link)
      var wrong = try await script.ethereumProof(wallet, for: .link, token: mine.account)
      wrong["move"] = true
      try await script.call("POST", "/v1/ethereum/link", wrong, token: mine.account)
      wrong["move"] = "yes"
      try await script.call("POST", "/v1/ethereum/link", wrong, token: mine.account)
      let moved = try await link(wallet, mine.account, .move)
      try await script.call("GET", "/v1/user", token: other.account)
      // A second move, from an account that keeps another way in.
      _ = try await link(wallet, mine.account, .move)
      let third = try await script.signIn(second)
      _ = try await link(.throwaway(), third.account, .link)
      _ = try await link(second, mine.account, .move)
      try await script.call("GET", "/v1/user", token: third.account)
      // Every session that rests on a removed wallet alone ends, also this one.
      let theirs = try await script.signIn(wallet)
      let id = try #require(moved["identities"]?[1]?["id"]?.string)
      try await script.call("DELETE", "/v1/user/identities/\(id)", token: theirs.account)
      try await script.call("GET", "/v1/user", token: theirs.account)
      try await script.call("GET", "/v1/sessions", token: mine.account)
      _ = try await script.nearProof(.throwaway(), for: .move, token: mine.account)
      try await script.call("GET", "/v1/user/export", token: mine.account)
      try await script.call("GET", "/v1/user/export")
    }
  }

  @Test(.timeLimit(.minutes(2))) func profile() async throws {
    try await SameAnswers.compare { script in
      let session = try await script.signIn()
      let token = session.account
      try await script.call("GET", "/v1/user", token: session.access)
      try await script.call("GET", "/v1/user")
      try await script.call("PATCH", "/v1/user", ["name": "Ada"], token: session.access)
      let patches: [JSONObject] = [
        ["name": "Ada", "first_name": "A", "last_name": "L", "locale": "en-GB", "email": "a@b.c"],
        JSONObject(ProfileText.allCases.map { ($0.rawValue, "en") }),
        JSONObject(ProfileText.allCases.map { ($0.rawValue, nil) }),
        ["name": nil, "first_name": ""], ["name": 1], ["name": "two\nlines"], ["locale": "no tag"],
        ["metadata": ["theme": "dark", "nested": ["a": 1, "b": 2]]], ["metadata": ["nested": ["a": nil]]],
        ["metadata": 1], ["metadata": ["long": .string(String(repeating: "x", count: 20_000))]],
        ["metadata": nil], ["app_metadata": ["role": "admin"]],
      ]
      for patch in patches { try await script.call("PATCH", "/v1/user", patch, token: token) }
      try await script.call(
        "PATCH", "/v1/user", ["name": "B"], token: token,
        headers: ["Content-Type": "application/merge-patch+json"])
      try await script.call("DELETE", "/v1/user", token: token)
      try await script.call("GET", "/v1/user", token: token)
      try await script.form("/v1/token", "grant_type=refresh_token&refresh_token=\(session.refresh ?? "")")
    }
  }

  @Test(.timeLimit(.minutes(2))) func refusedMetadata() async throws {
    try await SameAnswers.compare { script in
      let token = try await script.signIn().account
      let deep = (0..<8).reduce(JSONValue.integer(1)) { value, _ in [value] }
      for metadata: JSONValue in [
        ["a": deep], ["a": deep[0] ?? .null], ["a": .number(try #require(JSONNumber("1e400")))],
        ["a": .string(String(repeating: "x", count: 17_000))],
      ] {
        try await script.call("PATCH", "/v1/user", ["metadata": metadata], token: token)
      }
    }
  }
}
