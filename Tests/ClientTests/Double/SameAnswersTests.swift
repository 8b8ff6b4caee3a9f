import Doorward
import Encodings
import EthereumSignatures
import NEAR
import NEARSignatures
import Testing

/// The double gives the same answers as the built server, call by call.
struct SameAnswersTests {
  /// Runs a script against both and compares the answers.
  private func compare(
    name: String = "Doorward", methods: [String] = ["siwe", "near"], isShort: Bool = false,
    _ body: @Sendable (Script) async throws -> Void
  ) async throws {
    var records: [[String]] = []
    for contender in try await Contender.both(name: name, methods: methods, isShort: isShort) {
      try await body(Script(contender: contender))
      records.append(await contender.record.steps)
    }
    #expect(records[0].count == records[1].count)
    #expect(!records[0].isEmpty)
    for (real, double) in zip(records[0], records[1]) { #expect(double == real) }
  }

  @Test(.timeLimit(.minutes(2))) func signInWithEthereum() async throws {
    try await compare { script in
      let wallet = EthereumSecretKey.throwaway()
      let session = try await script.signIn(wallet)
      // A second sign-in is of the same user; with the account token it is of the same session.
      try await script.signIn(wallet)
      try await script.signIn(wallet, token: session.account)
      let proof = try await script.ethereumProof(wallet)
      try await script.call("POST", "/v1/ethereum/sign-in", proof)
      try await script.call("POST", "/v1/ethereum/sign-in", proof)
    }
  }

  @Test(.timeLimit(.minutes(2))) func repeatedSignIns() async throws {
    try await compare(methods: ["siwe", "near", "anonymous"]) { script in
      let wallet = EthereumSecretKey.throwaway()
      let path = "/v1/ethereum/sign-in"
      let key = ["Idempotency-Key": "one"]
      let proof = try await script.ethereumProof(wallet)
      let first = try #require(try await script.call("POST", path, proof, headers: key).object)
      let same = try await script.call("POST", path, proof, headers: key)
      #expect(same["session_id"] == first["session_id"])
      // The bearer is checked first, and any live session of this user or another may repeat the request.
      try await script.call("POST", path, proof, token: "not-a-token", headers: key)
      try await script.call("POST", path, proof, token: first.access, headers: key)
      try await script.call("POST", path, proof, token: first.account, headers: key)
      try await script.call("POST", path, proof, token: script.signIn().account, headers: key)
      try await script.call(
        "POST", path, proof, headers: ["Doorward-Application": "other"].merging(key) { $1 })
      // Another key, no key, and another proof of the same challenge.
      try await script.call("POST", path, proof, headers: ["Idempotency-Key": "two"])
      try await script.call("POST", path, proof)
      try await script.call("POST", path, proof, headers: ["Idempotency-Key": ""])
      var labelled = proof
      labelled["metadata"] = ["wallet_client_type": "rainbow"]
      let relabelled = try await script.call("POST", path, labelled, headers: key)
      #expect(relabelled["session_id"] == first["session_id"])
      var wrong = proof
      wrong["signature"] = try .string(
        EthereumSecretKey.throwaway().personalSign(#require(proof["message"]?.string)))
      try await script.call("POST", path, wrong, headers: key)
      // A used refresh token ends the repetitions.
      let grant = "grant_type=refresh_token&refresh_token="
      try await script.form("/v1/token", grant + (first.refresh ?? ""))
      try await script.call("POST", path, proof, headers: key)
    }
  }

  @Test(.timeLimit(.minutes(2))) func repeatedReauthenticationsAndUpgrades() async throws {
    try await compare(methods: ["siwe", "near", "anonymous"]) { script in
      let wallet = EthereumSecretKey.throwaway()
      let path = "/v1/ethereum/sign-in"
      let key = ["Idempotency-Key": "one"]
      // A reauthentication opens no session, so it cannot be repeated.
      let session = try await script.signIn(wallet)
      let again = try await script.ethereumProof(wallet)
      let renewed = try await script.call("POST", path, again, token: session.account, headers: key)
      #expect(renewed["session_id"] == session["session_id"])
      try await script.call("POST", path, again, token: session.account, headers: key)
      try await script.call("POST", path, again, headers: key)
      // An upgrade ends the session of the anonymous user, and its token with it.
      let visitor = try #require(try await script.call("POST", "/v1/anonymous", [:]).object)
      let upgrade = try await script.ethereumProof(.throwaway())
      let user = try #require(
        try await script.call("POST", path, upgrade, token: visitor.account, headers: key).object)
      try await script.call("POST", path, upgrade, token: visitor.account, headers: key)
      let found = try await script.call("POST", path, upgrade, headers: key)
      #expect(found["session_id"] == user["session_id"])
      // The session has ended.
      try await script.call("POST", "/v1/sign-out", [:], token: user.account)
      try await script.call("POST", path, upgrade, headers: key)
    }
  }

  @Test(.timeLimit(.minutes(2))) func refusedEthereumProofs() async throws {
    try await compare { script in
      let wallet = EthereumSecretKey.throwaway()
      let proof = try await script.ethereumProof(wallet)
      func send(_ name: String, _ value: JSONValue?) async throws {
        var wrong = proof
        wrong[name] = value
        try await script.call("POST", "/v1/ethereum/sign-in", wrong)
      }
      try await send("binding_secret", Script.binding().secret)
      try await send("binding_secret", "short")
      try await send("binding_secret", nil)
      try await send("signature", "0x00")
      try await send("signature", nil)
      try await send("message", "Hello")
      try await send("message", 1)
      try await send(
        "message", .string((proof["message"]?.string ?? "").replacing("Sign in", with: "Log in")))
      try await send("metadata", ["wallet_client_type": "two\nlines"])
      try await send("metadata", "metamask")
      // A message to sign in does not link, and the reverse.
      let session = try await script.signIn()
      try await script.call("POST", "/v1/ethereum/link", proof, token: session.account)
      try await script.call("POST", "/v1/ethereum/link", proof)
      let link = try await script.ethereumProof(wallet, for: .link, token: session.account)
      try await script.call("POST", "/v1/ethereum/sign-in", link)
      // A signature of another key spends the challenge.
      let message = try #require(proof["message"]?.string)
      try await send("signature", .string(EthereumSecretKey.throwaway().personalSign(message)))
      try await script.call("POST", "/v1/ethereum/sign-in", proof)
    }
  }

  @Test(.timeLimit(.minutes(2))) func refusedRequestsForMessages() async throws {
    try await compare { script in
      let request = script.messageRequest(.throwaway(), Script.binding().hash)
      let changes: [(String, JSONValue?)] = [
        ("domain", "example.com"), ("uri", "https://example.com"), ("chain_id", 2), ("chain_id", "1"),
        ("address", "0x12"), ("address", nil), ("binding", "short"), ("binding", nil), ("purpose", "buy"),
        ("purpose", "link"), ("purpose", nil),
      ]
      for (name, value) in changes {
        var wrong = request
        wrong[name] = value
        try await script.call("POST", "/v1/ethereum/message", wrong)
      }
      try await script.call(
        "POST", "/v1/ethereum/message", request, headers: ["Doorward-Application": "nobody's"])
      try await script.call("POST", "/v1/ethereum/message", request, token: "nobody's")
      try await script.form("/v1/ethereum/message", "address=0x")
      try await script.call("GET", "/v1/ethereum/message")
      try await script.call("POST", "/v1/ethereum/nothing", request)
      try await script.call("POST", "/v1/anonymous", [:])
      try await script.call("POST", "/v1/guest", [:])
    }
  }

  @Test(.timeLimit(.minutes(2))) func applicationNameOutsideTheStatementAlphabet() async throws {
    try await compare(name: "Müller") { script in
      let session = try await script.signIn()
      _ = try await script.ethereumProof(.throwaway(), for: .link, token: session.account)
      _ = try await script.nearProof(.throwaway())
    }
  }

  @Test(.timeLimit(.minutes(2))) func signInWithNEAR() async throws {
    try await compare { script in
      let key = try NEARSecretKey.throwaway()
      let proof = try await script.nearProof(key)
      func send(_ name: String, _ value: JSONValue?) async throws {
        var wrong = proof
        wrong[name] = value
        try await script.call("POST", "/v1/near/sign-in", wrong)
      }
      try await send("binding_secret", Script.binding().secret)
      try await send("recipient", "somebody.near")
      try await send("network", "testnet")
      try await send("callback_url", "https://example.com")
      try await send("account_id", "No Account")
      try await send("public_key", "ed25519:1")
      try await send("signature", "AAAA")
      try await send("nonce", "AAAA")
      try await send("nonce", nil)
      try await send("message", nil)
      try await script.call("POST", "/v1/near/sign-in", proof)
      try await script.call("POST", "/v1/near/sign-in", proof)
      let hash = Script.binding().hash
      for wrong: JSONObject in [
        ["binding": hash, "network": "testnet"], ["binding": hash, "callback_url": "https://example.com"],
        ["binding": hash, "network": 1], ["binding": hash, "network": "mainnet"],
      ] {
        try await script.call("POST", "/v1/near/challenge", wrong)
      }
    }
  }

  @Test(.timeLimit(.minutes(2))) func linkingAndUnlinking() async throws {
    try await compare { script in
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
    try await compare { script in
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

  @Test(.timeLimit(.minutes(2))) func refusedMetadata() async throws {
    try await compare { script in
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

  @Test(.timeLimit(.minutes(2))) func tokens() async throws {
    try await compare { script in
      let session = try await script.signIn()
      let first = try #require(session.refresh)
      let key = ["Idempotency-Key": "one"]
      let grant = "grant_type=refresh_token&refresh_token="
      let renewed = try await script.form("/v1/token", grant + first, headers: key)
      // A repeated use gets the same successor until the successor is used.
      let repeated = try await script.form("/v1/token", grant + first, headers: key)
      #expect(renewed["refresh_token"] == repeated["refresh_token"])
      let second = try #require(renewed["refresh_token"]?.string)
      let third = try await script.call(
        "POST", "/v1/token", ["grant_type": "refresh_token", "refresh_token": .string(second)])
      // Without a key a use can be repeated for seconds.
      try await script.form("/v1/token", grant + second)
      try await script.call("GET", "/v1/user", token: session.account)
      // A spent token ends the session.
      try await script.form("/v1/token", grant + first, headers: key)
      try await script.form("/v1/token", grant + (third["refresh_token"]?.string ?? ""))
      try await script.call("GET", "/v1/user", token: session.account)
      for wrong in [
        "", "grant_type=password", "grant_type=refresh_token", grant + "dwr_nothing",
        grant + first + "&x=1&x=2",
        grant + first + "&client_id=nobody",
      ] {
        try await script.form("/v1/token", wrong)
      }
      try await script.form(
        "/v1/token", grant + first + "&client_id=default", headers: ["Doorward-Application": "other"])
      try await script.call("GET", "/v1/token")
    }
  }

  @Test(.timeLimit(.minutes(2))) func endedSessions() async throws {
    try await compare { script in
      let wallet = EthereumSecretKey.throwaway()
      var sessions: [JSONObject] = []
      for _ in 0..<5 { sessions.append(try await script.signIn(wallet)) }
      let token = sessions[0].account
      try await script.call("GET", "/v1/sessions", token: token)
      let id = try #require(sessions[1]["session_id"]?.string)
      try await script.call("DELETE", "/v1/sessions/\(id)", token: token)
      try await script.call("DELETE", "/v1/sessions/\(id)", token: token)
      try await script.call("DELETE", "/v1/sessions/\(id)")
      try await script.form("/v1/revoke", "token=\(sessions[2].refresh ?? "")")
      try await script.form("/v1/revoke", "token=\(sessions[3].access ?? "")&client_id=other")
      try await script.form("/v1/revoke", "token=nothing")
      try await script.form("/v1/revoke", "")
      try await script.call("GET", "/v1/sessions", token: token)
      try await script.call("POST", "/v1/sign-out", ["scope": "most"], token: token)
      try await script.call("POST", "/v1/sign-out", ["scope": "others"], token: token)
      try await script.call("GET", "/v1/sessions", token: token)
      try await script.call("POST", "/v1/sign-out", [:], token: token)
      try await script.call("POST", "/v1/sign-out", ["scope": "all"], token: token)
      let last = try await script.signIn(wallet)
      try await script.call("POST", "/v1/sign-out", ["scope": "all"], token: last.account)
      try await script.call("GET", "/v1/sessions", token: last.account)
    }
  }

  @Test(.timeLimit(.minutes(2))) func profile() async throws {
    try await compare { script in
      let session = try await script.signIn()
      let token = session.account
      try await script.call("GET", "/v1/user", token: session.access)
      try await script.call("GET", "/v1/user")
      try await script.call("PATCH", "/v1/user", ["name": "Ada"], token: session.access)
      let patches: [JSONObject] = [
        ["name": "Ada", "first_name": "A", "last_name": "L", "locale": "en-GB", "email": "a@b.c"],
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

  @Test(.timeLimit(.minutes(2))) func visitors() async throws {
    try await compare(methods: ["siwe", "near", "anonymous", "guest"]) { script in
      try await script.call("GET", "/v1/config")
      try await script.call("GET", "/v1/config", headers: ["Doorward-Application": "other"])
      try await script.call("GET", "/.well-known/jwks.json")
      let guest = try await script.call("POST", "/v1/guest", [:])
      let same = try await script.call("POST", "/v1/guest", ["guest_secret": guest["guest_secret"] ?? ""])
      try await script.call("POST", "/v1/guest", ["guest_secret": guest["access_token"] ?? ""])
      #expect(guest["guest_id"] == same["guest_id"])
      try await script.call("GET", "/v1/user", token: guest["access_token"]?.string)
      try await script.form("/v1/anonymous", "a=b")
      let visitor = try #require(try await script.call("POST", "/v1/anonymous", [:]).object)
      try await script.call("PATCH", "/v1/user", ["metadata": ["cart": 1]], token: visitor.account)
      // The first proof registers the same user in a new session.
      let wallet = EthereumSecretKey.throwaway()
      try await script.signIn(wallet, token: visitor.account)
      try await script.call("GET", "/v1/user", token: visitor.account)
      // A proof of an existing user signs that user in.
      let second = try #require(try await script.call("POST", "/v1/anonymous", [:]).object)
      try await script.signIn(wallet, token: second.account)
      // A user who registers by linking keeps a session without a proof.
      let third = try #require(try await script.call("POST", "/v1/anonymous", [:]).object)
      let proof = try await script.ethereumProof(.throwaway(), for: .link, token: third.account)
      try await script.call("POST", "/v1/ethereum/link", proof, token: third.account)
      try await script.call("DELETE", "/v1/user", token: third.account)
      try await script.call("GET", "/v1/sessions", token: third.account)
      let fourth = try #require(try await script.call("POST", "/v1/anonymous", [:]).object)
      try await script.call("DELETE", "/v1/user", token: fourth.account)
    }
  }

  @Test(.timeLimit(.minutes(2))) func expiredChallengesAndSignIns() async throws {
    try await compare(isShort: true) { script in
      let wallet = EthereumSecretKey.throwaway()
      let session = try await script.signIn(wallet)
      let proof = try await script.ethereumProof(wallet)
      let near = try await script.nearProof(.throwaway())
      let link = try await script.ethereumProof(.throwaway(), for: .link, token: session.account)
      let key = ["Idempotency-Key": "one"]
      let answered = try await script.ethereumProof(wallet)
      try await script.call("POST", "/v1/ethereum/sign-in", answered, headers: key)
      try await script.contender.wait(.milliseconds(16_100))
      // A repetition is answered after the challenge has expired, and a first use is not.
      try await script.call("POST", "/v1/ethereum/sign-in", answered, headers: key)
      try await script.call("POST", "/v1/ethereum/sign-in", proof, headers: key)
      try await script.call("POST", "/v1/ethereum/sign-in", proof)
      try await script.call("POST", "/v1/near/sign-in", near)
      try await script.call("POST", "/v1/ethereum/link", link, token: session.account)
      try await script.call("DELETE", "/v1/user", token: session.account)
      try await script.call("DELETE", "/v1/user/identities/nothing", token: session.account)
      try await script.signIn(wallet, token: session.account)
    }
  }
}
