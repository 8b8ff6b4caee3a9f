import Encodings
import LoopbackServers
import Testing

@Suite("doorward doctor: configuration, addresses, limits")
struct DoctorConfigurationTests {
  static let wrong: [(JSONValue, String)] = [
    (["publc_url": "https://a.example"], "publc_url"), (["listen": "nowhere"], "listen"),
    (["lifetimes": ["session": 1]], "lifetimes.session"),
    (["near": ["mainnet": ["rpc": ["ftp://a"]]]], "near.mainnet.rpc"),
    (["passwords": ["range_url": "http://range.example/"]], "passwords.range_url"),
    (["passwords": ["range_url": "range.example"]], "passwords.range_url"),
    (["applications": []], "applications"), (["public_url": "http://a.example"], "public_url"),
    ([], "JSON object"),
  ]

  @Test(arguments: wrong)
  func `the report names a wrong key`(configuration: JSONValue, key: String) async throws {
    let folder = try TemporaryFolder()
    try folder.writeJSON(configuration)
    let diagnosis = try await Diagnosis.run(in: folder, [])
    #expect(diagnosis.problems == ["configuration"])
    #expect(diagnosis["configuration"].contains(key))
    #expect(diagnosis["configuration"].hasSuffix("docs/configuration.md lists the values of each key"))
  }

  @Test func `a named file must exist and contain JSON`() async throws {
    let folder = try TemporaryFolder()
    #expect(
      try await Diagnosis.run(in: folder, ["--config", "no.json"])["configuration"].contains("no.json"))
    try folder.write([UInt8]("{".utf8), to: "bad.json")
    #expect(
      try await Diagnosis.run(in: folder, ["--config", "bad.json"])["configuration"].contains("bad.json"))
  }

  @Test func `a range service that does not answer is a problem`() async throws {
    let folder = try TemporaryFolder()
    try folder.writeJSON(["passwords": ["range_url": "http://127.0.0.1:1/range/"]])
    let diagnosis = try await Diagnosis.run(in: folder)
    #expect(diagnosis.problems == ["breached passwords"])
    #expect(diagnosis["breached passwords"].contains("breached passwords are accepted"))
  }

  @Test func `a misspelled variable is a warning`() async throws {
    let folder = try TemporaryFolder()
    let diagnosis = try await Diagnosis.run(in: folder, environment: ["DOORWARD_PUBLC_URL": "x"])
    #expect(diagnosis.problems == [])
    #expect(diagnosis["configuration"].contains("DOORWARD_PUBLC_URL"))
  }

  /// Editors on Windows put a byte order mark before a text.
  @Test(arguments: ["", "\u{feff}"])
  func `a master key in a file that other users may read is a problem`(mark: String) async throws {
    let folder = try TemporaryFolder()
    let settings: JSONValue = ["master_key": .string(Base64URL.encode([UInt8](repeating: 1, count: 32)))]
    try folder.write([UInt8](mark.utf8) + settings.serialized(), to: "doorward.json")
    try folder.allow(0o644, "doorward.json")
    let open = try await Diagnosis.run(in: folder)
    #expect(open.problems == ["configuration"])
    #expect(open["configuration"].hasSuffix("chmod 600 doorward.json"))
    #expect(open["master key"] == "ok: from the configuration")
    try folder.allow(0o600, "doorward.json")
    #expect(try await Diagnosis.run(in: folder).problems == [])
  }

  @Test func `a used port is a problem, and a used port that was chosen for the wallet listener a warning`()
    async throws
  {
    let folder = try TemporaryFolder()
    let other = try LoopbackServer()
    let taken = try await Diagnosis.run(in: folder, ["--development", "--listen", "127.0.0.1:\(other.port)"])
    #expect(taken.problems == ["port"])
    #expect(taken["port"].contains("another program listens on 127.0.0.1:\(other.port)"))

    let wallet = try await Diagnosis.run(
      in: folder,
      ["--development", "--listen", "127.0.0.1:0", "--wallet-listen", "127.0.0.1:\(other.port)"])
    #expect(wallet.problems == ["wallet port"])

    // On macOS only 127.0.0.1 is assigned.
    #if os(Linux)
      let unassigned = try await Diagnosis.run(in: folder, ["--development", "--listen", "127.0.0.99:0"])
      #expect(unassigned.problems == [])
    #endif
  }

  @Test func `trusting every address is a problem, and trusting no proxy behind TLS a warning`() async throws
  {
    let folder = try TemporaryFolder()
    try folder.writeJSON(["trusted_proxies": ["0.0.0.0/0"]])
    #expect(try await Diagnosis.run(in: folder).problems == ["trusted proxies"])

    // No program listens on 127.0.0.1:1, so the doctor also reports that public_url cannot be reached.
    let atPublicURL = try TemporaryFolder()
    try atPublicURL.writeJSON([
      "public_url": "https://localhost:1", "applications": [["id": "a", "methods": ["siwe"]]],
      "rate_limits": ["sign_in_per_minute": 100_000],
    ])
    let diagnosis = try await Diagnosis.run(in: atPublicURL, ["--listen", "127.0.0.1:0"])
    #expect(diagnosis.problems == [])
    #expect(diagnosis["trusted proxies"].hasPrefix("warning: "))
    #expect(diagnosis["public URL"].hasPrefix("warning: https://localhost:1 cannot be reached"))
    #expect(
      diagnosis["rate limits"].contains(
        "some limits are too high to stop an attacker; the defaults are per minute and network, or user: 10 sign-ins"
      ))
    #expect(diagnosis["NEAR"] == "ok: not offered by any application")
    #expect(diagnosis.checks["near-connect"] == nil)
  }

  @Test func `the public URL must lead to this server`() async throws {
    let folder = try TemporaryFolder()
    let server = try await RunningServer.start(in: folder)
    let right = try await Diagnosis.run(
      in: folder, ["--development", "--listen", "127.0.0.1:0", "--public-url", server.origin])
    #expect(right["public URL"] == "ok: \(server.origin) answers")
    let otherName = server.origin.replacing("127.0.0.1", with: "localhost")
    let renamed = try await Diagnosis.run(
      in: folder, ["--development", "--listen", "127.0.0.1:0", "--public-url", otherName])
    #expect(renamed.problems == ["public URL"])
    #expect(renamed["public URL"].contains("has the public URL \(server.origin)"))
    let other = try LoopbackServer(["/healthz": LoopbackServer.response([UInt8]("fine".utf8))])
    let wrong = try await Diagnosis.run(
      in: folder, ["--development", "--listen", "127.0.0.1:0", "--public-url", other.origin])
    #expect(wrong.problems == ["public URL"])
    #expect(await server.stop() == 0)
  }

  @Test func `lines are aligned and counted`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(["doctor", "--development", "--listen", "127.0.0.1:0"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.lines.first?.hasPrefix("ok       configuration     no file: defaults") == true)
    #expect(outcome.lines.dropLast().allSatisfy { $0.hasPrefix("ok  ") || $0.hasPrefix("warning  ") })
    let warnings = outcome.lines.filter { $0.hasPrefix("warning  ") }.count
    #expect(outcome.lines.last == "no problems, \(warnings) warnings")
    #expect(outcome.lines.contains { $0.contains("libsodium 1.") && $0.contains("SQLite 3.") })
  }
}
