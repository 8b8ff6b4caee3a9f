import Encodings
import Sampling
import Testing

@Suite("doorward verify: malformed lines")
struct HostileLineTests {
  static let kinds = [
    "siwe", "siwe-message", "personal-sign", "ethereum-address", "nep413", "near-account-id",
    "near-public-key", "nep366", "near-transaction", "webauthn-registration", "webauthn-authentication",
    "jwt",
  ]
  private static let good = "{\"address\":\"0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed\"}"
  private static let address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"

  @Test(arguments: kinds)
  func `a line that is not a valid JSON object gets an error code, and the next line is answered`(
    kind: String
  )
    async throws
  {
    let deep = String(repeating: "[", count: 100_000)
    let lines: [([UInt8], String)] = [
      ([], "malformed_json"), ([UInt8]("   \t".utf8), "malformed_json"),
      ([UInt8]("not JSON".utf8), "malformed_json"),
      ([0], "malformed_json"), ([UInt8]("{\"address\":\"a\u{0}b\"}".utf8), "malformed_json"),
      ([UInt8]("{\"a\":\"".utf8) + [0xff, 0xfe] + [UInt8]("\"}".utf8), "invalid_unicode"),
      ([0xc3, 0x28], "malformed_json"), ([UInt8]("{\"a\":\"\\ud800\"}".utf8), "invalid_unicode"),
      ([UInt8]("{\"a\":1,\"\\u0061\":2}".utf8), "duplicate_key"), ([UInt8](deep.utf8), "too_deep"),
      ([UInt8]("{\"a\":\(deep)".utf8), "too_deep"), ([UInt8]("{} {}".utf8), "malformed_json"),
      ([UInt8]("{\"a\":1".utf8), "malformed_json"), ([UInt8]("{'a':1}".utf8), "malformed_json"),
      ([UInt8]("[]".utf8), "wrong_type"), ([UInt8]("null".utf8), "wrong_type"),
      ([UInt8]("1e999".utf8), "wrong_type"),
      ([UInt8]("\"text\"".utf8), "wrong_type"), ([UInt8]("{}".utf8), "missing_member"),
      ([UInt8]("{}\r".utf8), "missing_member"), ([0xef, 0xbb, 0xbf] + [UInt8]("{}".utf8), "malformed_json"),
      ([UInt8]("{\"a\":NaN}".utf8), "malformed_json"), ([UInt8]("{}".utf8), "missing_member"),
    ]
    #expect(try await verify(kind, lines.map(\.0)).map(verdict) == lines.map(\.1))
  }

  @Test(arguments: CaseSample.of(kinds, oneIn: 3))
  func `members of a wrong type, and huge ones, are refused`(kind: String) async throws {
    let help = try await Program.run(["verify", "--help"]).text
    let members = try #require(
      help.split(separator: "\n  \(kind)\n").last?.split(separator: "\n").first?
        .split(whereSeparator: { " {},?|".contains($0) }).map(String.init))
    #expect(!members.isEmpty)
    let values: [JSONValue] = [
      1, true, [], [:], ["a"], "", "\u{0}", "\u{FEFF}", 1e300, -1,
      .string(String(repeating: "A", count: 1 << 20)),
      .string(String(repeating: "\u{1F600}", count: 1000)),
      .string("0x" + String(repeating: "f", count: 100_000)),
    ]
    let lines = values.map { value in JSONValue.object(JSONObject(members.map { ($0, value) })) }
    for answer in try await verify(kind, lines) { #expect(answer["valid"] == false) }
  }

  @Test func `a line beyond the limit and the next one are answered`() async throws {
    let long = [UInt8](repeating: UInt8(ascii: " "), count: (8 << 20) + 1)
    let limit =
      [UInt8](Self.good.utf8) + [UInt8](repeating: UInt8(ascii: " "), count: (8 << 20) - Self.good.utf8.count)
    let answers = try await verify(
      "ethereum-address", [long, [UInt8](Self.good.utf8), limit, long, long + long, [UInt8](Self.good.utf8)])
    #expect(answers.map(verdict) == ["too_large", "valid", "valid", "too_large", "too_large", "valid"])
  }

  @Test func `empty input succeeds, and the last line needs no line end`() async throws {
    let empty = try await Program.run(["verify", "siwe"])
    #expect(empty.status == 0)
    #expect(empty.output.isEmpty)
    #expect(empty.errors == "")
    let unended = try await Program.run(["verify", "ethereum-address"], input: [UInt8](Self.good.utf8))
    #expect(unended.text == "{\"valid\":true,\"address\":\"\(Self.address)\"}\n")
    #expect(unended.status == 0)
    let tooLong = try await Program.run(
      ["verify", "siwe"], input: [UInt8](repeating: UInt8(ascii: "a"), count: (8 << 20) + 1))
    #expect(tooLong.lines.count == 1)
  }

  @Test func `ten thousand lines are answered in order`() async throws {
    let lines = (0..<10_000).map { number -> JSONValue in
      number.isMultiple(of: 3)
        ? ["address": .string("0x" + String(repeating: "0", count: 40 - "\(number)".count) + "\(number)")]
        : ["account": .integer(number)]
    }
    let answers = try await verify("ethereum-address", lines)
    for (number, answer) in answers.enumerated() {
      let isExpected =
        number.isMultiple(of: 3)
        ? answer["address"]?.string.map { $0.hasSuffix("0\(number)") } == true
        : verdict(answer) == "missing_member"
      #expect(isExpected, "\(number): \(answer)")
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `each answer is written before the next line arrives`() async throws {
    let folder = try TemporaryFolder()
    let program = try RunningProgram(["verify", "ethereum-address"], in: folder)
    for number in 0..<20 {
      try program.write(Self.good + "\n")
      #expect(await program.nextLine() == "{\"valid\":true,\"address\":\"\(Self.address)\"}", "\(number)")
    }
    // A line may arrive in pieces, and two lines in one piece.
    let half = Self.good.index(Self.good.startIndex, offsetBy: 20)
    try program.write(String(Self.good[..<half]))
    try program.write(String(Self.good[half...]) + "\n{}\n")
    #expect(await program.nextLine()?.contains("true") == true)
    #expect(await program.nextLine()?.contains("missing_member") == true)
    try program.closeInput()
    #expect(await program.nextLine() == nil)
    #expect(await program.end() == 1)
  }
}
