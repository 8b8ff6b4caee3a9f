import DoorwardCommandLine
import DoorwardOpenSSL
import Encodings

/// Sign-ins of known users with passkeys.
struct PasskeyLoad {
  static let relyingPartyID = "localhost"
  static let origin = "http://localhost"

  private let server: LoadedServer
  private let binding = ClientBinding()
  private var passkeys: [BenchPasskey]
  /// The sign-ins so far, which the authenticators count.
  private var count: UInt8 = 0

  /// Signs up users.
  init(_ server: LoadedServer, users: Int) throws {
    self.server = server
    let context = try OpenSSLContext()
    passkeys = try (0..<users).map { _ in
      try BenchPasskey(relyingPartyID: Self.relyingPartyID, origin: Self.origin, context: context)
    }
    let options = try options("registration")
    let requests = try passkeys.indices.map { index in
      let response = passkeys[index].registration(
        try Self.text(options[index], "challenge"), user: options[index]["user"]?["id"]?.string)
      return try request("registration", response, options[index])
    }
    try server.send(requests)
  }

  /// The processor time of a sign-in, in microseconds.
  mutating func cost() throws -> Double {
    count += 1
    let options = try options("authentication")
    let requests = try passkeys.indices.map { index in
      let response = try passkeys[index].assertion(try Self.text(options[index], "challenge"), count: count)
      return try request("authentication", response, options[index])
    }
    return try server.send(requests).cost
  }

  private func options(_ ceremony: String) throws -> [JSONValue] {
    let body: JSONValue = ["binding": .string(binding.value)]
    let request = server.post("/v1/passkeys/\(ceremony)/options", body.serialized())
    return try server.send([[UInt8]](repeating: request, count: passkeys.count)).answers.map(
      LoadedServer.json)
  }

  private func request(_ ceremony: String, _ response: JSONObject, _ options: JSONValue) throws -> [UInt8] {
    var body = response
    body["challenge_id"] = .string(try Self.text(options, "challenge_id"))
    body["binding_secret"] = .string(binding.secret)
    return server.post("/v1/passkeys/\(ceremony)", body.serialized())
  }

  private static func text(_ options: JSONValue, _ member: String) throws -> String {
    guard let text = options[member]?.string else { throw BenchFailure(reason: "there are no options") }
    return text
  }
}
