import Testing

@Suite("doorward verify: usage")
struct VerifyUseTests {
  @Test(arguments: [
    [], ["siwe", "jwt"], ["sign"], ["SIWE"], [""], ["siwe", "--json"], ["webauthn"],
  ])
  func `wrong usage is reported on standard error, and no input is read`(arguments: [String]) async throws {
    let outcome = try await Program.run(["verify"] + arguments, input: [UInt8]("{}\n".utf8))
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("doorward: "))
    #expect(outcome.errors.hasSuffix("Try doorward verify --help.\n"))
  }

  @Test func `an unknown kind is refused with the names of the kinds`() async throws {
    let never = try await Program.run(["verify", "oauth"])
    #expect(never.errors.contains("there is no kind \"oauth\"; the kinds are siwe, "))
  }

  @Test func `the help lists every kind and the exit statuses`() async throws {
    let outcome = try await Program.run(["verify", "--help"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    for kind in HostileLineTests.kinds { #expect(outcome.text.contains("\n  \(kind)\n")) }
    #expect(outcome.text.contains("Exit status: 0 every line was valid"))
  }
}
