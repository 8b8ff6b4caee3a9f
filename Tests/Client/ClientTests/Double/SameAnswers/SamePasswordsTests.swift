import Doorward
import Encodings
import Testing

/// The double answers sign-ins by password and by code as the built server does.
struct SamePasswordsTests {
  private static let methods = ["password", "code", "siwe", "anonymous"]
  private static let identifiers = ["email", "phone_number", "username"]
  private static let password: JSONValue = "correct horse battery"

  private func compare(
    methods: [String] = methods, identifiers: [String] = identifiers,
    _ body: @Sendable (Script) async throws -> Void
  ) async throws {
    try await SameAnswers.compare(Contender.Setup(methods: methods, identifiers: identifiers), body)
  }

  @Test(.timeLimit(.minutes(2)), arguments: [["password"], ["code"], ["password", "code"]])
  func configuration(methods: [String]) async throws {
    try await compare(methods: methods, identifiers: ["username"]) { script in
      try await script.call("GET", "/v1/config")
      let (_, binding) = Script.binding()
      try await script.call("POST", "/v1/code/send", ["email": "ada@example.com", "binding": binding])
      try await script.call(
        "POST", "/v1/password/sign-in", ["identifier": "ada", "password": Self.password])
      try await script.call(
        "POST", "/v1/password/sign-up", ["email": "ada@example.com", "password": Self.password])
      try await script.call(
        "POST", "/v1/password/sign-up", ["username": "lovelace", "password": Self.password])
    }
  }

