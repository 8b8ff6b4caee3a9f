import Testing

/// The double gives the same answers as the built server, call by call.
enum SameAnswers {
  /// Runs a script against both and compares the answers.
  static func compare(
    _ setup: Contender.Setup = Contender.Setup(), _ body: @Sendable (Script) async throws -> Void
  ) async throws {
    var records: [[String]] = []
    for contender in try await Contender.both(setup) {
      try await body(Script(contender: contender))
      records.append(await contender.record.steps)
    }
    #expect(records[0].count == records[1].count)
    #expect(!records[0].isEmpty)
    for (real, double) in zip(records[0], records[1]) { #expect(double == real) }
  }
}
