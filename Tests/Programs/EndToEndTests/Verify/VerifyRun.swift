import Encodings
import Testing

/// Runs `doorward verify` with lines and checks its contract: one line of valid JSON for each, an empty standard error,
/// and an exit status that tells whether all lines were valid.
func verify(
  _ kind: String, _ lines: [[UInt8]], sourceLocation: SourceLocation = #_sourceLocation
) async throws -> [JSONValue] {
  let input = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
  let outcome = try await Program.run(["verify", kind], input: input)
  let answers = try outcome.lines.map { try JSONParser.parse($0, limits: JSONLimits(maxBytes: 1 << 24)) }
  #expect(answers.count == lines.count, sourceLocation: sourceLocation)
  #expect(outcome.errors == "", sourceLocation: sourceLocation)
  #expect(!outcome.isSignal, sourceLocation: sourceLocation)
  let areAllValid = answers.allSatisfy { $0["valid"] == true }
  #expect(outcome.status == (areAllValid ? 0 : 1), sourceLocation: sourceLocation)
  for answer in answers where answer["valid"] != true {
    #expect(answer["valid"] == false, sourceLocation: sourceLocation)
    #expect(answer["code"]?.string?.isEmpty == false, sourceLocation: sourceLocation)
    #expect(answer["detail"]?.string?.isEmpty == false, sourceLocation: sourceLocation)
  }
  return answers
}

func verify(
  _ kind: String, _ lines: [JSONValue], sourceLocation: SourceLocation = #_sourceLocation
) async throws -> [JSONValue] {
  try await verify(kind, lines.map { $0.serialized() }, sourceLocation: sourceLocation)
}

/// `valid`, or the code of the refusal.
func verdict(_ answer: JSONValue) -> String {
  answer["valid"] == true ? "valid" : answer["code"]?.string ?? "no code"
}
