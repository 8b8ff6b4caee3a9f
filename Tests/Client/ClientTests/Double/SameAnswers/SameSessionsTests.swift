import Doorward
import Encodings
import EthereumSignatures
import Testing

/// The double renews and ends sessions as the built server does.
struct SameSessionsTests {
  @Test(.timeLimit(.minutes(2))) func tokens() async throws {
    try await SameAnswers.compare { script in
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
        grant + first + "&client_id=unknown",
      ] {
        try await script.form("/v1/token", wrong)
      }
      try await script.form(
        "/v1/token", grant + first + "&client_id=default", headers: ["Doorward-Application": "other"])
      try await script.call("GET", "/v1/token")
    }
  }

  @Test(.timeLimit(.minutes(2))) func endedSessions() async throws {
    try await SameAnswers.compare { script in
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

  @Test(.timeLimit(.minutes(2))) func visitors() async throws {
    try await SameAnswers.compare(Contender.Setup(methods: ["siwe", "near", "anonymous", "guest"])) {
      script in
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
}