  @Test(.timeLimit(.minutes(2))) func signUp() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com", ["username": "Lovelace", "name": "Ada"])
      try await script.call("GET", "/v1/user", token: session.account)
      try await script.call("GET", "/v1/user/export", token: session.account)
      for identifier: JSONValue in [
        "Ada@example.com", "lovelace", "eve@example.com", "a b", "+4915123456789",
      ] {
        try await script.call(
          "POST", "/v1/password/sign-in", ["identifier": identifier, "password": Self.password])
      }
      // A known address answers as a new one, and its code does not exist.
      let (secret, binding) = Script.binding()
      let again = try await script.call(
        "POST", "/v1/password/sign-up",
        ["email": "ada@example.com", "password": Self.password, "binding": binding])
      try await script.call(
        "POST", "/v1/code/verify",
        ["challenge_id": again["challenge_id"] ?? nil, "code": "123456", "binding_secret": secret])
      // A user name alone is a user at once, also of an anonymous user.
      let visitor = try #require(try await script.call("POST", "/v1/anonymous", [:]).object)
      let name: JSONObject = ["username": "hopper", "password": Self.password]
      try await script.call("POST", "/v1/password/sign-up", name, token: visitor.account)
      try await script.call("POST", "/v1/password/sign-up", name)
      try await script.call(
        "POST", "/v1/password/sign-in", ["identifier": "hopper", "password": Self.password])
    }
  }

  @Test(.timeLimit(.minutes(2))) func refusedSignUps() async throws {
    try await compare { script in
      let (_, binding) = Script.binding()
      let changes: [(String, JSONValue?)] = [
        ("email", nil), ("email", "ada"), ("email", "@example.com"), ("email", ""), ("email", 1),
        ("phone_number", "+4915123456789"), ("password", nil), ("password", "short"), ("password", ""),
        ("password", .string(String(repeating: "a", count: 257))), ("password", "I am ada@example.com"),
        ("password", "a bell \u{7} in a password"), ("password", .string(String(repeating: "a", count: 15))),
        ("password", .string(String(repeating: " ", count: 15))), ("password", "passwordpassword"),
        ("password", "doorwarddoorward"), ("username", "a"), ("username", "two words"),
        ("name", "two\nlines"), ("binding", "short"),
      ]
      for (name, value) in changes {
        var body: JSONObject = ["email": "ada@example.com", "password": Self.password, "binding": binding]
        body[name] = value
        try await script.call("POST", "/v1/password/sign-up", body)
      }
    }
  }

  @Test(.timeLimit(.minutes(2)), arguments: [["password"], ["code"]])
  func strength(methods: [String]) async throws {
    try await compare(methods: methods) { script in
      let texts: [JSONValue] = [
        Self.password, "kfqzkfqzkfqzkfqz", "passwordpassword", "short", "a bell \u{7} in a password",
        .string(String(repeating: "8Kq!zR2#", count: 40)), "", .string(String(repeating: "a", count: 4097)),
        1,
      ]
      for password in texts {
        try await script.call("POST", "/v1/password/strength", ["password": password])
      }
      for identifiers: JSONValue in [[], ["ada@example.com", "Ada"], "ada@example.com", [1], nil] {
        try await script.call(
          "POST", "/v1/password/strength", ["password": Self.password, "identifiers": identifiers])
      }
      try await script.call(
        "POST", "/v1/password/strength",
        ["password": "zebulonzebulon", "identifiers": ["zebulon@example.com"]])
      try await script.call(
        "POST", "/v1/password/strength",
        ["password": "I am zebulon@example.com, hello", "identifiers": ["zebulon@example.com"]])
      try await script.call("POST", "/v1/password/strength", [:])
    }
  }

  @Test(.timeLimit(.minutes(2))) func changeAndReset() async throws {
    try await compare { script in
      let session = try await script.register("ada@example.com")
      let change = { (body: JSONObject) in
        _ = try await script.call("POST", "/v1/password/change", body, token: session.account)
      }
      try await script.call("POST", "/v1/password/change", ["new_password": Self.password])
      try await change(["new_password": "a long new password"])
      try await change(["current_password": "not the password", "new_password": "a long new password"])
      try await change(["current_password": Self.password, "new_password": "short"])
      let other = try await script.call(
        "POST", "/v1/password/sign-in", ["identifier": "ada@example.com", "password": Self.password])
      let (signInSecret, signInBinding) = Script.binding()
      let waiting = try await script.call(
        "POST", "/v1/code/send", ["email": "ada@example.com", "binding": signInBinding])
      let code = await script.contender.code("ada@example.com") ?? ""
      try await change(["current_password": Self.password, "new_password": "a long new password"])
      try await script.call("GET", "/v1/user", token: other["account_token"]?.string)
      // A code that was sent before is void.
      try await script.call(
        "POST", "/v1/code/sign-in",
        [
          "challenge_id": waiting["challenge_id"] ?? nil, "code": .string(code),
          "binding_secret": signInSecret,
        ])

      try await script.call("POST", "/v1/password/reset", ["identifier": "eve@example.com"])
      try await script.call("POST", "/v1/password/reset", [:])
      let (secret, binding) = Script.binding()
      let reset = try await script.call(
        "POST", "/v1/password/reset", ["identifier": "ada@example.com", "binding": binding])
      let right = await script.contender.code("ada@example.com") ?? ""
      var answer: JSONObject = [
        "challenge_id": reset["challenge_id"] ?? nil,
        "code": .string(right == "123456" ? "654321" : "123456"),
        "binding_secret": secret, "new_password": "another long password",
      ]
      let path = "/v1/password/reset/confirm"
      try await script.call("POST", path, answer)
      answer["code"] = .string(right)
      for (name, value): (String, JSONValue?) in [
        ("new_password", "short"), ("new_password", nil), ("binding_secret", Script.binding().secret),
        ("binding_secret", nil), ("challenge_id", "nothing"), ("code", "12345"),
      ] {
        var wrong = answer
        wrong[name] = value
        try await script.call("POST", path, wrong)
      }
      try await script.call("POST", path, answer, headers: ["Idempotency-Key": "one"])
      try await script.call("POST", path, answer, headers: ["Idempotency-Key": "one"])
      try await script.call("POST", path, answer)
      try await script.call("GET", "/v1/user", token: session.account)
    }
  }

  @Test(.timeLimit(.minutes(2))) func guesses() async throws {
    try await compare { script in
      try await script.register("ada@example.com")
      for identifier: JSONValue in ["ada@example.com", "eve@example.com"] {
        // Only on a fast machine would a sixth guess be within the pause of a second.
        for _ in 0..<5 {
          try await script.call(
            "POST", "/v1/password/sign-in", ["identifier": identifier, "password": "not the password"])
        }
      }
      try await script.contender.wait(.milliseconds(1100))
      try await script.call(
        "POST", "/v1/password/sign-in", ["identifier": "ada@example.com", "password": Self.password])
      let (secret, binding) = Script.binding()
      let challenge = try await script.call(
        "POST", "/v1/code/send", ["email": "bob@example.com", "binding": binding])
      let right = await script.contender.code("bob@example.com") ?? ""
      for _ in 0..<5 {
        try await script.call(
          "POST", "/v1/code/sign-in",
          [
            "challenge_id": challenge["challenge_id"] ?? nil, "binding_secret": secret,
            "code": .string(right == "123456" ? "654321" : "123456"),
          ])
      }
      try await script.contender.wait(.milliseconds(1100))
      try await script.call(
        "POST", "/v1/code/sign-in",
        ["challenge_id": challenge["challenge_id"] ?? nil, "binding_secret": secret, "code": .string(right)])
    }
  }

  @Test(.timeLimit(.minutes(2))) func codes() async throws {
    try await compare { script in
      let (secret, binding) = Script.binding()
      let request: JSONObject = ["email": "ada@example.com", "binding": binding]
      for (name, value): (String, JSONValue?) in [
        ("email", nil), ("email", "ada@"), ("phone_number", "+4915123456789"), ("binding", nil),
        ("binding", "short"), ("purpose", "buy"), ("purpose", "verify"), ("purpose", "change"),
      ] {
        var wrong = request
        wrong[name] = value
        try await script.call("POST", "/v1/code/send", wrong)
      }
      let challenge = try await script.call("POST", "/v1/code/send", request)
      let answer: JSONObject = [
        "challenge_id": challenge["challenge_id"] ?? nil, "binding_secret": secret,
        "code": .string(await script.contender.code("ada@example.com") ?? ""),
      ]
      for (name, value): (String, JSONValue?) in [
        ("challenge_id", nil), ("challenge_id", "nothing"), ("code", nil), ("code", "12 34"),
        ("binding_secret", nil), ("binding_secret", "short"), ("binding_secret", Script.binding().secret),
      ] {
        var wrong = answer
        wrong[name] = value
        try await script.call("POST", "/v1/code/sign-in", wrong)
      }
      try await script.call("POST", "/v1/code/verify", answer)
      let key = ["Idempotency-Key": "one"]
      let session = try #require(
        try await script.call("POST", "/v1/code/sign-in", answer, headers: key).object)
      try await script.call("POST", "/v1/code/sign-in", answer, headers: key)
      try await script.call("POST", "/v1/code/sign-in", answer)
      // The other addresses of the user.
      try await script.call("POST", "/v1/code/verify", answer, token: session.account)
      let other = try await script.signIn()
      for (member, address, purpose): (String, String, JSONValue) in [
        ("email", "eve@example.com", "verify"), ("email", "eve@example.com", "change"),
        ("phone_number", "+4915123456789", "verify"),
      ] {
        let (secret, binding) = Script.binding()
        let sent = try await script.call(
          "POST", "/v1/code/send", [member: .string(address), "binding": binding, "purpose": purpose],
          token: session.account)
        guard let id = sent["challenge_id"] else { continue }
        let proof: JSONObject = [
          "challenge_id": id, "binding_secret": secret,
          "code": .string(await script.contender.code(address) ?? ""),
        ]
        try await script.call("POST", "/v1/code/verify", proof)
        try await script.call("POST", "/v1/code/verify", proof, token: other.account)
        try await script.call("POST", "/v1/code/verify", proof, token: session.account)
        try await script.call("POST", "/v1/code/verify", proof, token: session.account)
      }
      // An address of another user.
      let taken = Script.binding()
      let foreign = try await script.call(
        "POST", "/v1/code/send", ["email": "eve@example.com", "binding": taken.hash, "purpose": "verify"],
        token: other.account)
      try await script.call(
        "POST", "/v1/code/verify",
        [
          "challenge_id": foreign["challenge_id"] ?? nil, "binding_secret": taken.secret,
          "code": .string(await script.contender.code("eve@example.com") ?? ""),
        ], token: other.account)
    }
  }
}
